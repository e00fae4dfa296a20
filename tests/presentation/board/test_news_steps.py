"""What has happened since the viewer's last move, in steps: by paragraph of the rules, with what each meant for the viewer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from groundfloor import read_record
from groundfloor.engine.automa import CardAdded
from groundfloor.engine.city.advertising_agency import PopularityGained
from groundfloor.engine.city.economic_forecast import ForecastAnnounced
from groundfloor.engine.game import Game
from groundfloor.engine.history import EventHistory
from groundfloor.engine.journal import Journal, JournalEntry, holdings_of
from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.reorganize import StageOpened
from groundfloor.engine.phases.rounds import PhaseBegan
from groundfloor.guide.progress import guided_match
from groundfloor.presentation.board.forecast import forecast
from groundfloor.presentation.board.improvements import improvement_list
from groundfloor.presentation.board.news_steps import lines_to_say, merged, news_steps, summary, total_changes
from groundfloor.presentation.board.tracks import popularity
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import LogLine, NewsStep, TableView
from tests.support.table import Table

WORDS = translations_of("en")
GOLDEN = Path(__file__).parents[2] / "golden"
LESSONS = ("done", "factory", "end", "research_testing info", "end", "consulting", "end", "agency 1", "end", "networking", "price 16")


def steps_of(table: Table, where: str, phase: int = 4, seat: int = 0) -> list[NewsStep]:
    """Sends a table into a phase or an area; returns the steps of all that happens there."""
    game = table.game
    game.journal = journal = Journal()
    game.note(AreaConducted(-1, "IV", where) if phase == 4 else PhaseBegan(-1, "V", phase))  # type: ignore[arg-type]
    table.go(where)
    log = [replace(line, round=2, phase=phase) for line in lines_of(journal.entries, game)]
    return list(news_steps(game, seat, WORDS, log, range(len(log))))


def lines_of(entries: list[JournalEntry], game: Game) -> list[LogLine]:
    return [
        LogLine(noted.entry, noted.round, noted.phase, noted.event, *format_event(noted.event, game, WORDS), number=n, held=noted.holdings)
        for n, noted in enumerate(entries)
    ]


def changes(step: NewsStep) -> dict[str, tuple[int, int]]:
    return {change.icon: (change.before, change.after) for change in step.changes}


def round_end(seat: int | None = 0, lessons: tuple[str, ...] = LESSONS) -> list[NewsStep]:
    """Returns the steps from the last of the first guided round's decisions to the next one."""
    match = guided_match("Ann")
    for text in lessons:
        if text != "end" or match.game.question_kind == "after_task":
            match.apply(next(action for action in match.game.legal_actions if action.text == text))
    last = max(number for number, entry in enumerate(match.record.entries, 1) if entry.seat == 0)
    log = lines_of(match.keep_history().events, match.game)
    return list(news_steps(match.game, seat, WORDS, log, {line.number for line in log if line.entry > last}))


def test_end_of_a_round_is_one_effect_a_step_in_the_order_of_the_rules() -> None:
    steps = [step for step in round_end() if step.is_in_recap]
    assert [(step.title, step.place, step.sentences[0]) for step in steps] == [
        ("Factory", "area-H", "Pei drew the Warehouse card: Networking, price 8 or 6."),
        ("Forecast", "area-G", "Stable: 2 consumers."),
        ("Sales", "area-H", "Pei sold at 8."),
        ("Sales", "area-H", "Your product was sold for 16."),
        ("Reorganize", "company", "You have 4 time markers again."),
        ("Reorganize", "track-popularity", "Popularity fades every round: you are on space 1 now."),
        ("Reorganize", "track-market", "An employee now costs 4 money and 4 info."),
        ("Next forecast", "track-rounds", "Round 3: Recession."),
        ("Income", "company", "You received 9 money."),
    ]
    assert [step.index for step in steps if step.entry == steps[0].entry][0] == 1
    by_sentence = {step.sentences[0]: changes(step) for step in steps}
    assert by_sentence["Your product was sold for 16."] == {"money": (1, 17), "prestige": (2, 4)}
    assert by_sentence["You have 4 time markers again."] == {"time": (0, 4)}
    assert by_sentence["You received 9 money."] == {"money": (17, 26)}


def test_spectator_reads_the_same_steps_without_numbers() -> None:
    own, watched = round_end(), round_end(None)
    assert [(step.entry, step.index, step.place) for step in own] == [(step.entry, step.index, step.place) for step in watched]
    assert all(not step.changes and not step.concerns_viewer for step in watched)
    assert "Ann sold at 16." in [step.sentences[0] for step in watched]


@pytest.mark.parametrize(("round", "is_said"), [(7, True), (8, False)])
def test_forecast_after_the_last_round_is_no_news(round: int, is_said: bool) -> None:
    line = LogLine(1, 7, 5, ForecastAnnounced(-1, "V.8", "boom", round), "said")
    assert bool(lines_to_say([line], 0, 7)) == is_said


def test_card_says_what_concerns_the_viewer() -> None:
    steps = summary(round_end(), WORDS)
    assert [step.summary for step in steps if step.id in ("sales", "reorganize")] == [
        ("Your product was sold for 16.",),
        ("An employee now costs 4 money and 4 info.",),
    ]
    assert all(step.title != "Factory" for step in steps), "Pei alone put a product on sale"


def test_others_who_gain_popularity_beside_the_viewer_are_named() -> None:
    agency = next(step for step in merged(round_end(lessons=LESSONS[:-1]), WORDS) if step.id == "advertising_agency")
    assert agency.summary == ("You advanced to popularity space 2.", "Pei advanced 2 spaces through Broadcast, to space 3.")


@pytest.mark.parametrize("name", ["first-6", "online-3", "second-5-random", "second-two-automas-random"])
def test_steps_follow_each_other_without_a_gap(name: str) -> None:
    """Between two decisions of a seat, what it holds after a step is what it holds before the next, and the last is what the position shows."""
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    history = EventHistory(record)
    seat = next(seat for seat, each in enumerate(record.seats) if not each.automa)
    log = lines_of(history.events, history.game)
    own = [number for number, entry in enumerate(record.entries, 1) if entry.seat == seat]
    told = 0
    for first, last in zip(own, own[1:], strict=False):
        game = history.position_after(last - 1)
        steps = news_steps(
            game, seat, WORDS, [line for line in log if line.entry < last], {line.number for line in log if first < line.entry < last}
        )
        for step, following in zip(steps, steps[1:], strict=False):
            assert step.held == following.before
        assert all(step.sentences for step in steps)
        if steps:
            assert steps[-1].held == holdings_of(game)[seat]
        told += sum(step.is_in_recap for step in steps)
    assert told > 20


def test_meeting() -> None:
    """RULES IV.A.1"""
    held, cancelled = (steps_of(Table("A B").set(right="A", left=left), "consulting_firm") for left in ("B", ""))
    assert held[0].sentences == ("Your meeting in row 1 brought 10 info.",) and changes(held[0])["info"] == (20, 30)
    assert cancelled[0].sentences == ("Your meeting in row 1 was cancelled: the row was not booked again.",) and not cancelled[0].changes
    assert held[0].reason == "B had booked the row again." and cancelled[0].reason == "", "the sentence says so already"
    (own, *_) = steps_of(Table("A B").set(right="A", left="A"), "consulting_firm")
    assert own.reason == "You had booked the row again."


def test_popularity() -> None:
    """RULES IV.B.2"""
    (step, *_) = steps_of(Table().set(boxes=("AAA",), popularity="B3 A2 C1"), "advertising_agency")
    assert step.title == "Advertising agency" and step.sentences == ("You advanced to popularity space 4.",)
    assert changes(step) == {"popularity": (2, 4)}
    assert step.reason == "A step took 3 markers; you had 3, and the majority brought one step more: nobody else had any."
    (seen, *_) = steps_of(Table().set(boxes=("AAA",), popularity="B3 A2 C1"), "advertising_agency", seat=1)
    assert seen.reason == "A step took 3 markers; A had 3, and the majority brought one step more: nobody else had any."


def test_supply_from_the_warehouse() -> None:
    """RULES IV.D"""
    (step,) = steps_of(Table("A B").give("A", supply=0).set(doors="A"), "warehouse")
    assert step.sentences == ("You fetched a supply from the warehouse.",) and changes(step)["supply"] == (0, 1)


def test_shares_that_are_bought_out() -> None:
    """RULES IV.F.3"""
    entered, pushed, *rest = steps_of(Table().set(listings="A", track="BBBBBBBA", current="stable"), "stock_exchange")
    assert entered.sentences[0].startswith("Your share entered") and not entered.changes
    assert pushed.title == "Stock exchange" and pushed.sentences == ("Your share was bought out for 4.",)
    assert changes(pushed)["money"] == (20, 24)
    assert rest[0].sentences == ("All shares rose 2 spaces.",), "they rise before those beyond the track are paid"


def test_rise_of_shares_is_said_to_those_who_have_some() -> None:
    """RULES IV.F.2"""
    assert steps_of(Table().set(current="stable"), "stock_exchange") == [], "nobody has any"
    for seat in (0, 1):
        (step, *_) = steps_of(Table().set(track="B", current="stable"), "stock_exchange", seat=seat)
        assert step.sentences == ("All shares rose 2 spaces.",) and step.concerns_viewer == (seat == 1)


def test_product_that_finds_no_consumer_and_is_liquidated() -> None:
    """RULES IV.H.1, IV.H.2"""
    sales, drops = steps_of(Table("A B").set(front="depression_1", products="A6"), "retail_outlets")
    assert sales.sentences == ("Your product at 6 found no consumer.",) and sales.changes == ()
    assert (drops.title, drops.sentences) == ("Drops", ("Your product was liquidated for 3.",))
    assert changes(drops)["money"] == (20, 23)


def test_sales_of_others_are_said_without_their_money() -> None:
    """RULES IV.H.1"""
    (step,) = steps_of(Table("A B").set(front="stable_1", products="B8"), "retail_outlets")
    assert step.sentences == ("B sold at 8.",) and step.changes == () and step.is_in_recap and not step.concerns_viewer


def test_reorganization() -> None:
    """RULES V.3, V.6, V.7"""
    steps = steps_of(Table("A B").set(front="stable_1", popularity="A3 B2", market=6).give("A", time=0), "reorganize", 5)
    time, faded, market = (next(each for each in steps if word in each.sentences[0]) for word in ("time", "fades", "employee"))
    assert time.title == "Reorganize" and time.sentences == ("You have 4 time markers again.", "B took 4 time markers for the next round.")
    assert changes(time) == {"time": (0, 4)} and changes(faded) == {"popularity": (3, 2)} and not changes(market)
    assert faded.sentences[0] == "Popularity fades every round: you are on space 2 now."
    (card,) = (step for step in summary(steps, WORDS) if step.id == "reorganize")
    assert card.summary == market.sentences and market.sentences[0].startswith("An employee now costs")
    assert changes(card) == {"time": (0, 4), "popularity": (3, 2)}


def test_income() -> None:
    """RULES I.1"""
    (step,) = steps_of(Table("A B"), "income", 1)
    assert (step.title, step.sentences, changes(step)["money"]) == ("Income", ("You received 9 money.", "B received 9 money."), (20, 29))


def test_others_moves_are_said_without_being_told_in_steps() -> None:
    """RULES III.1"""
    table = Table("A B").go_on("schedule")
    table.game.journal = journal = Journal()
    table.take("agency 1", "end", "agency 2", "end")
    log = lines_of(journal.entries, table.game)
    theirs = [line.number for line in log if line.event.seat == 1]
    (step,) = news_steps(table.game, 0, WORDS, log, theirs)
    assert step.sentences == ("B went to desk 2 of the agency for 1 money and 1 info.",)
    assert (step.title, step.is_in_recap, step.changes) == ("Schedule", False, ())


def test_steps_add_up() -> None:
    steps = round_end()
    total = {change.icon: (change.before, change.after) for change in total_changes(steps, WORDS)}
    assert list(total.items()) == [("money", (1, 26)), ("prestige", (2, 4)), ("time", (0, 4))]
    assert total_changes((), WORDS) == ()


def test_parts_of_one_area_in_several_entries_are_one_step_of_the_card() -> None:
    steps = round_end()
    doubled = [*steps, *steps[-1:]]
    assert len(merged(doubled, WORDS)) == len(merged(steps, WORDS))


@pytest.mark.parametrize("name", ["first-6", "second-5-random", "second-two-automas-random"])
def test_board_shows_the_next_forecast_and_the_next_stage_when_they_are_said(name: str) -> None:
    """RULES V.8, V.9: the card first, the improvements after it, both in the round that ends."""
    history = EventHistory(read_record((GOLDEN / f"{name}.gfr").read_text("utf-8")))
    log = lines_of(history.events, history.game)
    cards: list[int] = []
    stages: list[int] = []
    for step in news_steps(history.game, 0, WORDS, log, range(len(log))):
        view = TableView.of_position(history.position_at_event(step.last), 0, "en", WORDS)
        shown = forecast(view)
        told = [line.event for line in log if line.entry == step.entry and line.number <= step.last]
        event = next(each for each in reversed(told) if not isinstance(each, CardAdded))
        on_sale = max(tile.stage for column in improvement_list(view).columns for tile in column.tiles)
        if isinstance(event, ForecastAnnounced) and event.rule == "V.8":
            known = [(card.round, card.type, card.state) for card in shown.cards if not card.is_front]
            assert known[1] == (event.round, event.type, "later") and known[0][2] == "next"
            assert shown.now is not None and shown.now.is_front and on_sale == view.game.ruleset.stage(step.round)
            cards.append(step.round)
        elif isinstance(event, StageOpened):
            assert on_sale == event.stage and shown.now is not None and shown.now.round == step.round
            assert step.place == "improvements"
            stages.append(step.round)
            assert cards[-1] == step.round, "the card comes first"
    assert len(cards) > 4 and len(stages) == 2


def test_popularity_in_a_step_is_where_companies_stand() -> None:
    """RULES IV.B.2: markers lie in their boxes until all have advanced, so that they would seem to advance again."""
    history = EventHistory(read_record((GOLDEN / "second-5-random.gfr").read_text("utf-8")))
    log = lines_of(history.events, history.game)
    advances = [
        step for step in news_steps(history.game, 0, WORDS, log, range(len(log))) if isinstance(log[step.last].event, PopularityGained)
    ]
    for step in advances:
        view = TableView.of_position(history.position_at_event(step.last), 0, "en", WORDS)
        shown = popularity(view)
        assert not any(standing.landing for standing in shown.standings) and not any(tower.ghosts for tower in shown.towers)
    assert advances
