"""Proposals as people read them: what is proposed, how many have agreed, and the possible answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import TYPE_CHECKING, NamedTuple

from groundfloor.engine.record import ENDLESS_PURPOSES
from groundfloor.table.proposals import LONG_PAUSE_SECONDS, is_asked_to_agree, open_proposal, voters, votes_needed
from groundfloor.table.rights import allows_proposal
from groundfloor.table.value import BotProposal, PersonProposal, UndoProposal
from groundfloor.translatable import _

from .. import names
from ..bidi import isolated
from ..marked_names import with_mark
from ..view import TableView

if TYPE_CHECKING:
    from groundfloor.table.table import Table
    from groundfloor.table.value import PersonMark, ProposalKind, ProposalOutcome, ProposedBy


@dataclass(frozen=True)
class ProposalFacts:
    """A proposal at a table: ``asked`` are the seats whose agreement counts, ``needed`` is how many of them have to agree.

    ``count`` is the number of entries that an undo would take back, ``transfer_seat`` the seat that would be given away, to the ``bot`` ("": to a person). ``is_own``: the viewer has proposed it; ``can_answer``: the viewer is asked, and
    has not answered. ``is_open`` is False for one that was refused. ``ends_rating``: a rated game counts no more if it happens.
    """

    id: str
    kind: ProposalKind
    seat: int
    agreed: tuple[int, ...]
    refused: tuple[int, ...]
    asked: tuple[int, ...]
    needed: int
    count: int = 0
    transfer_seat: int | None = None
    bot: str = ""
    is_own: bool = False
    can_answer: bool = False
    is_open: bool = True
    ends_rating: bool = False


@dataclass(frozen=True)
class ProposalPanel:
    """What the board says about a proposal; an answer to it names its ``id``. Without buttons it is "refused", or the viewer is not asked."""

    id: str
    sentence: str
    tally: str
    can_answer: bool
    can_withdraw: bool


@dataclass(frozen=True)
class PossibleProposal:
    """What can be proposed: its word in requests, and what a button and the sentence beside it say."""

    kind: str
    label: str
    sentence: str


class ProposalSentences(NamedTuple):
    """Sentences on a kind of proposal: for its proposer, for the others, and for later, before how it ended."""

    own: str
    others: str
    past: str


def proposal_facts(table: Table, own: Collection[int] = ()) -> ProposalFacts | None:
    """Returns the open proposal as a page with these seats shows it, or the last one if it was refused and nobody has moved since."""
    proposal = table.value.proposal
    is_open = open_proposal(table) is not None
    if proposal is None or not (is_open or (proposal.refused and proposal.version == table.version)):
        return None
    return ProposalFacts(
        proposal.id,
        proposal.kind,
        proposal.seat,
        proposal.agreed,
        proposal.refused,
        voters(table, proposal),
        votes_needed(table, proposal),
        proposal.count,
        proposal.transfer_seat,
        proposal.bot,
        is_own=proposal.seat in own,
        can_answer=any(is_asked_to_agree(table, seat) for seat in own),
        is_open=is_open,
        ends_rating=table.value.is_rated and proposal.kind == "cancel",
    )


def proposal_panel(view: TableView) -> ProposalPanel | None:
    proposal = view.own.proposal
    if proposal is None:
        return None
    called = {person.seat: person.name for person in view.people}
    if not proposal.is_open:
        others = [called[seat] for seat in proposal.refused if seat != proposal.seat]
        if not others or not proposal.is_own:
            return None
        sentence = view._("Your proposal was refused by %(names)s.", names=names.join_list(others, view.translations))
        return ProposalPanel(proposal.id, sentence, "", can_answer=False, can_withdraw=False)
    return ProposalPanel(
        proposal.id,
        proposal_sentence(proposal, called, view.translations),
        tally(proposal, view.translations),
        proposal.can_answer,
        proposal.is_own,
    )


def proposal_sentence(proposal: ProposalFacts, called: Mapping[int, str], translations: NullTranslations) -> str:
    """Returns what is proposed, and by whom; ``called`` has the names by seat."""
    facts: dict[str, str | int] = {"name": called[proposal.seat], "n": proposal.count}
    if proposal.transfer_seat is not None:
        facts["other"] = called[proposal.transfer_seat]
    if proposal.bot:
        facts["bot"] = names.full("bot", proposal.bot, translations)
    sentences = SENTENCES[proposal.kind]
    sentence = translations.gettext(sentences.own if proposal.is_own else sentences.others) % facts
    return f"{sentence} {not_rated(translations)}" if proposal.ends_rating else sentence


def proposal_news(
    proposed: ProposedBy | None, outcome: ProposalOutcome, people: Sequence[str], translations: NullTranslations, mark: PersonMark
) -> str:
    """Returns what a notice says about a proposal; ``outcome`` is how it ended, ``people`` are the names by seat, ``mark`` is that of the proposer. "" if nothing is known about it."""
    if proposed is None or proposed.what.kind not in SENTENCES:
        return ""
    called = [isolated(name) for name in people]
    what = proposed.what
    facts: dict[str, str | int] = {"name": with_mark(called[proposed.seat], mark, translations)}
    if isinstance(what, UndoProposal):
        facts["n"] = what.count
    if isinstance(what, BotProposal | PersonProposal):
        facts["other"] = called[what.seat]
    if isinstance(what, BotProposal):
        facts["bot"] = names.full("bot", what.bot, translations)
    if not outcome:
        return translations.gettext(SENTENCES[what.kind].others) % facts
    return f"{translations.gettext(SENTENCES[what.kind].past) % facts} {translations.gettext(OUTCOMES[outcome])}"


def not_rated(translations: NullTranslations) -> str:
    """Returns what becomes of a rated game if something ends its rating."""
    return translations.gettext("Then the game is not rated.")


def tally(proposal: ProposalFacts, translations: NullTranslations) -> str:
    agreed = len(set(proposal.agreed).intersection(proposal.asked))
    said = translations.gettext("Agreed: %(agreed)s of %(asked)s, needed: %(needed)s.")
    return said % {"agreed": agreed, "asked": len(proposal.asked), "needed": proposal.needed}


def possible_proposals(table: Table, seat: int, translations: NullTranslations) -> list[PossibleProposal]:
    """Returns what the player there can propose, if nothing is proposed."""
    ends = [] if table.match.record.purpose in ENDLESS_PURPOSES else end_proposals(table, translations)
    if table.value.pause is not None:
        hours = LONG_PAUSE_SECONDS // 3600
        explanation = translations.ngettext(
            "More than half have to agree. The person who asked for the pause decides alone, and after %(n)s hour everybody does.",
            "More than half have to agree. The person who asked for the pause decides alone, and after %(n)s hours everybody does.",
            hours,
        ) % {"n": hours}
        if table.value.is_rated:
            explanation = translations.ngettext(
                "All have to agree, as time runs again then. After %(n)s hour everybody decides alone.",
                "All have to agree, as time runs again then. After %(n)s hours everybody decides alone.",
                hours,
            ) % {"n": hours}
        return [PossibleProposal("resume", translations.gettext("Resume the game"), explanation), *ends]
    explanation = translations.gettext("Nobody can move until the game is resumed. More than half have to agree.")
    if table.value.is_rated:
        explanation = translations.gettext("Nobody can move until the game is resumed. All have to agree, to that as well.")
    proposals = [PossibleProposal("pause", translations.gettext("Pause the game"), explanation)]
    count = table.askable_undo(seat)
    if count and not table.undoable(seat):
        explanation = translations.gettext("The last %(n)s decisions are taken back, if all agree whose decisions are among them.") % {
            "n": count
        }
        if table.value.is_rated:
            explanation = translations.gettext("The last %(n)s decisions are taken back, if all agree.") % {"n": count}
        proposals.insert(0, PossibleProposal("undo", translations.gettext("Take back my last decision"), explanation))
    return proposals + ends


def end_proposals(table: Table, translations: NullTranslations) -> list[PossibleProposal]:
    """Returns how the game can be ended together."""
    cancelled = translations.gettext(
        "It ends without result, and nobody’s statistics count it. All have to agree, but those whose time is over are not asked."
    )
    if table.value.is_rated:
        cancelled = translations.gettext(
            "It ends without result and is not rated, which the page of each player counts. All have to agree."
        )
    proposals = [
        PossibleProposal(
            "score",
            translations.gettext("End the game here"),
            translations.gettext(
                "It is scored as it stands. All have to agree, but those whose time is over are not asked. The result is marked as ended early."
            ),
        ),
        PossibleProposal("cancel", translations.gettext("Cancel the game"), cancelled),
    ]
    return [proposal for proposal in proposals if allows_proposal(table, proposal.kind)]


SENTENCES: dict[ProposalKind, ProposalSentences] = {
    "undo": ProposalSentences(
        own=_("You ask to take back the last %(n)s decisions, back to your own."),
        others=_("%(name)s asks to take back the last %(n)s decisions, back to their own."),
        past=_("%(name)s asked to take back the last %(n)s decisions."),
    ),
    "pause": ProposalSentences(
        own=_("You propose to pause the game."),
        others=_("%(name)s proposes to pause the game: nobody can move until it is resumed."),
        past=_("%(name)s proposed to pause the game."),
    ),
    "resume": ProposalSentences(
        own=_("You propose to resume the game."),
        others=_("%(name)s proposes to resume the game."),
        past=_("%(name)s proposed to resume the game."),
    ),
    "score": ProposalSentences(
        own=_("You propose to end the game here and to score it as it stands."),
        others=_("%(name)s proposes to end the game here and to score it as it stands."),
        past=_("%(name)s proposed to end the game and to score it."),
    ),
    "cancel": ProposalSentences(
        own=_("You propose to cancel the game without result."),
        others=_("%(name)s proposes to cancel the game without result."),
        past=_("%(name)s proposed to cancel the game without result."),
    ),
    "bot": ProposalSentences(
        own=_("You propose that a bot plays for %(other)s: %(bot)s."),
        others=_("%(name)s proposes that a bot plays for %(other)s: %(bot)s."),
        past=_("%(name)s proposed that a bot plays for %(other)s: %(bot)s."),
    ),
    "person": ProposalSentences(
        own=_("You propose to give the seat of %(other)s to another person."),
        others=_("%(name)s proposes to give the seat of %(other)s to another person, who gets a new link."),
        past=_("%(name)s proposed to give the seat of %(other)s to another person."),
    ),
}
"""Of all kinds but "offered", which nobody proposes."""
OUTCOMES = {
    "agreed": _("It was agreed."),
    "refused": _("It was refused."),
    "withdrawn": _("It was withdrawn."),
    "lapsed": _("The game has moved on since."),
}
