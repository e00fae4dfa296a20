"""The tables of the rule book: every number of a ruleset, made of its values, each with how well it is known; and what differs between the rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.ruleset import Ruleset, Tile

from .. import effects, names
from ..translations import LANGUAGES, translations_of
from .builder import short_texts
from .numbers import FORECASTS, BadPlaceholder, Numbers, format_value
from .prose import Prose, Run, least_known


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table: ``id`` for links, ``note`` a sentence under it; the first cell of a row names it. ``codes`` says that names are keys.

    ``languages`` has the code of each column's language if they differ.
    """

    id: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Prose, ...], ...]
    note: str = ""
    codes: bool = False
    languages: tuple[str, ...] = ()


def tables(rules: Ruleset, language: str) -> list[RuleTable]:
    maker = TableBuilder(rules, translations_of(language))
    rule_tables = [maker.rounds(), maker.tracks(), maker.outlets(), maker.construction(), maker.consumers(), maker.forecast()]
    rule_tables += [maker.shares(rules.exchange)] if rules.exchange is not None else []
    rule_tables += [maker.rooms(), maker.tiles("tenant"), maker.tiles("floor"), maker.specialties(), maker.names()]
    if rules.entrepreneurs:
        rule_tables.append(maker.cards())
    rule_tables.append(maker.values())
    return rule_tables


class TableBuilder:
    def __init__(self, rules: Ruleset, translations: NullTranslations) -> None:
        self.rules = rules
        self.translations = translations
        self.counts = tuple(range(rules.player_range[0], rules.player_range[1] + 1))

    def cell(self, text: object, *keys: str) -> Prose:
        """Returns a cell: a number with the values that it is made of, or a word."""
        known = tuple(key for key in keys if key in self.rules.values)
        return Prose([Run(format_value(text), known, least_known(self.rules.values[key].status for key in known))])

    def value(self, key: str) -> Any:
        return self.rules.values[key].value

    def players(self) -> tuple[str, ...]:
        return tuple(self.translations.ngettext("%(n)s player", "%(n)s players", count) % {"n": count} for count in self.counts)

    def rounds(self) -> RuleTable:
        _ = self.translations.gettext
        head = (_("Round"), *(str(number) for number in range(1, len(self.rules.stage_by_round) + 1)))
        stages = (Prose(_("Stage")), *(self.cell(stage, "stages") for stage in self.rules.stage_by_round))
        return RuleTable("rounds", _("Rounds and stages"), head, (stages,))

    def tracks(self) -> RuleTable:
        _ = self.translations.gettext
        rules = self.rules
        longest = max(len(rules.job_market_prices), len(rules.popularity_levels))
        rows = []
        for name, key, numbers in (
            (_("Income by employees"), "income", rules.income_track),
            (_("Job market"), "market", rules.job_market_prices),
            (_("Popularity: level"), "levels", rules.popularity_levels),
        ):
            cells = [self.cell(number, key) for number in numbers]
            rows.append((Prose(name), *cells, *[Prose("")] * (longest - len(cells))))
        note = _("The job market starts on space %(space)s.") % {"space": rules.job_market_start}
        return RuleTable("tracks", _("Tracks"), (_("Space"), *(str(n) for n in range(1, longest + 1))), tuple(rows), note)

    def outlets(self) -> RuleTable:
        _ = self.translations.gettext
        area = self.rules.outlets
        word = _("Price bracket")
        rows = []
        for number, bracket in enumerate(self.value("retail_outlets.brackets"), 1):
            open_at = [
                ", ".join(str(p) for space, p in enumerate(area.prices) if p in bracket and area.is_open(space, count)) or "–"
                for count in self.counts
            ]
            numbers = self.cell(tuple(bracket), "retail_outlets.brackets")
            name = Prose([Run(f"{word} {number}: "), *numbers.runs])
            rows.append((name, *(self.cell(outlet, "retail_outlets.from_players", "retail_outlets.prices") for outlet in open_at)))
        note = _("Liquidation pays %(money)s money and is open with any number of players.") % {"money": area.liquidation}
        return RuleTable("outlets", _("Retail outlets: open spaces"), (_("Players"), *self.players()), tuple(rows), note)

    def construction(self) -> RuleTable:
        _ = self.translations.gettext
        row = (Prose(_("Open spaces")), *(self.cell(size, "construction_company.spaces") for size in self.rules.construction.sizes))
        return RuleTable("construction", _("Construction company: open spaces"), (_("Players"), *self.players()), (row,))

    def consumers(self) -> RuleTable:
        """Returns the fewest and the most consumers of each type, as the back of a card says."""
        _ = self.translations.gettext
        rows = []
        for type in sorted({design.type for design in self.rules.designs}, reverse=True):
            back = f"forecast.{FORECASTS[type]}.back"
            keys = (
                [back]
                if back in self.rules.values
                else [f"forecast.{forecast.id}" for forecast in self.rules.designs if forecast.type == type]
            )
            ranges = [self.rules.consumers_range(type, count) for count in self.counts]
            cells = (self.cell(f"{low}–{high}" if low != high else low, *keys) for low, high in ranges)
            rows.append((Prose(names.full("forecast", FORECASTS[type], self.translations)), *cells))
        title = _("Economic forecast: consumers by the back of the card")
        return RuleTable("consumers", title, (_("Forecast"), *self.players()), tuple(rows))

    def forecast(self) -> RuleTable:
        _ = self.translations.gettext
        rows = []
        designs = [f"forecast.{design.id}" for design in self.rules.designs]
        for design in self.rules.designs:
            key = f"forecast.{design.id}"
            name = names.full(
                "special" if design.is_special else "forecast",
                design.id if design.is_special else FORECASTS[design.type],
                self.translations,
            )
            cells = [
                self.cell(f"{format_value(consumers)} / {format_value(unemployed)}", key)
                for consumers, unemployed in zip(design.consumers, design.unemployed, strict=True)
            ]
            rows.append((Prose(name), self.cell(design.copies, *designs), *cells))
        note = _("Consumers / unemployed by number of players.")
        head = (_("Card"), _("Copies"), *self.players())
        return RuleTable("forecast", names.full("area", "economic_forecast", self.translations), head, tuple(rows), note)

    def shares(self, area: StockExchange) -> RuleTable:
        _ = self.translations.gettext
        multiples = sorted(set(area.multiples) - {0})
        rows = []
        for type, (rise, pay) in reversed(list(enumerate(zip(area.rise, area.pay, strict=True)))):
            paid = [self.cell(multiple * pay, "stock_exchange.multiples", "stock_exchange.pay") for multiple in multiples]
            out = self.cell(area.buy_out * pay, "stock_exchange.buy_out", "stock_exchange.pay")
            name = names.full("forecast", FORECASTS[type], self.translations)
            rows.append((Prose(name), self.cell(rise, "stock_exchange.rise"), *paid, out))
        head = (_("Forecast"), _("Rises by"), *(f"×{multiple}" for multiple in multiples), _("Buy-out"))
        return RuleTable("shares", _("Stock exchange: money for a share"), head, tuple(rows))

    def rooms(self) -> RuleTable:
        _ = self.translations.gettext
        rows = []
        for number, room in enumerate(self.rules.rooms):
            keys = [key for key in self.rules.values if key.startswith(f"room.{room.id}.") or key == f"room.{room.id}"]
            keys = keys or ["closet"]
            sides = [effects.of_room(self.rules, number, self.translations, remodeled=side) for side in (False, True)]
            name = names.full("room", room.id, self.translations)
            rows.append((Prose(name), *(self.cell(side, *keys) for side in sides), self.cell(self.rules.room_prestige, "remodel.prestige")))
        head = (_("Room"), _("Standard"), _("Remodeled"), _("Prestige when remodeled"))
        return RuleTable("rooms", _("Rooms"), head, tuple(rows))

    def tiles(self, group: str) -> RuleTable:
        _ = self.translations.gettext
        rows = []
        for tile in self.rules.tiles:
            if tile.is_tenant != (group == "tenant"):
                continue
            name = names.full(group, tile.id, self.translations)
            copies = self.cell(1 if tile.is_single else 2, f"{group}.{tile.id}.copies")
            effect = self.cell(effects.of_tile(tile, self.translations), f"{group}.{effect_key(tile)}")
            prestige = self.cell(tile.prestige, self.prestige_key(group, tile))
            rows.append((Prose(name), Prose(str(tile.stage)), copies, prestige, effect))
        title = _("Tenant improvements") if group == "tenant" else _("Floor improvements")
        head = (_("Name"), _("Stage"), _("Copies"), _("Prestige"), _("Effect"))
        note = _("With two or three players there is one copy of each.")
        return RuleTable(f"{group}s", title, head, tuple(rows), note)

    def prestige_key(self, group: str, tile: Tile) -> str:
        own = f"{group}.{effect_key(tile)}.prestige"
        return own if own in self.rules.values else f"{group}.prestige"

    def specialties(self) -> RuleTable:
        _ = self.translations.gettext
        rows = [
            (
                Prose(names.full("specialty", specialty.id, self.translations)),
                self.cell(effects.of_specialty(specialty, self.translations), f"specialty.{specialty.id}"),
            )
            for specialty in self.rules.specialties
        ]
        return RuleTable("specialties", _("Specialties"), (_("Name"), _("Effect")), tuple(rows))

    def names(self) -> RuleTable:
        """Returns the names of rooms, improvements and specialties in every language, that of the book first."""
        _ = self.translations.gettext
        named = [("room", room.id) for room in self.rules.rooms]
        named += [("tenant" if tile.is_tenant else "floor", tile.id) for tile in self.rules.tiles]
        named += [("specialty", specialty.id) for specialty in self.rules.specialties]
        own = [names.full(group, id, self.translations) for group, id in named]
        own_code = next(code for code in LANGUAGES if translations_of(code) is self.translations)
        others = {code: translations_of(code) for code in LANGUAGES if code != own_code}
        rows = [
            (Prose(name), *(Prose(names.full(group, id, other)) for other in others.values()))
            for name, (group, id) in zip(own, named, strict=True)
        ]
        head = (_("Name"), *(LANGUAGES[code].name for code in others))
        return RuleTable("names", _("Names in all languages"), head, tuple(rows), languages=(own_code, *others))

    def cards(self) -> RuleTable:
        _ = self.translations.gettext
        brackets = self.value("retail_outlets.brackets")
        types = [key.split(".")[1] for key in self.rules.values if key in MARKETING]
        rows = []
        for card in self.rules.automa_cards:
            corners = [
                f"{names.full('marketing', types[type], self.translations)} / {format_value(tuple(brackets[bracket]))}"
                for type, bracket in card.corners
            ]
            cells = [self.cell(corner, f"card.{card.id}") for corner in corners]
            rows.append(
                (
                    Prose(names.full("card", card.id, self.translations)),
                    self.cell(card.copies, f"card.{card.id}"),
                    *cells,
                    *[Prose("")] * (2 - len(cells)),
                )
            )
        head = (_("Card"), _("Copies"), _("First design"), _("Second design"))
        return RuleTable(
            "cards",
            _("Cards of the Automas"),
            head,
            tuple(rows),
            _("Corners: marketing type / price bracket. Copies are those of all designs together."),
        )

    def values(self) -> RuleTable:
        """Returns every value under its key, with status and evidence."""
        _ = self.translations.gettext
        rows = [
            (
                Prose(key),
                self.cell(nested_text(value.value), key),
                Prose(_(value.status)),
                Prose(_(value.evidence) if value.evidence else ""),
            )
            for key, value in self.rules.values.items()
        ]
        head = (_("Value"), _("Number"), _("Origin"), _("Evidence and meaning"))
        return RuleTable("values", _("All values"), head, tuple(rows), codes=True)


MARKETING = tuple(f"advertising_agency.{id}" for id in ("networking", "social_media", "print", "broadcast"))


def effect_key(tile: Tile) -> str:
    """Returns the last part of the key under which a tile's numbers stand."""
    return "achievement" if tile.is_tenant and tile.achievement else tile.id


def nested_text(value: Any) -> str:
    """Returns a value as text, with its lists in brackets."""
    if not isinstance(value, tuple):
        return format_value(value)
    return ", ".join(f"({nested_text(each)})" if isinstance(each, tuple) else format_value(each) for each in value)


def evidence(rules: Ruleset, keys: Iterable[str], translations: NullTranslations) -> str:
    """Returns the evidence of the values that a number is made of, in a line: ``assumed: the icon is lost``."""
    lines = []
    for key in keys:
        value = rules.values[key]
        lines.append(
            f"{translations.gettext(value.status)}: {translations.gettext(value.evidence)}"
            if value.evidence
            else translations.gettext(value.status)
        )
    return "; ".join(dict.fromkeys(lines))


DIFFERENCE_PARTS = ("9.1", "9.2", "9.3")
"""The parts of the rules that say what is different, in every ruleset's book."""
NONE = Prose("–")


def differences(language: str) -> list[RuleTable]:
    """Returns two tables with a column for each ruleset: the parts that it has, and its numbers; a dash for what it lacks."""
    translations = translations_of(language)
    _ = translations.gettext
    all_rules = [ruleset(name) for name in NAMES]
    heads = tuple(names.full("ruleset", rules.name, translations) for rules in all_rules)
    parts = []
    for group, id in kinds(all_rules):
        marks = [(group, id) in kinds([rules]) for rules in all_rules]
        if not all(marks):
            parts.append((Prose(names.full(group, id, translations)), *(Prose(_("yes")) if mark else NONE for mark in marks)))
    rows = [
        (Prose(entry["title"]), *(figure(rules, language, entry["text"]) for rules in all_rules))
        for entry in short_texts(language)["difference"]
    ]
    note = _("Consumers and unemployed are those for 2, 3, … players.")
    return [
        RuleTable("parts", _("What only some rulesets have"), (_("Part"), *heads), tuple(parts)),
        RuleTable("numbers", _("Numbers that differ"), (_("Value"), *heads), tuple(rows), note),
    ]


def kinds(all_rules: list[Ruleset]) -> list[tuple[str, str]]:
    """Returns the areas, marketing types, tiles, specialties, Automas and options of all rulesets, as group and id."""
    kinds_and_ids: dict[tuple[str, str], None] = {}
    for rules in all_rules:
        kinds_and_ids |= {("area", area.id): None for area in rules.areas}
        kinds_and_ids |= {("marketing", type.id): None for type in rules.agency.types}
        kinds_and_ids |= {("tenant" if tile.is_tenant else "floor", tile.id): None for tile in rules.tiles}
        kinds_and_ids |= {("specialty", specialty.id): None for specialty in rules.specialties}
        kinds_and_ids |= {("automa", entrepreneur.id): None for entrepreneur in rules.entrepreneurs}
        kinds_and_ids |= {("option", option.name): None for option in rules.options}
    return list(kinds_and_ids)


def figure(rules: Ruleset, language: str, text: str) -> Prose:
    """Returns a text with the numbers of a ruleset, a dash if it does not have them."""
    try:
        return Numbers(rules, language).fill(text)
    except BadPlaceholder:
        return NONE
