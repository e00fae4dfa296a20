"""Names: everything of the game has one, in both languages, short where it must be."""

from __future__ import annotations

import pytest

from groundfloor.editions import ruleset
from groundfloor.presentation import names
from groundfloor.presentation.translations import LANGUAGES, catalogue, translations

GERMAN = {
    "human_resources": "Humanressourcen",
    "internship_program": "Praktikumsprogramm",
    "network_admin": "Netzwerkadministration",
    "niche_market": "Nischenmarkt",
    "premium_product": "Premiumprodukt",
    "public_relations": "Pressearbeit",
    "tenant_improvement_achievement": "Errungenschaft: Neue Büros",
    "empty_floor": "Leeres Stockwerk",
    "assembly_line": "Fließband",
    "conference_room": "Konferenzraum",
    "construction_admin": "Bauabteilung",
    "in_house_factory": "Eigene Fertigung",
    "investor": "Investor",
    "it_department": "I.T.-Abteilung",
    "marketing_department": "Marketingabteilung",
    "online_store": "Online-Shop",
    "research_lab": "Forschungslabor",
    "telecommunications": "Telekommunikation",
    "office_renovation": "Bürorenovierung",
    "corner_office": "Eckbüro",
    "corporate_merger": "Firmenfusion",
    "executive": "Führungskräfte",
    "improvement": "Errungenschaft: Bürorenovierung",
    "marketing": "Errungenschaft: Marketing",
    "production": "Errungenschaft: Produktion",
    "retention": "Treue Angestellte",
    "skyline": "Skyline",
}
GERMAN_ELSEWHERE = {
    "room": ["Werbung", "Montage", "Besprechungsraum", "Forschung & Tests", "Lagerraum", "Training"],
    "specialty": [
        "E-Commerce",
        "Neue Technologien",
        "Produktion",
        "Versicherungswesen",
        "Gemeinnützig",
        "Verlagswesen",
        "Einzelhandel",
        "Web-Start-up",
    ],
    "area": [
        "Unternehmensberatung",
        "Werbeagentur",
        "Marketing-Bonus",
        "Warenlager",
        "Fabrik",
        "Börse",
        "Konjunkturprognose",
        "Einzelhandelsgeschäft",
        "Bauunternehmen",
    ],
    "forecast": ["Depression", "Rezession", "Stabil", "Boom"],
    "bonus": ["Umbau", "Ware", "Geld", "Info", "Aushilfe"],
}


def every_message() -> set[tuple[str | None, str]]:
    found: set[tuple[str | None, str]] = {(None, one) for one, _ in names.COUNTED.values()}
    for group in names.GROUPS.values():
        for name in group.values():
            found.update(name.messages())
    return found


def test_every_name_has_its_german() -> None:
    translated = {(m.context, m.id if isinstance(m.id, str) else m.id[0]) for m in catalogue("de") if m.id}
    assert every_message() <= translated


def test_everything_in_the_ruleset_has_a_name() -> None:
    rules = ruleset()
    assert [room.id for room in rules.rooms] == list(names.ROOMS)
    assert {tile.id for tile in rules.tiles} <= set(names.TENANTS) | set(names.FLOORS)
    assert all((names.tile_group(tile.id) == "tenant") == tile.is_tenant for tile in rules.tiles)
    assert [specialty.id for specialty in rules.specialties] == list(names.SPECIALTIES)
    assert [area.id for area in rules.areas] == list(names.AREAS)
    assert [card.id for card in rules.automa_cards] == list(names.CARDS)
    assert {e.id: e.level for e in rules.entrepreneurs} == names.LEVEL_OF
    assert [e.name for e in rules.entrepreneurs] == [name.text for name in names.AUTOMAS.values()]


@pytest.mark.parametrize("id", GERMAN)
def test_german_tiles_are_called_as_in_print(id: str) -> None:
    assert names.full(names.tile_group(id), id, translations("de")) == GERMAN[id]


@pytest.mark.parametrize("group", GERMAN_ELSEWHERE)
def test_german_names_are_those_in_print(group: str) -> None:
    german = translations("de")
    assert [names.full(group, id, german) for id in names.GROUPS[group]] == GERMAN_ELSEWHERE[group]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_fit_the_small_companies(language: str) -> None:
    words = translations(language)
    for group, longest in {"room": 11, "tenant": 9, "floor": 17, "specialty": 14, "area": 12}.items():
        for id in names.GROUPS[group]:
            assert len(names.short(group, id, words)) <= longest, (group, id)
            assert names.SOFT_HYPHEN not in names.short(group, id, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", ["tenant", "floor", "room", "area", "card", "specialty", "colour", "shape", "marker"])
def test_no_two_things_of_a_group_share_a_name(group: str, language: str) -> None:
    words = translations(language)
    full = [names.full(group, id, words) for id in names.GROUPS[group]]
    short = [names.short(group, id, words) for id in names.GROUPS[group]]
    assert len(set(full)) == len(full)
    assert len(set(short)) == len(short)


def test_long_german_names_may_break_only_where_they_are_shown() -> None:
    german = translations("de")
    assert names.SOFT_HYPHEN in names.breakable("tenant", "network_admin", german)
    assert names.SOFT_HYPHEN not in names.full("tenant", "network_admin", german)


def test_signs_come_in_lines_with_hard_hyphens() -> None:
    german = translations("de")
    assert names.sign("area", "consulting_firm", german) == ("Unternehmens-", "beratung")
    assert names.sign("area", "retail_outlets", german) == ("Einzelhandelsgeschäft",)
    assert names.sign("room", "meeting_room", german) == ("Bespre-", "chungsraum")
    assert names.sign("floor", "skyline", german) == ("Skyline",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_says_the_whole_name(language: str) -> None:
    words = translations(language)
    for group in ("room", "area"):
        for id in names.GROUPS[group]:
            letters = [c for c in "".join(names.sign(group, id, words)) if c.isalnum()]
            assert letters == [c for c in names.full(group, id, words) if c.isalnum()]


def test_every_seat_colour_has_its_own_shape() -> None:
    assert set(names.SHAPE_OF) == set(names.COLOURS) == set(names.MARKERS)
    assert set(names.SHAPE_OF.values()) == set(names.SHAPES)
    assert names.full("marker", "blue", translations("de")) == "blaues Quadrat"


def test_numbers_are_counted_in_words() -> None:
    assert names.counted("time", 1, translations("en")) == "1 time marker"
    assert names.counted("time", 3, translations("en")) == "3 time markers"
    assert names.counted("supply", 2, translations("de")) == "2 Waren"


def test_german_calls_the_meeting_room_by_one_word_everywhere() -> None:
    words = translations("de")
    found = (
        names.full("room", "meeting_room", words),
        names.short("room", "meeting_room", words),
        "".join(names.sign("room", "meeting_room", words)),
    )
    assert [each.replace("-", "").replace("\u00ad", "")[:11] for each in found] == ["Besprechung"] * 3
