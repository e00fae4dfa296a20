"""The areas of the city, with the marketing types, bonuses, Automa cards and places that belong to them."""

from __future__ import annotations

from .name import Name, names_by_id

LETTERS = "ABCDEFGHIJKL"
"""The letters of the areas, in their order."""

AREAS = {
    "consulting_firm": Name("area", "Consulting firm", short="Consulting", sign="Consulting\nfirm"),
    "advertising_agency": Name("area", "Advertising agency", short="Agency", sign="Advertising\nagency"),
    "marketing_bonus": Name("area", "Marketing bonus", short="Bonus", sign="Marketing\nbonus"),
    "warehouse": Name("area", "Warehouse", sign="Warehouse"),
    "factory": Name("area", "Factory", sign="Factory"),
    "stock_exchange": Name("area", "Stock exchange", short="Exchange", sign="Stock exchange"),
    "economic_forecast": Name("area", "Economic forecast", short="Forecast", sign="Economic\nforecast"),
    "retail_outlets": Name("area", "Retail outlets", short="Outlets", sign="Retail outlets"),
    "construction_company": Name("area", "Construction company", short="Construction", sign="Construction\ncompany"),
}

MARKETING = names_by_id("marketing", networking="Net\u00adworking", social_media="Social media", broadcast="Broad\u00adcast", print="Print")

BONUSES = names_by_id("bonus", remodel="Remodel", supply="Supply", money="Money", info="Info", temp="Temp")

CARDS = {
    "consulting_firm": AREAS["consulting_firm"],
    "advertising_agency": AREAS["advertising_agency"],
    "warehouse": AREAS["warehouse"],
    "factory": AREAS["factory"],
    "stock_exchange": AREAS["stock_exchange"],
    "construction_company": AREAS["construction_company"],
    "automa_office": Name("card", "Automa office", short="Office"),
}

PLACES = {
    "job_market": Name("place", "Job market"),
    "popularity": Name("place", "Popularity"),
    "rounds": Name("place", "Rounds"),
    "employees": Name("place", "Employees"),
    "general_stock": Name("place", "General stock"),
    "stock": Name("place", "Stock"),
    "liquidation": Name("place", "Liquidation"),
    "buy_out": Name("place", "Buy-out"),
    "bracket": Name("place", "Price bracket"),
    "ground_floor": Name("place", "Ground floor"),
}
