"""The lessons of the guided game, in their order. The package's docstring has the plan that they follow."""

from __future__ import annotations

from groundfloor.translatable import _

from .lesson import Lesson

TWO = (1, 2)
LATER = (3, 4, 5, 6, 7)

ANY_OTHER = {
    "": _("That is possible too, and not wrong. You may confirm it, and I’ll go on from there; or take it back and follow my proposal."),
    "hire": _("Bold: an employee pays off over many rounds, but now little is left to earn with. Confirm it, or take it back and wait."),
    "warehouse": _(
        "Supply comes in phase IV, and your closet holds little. A good move when you are out of supply. Confirm it, or take it back."
    ),
    "construction": _(
        "Building wins games, and needs money and info twice: for the space and for the floor. Earn them first, or confirm it."
    ),
    "exchange": _("Shares turn a little money into more. A fair move; my proposal teaches you something new. Confirm it, or take it back."),
    "consulting": _(
        "A meeting booked now may pay next round. A fair move; my proposal teaches you something new. Confirm it, or take it back."
    ),
    "agency": _("Popularity decides who acts first. A fair move; my proposal teaches you something new. Confirm it, or take it back."),
    "factory": _("A second product needs a second buyer. Possible if you have supply; confirm it, or take it back and follow my proposal."),
    "remodel": _(
        "A remodeled room is worth prestige at once, but leaves less money and info for other things. Confirm it, or take it back and wait."
    ),
    "training": _("Training pays if somebody is untrained. Confirm it, or take it back and follow my proposal."),
    "done": _("Nothing is lost by waiting. Confirm it, or take it back and follow the proposal."),
    "meeting_room": _("A little info at once, and it costs nothing but time. My proposal brings more. Confirm it, or take it back."),
    "research_testing": _("Info at once for a supply, without any consumer. Confirm it, or take it back and follow my proposal."),
    "assembly": _("A supply of your own, for much time. The warehouse is quicker. Confirm it, or take it back and follow my proposal."),
    "advertising": _("Popularity from home, one marker at a time. Confirm it, or take it back and follow my proposal."),
    "none": _("You may do without. But this is what you saved for: take it back, and have a look at the proposal."),
}
"""Answers to other moves than the proposed one, by the first word of the action."""

CHEAPER = _("Cheaper sells more surely, and brings less. Confirm it, or take it back and ask for more.")
OTHER_ROOM = _(
    "That room is worth the same prestige. The Meeting Room helps you in this very round. Confirm it, or take it back and follow my proposal."
)
COVERS = _(
    "An office on its own is cheap, but it covers one of your rooms. The Empty Floor has space for two and brings one. Confirm it, or take it back."
)
WAIT = _("You may wait, but time is what you lack most, and each round without it is gone. Confirm it, or take it back and hire.")
KEEP = _("A share may rise further next round, or lose value with the forecast. Keep it, or take that back and sell.")

LESSONS = (
    Lesson(
        "goal",
        "hire",
        _("The goal"),
        _(
            "You lead a company. After round %(rounds)s the most prestige wins: for remodeled rooms, offices, floors and what is left at the end. "
            "Money and info pay for it; time is scarcest: you have %(time)s a round."
        ),
    ),
    Lesson(
        "employees",
        "hire",
        _("Employees can wait"),
        _(
            "An employee costs %(hire_money)s money and %(hire_info)s info now and lowers each income by %(lost_income)s money. Once trained, each "
            "brings %(employee_time)s more time a round. First earn something: choose “Done hiring”."
        ),
        ("done",),
    ),
    Lesson(
        "factory",
        "schedule",
        _("Make a product"),
        _(
            "Products bring the most money. The factory takes %(pays_money)s money, %(pays_info)s info, %(pays_supply)s supply and "
            "%(pays_time)s time marker; in phase IV you name the price. Choose the factory."
        ),
        ("factory",),
    ),
    Lesson(
        "research",
        "schedule",
        _("Your own rooms"),
        _(
            "Rooms of your company work at once. Research & Testing turns %(pays_supply)s supply and %(pays_time)s time marker into "
            "%(gets_info)s info, and almost everything costs info. Choose the task in that room."
        ),
        ("research_testing info", "research_testing"),
    ),
    Lesson(
        "meeting",
        "schedule",
        _("Book a meeting"),
        _(
            "Time left: %(time)s. Look ahead: a meeting booked now for %(pays_money)s money pays %(gets_info_if_left)s info next "
            "round, if somebody books the same row again. Take it."
        ),
        ("consulting",),
    ),
    Lesson(
        "agency",
        "schedule",
        _("Time is scarce"),
        _(
            "Time left: %(time)s. Nobody gets everything done in a round. A desk at the advertising agency, for %(pays_money)s money and "
            "%(pays_info)s info, brings popularity in phase IV: you act and sell earlier. Choose any free desk."
        ),
        ("agency",),
    ),
    Lesson(
        "popularity",
        "marketing_type",
        _("Popularity"),
        _(
            "The most popular acts and sells first. Whoever leads a type alone gains a step, each full group of markers one more. Networking is free "
            "and brings a second marker."
        ),
        ("networking",),
        answers={
            "social_media": _(
                "It costs more and needs fewer markers for a step. A fair choice: confirm it, or take it back and advertise for free."
            ),
            "broadcast": _("The dearest type: each marker is a step. Confirm it, or take it back and advertise for free."),
        },
    ),
    Lesson(
        "price",
        "price",
        _("Name your price"),
        _(
            "Expected consumers: %(consumers_low)s to %(consumers_high)s. They buy where prices are lowest, there from the most popular company. What stays "
            "unsold only drops in price. So be bold and ask for %(operand)s."
        ),
        ("price 16", "price 12"),
        answers={"price": CHEAPER},
    ),
    Lesson(
        "market",
        "hire",
        _("The job market"),
        _(
            "The forecast card put people out of work, which makes hiring cheaper: %(hire_money)s money and %(hire_info)s info now. But this "
            "round you need info for building: wait once more."
        ),
        ("done",),
        (2,),
    ),
    Lesson(
        "remodel",
        "schedule",
        _("Remodel a room"),
        _(
            "For %(pays_money)s money and %(pays_info)s info, and no time at all, a room becomes better and is worth %(room_prestige)s prestige. "
            "Remodel the Meeting Room."
        ),
        ("remodel meeting_room",),
        (2,),
        answers={"remodel": OTHER_ROOM},
    ),
    Lesson(
        "again",
        "schedule",
        _("Make the meeting pay"),
        _(
            "Your marker waits at the right of its row. It pays %(meeting_info)s info if the left window of that row is taken in this round. "
            "For %(pays_money)s money you make sure of it yourself."
        ),
        ("consulting",),
        (2,),
        condition="meeting_info",
    ),
    Lesson(
        "construction",
        "schedule",
        _("Reserve a building site"),
        _(
            "Floors and offices are the way to win. A space at the construction company costs %(pays_money)s money and %(pays_info)s info; in phase IV "
            "you may buy one improvement. Choose a space there."
        ),
        ("construction",),
        (2,),
    ),
    Lesson(
        "exchange",
        "schedule",
        _("Buy a share"),
        _(
            "A share costs only %(pays_money)s money here. In phase IV it rises, the better the forecast, the further, and you sell it for much more. "
            "Choose this door of the stock exchange."
        ),
        ("exchange 3", "exchange"),
        (2,),
    ),
    Lesson(
        "meet",
        "schedule",
        _("Use what is left"),
        _(
            "Time left: %(time)s. Don’t let it go to waste. Your own Meeting Room costs nothing but time and gives %(gets_info)s info at once. "
            "Choose its task."
        ),
        ("meeting_room",),
        (2,),
    ),
    Lesson(
        "sell",
        "sell",
        _("Sell the share"),
        _(
            "Your share has risen. The larger the multiple at its window, the more it is worth, but only with a good forecast: sell it now for %(gets_money)s money, "
            "or keep it and hope."
        ),
        ("sell",),
        TWO,
        answers={"done": KEEP},
    ),
    Lesson(
        id="floor",
        decision="buy",
        title=_("Build a floor"),
        text=_(
            "A floor costs %(floor_money)s money and %(floor_info)s info, the next one more. The Empty Floor brings an office for free, "
            "and both are worth prestige. Choose it in the list."
        ),
        moves=("buy empty_floor",),
        rounds=TWO,
        place="sale",
        answers={"buy": COVERS},
    ),
    Lesson(
        id="office",
        decision="tenant",
        title=_("A free office"),
        text=_(
            "Choose the office for your floor. Network Admin brings info with each income, and info is what you lack most. "
            "An office is worth %(tenant_prestige)s prestige."
        ),
        moves=("take network_admin", "take internship_program", "take human_resources"),
        rounds=TWO,
        place="sale",
    ),
    Lesson(
        id="prestige",
        decision="hire",
        title=_("How prestige is counted"),
        text=_(
            "You have %(prestige)s prestige: remodeled rooms %(room_prestige)s each, offices and floors the number on them. At the end each "
            "%(set_money)s money with %(set_info)s info count 1 more. "
            "Tap your prestige, press P or type score to see the sum."
        ),
        moves=(),
        rounds=(3,),
        place="score",
    ),
    Lesson(
        "first_hire",
        "hire",
        _("Now hire"),
        _(
            "From here on you decide; I stay beside you. My advice: an employee for %(hire_money)s money and %(hire_info)s info, trained this round, brings "
            "%(employee_time)s time in every round that follows."
        ),
        ("hire",),
        (3, 4),
        answers={"done": WAIT},
        is_advice=True,
    ),
    Lesson(
        "enough",
        "hire",
        _("One at a time"),
        _(
            "Everybody may hire again and again, but each employee takes more of your income, and this one still needs training. "
            "That is enough for this round: choose “Done hiring”."
        ),
        ("done",),
        (3, 4),
        condition="untrained",
        is_advice=True,
    ),
    Lesson(
        "training",
        "schedule",
        _("Train"),
        _(
            "An untrained employee brings no time. Your Training room changes that for %(pays_time)s time; "
            "from the next round on you have %(employee_time)s more."
        ),
        ("training",),
        LATER,
        is_advice=True,
    ),
)
