"""The commands of the server: their settings, backups, administrators and ratings."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundfloor.cli.server_commands import data_folder_for, server_settings
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.accounts.accounts import code_hash
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.ratings import storage as rating_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.rows import AccountRow, Change, RatedGame, SessionRow, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import transactions
from groundfloor.server.http.pages import now
from groundfloor.server.http.settings import default_data_folder
from tests.support.stores import new_game, of_lobby, save

from .calls import run

if TYPE_CHECKING:
    import pytest

    from tests.support.postgresql import PostgreSQLServer


@pytest.mark.parametrize(
    ("text", "said"), [("streems = 3", "perhaps streams is meant"), ("port = 0", "1 to 65535"), ("streams =", "is not TOML")]
)
@pytest.mark.parametrize("command", [("serve",), ("backup", "copy.db"), ("restore", "copy.db")])
def test_bad_settings_have_exit_code_2(
    command: tuple[str, ...], text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text)
    assert run(*command, "--settings", str(file)) == 2
    assert said in capsys.readouterr().err


def test_missing_settings_file_has_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("serve", "--settings", str(tmp_path / "none.toml")) == 1
    assert "none.toml can't be read" in capsys.readouterr().err


def test_environment_names_the_settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "club.toml"
    file.write_text("streams = 7\nport = 80")
    monkeypatch.setenv("GROUNDFLOOR_SETTINGS", str(file))
    monkeypatch.setenv("GROUNDFLOOR_PORT", "81")
    found = server_settings(None)
    assert (found.limits.streams, found.port) == (7, 81)


def test_backup_finds_the_folder_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder_for(None, None) == default_data_folder()
    monkeypatch.setenv("GROUNDFLOOR_DATA", str(tmp_path / "data"))
    assert data_folder_for(None, None) == tmp_path / "data" and data_folder_for(tmp_path, None) == tmp_path


def test_backup_and_restore_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "data", tmp_path / "copy.db"
    Store(data).close()
    assert run("backup", str(file), "--data", str(data)) == 0
    assert "has 0 games" in capsys.readouterr().out
    assert run("backup", str(file), "--data", str(data)) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert run("restore", str(file), "--data", str(data)) == 0
    assert "groundfloor-before-restore-1.db" in capsys.readouterr().out


ANN = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01T00:00:00+00:00")
SESSION = SessionRow("token", ANN.id, "Firefox, Linux", ANN.created, ANN.created)


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """Returns what a command says."""
    assert run("admin", *words) == code
    printed = capsys.readouterr()
    assert not (printed.err if code == 0 else printed.out)
    return printed.out + printed.err


def test_account_becomes_an_administrator_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--data", str(tmp_path))
    with closing(Store(tmp_path)) as store:
        log_in_storage.add_account(store, ANN, ["code"], SESSION)
        assert said(capsys, "list", *place) == "Nobody is an administrator.\n"
        assert said(capsys, "add", "ANN", *place) == "Ann is an administrator.\n"
        found = account_storage.session(store, "token")
        assert found is not None and found[2].is_administrator
        assert re.fullmatch(r"Ann, since \d{4}-\d\d-\d\d\n", said(capsys, "list", *place))
        assert said(capsys, "remove", "Ann", *place) == "Ann is no administrator any more. Nobody is one now.\n"
        assert "Ann is no administrator." in said(capsys, "remove", "Ann", *place, code=1)


def test_new_account_gets_a_code_for_its_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(tmp_path).close()
    printed = said(capsys, "add", "Cleo", "--data", str(tmp_path))
    code = re.search(r"(?:[a-z2-9]{4}-){3}[a-z2-9]{4}", printed)
    assert "Cleo is an administrator." in printed and code is not None
    with closing(Store(tmp_path)) as store:
        account = account_storage.find(store, "cleo")
        assert account is not None
        assert log_in_storage.recover(
            store, account, code_hash(code[0]), "hash", SessionRow("new", account.id, "", ANN.created, ANN.created)
        )


def test_lost_password_is_replaced_by_a_code_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--data", str(tmp_path))
    with closing(Store(tmp_path)) as store:
        log_in_storage.add_account(store, ANN, ["code"], SESSION)
        printed = said(capsys, "code", "ann", *place)
        code = re.search(r"(?:[a-z2-9]{4}-){3}[a-z2-9]{4}", printed)
        assert "Ann sets a new password" in printed and code is not None
        assert log_in_storage.recover(store, ANN, code_hash(code[0]), "hash", SessionRow("new", ANN.id, "", now(), now()))
        assert not log_in_storage.recover(store, ANN, code_hash(code[0]), "hash", SessionRow("newer", ANN.id, "", now(), now()))
        (entry,) = administration_storage.log_entries(store, "", 0, 9)
        assert (entry.action, entry.subject, entry.is_command) == ("code", "Ann", True)
        assert "There is no account called Ben." in said(capsys, "code", "Ben", *place, code=1)


def test_administrators_of_a_database(postgresql: PostgreSQLServer, capsys: pytest.CaptureFixture[str]) -> None:
    with postgresql.database() as address, closing(Store(address)):
        assert "Ann is an administrator." in said(capsys, "add", "Ann", "--database", address)
        assert said(capsys, "list", "--database", address).startswith("Ann, since")


def test_faults_are_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Start the server once" in said(capsys, "list", "--data", str(tmp_path / "none"), code=1)
    assert not (tmp_path / "none").exists()
    assert "A name has 1 to 40 characters" in said(capsys, "add", " ", "--data", str(tmp_path), code=2)
    assert "name one of them" in said(capsys, "list", "--data", "games", "--database", "postgresql://localhost/games", code=2)


def test_ratings_are_computed_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--data", str(tmp_path))
    with closing(Store(tmp_path)) as store:
        assert said(capsys, "recompute-ratings", *place) == "There are no rated games.\n"
        transactions.add_game(store, WholeClub(), of_lobby(new_game("abc"), {0: "a1", 1: "b1"}, "rated"))
        over = Summary("over", 1, -1, 9, 6)
        save(store, "abc", Change(ANN.created, 2, over, rated=RatedGame("second-2", {"a1": 1, "b1": 2})))
        before = rating_storage.of_game(store, "abc")
        assert said(capsys, "recompute-ratings", *place) == "second-2: 1 game\n"
        assert rating_storage.of_game(store, "abc") == before and len(before) == 2
