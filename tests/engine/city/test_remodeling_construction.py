"""Area I with remodels before and after buying (RULES 9.1.1)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table


@pytest.mark.parametrize("price", [[3, 3], [0, 0]])
def test_an_automa_is_not_asked_for_remodels_after_its_free_tenant(price: list[int]) -> None:
    """RULES 9.1.1, 8.1.7"""
    online = ruleset("online").with_overrides({"remodel.price": price})
    table = Table("A pei", online).set(sites="PA").go("construction_company")
    assert table.asked == "* improvement"
    table.take("improvement network_admin")
    assert (table.asked, table.tiles("P")) == ("A buy", ["network_admin", "empty_floor"])
