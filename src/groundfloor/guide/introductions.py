"""What the guide says when a kind of decision comes for the first time: what it is for, then how to answer."""

from __future__ import annotations

from groundfloor.translatable import _

from .lesson import Introduction

INTRODUCTIONS = (
    Introduction(
        "hire",
        _("Hire"),
        _(
            "Employees bring time, but lower each income. An employee costs %(hire_money)s money and %(hire_info)s info now, and must be trained."
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
            "Popularity decides who acts and sells first. Each type needs its own number of markers for a step; whoever leads it alone gains one more."
        ),
        "city",
    ),
    Introduction(
        "bonus",
        _("Take a bonus"),
        _("Everybody but the least popular takes one bonus: a cheap remodel, supply, money, info or time. Take what helps you now."),
        "city",
    ),
    Introduction(
        "bonus_room",
        _("Remodel cheaply"),
        _("The bonus remodels one room cheaply. Choose the room whose better task you will use most, or do without."),
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
            "Expected consumers: %(consumers_low)s to %(consumers_high)s. They buy where prices are lowest, there from the most popular company. "
            "What stays unsold drops in price."
        ),
        "city",
    ),
    Introduction(
        "sell",
        _("Sell shares"),
        _(
            "A share is worth the multiple at its window times what the forecast pays. Sell when both are high; what you keep rises next round."
        ),
        "city",
    ),
    Introduction(
        "drop",
        _("A product stayed unsold"),
        _("Nothing is lost: it drops to a lower price, where it can sell next round, or goes to liquidation for a little money now."),
        "city",
    ),
    Introduction(
        "buy",
        _("Buy an improvement"),
        _(
            "Offices are cheap, floors cost more with each one: %(floor_money)s money and %(floor_info)s info now. All bring prestige, and most bring something every round."
        ),
        "sale",
    ),
    Introduction(
        "tenant",
        _("A free office"),
        _("The Empty Floor comes with an office for free. Choose what you will use most, and where it goes."),
        "sale",
    ),
    Introduction(
        "fire",
        _("Let somebody go?"),
        _("Employees lower each income. In the last rounds, when their time no longer pays, you may let them go. Usually you fire nobody."),
        "company",
    ),
    Introduction(
        "fire_for_money",
        _("The income is negative"),
        _(
            "You can’t pay what your employees cost, so one has to go. Choose who: somebody trained brings time, somebody untrained brings none."
        ),
        "company",
    ),
)
