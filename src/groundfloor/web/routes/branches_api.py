"""The branches of a game over JSON (docs/http.md): where it can be left, its branches beside it; opening, renaming and deleting one."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...tables.branches import MAX_BRANCHES, can_branch, family, family_members, moments, person_seat
from ...tables.errors import NotABranch
from ..context import get_context
from ..errors import BadBody
from ..idempotency import request_hash
from ..json_fields import optional_text, required_field
from ..json_views import created_json
from ..new_tables import create_table
from ..viewer import get_viewer
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ...tables import PreparedTable
    from ...tables.branches import FamilyMember
    from ..context import AppContext


async def show(request: Request) -> Response:
    """``GET …/branches``: the moments at which a game can be left, and the games named by ``g`` that are its family, side by side."""
    context = get_context(request)
    return await json_response(request, lambda: context.heavy(branches_json, context, request), 200)


def branches_json(context: AppContext, request: Request) -> dict[str, object]:
    """Returns moments and family of a game; programs keep the ids of the branches that they open, as no browser does it for them."""
    table = get_viewer(context, request, "").table
    named = list(dict.fromkeys([table.public, *request.query_params.getlist("g")]))
    if len(named) > MAX_BRANCHES + 1:
        raise BadBody("At most %(most)s branches can be named.", most=str(MAX_BRANCHES))
    tables = {public: context.host.table(public) for public in named}
    headers = {public: each.match.record.header() for public, each in tables.items()}
    members = family_members([tables[public] for public in family(headers, table.public)])
    with table.lock:
        starts = moments(table.history) if can_branch(table) else []
        phases = table.history.phases_after
        listed = [{"entry": number, "round": phases[number][0], "phase": phases[number][1]} for number in starts]
    return {"game": table.public, "moments": listed, "games": [member_json(each) for each in members]}


def member_json(member: FamilyMember) -> dict[str, object]:
    facts: dict[str, object] = {"game": member.table.public, "name": member.table.name}
    facts |= {"parent": member.parent or None, "entry": member.entry if member.parent else None}
    return {**facts, "now": asdict(member.now), "real": asdict(member.real) if member.real is not None else None}


async def create(request: Request) -> Response:
    """``POST …/branches``: opens a branch after ``entry`` entries; responds with its links, as for a new table."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        table = await create_table(request, "", request_hash(request, body), lambda: prepare(context, request, body))
        record = table.match.record
        return {**created_json(table), "parent": record.parent, "entry": record.parent_entry}

    return await respond_to_json(request, work, 201)


def prepare(context: AppContext, request: Request, body: dict[str, Any]) -> PreparedTable:
    """Returns the branch that a body asks for, at the seat of the address, else at ``seat``, else at that of the first person."""
    viewer = get_viewer(context, request, "")
    entry = required_field(body, "entry", int)
    if not 0 <= entry <= viewer.table.version:
        raise BadBody("entry is a number from 0 to %(last)s.", last=str(viewer.table.version))
    seat = viewer.address_seat
    if seat is None:
        seat = required_field(body, "seat", int) if body.get("seat") is not None else person_seat(viewer.table)
    if seat not in range(len(viewer.table.seat_holders)) or viewer.table.game.seats[seat].automa:
        raise BadBody("seat is the number of a person’s seat, counted from 0.")
    return context.host.prepare_branch(viewer.table.public, seat, entry, optional_text(body, "name"))


async def change(request: Request) -> Response:
    """``POST /api/seats/{token}/branch``: renames or deletes the branch that the seat belongs to."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        return await context.write(rename_or_delete, context, request, body)

    return await respond_to_json(request, work, 200)


def rename_or_delete(context: AppContext, request: Request, body: dict[str, Any]) -> dict[str, object]:
    """Gives a branch the name of the body, or deletes it; NotABranch for other games."""
    table = get_viewer(context, request, "").table
    if not table.match.record.parent:
        raise NotABranch("This game is not a branch of another one.")
    operation = required_field(body, "do", str)
    if operation not in ("rename", "delete"):
        raise BadBody("do is rename or delete.")
    is_deleted = operation == "delete"
    if is_deleted:
        context.host.delete(table.public)
    else:
        context.host.rename(table.public, required_field(body, "name", str))
    return {"game": table.public, "name": table.name, "is_deleted": is_deleted}
