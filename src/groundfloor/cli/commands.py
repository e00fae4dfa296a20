"""The commands of a player in the terminal, beside the answers themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.engine.actions import Action
from groundfloor.engine.errors import GroundfloorError
from groundfloor.help import FORMS, UnknownParagraph, book_of
from groundfloor.locales import LANGUAGES
from groundfloor.locales.telling import tell_refusal

from . import table_text
from .asking import answers
from .company_text import company, short
from .keeping import Keeper
from .rules_text import found
from .score_text import scores
from .typed import Unclear, understand

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.web.board.scene import Scene

    from .sitting import Sitting

LINES_OF_LOG = 20
THINGS: dict[str, Callable[[Scene], list[str]]] = {
    "city": table_text.city,
    "tracks": table_text.tracks,
    "sale": table_text.sale,
    "deck": table_text.deck,
}
GERMAN_FORMS = {"kurz": "short", "lang": "long", "beides": "both"}
GERMAN_THINGS = {"stadt": "city", "leisten": "tracks", "auslage": "sale", "karten": "deck", "ich": "me"}


def help_(sitting: Sitting, rest: str) -> None:
    """What can be typed; with a word the rules about it."""
    _ = sitting.words.gettext
    if not rest:
        for line in overview(sitting):
            sitting.say(line)
        return
    rules = sitting.match.game.ruleset
    book, *others = [book_of(language, rules) for language in sorted(LANGUAGES, key=lambda each: each != sitting.language)]
    words, form = form_in(rest, sitting.language)
    try:
        for line in found(book, words, form, *others):
            sitting.say(line)
    except UnknownParagraph:
        sitting.say(_("The rules say nothing of “%(word)s”. Try a single word, or a number such as IV.B.") % {"word": words})


def form_in(rest: str, language: str) -> tuple[str, str]:
    """What the rules are asked about, and the form that the last word names: ``warehouse long``; short if it names none."""
    words, _space, last = rest.rpartition(" ")
    forms = {**{form: form for form in FORMS}, **(GERMAN_FORMS if language == "de" else {})}
    return (words.strip(), forms[last.casefold()]) if words and last.casefold() in forms else (rest, FORMS[0])


def overview(sitting: Sitting) -> list[str]:
    """Every command in a line."""
    _ = sitting.words.gettext
    return [
        _("To answer, type the number of an answer, or its words as listed; every word may be shortened: fac, w 1 m, buy inv."),
        _("legal: the answers again. brief: lists without or with their effects, by turns."),
        _("why ACTION: why something is not possible."),
        _("look: the whole table. look city, look tracks, look sale, look deck, look me, look NAME: a part of it."),
        _("score: prestige as things stand, with its parts."),
        _("log: what has happened, its last lines; log 50: more of them."),
        _(
            "undo: takes back your last answer; undo 2: two of them. Not beyond a draw or an answer of somebody else, and not after the end."
        ),
        _("help WORD: the rules about it; help IV.E: a paragraph by its number. help WORD long: in full, with examples; both: both forms."),
        _("save FILE: keeps the game in a file from now on. quit, Ctrl-D or Ctrl-C: leaves."),
    ]


def look(sitting: Sitting, rest: str) -> None:
    """The table, or a part of it."""
    scene = sitting.scene
    for line in whole(scene) if not rest else part(scene, rest):
        sitting.say(line)


def whole(scene: Scene) -> list[str]:
    """Everything in short."""
    _ = scene.words.gettext
    seats = [short(scene, seat) for seat in scene.game.state.order]
    hint = _("Rooms and improvements of a company: look NAME. What can be bought: look sale.")
    return [*table_text.tracks(scene), *table_text.city(scene), *seats, hint]


def part(scene: Scene, word: str) -> list[str]:
    """A thing or a company, by the beginning of its name."""
    _ = scene.words.gettext
    small = word.casefold()
    if small == "me" or (small == "ich" and scene.language == "de"):
        return company(scene, scene.seat if scene.seat is not None else 0)
    known = {**{name: name for name in THINGS}, **{german: thing for german, thing in GERMAN_THINGS.items() if thing in THINGS}}
    people = [seat for seat, person in enumerate(scene.game.seats) if person.name.casefold().startswith(small)]
    things = list(dict.fromkeys(thing for name, thing in known.items() if name.startswith(small)))
    exact = [seat for seat in people if scene.game.seats[seat].name.casefold() == small]
    if small in known:
        return THINGS[known[small]](scene)
    if len(exact) == 1 or (len(people) == 1 and not things):
        return company(scene, (exact or people)[0])
    if len(things) == 1 and not people:
        return THINGS[things[0]](scene)
    possible = ", ".join([*THINGS, "me", *(person.name for person in scene.game.seats)])
    return [_("One can look at: %(possible)s.") % {"possible": possible}]


def legal(sitting: Sitting, rest: str) -> None:
    """The legal answers again."""
    for line in answers(sitting.scene, is_brief=sitting.is_brief):
        sitting.say(line)


def brief(sitting: Sitting, rest: str) -> None:
    """Lists with names and prices only, or with effects again."""
    sitting.is_brief = not sitting.is_brief
    legal(sitting, rest)


def why(sitting: Sitting, rest: str) -> None:
    """The reason against an action."""
    _ = sitting.words.gettext
    if not rest:
        sitting.say(_("Name an action, as in: why factory"))
        return
    meant = understand(rest, sitting.scene)
    if isinstance(meant, Unclear):
        sitting.say(meant.sentence)
    elif not isinstance(meant, Action):
        sitting.say(_("That is a command, and always possible."))
    else:
        refusal = sitting.match.game.refusal(meant)
        if refusal is None:
            sitting.say(_("Possible: %(action)s") % {"action": sitting.describe(meant)})
        else:
            sitting.say(f"{meant.text}: {tell_refusal(refusal, sitting.words)}")


def score(sitting: Sitting, rest: str) -> None:
    """Prestige as things stand."""
    for line in scores(sitting.scene):
        sitting.say(line)


def log(sitting: Sitting, rest: str) -> None:
    """The last lines of what has happened."""
    _ = sitting.words.gettext
    if rest and not rest.isdecimal():
        sitting.say(_("Name a number of lines, as in: log 50"))
        return
    count = int(rest or LINES_OF_LOG)
    for line in sitting.history()[-count:] if count else []:
        sitting.say(line)


def undo(sitting: Sitting, rest: str) -> None:
    """Takes back answers of whoever answered last."""
    _ = sitting.words.gettext
    live = sitting.match.record.live()
    seat = live[-1].seat if live else -1
    possible = sitting.match.undoable(seat) if seat >= 0 and not sitting.agents[seat] else 0
    if rest and (not rest.isdecimal() or not int(rest)):
        sitting.say(_("Name a number of answers, as in: undo 2"))
    elif not possible:
        sitting.say(_("Nothing can be undone here: since your last answer something was drawn, or somebody else answered."))
    elif int(rest or 1) > possible:
        sitting.say(
            sitting.words.ngettext("Only %(n)s answer can be undone here.", "Only %(n)s answers can be undone here.", possible)
            % {"n": possible}
        )
    else:
        count = int(rest or 1)
        taken = ", ".join(entry.text for entry in live[-count:])
        sitting.match.undo(seat, count)
        sitting.keep()
        sitting.has_asked = False
        sitting.say(_("%(name)s took back: %(answers)s.") % {"name": sitting.name(seat), "answers": taken})


def save(sitting: Sitting, rest: str) -> None:
    """Keeps the game in a file from now on."""
    _ = sitting.words.gettext
    if not rest:
        sitting.say(_("Name a file, as in: save game.gfr"))
        return
    path = Path(rest).expanduser()
    if path.exists():
        sitting.say(_("%(file)s is there already; name another file.") % {"file": path})
        return
    assert sitting.match.key is not None
    keeper = Keeper(path, sitting.match.key, sitting.agents)
    try:
        keeper.start(sitting.match.record)
    except GroundfloorError as error:
        sitting.say(str(error))
    else:
        sitting.keeper = keeper
        sitting.say(_("Kept in %(file)s from now on; go on later with: groundfloor play --record %(file)s") % {"file": keeper.path})


def quit_(sitting: Sitting, rest: str) -> None:
    """Leaves."""
    sitting.leave()


SPOKEN: dict[str, Callable[[Sitting, str], None]] = {
    "help": help_,
    "look": look,
    "legal": legal,
    "brief": brief,
    "why": why,
    "score": score,
    "log": log,
    "undo": undo,
    "save": save,
    "quit": quit_,
}
"""What each command does."""
