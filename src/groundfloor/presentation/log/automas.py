"""Log sentences about Automas and their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.automa.deck import CardAdded, CardDrawn, DeckShuffled
from groundfloor.engine.automa.turn import AutomaStayedHome, SpaceMissed

from .. import effects
from .event_formatter import formats

if TYPE_CHECKING:
    from .event_formatter import EventFormatter, Sentences


@formats(CardDrawn)
def card_drawn(formatter: EventFormatter, event: CardDrawn) -> Sentences:
    card = formatter.game.ruleset.automa_card(event.card, event.design)
    return formatter._(
        "%(name)s drew the %(card)s card: %(corners)s.", corners=effects.of_card(formatter.game.ruleset, card, formatter.words)
    ), ""


@formats(CardAdded)
def card_added(formatter: EventFormatter, event: CardAdded) -> Sentences:
    return formatter._("%(name)s got another %(card)s card."), ""


@formats(DeckShuffled)
def deck_shuffled(formatter: EventFormatter, event: DeckShuffled) -> Sentences:
    return formatter._("%(name)s shuffled all cards into a new draw pile."), formatter._("The last card of the pile had been drawn.")


@formats(SpaceMissed)
def space_missed(formatter: EventFormatter, event: SpaceMissed) -> Sentences:
    return formatter._("%(name)s found no space with the %(card)s card and drew another one."), formatter._(
        "Every space there was taken or had no supply."
    )


@formats(AutomaStayedHome)
def automa_stayed_home(formatter: EventFormatter, event: AutomaStayedHome) -> Sentences:
    why = formatter._("None of the cards found a space.") if event.reason == "no_space" else formatter._("The card was an Automa office.")
    return formatter._("%(name)s placed a time marker in its own company, without effect."), why
