"""The lessons of the guided game, in their order (the package's docstring has the plan that they follow), and introductions to kinds of decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from groundfloor.engine.kinds import QuestionKind
from groundfloor.translatable import _

Place = Literal["", "city", "company", "sale", "score", "tracks"]
"""The part of the board that a text is about; a lesson with moves is about the places where these are chosen."""


@dataclass(frozen=True)
class Lesson:
    """A step of the guide.

    ``moves`` are beginnings of the actions that it accepts, the proposed one first; without moves it is read and gone on from.
    Its numbers, and ``condition``, are names of ``progress.facts``: a lesson is passed over while its condition is 0. ``answers`` are sentences about
    other moves, by the first word of the action. ``text`` gives the reason, ``ask`` says what to do, which is left out once it is done. ``note`` explains a word or sign of the board that is met at this step. ``is_advice``: it comes after the guided rounds, and is not counted as a step.
    """

    id: str
    decision: QuestionKind
    title: str
    text: str
    moves: tuple[str, ...] = ()
    rounds: tuple[int, ...] = (1,)
    place: Place = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    condition: str = ""
    note: str = ""
    ask: str = ""
    is_advice: bool = False


@dataclass(frozen=True)
class Introduction:
    """What the guide says when a kind of decision comes for the first time."""

    decision: QuestionKind
    title: str
    text: str
    place: Place = ""


INTRODUCTIONS = (
    Introduction(
        "hire",
        _("Hire"),
        _(
            "Trained employees bring time every round, but every employee lowers your income. One costs %(hire_money)s money and %(hire_info)s info now, and must be trained."
        ),
        "company",
    ),
    Introduction(
        "schedule",
        _("Schedule a task"),
        _("Use your time markers, one task a turn. Tasks in the city happen in phase IV, tasks in your own rooms at once."),
        "city",
    ),
    Introduction(
        "after_task",
        _("Remodel after a task"),
        _(
            "You may still remodel rooms, for %(remodel_money)s money and %(remodel_info)s info each. A room brings %(room_prestige)s prestige. Or end your turn."
        ),
        "company",
    ),
    Introduction(
        "after_turn",
        _("Remodel before your turn ends"),
        _(
            "You may still remodel rooms, for %(remodel_money)s money and %(remodel_info)s info each. A room brings %(room_prestige)s prestige. Or end your turn."
        ),
        "company",
    ),
    Introduction(
        "after_buy",
        _("Remodel after buying"),
        _(
            "You may still remodel rooms, for %(remodel_money)s money and %(remodel_info)s info each. A room brings %(room_prestige)s prestige. Or end your turn."
        ),
        "company",
    ),
    Introduction(
        "marketing_type",
        _("Choose how to advertise"),
        _(
            "Popularity decides who acts and sells earlier. Each type needs its own number of markers for a step; the company that alone has the most there gains one more."
        ),
        "city",
    ),
    Introduction(
        "bonus",
        _("Take a bonus"),
        _(
            "Take one of the bonuses that are left: a cheap remodel, supply, money, info, or a time marker for the next round. You may not decline."
        ),
        "city",
    ),
    Introduction(
        "bonus_room",
        _("Remodel cheaply"),
        _("The bonus remodels one room cheaply. Choose the room whose better side you will use most, or do without."),
        "company",
    ),
    Introduction(
        "bonuses",
        _("Bonuses for both?"),
        _("You are the more popular one, so you decide whether both of you take a marketing bonus. You would choose first."),
        "city",
    ),
    Introduction(
        "price",
        _("Name a price"),
        _(
            "The forecast says how many consumers may come. They buy from the lowest price bracket first, within it from the most popular company. What stays unsold drops in price."
        ),
        "city",
    ),
    Introduction(
        "sell",
        _("Sell shares"),
        _(
            "A share pays the multiple of its space times the money of the forecast: nothing in a depression. What you keep may pay more or less next round, and nothing after the last one."
        ),
        "city",
    ),
    Introduction(
        "drop",
        _("A product stayed unsold"),
        _(
            "Choose what becomes of it: a lower price, at which it can sell in a later round, or liquidation for a little money now. In the last round only liquidation still pays."
        ),
        "city",
    ),
    Introduction(
        "buy",
        _("Buy an improvement"),
        _(
            "Tenant improvements cost little. A floor costs %(floor_money)s money and %(floor_info)s info now, each further one more. All are worth prestige, and many bring resources, tasks or other advantages."
        ),
        "sale",
    ),
    Introduction(
        "tenant",
        _("A free tenant improvement"),
        _("The Empty Floor brings a tenant improvement for free, which is placed on it. Choose the one that you will use most."),
        "sale",
    ),
    Introduction(
        "fire",
        _("Let somebody go?"),
        _("Every employee lowers your income. You may fire those whose time is no longer worth it to you. Usually you fire nobody."),
        "company",
    ),
    Introduction(
        "fire_for_money",
        _("The income is negative"),
        _(
            "You can’t pay what your employees cost, so one has to go. Choose who: somebody trained takes time markers along, somebody untrained brings none yet."
        ),
        "company",
    ),
)


TWO = (1, 2)
LATER = (3, 4, 5, 6, 7)

ANY_OTHER = {
    "": _("That is possible too. Confirm it, and I’ll go on from there; or take it back and follow my proposal."),
    "hire": _("Bold: an employee pays off over many rounds, but now little is left to earn with. Confirm it, or take it back and wait."),
    "warehouse": _(
        "Supply comes in phase IV, and your Storage Closet holds little. A good move when you are out of supply. Confirm it, or take it back."
    ),
    "construction": _(
        "Building brings prestige, and needs money and info twice: for the space and for the improvement. Earn them first, or confirm it."
    ),
    "exchange": _(
        "A share can pay far more than it costs, or nothing in a depression. A fair move; my proposal teaches you something new. Confirm it, or take it back."
    ),
    "consulting": _(
        "A meeting booked now may pay next round. A fair move; my proposal teaches you something new. Confirm it, or take it back."
    ),
    "agency": _("Popularity decides who acts first. A fair move; my proposal teaches you something new. Confirm it, or take it back."),
    "factory": _("Each product needs a consumer of its own. Confirm it, or take it back and follow my proposal."),
    "remodel": _(
        "A remodeled room is worth prestige and does more, but leaves less money and info for other things. Confirm it, or take it back and wait."
    ),
    "training": _("Training pays off in the rounds that follow. Confirm it, or take it back and follow my proposal."),
    "done": _("Nothing is lost by waiting. Confirm it, or take it back and follow the proposal."),
    "meeting_room": _(
        "A little info at once, and it costs nothing but time. My proposal teaches you something new. Confirm it, or take it back."
    ),
    "research_testing": _("Info at once for a supply, without any consumer. Confirm it, or take it back and follow my proposal."),
    "assembly": _(
        "A supply at once, for much time. The warehouse takes one marker, and brings it in phase IV. Confirm it, or take it back and follow my proposal."
    ),
    "advertising": _("Popularity from home, one marker at a time. Confirm it, or take it back and follow my proposal."),
    "none": _("You may do without. But this is what you saved for: take it back, and have a look at the proposal."),
}
"""Answers to other moves than the proposed one, by the first word of the action."""

CHEAPER = _("A lower price bracket sells earlier, and brings less. Confirm it, or take it back and ask for more.")
OTHER_ROOM = _(
    "That room is worth the same prestige. But you lack info most, and a remodeled Meeting Room can bring more of it. Confirm it, or take it back and follow my proposal."
)
COVERS = _(
    "A tenant improvement on its own is cheap and can pay off more, but covers one of your rooms. Confirm it, or take it back and see what a floor brings."
)
WAIT = _("You may wait, but time is what you lack most, and each round without it is gone. Confirm it, or take it back and hire.")
KEEP = _(
    "Next round the share may be worth more or less: that depends on the forecast and on the space that it reaches. Keep it, or take that back and sell."
)

LESSONS = (
    Lesson(
        "goal",
        "hire",
        _("The goal"),
        _(
            "You lead a company. After round %(rounds)s the most prestige wins: for remodeled rooms, tenant improvements, floors and what is left at the end. Money and info pay for them; time is scarcest: you have %(time)s a round."
        ),
    ),
    Lesson(
        "employees",
        "hire",
        _("Employees can wait"),
        _(
            "An employee costs %(hire_money)s money and %(hire_info)s info now and lowers your income by %(lost_income)s money a round. Once trained, each brings %(employee_time)s more time markers a round. First earn something."
        ),
        ("done",),
        ask=_("Choose “Done hiring”."),
    ),
    Lesson(
        "factory",
        "schedule",
        _("Make a product"),
        _("Products are the usual way to money. The factory makes one of %(pays_supply)s supply; in phase IV you name its price."),
        ("factory",),
        note=_("Pei draws a card for each move: the letters below its name are the buildings on the cards left."),
        ask=_("Choose the factory."),
    ),
    Lesson(
        "research",
        "schedule",
        _("Your own rooms"),
        _(
            "Tasks in your own company work at once. Research & Testing turns %(pays_supply)s supply and %(pays_time)s time marker into %(gets_info)s info; hiring, remodeling and building all cost info."
        ),
        ("research_testing info", "research_testing"),
        note=_("Your roof names your specialty, which gave you a head start."),
        ask=_("Choose the task in that room."),
    ),
    Lesson(
        "meeting",
        "schedule",
        _("Book a meeting"),
        _(
            "Time markers left: %(time)s. Look ahead: a meeting booked now for %(pays_money)s money pays %(gets_info_if_left)s info next round, if its row is booked again then, by you or somebody else."
        ),
        ("consulting",),
        note=_("Rows fill from the top, so a lower row takes more bookings, by anybody."),
        ask=_("Book it."),
    ),
    Lesson(
        "agency",
        "schedule",
        _("Time is scarce"),
        _(
            "Time markers left: %(time)s. The stock exchange might bring more now, but popularity is new: a desk at the advertising agency, for %(pays_money)s money and %(pays_info)s info, can raise yours in phase IV, to act and sell earlier."
        ),
        ("agency",),
        ask=_("Choose any free desk."),
    ),
    Lesson(
        "popularity",
        "marketing_type",
        _("Popularity"),
        _(
            "The company that alone has the most markers of a type gains a step of popularity, and each full group of markers brings another: Pei’s may bring more. Networking is free and brings a second marker."
        ),
        ("networking",),
        answers={
            "social_media": _(
                "It costs more and needs fewer markers for a step. A fair choice: confirm it, or take it back and advertise for free."
            ),
            "broadcast": _("The most expensive type: each marker is a step. Confirm it, or take it back and advertise for free."),
        },
        note=_("It comes from your stock, the time markers that you don’t use yet."),
    ),
    Lesson(
        "price",
        "price",
        _("Name your price"),
        _(
            "At least %(consumers_low)s and at most %(consumers_high)s consumers come. They buy in the lowest price bracket first, there from the most popular company, its cheapest product first: a low price is safer, a high one brings more. What stays unsold only drops in price, so be bold."
        ),
        ("price 16", "price 12"),
        answers={"price": CHEAPER},
        ask=_("Ask for %(operand)s."),
    ),
    Lesson(
        "market",
        "hire",
        _("The job market"),
        _(
            "The forecast card put people out of work, which makes hiring cheaper: %(hire_money)s money and %(hire_info)s info now. But this round you need info for building."
        ),
        ("done",),
        (2,),
        ask=_("Wait once more."),
    ),
    Lesson(
        "remodel",
        "schedule",
        _("Remodel a room"),
        _(
            "For %(pays_money)s money and %(pays_info)s info, and no time at all, a room becomes better and is worth %(room_prestige)s prestige."
        ),
        ("remodel meeting_room",),
        (2,),
        answers={"remodel": OTHER_ROOM},
        ask=_("Remodel the Meeting Room."),
    ),
    Lesson(
        "again",
        "schedule",
        _("Make the meeting pay"),
        _(
            "Your meeting waits at the right of its row, for this round only. It pays %(meeting_info)s info if the row is booked again now. Booking it yourself, for %(pays_money)s money, is a new meeting too."
        ),
        ("consulting",),
        (2,),
        condition="meeting_info",
        ask=_("Book the row yourself."),
    ),
    Lesson(
        "construction",
        "schedule",
        _("Reserve a building site"),
        _(
            "Floors and tenant improvements bring much prestige. A space at the construction company costs %(pays_money)s money and %(pays_info)s info; in phase IV you may buy one improvement there, at a price of its own."
        ),
        ("construction",),
        (2,),
        note=_("Now stage 1 is on sale; stages 2 and 3 follow in rounds %(stage_two)s and %(stage_three)s."),
        ask=_("Choose a space."),
    ),
    Lesson(
        "exchange",
        "schedule",
        _("Buy a share"),
        _(
            "A marker at the stock exchange is a share, here for only %(pays_money)s money. In phase IV it rises, the further the better the forecast; then you may sell it: in a boom for far more."
        ),
        ("exchange 3", "exchange"),
        (2,),
        note=_("It enters on the first space and pushes those right above it up. What is pushed or rises beyond the top is bought out."),
        ask=_("Choose this door."),
    ),
    Lesson(
        "meet",
        "schedule",
        _("Use what is left"),
        _(
            "Time markers left: %(time)s. Don’t let them go to waste. Your own Meeting Room costs nothing but time and gives %(gets_info)s info at once."
        ),
        ("meeting_room",),
        (2,),
        ask=_("Choose its task."),
    ),
    Lesson(
        "sell",
        "sell",
        _("Sell the share"),
        _(
            "Your share has risen. It pays the multiple of its space times the money of the forecast: nothing in a depression, most in a boom. Now it brings %(gets_money)s money."
        ),
        ("sell",),
        TWO,
        answers={"done": KEEP},
        ask=_("Sell it, or keep it for another forecast."),
    ),
    Lesson(
        id="floor",
        decision="buy",
        title=_("Build a floor"),
        text=_(
            "A floor costs %(floor_money)s money and %(floor_info)s info, the next one more. The Empty Floor brings a tenant improvement for free. The Internship Program alone would pay off more, but this way you see both."
        ),
        moves=("buy empty_floor",),
        rounds=TWO,
        place="sale",
        answers={"buy": COVERS},
        ask=_("Choose the Empty Floor in the list."),
    ),
    Lesson(
        id="office",
        decision="tenant",
        title=_("A free tenant improvement"),
        text=_(
            "The Internship Program brings time in every round, and time is what you lack most. It is worth %(tenant_prestige)s prestige too."
        ),
        moves=("take internship_program", "take human_resources", "take network_admin"),
        rounds=TWO,
        place="sale",
        ask=_("Choose the tenant improvement for your floor."),
    ),
    Lesson(
        id="prestige",
        decision="hire",
        title=_("How prestige is counted"),
        text=_(
            "If the game ended now, you would have %(prestige)s prestige: %(room_prestige)s per remodeled room, the number on each tenant improvement and floor, 1 per %(set_money)s money with %(set_info)s info. Tap your prestige, press P or type score to see it."
        ),
        moves=(),
        rounds=(3,),
        place="score",
        note=_("Achievements, on sale in stage 3, count what your company has by then."),
    ),
    Lesson(
        id="learned",
        decision="hire",
        title=_("The guided rounds are over"),
        text=_(
            "You have met every phase and most of the city. One page sums up what you have learned and shows what comes on sale later. Or play this game to its end: I explain what is new."
        ),
        moves=(),
        rounds=(3,),
        is_advice=True,
    ),
    Lesson(
        "first_hire",
        "hire",
        _("Now hire"),
        _(
            "From here on you decide. My advice: an employee for %(hire_money)s money and %(hire_info)s info, trained this round, brings %(employee_time)s time markers in every round that follows."
        ),
        ("hire",),
        (3, 4),
        answers={"done": WAIT},
        is_advice=True,
    ),
    Lesson(
        "training",
        "schedule",
        _("Train"),
        _(
            "An untrained employee brings no time markers. Your Training room changes that for %(pays_time)s of yours; from the next round on you have %(employee_time)s more."
        ),
        ("training",),
        LATER,
        condition="leaves_half_time",
        is_advice=True,
    ),
)
