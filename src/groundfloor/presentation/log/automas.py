"""Log sentences about Automas and their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import effects

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def card_drawn(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a drawn card: its area, marketing type and price bracket."""
    card = formatter.game.ruleset.automa_card(formatter.text("card"), formatter.number("design"))
    return formatter._(
        "%(name)s drew the %(card)s card: %(corners)s.", corners=effects.of_card(formatter.game.ruleset, card, formatter.words)
    ), ""


def card_added(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a card added to an Automa's deck."""
    return formatter._("%(name)s got another %(card)s card."), ""


def deck_shuffled(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a shuffled deck, and that the last card had been drawn."""
    return formatter._("%(name)s shuffled all cards into a new draw pile."), formatter._("The last card of the pile had been drawn.")


def space_missed(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a card that found no space."""
    return formatter._("%(name)s found no space with the %(card)s card and drew another one."), formatter._(
        "Every space there was taken or had no supply."
    )


def automa_stayed_home(formatter: EventFormatter) -> Sentences:
    """Returns the sentence for a marker without effect."""
    why = (
        formatter._("None of the cards found a space.")
        if formatter.text("reason") == "no_space"
        else formatter._("The card was an Automa office.")
    )
    return formatter._("%(name)s placed a time marker in its own company, without effect."), why


FORMATTERS: dict[EventKind, MessageFunction] = {
    "AutomaStayedHome": automa_stayed_home,
    "CardAdded": card_added,
    "CardDrawn": card_drawn,
    "DeckShuffled": deck_shuffled,
    "SpaceMissed": space_missed,
}
