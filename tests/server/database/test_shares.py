"""Shares of a limited resource: nobody takes all of it, and those who hold few get theirs."""

from __future__ import annotations

import random
from collections import Counter

from groundfloor.server.database.shares import Shares, network_of_hash, owner_of_most
from groundfloor.server.http.addresses import client_hash_of, client_of


def test_holder_gets_its_most_and_no_more() -> None:
    shares = Shares(total=100, most=10, few=2)
    assert [shares.refusal(taken, taken) for taken in (0, 9, 10)] == ["", "", "own"]


def test_last_quarter_is_for_those_who_hold_few() -> None:
    shares = Shares(total=100, most=100, few=2)
    assert [shares.refusal(taken, own) for taken, own in ((74, 50), (75, 50), (75, 2), (75, 1), (99, 1), (100, 0))] == [
        "",
        "all",
        "all",
        "",
        "",
        "all",
    ]


def test_few_who_ask_without_end_leave_shares_for_others() -> None:
    dice, shares, held = random.Random(1), Shares(total=400, most=64, few=8), Counter[str]()
    for _ in range(10_000):
        owner_id = f"attacker {dice.randrange(18)}"
        held[owner_id] += not shares.refusal(held.total(), held[owner_id])
    assert held.total() == 300 and not shares.refusal(held.total(), 0)


def test_whoever_has_most_loses_a_unit_to_who_has_two_fewer() -> None:
    assert owner_of_most({"ann": 4, "ben": 2}, 2) == "ann" and owner_of_most({"ann": 3}, 2) is None and owner_of_most({}, 0) is None


def test_hash_of_a_client_of_ipv6_says_its_network_and_no_address() -> None:
    """Of IPv4 each client is its own network."""
    hashes = {
        address: client_hash_of("secret", client_of(address))
        for address in ("2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:8::1", "192.0.2.1", "192.0.2.2")
    }
    networks = [network_of_hash(hash) for hash in hashes.values()]
    assert networks[0] == networks[1] and len({*networks}) == 4 and len({*hashes.values()}) == 5
    assert {len(hash) for hash in hashes.values()} == {16} and networks[3:] == [hashes["192.0.2.1"], hashes["192.0.2.2"]]
    assert client_hash_of("other", "2001:db8:7:1::/64")[:8] != networks[0]
