"""The form in which house values are set, opened from the start page, to which it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from ...editions import NAMES, ruleset
from ...editions.overrides import house_values_text, parse_house_values
from ...engine.errors import BadHouseValues
from ..context import get_context
from ..error_messages import page_message_for
from ..forms import SeatField, proposed_fields
from ..house_values_form import MAX_FIELDS, HouseValuesForm, is_submitted, submitted_values
from ..pages import answer, get_locale, render
from ..request_body import read_form
from ..security import ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .start import start_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ..context import AppContext
    from ..rendering import RequestLocale

FILTERS = ("all", "assumed", "changed")
KEPT = ("name", "may-be-listed", "listed", "pace", "takeover", "practice", "name-", "kind-", "colour-", "option-")
"""How the fields of the start page begin that come back to it."""


async def show(request: Request) -> Response:
    """``/house-values`` and ``/house-values/{name}``: the form, with the house values of the server."""
    context = get_context(request)
    name = request.path_params.get("name", NAMES[0])
    if name not in NAMES:
        raise HTTPException(404)
    proposed = proposed_fields(context.values)
    house = proposed["house"] if proposed.get("ruleset") == name else ""
    return await respond(request, name, parse_house_values(house), {"house": house})


async def edit(request: Request) -> Response:
    """``POST /house-values``: opens the form from the start page, takes a value back, or returns to the start page."""
    context, words = get_context(request), get_locale(request).words
    form = await read_form(request, MAX_FIELDS)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await start_page(request, foreign_form_notice(words), 403, [])
    texts = {name: str(value) for name, value in form.items()}
    name = texts["ruleset"] if texts.get("ruleset") in NAMES else NAMES[0]
    fields = SeatField.read(form) if "kind-0" in form else []
    if texts.get("do") == "back":
        return await start_page(request, "", 200, fields, form)
    if texts.get("reset"):
        texts = {field: text for field, text in texts.items() if field.split("-")[:2] != ["value", texts["reset"]]}
    rules = ruleset(name)
    if is_submitted(texts):
        values = submitted_values(rules, texts)
    else:
        texts["house"] = texts.get("text", "") or texts.get("house", "")
        try:
            values = parse_house_values(texts["house"])
        except BadHouseValues as error:
            return await start_page(request, page_message_for(error, words), 422, fields, form, error)
    if texts.get("do") != "use":
        return await respond(request, name, values, texts)
    try:
        house = house_values_text(rules.with_overrides(values).overrides)
    except BadHouseValues:
        return await respond(request, name, values, texts, 422)
    return await start_page(request, "", 200, fields, FormData({**texts, "house": house}))


async def respond(request: Request, name: str, values: Mapping[str, object], form: Mapping[str, str], status: int = 200) -> Response:
    ensure_browser_id(request)
    context, locale = get_context(request), get_locale(request)
    response = answer(request, locale, await context.read(render_form, context, request, locale, name, values, form), status)
    set_browser_cookie(request, response)
    return response


def render_form(
    context: AppContext, request: Request, locale: RequestLocale, name: str, values: Mapping[str, object], form: Mapping[str, str]
) -> str:
    shown = HouseValuesForm(ruleset(name), values, form, locale.words)
    facts: dict[str, object] = {
        "ruleset": name,
        "groups": shown.groups(),
        "errors": shown.errors(),
        "changed": len(values),
        "filter": form["show"] if form.get("show") in FILTERS else FILTERS[0],
        "kept": {key: text for key, text in form.items() if key.startswith(KEPT)},
        "house": form.get("house", ""),
    }
    return render(context, request, locale, "house_values.html", facts)
