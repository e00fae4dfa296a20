"""House values on the start page: a file or a text of them makes a table; what can't be is said, and nothing is made."""

from __future__ import annotations

import httpx
import pytest

from groundfloor.store import Store

FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
MINE = '"start.money" = 40\n'


@pytest.mark.parametrize("is_file", [True, False])
def test_a_table_with_house_values_keeps_them_in_its_record(client: httpx.Client, store: Store, is_file: bool) -> None:
    client.get("/")
    if is_file:
        answer = client.post("/new", data=FORM, files={"file": ("mine.toml", MINE)})
    else:
        answer = client.post("/new", data={**FORM, "house": MINE})
    assert answer.status_code in (200, 303)
    address = answer.headers.get("location") or str(answer.url)
    page = client.get(address)
    assert page.status_code == 200 and "49" in page.text, "40 money and 9 of the first income"


def test_house_values_that_can_not_be_are_said(client: httpx.Client) -> None:
    client.get("/")
    answer = client.post("/new", data={**FORM, "house": '"start.mony" = 4'})
    assert answer.status_code == 422 and "start.mony" in answer.text and "start.money" in answer.text
