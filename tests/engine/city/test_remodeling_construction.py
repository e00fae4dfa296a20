"""Area I with remodels before and after buying (RULES 9.1.1)."""

from __future__ import annotations

from tests.support.table import Table


def test_an_automa_is_not_asked_for_remodels_after_its_free_tenant() -> None:
    """RULES 9.1.1, 8.1.7"""
    table = Table("A pei", "online").set(sites="PA").go("construction_company")
    assert table.asked == "* improvement"
    table.take("improvement network_admin")
    assert (table.asked, table.tiles("P")) == ("A buy", ["network_admin", "empty_floor"])
