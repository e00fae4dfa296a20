"""Resources, and how a number of something is put."""

from __future__ import annotations

from .name import Name

RESOURCES = {
    "money": Name("resource", "money"),
    "info": Name("resource", "info"),
    "supply": Name("resource", "supply"),
    "time": Name("resource", "time marker", short="time"),
    "popularity": Name("resource", "popularity"),
    "prestige": Name("resource", "prestige point", short="prestige"),
    "employee": Name("resource", "employee"),
    "untrained": Name("resource", "untrained"),
}

COUNTED = {
    "money": ("%(n)s money", "%(n)s money"),
    "info": ("%(n)s info", "%(n)s info"),
    "supply": ("%(n)s supply", "%(n)s supply"),
    "time": ("%(n)s time marker", "%(n)s time markers"),
    "prestige": ("%(n)s prestige", "%(n)s prestige"),
    "marker": ("%(n)s marker", "%(n)s markers"),
    "point": ("%(n)s prestige point", "%(n)s prestige points"),
    "employee": ("%(n)s employee", "%(n)s employees"),
    "product": ("%(n)s product", "%(n)s products"),
    "consumer": ("%(n)s consumer", "%(n)s consumers"),
    "unemployed": ("%(n)s unemployed", "%(n)s unemployed"),
    "space": ("%(n)s space", "%(n)s spaces"),
    "round": ("%(n)s round", "%(n)s rounds"),
}
