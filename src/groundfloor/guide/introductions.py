"""What the guide says when a kind of decision comes for the first time: what it is for, then how to answer."""

from __future__ import annotations

from groundfloor.translatable import _

from .lesson import Introduction

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
            "Popularity decides who acts and sells earlier. Each type needs its own number of markers for a step; whoever alone has the most there gains one more."
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
            "A share pays the multiple at its window times the money of the forecast: nothing in a depression. What you keep may pay more or less next round, and nothing after the last one."
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
