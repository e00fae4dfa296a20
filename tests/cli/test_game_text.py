"""What happens is told under headings, and no heading stands alone."""

from __future__ import annotations

from groundfloor import new_game
from groundfloor.cli.game_text import LogFormatter
from groundfloor.engine.events import Event
from groundfloor.engine.kinds import AreaId
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.rounds import RoundBegan
from groundfloor.engine.phases.setup import SpecialtyReceived
from groundfloor.presentation.translations import translations_of

GAME = new_game("second", ["Ann", "Ben"])
ROUND = RoundBegan(-1, "3", round=2, stage=1)
SPECIALTY = SpecialtyReceived(0, "8.4", specialty="retail")


def area(id: AreaId) -> Event:
    return AreaConducted(-1, "IV", area=id)


def test_a_heading_with_nothing_below_it_is_left_out() -> None:
    lines = LogFormatter(translations_of("en")).lines([ROUND, area("factory"), area("warehouse"), SPECIALTY, area("factory")], GAME)
    assert lines[:2] == ["Round 2, stage 1:", "Warehouse:"]
    assert len(lines) == 3 and lines[2].startswith("Ann ")


def test_a_heading_waits_for_the_next_events() -> None:
    story = LogFormatter(translations_of("de"))
    assert story.lines([ROUND], GAME) == []
    assert story.lines([SPECIALTY], GAME)[0] == "Runde 2, Stufe 1:"
    assert len(story.lines([SPECIALTY], GAME)) == 1
