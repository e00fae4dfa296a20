"""A game in the terminal: whole games from typed lines, abbreviations, undo, going on after a kill, and German."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import groundfloor
from groundfloor import Match, verify
from groundfloor.cli import play
from groundfloor.cli.arguments import BadUsage, default_language
from groundfloor.cli.record_file import key_path, read_record
from groundfloor.editions import ruleset
from groundfloor.presentation.plain_text import place_lines, track_lines
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import TableView
from tests.support.crowded_tables import crowded_record

from .calls import process
from .typed_session import TypedSession

KEY = bytes(range(32))
PRESET = MappingProxyType({"deck": "preset"})


def typed_session(
    lines: Iterable[str],
    seats: tuple[str, ...] = ("Ann", "automa:pei"),
    agents: tuple[str, ...] = (),
    language: str = "en",
    options: Mapping[str, str] = PRESET,
) -> TypedSession:
    return TypedSession(Match.new(ruleset("second"), seats, dict(options), KEY), lines, agents, language)


def printed(*lines: str, language: str = "en", options: Mapping[str, str] = PRESET) -> str:
    return typed_session(lines, language=language, options=options).run()


@pytest.mark.slow
def test_a_whole_game_is_played_from_standard_input_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    typed = "".join(f"{line}\n" for line in ["help", "look", "2", "fac, xyzzy", "undo", *["1"] * 600])
    done = process("--seats", "you:Ann,automa:pei", "--record", str(file), typed=typed)
    assert done.returncode == 0 and done.stderr == ""
    assert "The game is over." in done.stdout and "prestige points." in done.stdout
    assert f"What each decision was worth: groundfloor analyse {file}\n" in done.stdout
    record = read_record(file)
    assert record.replay().is_over and verify(record) > 10
    assert "Ann took back: Factory." in done.stdout
    assert not key_path(file).exists()
    assert "\x1b" not in done.stdout and not set("│─╭╰█") & set(done.stdout)


def test_agents_and_people_play_at_one_terminal() -> None:
    played = typed_session(["1"] * 900, ("Ann", "greedy 2", "Cleo"), ("", "greedy", ""))
    said = played.run()
    assert "The game is over." in said and "Ann> " in said and "Cleo> " in said and "greedy 2> " not in said


def test_bot_that_does_not_close_is_said_and_holds_up_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "from groundfloor.agents import Agent\nclass Mine(Agent):\n    def close(self):\n        while 1: pass\n"
        "    def choose(self, view):\n        raise LookupError('no idea')\n"
    )
    monkeypatch.setattr("groundfloor.agents.supervised_agent.SECONDS_TO_CLOSE", 0.05)
    said = typed_session(["1"] * 900, ("Ann", "Mine 2"), ("", f"{tmp_path / 'bot.py'}:Mine")).run()
    assert said.count("Mine 2 failed, and greedy chooses instead: LookupError: no idea.") == 3 and "The game is over." in said
    assert said.count("Mine 2 failed: close() has not returned after 0.05 s.") == 1


def test_levels_are_introduced_with_style_and_thinking_time() -> None:
    played = typed_session(["quit"], ("Ann", "tycoon 2", "associate 3"), ("", "tycoon", "associate"))
    play.print_introduction(played.session)
    said = "\n".join(played.printed)
    assert "tycoon 2: Thinks many moves ahead about each decision. Thinks up to 1 second a move.\n" in said
    assert "\nassociate 3: " in said and said.count("Answers at once.\n") == 1


def test_record_says_which_bots_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.gfr"
    session = play.new_session("second", "you:Ann,intern,automa:pei", [], None, file, "en")
    assert session.match.record.bots() == read_record(file).bots() == {1: "intern"}
    assert "At the table: Ann, Intern 2 (Bot), Pei (Automa, easy)" in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.slow
def test_default_opponent_is_pei_or_agent_without_automas() -> None:
    """Without named seats one plays against pei or an agent where there are no automas."""
    for name, table in (
        ("second", "Player 1, Pei (Automa, easy)"),
        ("online", "Player 1, Pei (Automa, easy)"),
        ("first", "Player 1, Greedy 2 (Bot)"),
        ("manual", "Player 1, Greedy 2 (Bot)"),
    ):
        done = process("--ruleset", name, typed="quit\n")
        assert done.returncode == 0 and f"At the table: {table}." in done.stdout


def test_answers_may_be_abbreviated_while_unambiguous() -> None:
    played = typed_session(["d", "fac", "w 1 m", "remodel tr"])
    said = played.run()
    assert played.entries()[:4] == ["1 done", "1 factory", "1 end", "1 warehouse 1 money"]
    assert "“d”" not in said


def test_letter_after_the_task_means_the_area() -> None:
    """E is the sign of the factory, and the beginning of the end of the turn."""
    played = typed_session(["d", "fac, xyzzy", "e"])
    said = played.run()
    assert played.entries()[:3] == ["1 done", "1 factory", "1 end"]
    assert "Chosen, and not made yet: Factory. Enter makes it, back takes it back." in said


def test_line_that_is_not_understood_to_its_end_makes_no_move() -> None:
    played = typed_session(["d", "fac, xyzzy", "back", "fac, xyzzy", "", "quit"])
    said = played.run()
    assert played.entries()[:3] == ["1 done", "1 factory", "1 end"]
    assert "Ann took back: Factory." in said and "took back a decision" not in said


def test_ambiguous_words_change_nothing_and_say_what_they_can_mean() -> None:
    played = typed_session(["done", "meet me", "ag", "l", "xyzzy", "0", "99", "9" * 5_000, "warehouse", "fabrique"])
    said = played.run()
    assert played.entries() == ["1 done"]
    assert "\n2. Advertising agency, desk 1; takes 1 time marker, " in said
    assert "can mean several things: look, legal, log." in said
    assert "“xyzzy” is not possible now. Possible: Consulting firm, Advertising agency, Warehouse, " in said
    assert said.count("The list goes from 1 to ") == 2 and "999” is not possible now." in said
    assert "\n7. Warehouse, door 1: Pay money; takes 1 time marker, 2 money. " in said


def test_an_impossible_answer_is_refused_with_its_reason() -> None:
    played = typed_session(
        ["done", "research_testing mixed", "why research_testing mixed", "why factory", "why", "why help", "buy investor"]
    )
    said = played.run()
    assert said.count("Research & Testing money and info: Not possible: ") == 2
    assert "Possible: Factory, space" in said
    assert "“buy investor” is not possible now. Possible: Consulting firm, " in said
    assert played.entries() == ["1 done"]


def test_each_answer_comes_with_its_price_and_effect() -> None:
    said = printed("done", "legal")
    assert ". Factory, space" in said and "takes 1 time marker, 2 money, 2 info, 1 supply." in said
    assert "In phase IV you put one product on a free retail space" in said
    assert "1. Hire an employee; takes 5 money, 5 info; gives 1 more employee. With each of 6 incomes to come you receive +6 money" in said


def test_long_question_lists_its_places_and_more_their_answers() -> None:
    said = printed("done", "more", "more", "more b", "more 7", "more lager", "more xyzzy", "more f")
    asked, *answers = said.partition("Schedule one task.")[2].split("Ann> ")
    assert len(asked.strip().splitlines()) < 12
    assert "\n2–6. Advertising agency (B): desk 1, desk 2, desk 3, desk 4, desk 5.\n" in asked
    assert answers[0].startswith("\nConsulting firm (A):\n1. Consulting firm, row 2; takes")
    assert answers[1].startswith("\nAdvertising agency (B):\n2. Advertising agency, desk 1; takes")
    assert answers[2].startswith("\n2. Advertising agency") and answers[3].startswith("\n7. Warehouse, door 1: Pay money; takes")
    assert answers[5].startswith("\nNo answer is called “xyzzy”.")
    assert ". Stock exchange, door" in answers[6] and "Factory" not in answers[6], "the letter, before names that begin with it"


def test_improvements_are_listed_a_line_each_and_floors_in_one() -> None:
    game = groundfloor.read_record(crowded_record(2, "first", "buy")).replay()
    lines = place_lines(TableView.of_position(game, game.asked_seat, "en", translations_of("en")))
    assert len(lines) < len(game.legal_actions) / 2
    assert any(line.partition(". ")[2].startswith("Floors: ") for line in lines)


def test_task_and_remodel_are_one_line_and_a_task_alone_ends_the_turn() -> None:
    played = typed_session(["done", "meeting, remodel training", "research_testing info"])
    said = played.run()
    assert " / ".join(played.entries()).startswith(
        "1 done / 1 meeting_room 1 / 1 remodel training / 1 end / 1 research_testing info / 1 end"
    )
    assert "Remodel, or end the turn." not in said


def test_undo_takes_back_a_task_with_the_end_of_its_turn() -> None:
    played = typed_session(["done", "done", "meeting", "undo", "quit"], ("Ann", "Ben"))
    said = played.run()
    assert "took back: Meeting Room 1 time marker." in said and played.session.match.game.question_kind == "schedule"


def test_hash_of_the_draws_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    played = typed_session(["look draws"])
    play.print_introduction(played.session)
    assert "Hash" not in "\n".join(played.printed) + capsys.readouterr().out
    assert f"Hash of the key of the draws: {played.session.match.key_hash}" in played.run()


def test_brief_lists_have_names_and_prices_only() -> None:
    said = printed("brief", "done").partition("Done hiring")[2]
    assert "takes 1 time marker, 2 money, 2 info, 1 supply." in said and "In phase IV" not in said


def test_everything_on_the_table_can_be_looked_at() -> None:
    said = printed("look", "look city", "look tracks", "look sale", "look deck", "look me", "look pe", "look nothing")
    for found in ("A. Consulting firm.", "I. Construction company.", "Popularity, the most popular first:", "Job market: hiring costs 5"):
        assert said.count(found) >= 2, found
    assert "Human Resources: Hiring costs 3 money and 3 info less. Worth 3 prestige" in said
    assert "Then in this order: " in said and "Left in the deck: " in said
    assert "Cards to come, in no order: " in said and "Meeting Room: 1 time marker: 1 info." in said
    assert "You can look at: city, tracks, sale, deck, me, draws, Ann, Pei." in said


def test_help_prints_the_rules_about_a_word_and_by_number() -> None:
    said = printed("help", "help IV.E.1", "help stock exchange", "help zzzz")
    assert "Hire: Trained employees bring time" in said and "IV.E.1 " in said and "exchange" in said
    assert "The rules say nothing about “zzzz”" in said


def test_help_says_first_what_a_first_game_needs() -> None:
    said = printed("help")
    assert "help commands: " in said and "hint 2: " in said and "why ACTION" not in said


@pytest.mark.parametrize(("language", "line", "last"), [("en", "help commands", "branch: "), ("de", "hilfe befehle", "abzweig: ")])
def test_help_lists_all_commands_when_asked_for_them(language: str, line: str, last: str) -> None:
    said = printed(line, language=language)
    assert "hint 2: " in said or "tipp 2" in said
    assert last in said


@pytest.mark.parametrize("word", ["look", "board", "table", "/board"])
def test_board_is_looked_at_by_the_words_of_other_games(word: str) -> None:
    assert "Rooms and improvements of a company: look NAME." in printed(word)


def test_undo_takes_back_own_answers_only() -> None:
    played = typed_session(["undo", "done", "undo", "fac, xyzzy", "undo 9", "undo", "undo x"])
    said = played.run()
    assert said.count("Nothing can be undone here") >= 1
    assert "Ann took back: Factory" in said or "Only" in said
    assert played.session.match.record.replay().position() == played.session.match.game.position()


def test_the_score_and_the_log_are_printed_at_any_time() -> None:
    said = printed("score", "log", "log 1", "log 0", "log x")
    assert "1. " in said and "prestige points." in said
    assert said.count("Ann received 9 money") == 2 and said.count("Round 1, stage 1:") == 1
    assert "Name a number of lines" in said


def test_quitting_says_how_to_resume(tmp_path: Path) -> None:
    assert "It was not saved" in printed("quit")
    file = tmp_path / "kept.gfr"
    said = printed(f"save {file}", "save", f"save {file}", f"save {tmp_path}/none/x.gfr", "done")
    assert f"groundfloor play --record {file}" in said and "exists already" in said and "does not exist" in said
    assert [str(entry) for entry in read_record(file).entries if entry.seat >= 0] == ["1 done"]


def test_ctrl_c_leaves_like_quit(tmp_path: Path) -> None:
    played = typed_session([])

    def interrupt(prompt: str) -> str | None:
        raise KeyboardInterrupt

    played.session.read_line = interrupt
    assert "You left the game." in played.run()


def test_a_game_in_german_is_german() -> None:
    lines = [
        "hilfe",
        "zeige",
        "zeige angebot",
        "zeige ich",
        "wertung",
        "protokoll",
        "Fertig",
        "warum fac",
        "Fabrik",
        "mehr",
        "kurz",
        "möglich",
        "beenden",
    ]
    played = typed_session(lines, language="de")
    said = played.run()
    assert "Am Tisch" not in said and "Du hast: 4 Zeitmarker" in said and "Möglich: Fabrik, Feld" in said
    assert played.entries() == ["1 done", "1 factory", "1 end"]
    for english in (" takes ", "money", " the ", "Round", "space", "prestige", " is ", "free"):
        told = [line for line in said.split("\n") if english in line and "hilfe" not in line]
        assert told == [], english


@pytest.mark.parametrize(
    ("surroundings", "language"),
    [({}, "en"), ({"LANG": "de_AT.UTF-8"}, "de"), ({"LC_ALL": "C", "LANG": "de_DE"}, "en"), ({"LANGUAGE": "de:en", "LANG": "C"}, "de")],
)
def test_the_language_is_that_of_the_locale(surroundings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in surroundings.items():
        monkeypatch.setenv(variable, value)
    assert default_language() == language


def test_lines_break_between_words_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    play.print_line("1. factory: Factory, space 1; takes 1 time marker, 2 money, 2 info, 1 supply.")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 2 and all(len(line) < 30 for line in lines) and lines[1].startswith("   ")


EVERYTHING = {"era": "boom_and_bust", "event": "retainer", "great_depression": "on", "windfall": "on"}


@pytest.mark.parametrize("command", ["look", "look tracks", "look deck"])
def test_look_shows_era_event_and_special_cards(command: str) -> None:
    """Look shows the era the event and the special cards with own ones marked."""
    said = printed("brief", command, options=EVERYTHING)
    assert (
        "Era: Boom and Bust. The cards of this game: 4× Depression, 1× Recession, 1× Stable, 4× Boom. A card of this project’s own" in said
    )
    assert "Event: Retainer." in said and said.count("A card of this project’s own") == 2
    assert "Special card: Great Depression." in said and "Special card: Windfall." in said
    assert "A card of this project" not in printed("brief", command)


def test_look_says_in_which_round_a_special_card_turned_up() -> None:
    game = read_record(Path(__file__).parents[1] / "golden" / "preset-windfall.gfr").replay()
    said = track_lines(TableView.of_position(game, None, "en", translations_of("en")))
    assert any(line.startswith("Special card: Windfall.") and "It turned up in round " in line for line in said)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_table_with_house_values_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('"start.money" = 40\nfactory.price = [3, 2, 1]\n')
    done = process("--house", str(tmp_path / "mine.toml"), typed="look\n")
    assert done.stdout.count("House values: start.money = 40, factory.price = [3, 2, 1].") == 2
    assert "House values" not in process(typed="look\n").stdout


def test_help_gives_the_rules_short_long_and_both() -> None:
    short, long, both = (printed(f"help IV.A.1{form}") for form in ("", " long", " both"))
    assert "IV.A.1 " in short and "IV.A.1 " in long
    assert "Example: " in long and "Example: " in both and "Example: " not in short
    assert len(short) < len(long) < len(both)
    assert printed("help IV.A.1 short") == short


def test_german_help_knows_lengths_and_english_words_too() -> None:
    said = printed("hilfe iv.a.1 lang", language="de")
    assert "Beispiel: " in said
    assert "IV.E Fabrik\nIV.E.1 " in printed("hilfe factory", language="de")


def test_help_is_about_the_ruleset_that_is_played() -> None:
    """5.1 and 9.2.1: only the first edition has nine rounds and ends with a fifth floor."""
    said = printed("help rounds")
    assert "round 7" in said and "nine" not in said and "First edition" not in said


def test_help_with_the_name_of_an_area_says_how_it_is_conducted() -> None:
    said = printed("help stock exchange")
    assert "IV.F Stock exchange\nIV.F.1 Entering." in said and "IV.F.4 Selling." in said
    assert "→ III.F Stock exchange (Schedule business)" in said


def test_help_on_another_ruleset_names_it() -> None:
    """9.2.5: only the first edition has an Emergency Meeting."""
    assert "9.2 First edition: what differs\n9.2.5 Tiles." in printed("help emergency meeting")


def test_undo_takes_back_moves_of_agents(capsys: pytest.CaptureFixture[str]) -> None:
    session = play.new_session("second", "you:Ann,greedy,random", [], None, None, "en", "practice")
    lines = iter(["done", "undo", "quit"])
    session.read_line = lambda prompt: next(lines)
    session.run()
    record = session.match.record
    assert record.purpose == "practice" and session.match.game.question_kind == "hire"
    undone = next(entry for entry in record.entries if entry.undo_count)
    assert undone.undo_count > 1 and "Ann took back: Done." in capsys.readouterr().out + "".join(session.history())


def test_practice_is_for_one_person() -> None:
    with pytest.raises(BadUsage, match="one person"):
        play.new_session("second", "you:Ann,you:Ben", [], None, None, "en", "practice")
