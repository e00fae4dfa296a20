"""Who may administer a server, said on the command line, also beside the server."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.store import AccountRow, Change, RatedGame, SessionRow, Store, Summary
from groundfloor.web.accounts import code_hash
from tests.support.stores import new_game, save

from .calls import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.support.postgresql import PostgreSQLServer

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
        store.add_account(ANN, ["code"], SESSION)
        assert said(capsys, "list", *place) == "Nobody is an administrator.\n"
        assert said(capsys, "add", "ANN", *place) == "Ann is an administrator.\n"
        found = store.session("token")
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
        account = store.account("cleo")
        assert account is not None
        assert store.recover(account, code_hash(code[0]), "hash", SessionRow("new", account.id, "", ANN.created, ANN.created))


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
        store.add(replace(new_game("abc"), rated_accounts={0: "a1", 1: "b1"}))
        over = Summary("over", 1, -1, 9, 6)
        save(store, "abc", Change(ANN.created, 2, over, rated=RatedGame("second-2", {"a1": 1, "b1": 2})))
        before = store.ratings_of_game("abc")
        assert said(capsys, "recompute-ratings", *place) == "second-2: 1 game\n"
        assert store.ratings_of_game("abc") == before and len(before) == 2
