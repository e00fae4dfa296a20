"""Log sentences about Automas and their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import effects

if TYPE_CHECKING:
    from groundfloor.engine.kinds import EventKind

    from .event_formatter import EventFormatter, MessageFunction, Sentences


def card_drawn(t: EventFormatter) -> Sentences:
    """Returns the sentence for a drawn card: its area, marketing type and price bracket."""
    card = t.game.ruleset.automa_card(t.text("card"), t.number("design"))
    return t._("%(name)s drew the %(card)s card: %(corners)s.", corners=effects.of_card(t.game.ruleset, card, t.words)), ""


def card_added(t: EventFormatter) -> Sentences:
    """Returns the sentence for a card added to an Automa's deck."""
    return t._("%(name)s got another %(card)s card."), ""


def deck_shuffled(t: EventFormatter) -> Sentences:
    """Returns the sentence for a shuffled deck, and that the last card had been drawn."""
    return t._("%(name)s shuffled all cards into a new draw pile."), t._("The last card of the pile had been drawn.")


def space_missed(t: EventFormatter) -> Sentences:
    """Returns the sentence for a card that found no space."""
    return t._("%(name)s found no space with the %(card)s card and drew another one."), t._("Every space there was taken or had no supply.")


def automa_stayed_home(t: EventFormatter) -> Sentences:
    """Returns the sentence for a marker without effect."""
    why = t._("None of the cards found a space.") if t.text("reason") == "no_space" else t._("The card was an Automa office.")
    return t._("%(name)s placed a time marker in its own company, without effect."), why


FORMATTERS: dict[EventKind, MessageFunction] = {
    "AutomaStayedHome": automa_stayed_home,
    "CardAdded": card_added,
    "CardDrawn": card_drawn,
    "DeckShuffled": deck_shuffled,
    "SpaceMissed": space_missed,
}
