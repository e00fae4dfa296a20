"""How each question is put: the head of the panel, what is asked, and one sentence of help with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.numbered_agency import NumberedAgency
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.projections import next_hire_price
from groundfloor.presentation import names

from .moves import place_words, tile_words, title
from .outlook import is_last_round, outlets_of
from .retail_words import price_question_words

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .scene import Scene


@dataclass(frozen=True)
class Words:
    """Head, title and sentence of a panel; ``on_page`` goes on from the sentence with what only a drawn board has."""

    head: str
    title: str
    plain: str
    on_page: str = ""

    @property
    def sentence(self) -> str:
        """All that the page says."""
        return f"{self.plain} {self.on_page}".strip()


def question_words(scene: Scene, game: Game | None = None, *, is_mine: bool = True) -> Words:
    """The question of a position, in words; ``is_mine`` False says it of somebody else."""
    _ = scene.words.gettext
    game = game or scene.game
    kind = game.question_kind
    asked = {
        "fire_for_money": _("Fire an employee"),
        "hire": _("Hire an employee?"),
        "schedule": _("Schedule one task"),
        "after_task": _("Remodel, or end the turn"),
        "marketing_type": _("Choose a marketing type"),
        "bonuses": _("Take bonuses this round?"),
        "bonus": _("Take a bonus"),
        "bonus_room": _("Remodel a room?"),
        "price": _("Choose a retail price"),
        "sell": _("Sell at the exchange?"),
        "drop": _("An unsold product drops"),
        "buy": _("Buy an improvement?"),
        "after_buy": _("Remodel, or go on"),
        "after_turn": _("Remodel, or go on"),
        "tenant": _("Choose the free tenant improvement"),
        "fire": _("Fire anybody?"),
    }.get(kind, "")
    if not is_mine:
        return Words("", asked, "")
    head = _("Your turn") if not asked else _("Your turn: %(question)s") % {"question": asked.rstrip("?")}
    return Words(head, asked, sentence(scene, game), on_page(scene, game))


def sentence(scene: Scene, game: Game) -> str:
    """What helps to answer."""
    _ = scene.words.gettext
    seat = game.current_player
    if seat is None:
        return ""
    player = game.state.players[seat]
    rules = game.ruleset
    kind = game.question_kind
    if kind == "fire_for_money":
        said = _("You can’t pay the %(income)s money of this income: one employee goes instead, and the rest of it comes in.")
        return said % {"income": -rules.income_track[player.ceo_space - 1]}
    if kind == "hire":
        return hire_sentence(scene, game, seat)
    if kind == "schedule":
        return schedule_sentence(scene, game, seat)
    if kind == "after_task":
        return _("Your task is done.")
    if kind == "marketing_type":
        return _("Your marker at desk %(desk)s goes to one of the three boards.") % {"desk": desk(game, seat)}
    if kind == "bonuses":
        return _("You are the more popular one: you decide for both.")
    if kind == "bonus":
        return _("One must be taken, useful or not.")
    if kind == "bonus_room":
        money, info = rules.bonus_remodeling.money, rules.bonus_remodeling.info
        return _("For %(money)s money and %(info)s info, this once.") % {"money": money, "info": info}
    return conduct_sentence(scene, game, seat)


def conduct_sentence(scene: Scene, game: Game, seat: int) -> str:
    """The later questions of phase IV, and firing."""
    _ = scene.words.gettext
    player = game.state.players[seat]
    if game.question_kind == "price":
        return price_question_words(scene, game) + premium(scene, player.sale_premium)
    if game.question_kind == "sell":
        exchange = next(area for area in game.ruleset.areas if isinstance(area, StockExchange))
        said = _("The forecast is %(type)s: each marker brings its number times %(pay)s money.") + " "
        last = is_last_round(game)
        said += _("This is the last round: what you keep brings nothing any more.") if last else _("What you keep stays in the tower.")
        type = list(names.FORECASTS)[game.state.current_forecast]
        return said % {"type": names.full("forecast", type, scene.words), "pay": exchange.pay[game.state.current_forecast]}
    if game.question_kind == "drop":
        return drop_sentence(scene, game, seat)
    if game.question_kind == "buy":
        return _("Your marker at construction space %(space)s lets you buy one.") % {"space": space(game.state.construction_queue, seat)}
    if game.question_kind == "after_buy":
        return _("You have bought.")
    if game.question_kind == "after_turn":
        return _("You have decided.")
    if game.question_kind == "tenant":
        return _("It comes with the Empty Floor and moves in there.")
    said = _("You may fire any number of employees, one after the other; the CEO stays. A trained one brings %(time)s a round.")
    return said % {"time": names.counted("time", game.ruleset.employee_time, scene.words)}


def hire_sentence(scene: Scene, game: Game, seat: int) -> str:
    """How many employees there are, and what the next one costs after this one (``RULES II.2``)."""
    _ = scene.words.gettext
    player, rules, market = game.state.players[seat], game.ruleset, game.state.job_market
    said = _("You have %(employees)s of %(most)s employees, the CEO included, and %(untrained)s untrained.")
    facts = {"employees": player.ceo_space, "most": len(rules.income_track), "untrained": player.untrained}
    now, then = rules.job_market_prices[market - 1], next_hire_price(game)
    if now == then:
        return (said + " " + _("After a hire the job market’s price stays %(now)s money and %(now)s info.")) % (facts | {"now": now})
    more = _("After a hire the job market’s price goes from %(now)s to %(then)s money and info.")
    return f"{said} {more}" % (facts | {"now": now, "then": then})


def drop_sentence(scene: Scene, game: Game, seat: int) -> str:
    """Where an unsold product may go (``RULES IV.H.2``, ``IV.H.3``)."""
    _ = scene.words.gettext
    player = game.state.players[seat]
    said = _("It goes to a free place in a lower bracket, or to liquidation for %(money)s money.")
    if player.keeps_unsold:
        said = _("It goes to a free place in a lower bracket, stays (Niche Market), or goes to liquidation for %(money)s money.")
    if is_last_round(game):
        said += " " + _("This is the last round: only liquidation still brings money.")
    return said % {"money": outlets_of(game).liquidation} + premium(scene, player.sale_premium)


def on_page(scene: Scene, game: Game) -> str:
    """What a sentence says of the drawn board."""
    _ = scene.words.gettext
    said = {
        "after_task": _("Rooms with a lit wrench can be remodeled now."),
        "after_buy": _("Rooms with a lit wrench can be remodeled now."),
        "after_turn": _("Rooms with a lit wrench can be remodeled now."),
        "buy": _("Lit lines of the list can be paid."),
    }
    if game.question_kind == "schedule" and any(action.verb not in ("remodel", "end") for action in game.legal):
        return _("A lit window means: you may go there.")
    return said.get(game.question_kind, "")


def premium(scene: Scene, money: int) -> str:
    """What a Premium Product adds."""
    _ = scene.words.gettext
    return " " + _("Your Premium Product adds %(money)s to each sale.") % {"money": money} if money else ""


def desk(game: Game, seat: int) -> int:
    """The desk whose marker a seat decides for, from 1: the topmost, or the last where that one comes first (``RULES 9.2.3``)."""
    desks = game.state.agency_desks
    if any(isinstance(area, NumberedAgency) for area in game.ruleset.areas):
        return len(desks) - space(desks[::-1], seat) + 1
    return space(desks, seat)


def space(spaces: list[int], seat: int) -> int:
    """The first space of a seat, from 1; 0 if it has none."""
    return spaces.index(seat) + 1 if seat in spaces else 0


def schedule_sentence(scene: Scene, game: Game, seat: int) -> str:
    """How much time is left, and how many lit places."""
    _ = scene.words.gettext
    words = scene.words
    left = names.counted("time", game.state.players[seat].time, words)
    verbs = {action.text for action in game.legal if action.verb not in ("remodel", "end")}
    if not verbs:
        return _("No task is possible with %(left)s.") % {"left": left}
    said = words.ngettext("%(left)s left, %(n)s move is possible.", "%(left)s left, %(n)s moves are possible.", len(verbs))
    return said % {"left": left, "n": len(verbs)}


def picked_words(scene: Scene) -> Words:
    """The second step of a choice."""
    _ = scene.words.gettext
    head = question_words(scene, scene.question_game).head
    verb, *rest = scene.picked.split()
    control = next(iter(scene.under(scene.picked)), None)
    if control is None:
        return Words(head, scene.picked, "")
    if verb == "buy":
        name = tile_words(scene, control.action.a)
        return Words(head, name, _("Where does it go? What it covers can’t be used any more."))
    if verb == "office_renovation":
        return Words(head, names.full("floor", verb, scene.words), _("Which room is remodeled, for nothing?"))
    if verb == "emergency_meeting":
        return Words(head, names.full("tenant", verb, scene.words), _("Which marker goes to the top of its column?"))
    if verb == "drop":
        return Words(head, _("From %(price)s down") % {"price": rest[0]}, _("Where to?"))
    if verb == "warehouse":
        return Words(head, title(scene, control.action, control.quote), _("Pay in money or in info, never mixed."))
    return Words(head, title(scene, control.action, control.quote), _("There is more than one way: choose one."))


def chance_words(scene: Scene) -> tuple[str, str]:
    """Nobody is asked: chance is about to speak, or all is done."""
    _ = scene.words.gettext
    return _("One moment"), _("The cards are being turned.")


__all__ = ["Words", "chance_words", "picked_words", "place_words", "question_words"]
