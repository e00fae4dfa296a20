"""The form in which house values are set, opened from the start page, to which it returns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from groundfloor.editions import NAMES, ruleset
from groundfloor.editions.overrides import house_values_text, parse_house_values
from groundfloor.engine.errors import BadHouseValues

from ...http.handlers import PageHandler, form_of, personal_page
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, Route
from ..new_tables.form import FILE_LIMITS, proposed_fields
from . import routes as start
from .house_values_form import MAX_FIELDS, HouseValuesForm, is_submitted, submitted_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ...http.request_body import FormFields

FILTERS = ("all", "assumed", "changed")
KEPT = ("name", "may-be-listed", "listed", "pace", "pace-", "takeover", "practice", "name-", "kind-", "colour-", "option-")
"""How the fields of the start page begin that come back to it."""


async def show(request: Request) -> Response:
    """``/house-values`` and ``/house-values/{name}``: the form, with the house values of the server."""
    context = get_context(request)
    name = request.path_params.get("name", NAMES[0])
    if name not in NAMES:
        raise HTTPException(404)
    proposed = proposed_fields(context.values)
    house = proposed["house"] if proposed.get("ruleset") == name else ""
    return await form_page(name, parse_house_values(house))(request, None, {"house": house})


@form_of(start.show, FILE_LIMITS, MAX_FIELDS, shown=BadHouseValues)
async def edit(request: Request, form: FormFields) -> Response:
    """``POST /house-values``: opens the form from the start page, takes a value back, or returns to the start page."""
    name = form["ruleset"] if form.get("ruleset") in NAMES else NAMES[0]
    if form.get("do") == "back":
        return await start.show(request, None, form)
    reset = form.get("reset")
    texts = {field: text for field, text in form.items() if not reset or field.split("-")[:2] != ["value", reset]}
    rules = ruleset(name)
    if is_submitted(texts):
        values = submitted_values(rules, texts)
    else:
        texts["house"] = texts.get("text", "") or texts.get("house", "")
        values = parse_house_values(texts["house"])
    if texts.get("do") != "use":
        return await form_page(name, values)(request, None, texts)
    try:
        house = house_values_text(rules.with_overrides(values).overrides)
    except BadHouseValues as error:
        return await form_page(name, values)(request, error, texts)
    return await start.show(request, None, {**texts, "house": house})


def form_page(name: str, values: Mapping[str, object]) -> PageHandler:
    """Returns the page of the form of a ruleset, with house values."""
    return personal_page(partial(form_text, name=name, values=values))


def form_text(request: Request, error_message: str, form: Mapping[str, str], name: str, values: Mapping[str, object]) -> str:
    shown = HouseValuesForm(ruleset(name), values, form, get_locale(request).translations)
    return render(
        request,
        "house_values.html",
        ruleset=name,
        groups=shown.groups(),
        errors=shown.errors(),
        changed=len(values),
        filter=form["show"] if form.get("show") in FILTERS else FILTERS[0],
        kept={key: text for key, text in form.items() if key.startswith(KEPT)},
        house=form.get("house", ""),
    )


ROUTES = (
    *(Route(f"GET {path}", show, "The form, with the house values of the server.") for path in ("/house-values", "/house-values/{name}")),
    Route("POST /house-values", edit, "Checks house values, and shows them as a file.", limits=(*PER_CHANGE, "body_bytes")),
)
