"""What is chosen for the whole server: its banner, and who may create an account."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, get_args

from msgspec import UNSET, Meta, UnsetType

from groundfloor.engine.display_names import is_visible
from groundfloor.numbers import parse_int

from ...database.rows import RegistrationLink, RegistrationMode
from ...http.errors import BadBody, NotAppropriate
from ...http.handlers import json_view
from ...http.json_types import ApiStruct, Time
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.security import hash_of
from ..accounts.api_tokens import days_after
from ..identity.checks import logged_in, write_in_session
from ..moderation import site_storage
from ..moderation.site_storage import LINK_ID_LETTERS, MAX_LINKS
from .sections import Done, Fields, unknown

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext


MAX_BANNER, MAX_INVITED = 300, 100
"""Characters of the banner, and accounts that one invitation link can create."""


LINK_DAYS = 30
"""How long an invitation link is good."""


class OpenLink(ApiStruct, frozen=True):
    """A link by which people create accounts, without its secret: how many more accounts it can create, and until when."""

    id: str
    created: Time
    until: Time
    left: int
    author_name: str


class Site(ApiStruct, frozen=True):
    """What is chosen for the whole server: a banner that all pages show (empty: none), and who may create an account."""

    banner: str
    registration: Literal["open", "invited", "closed"]


class AdministeredSite(Site, frozen=True):
    links: list[OpenLink]
    link: Annotated[str, Meta(description="The address of a new link; told this once.")] | UnsetType = UNSET


class SetBanner(TypedDict):
    do: Literal["banner"]
    banner: Annotated[str, Meta(max_length=300)]


class SetRegistration(TypedDict):
    do: Literal["registration"]
    registration: Literal["open", "invited", "closed"]


class MakeLink(TypedDict):
    do: Literal["invite"]
    accounts: Annotated[int, Meta(ge=1, le=100)]


class RemoveLink(TypedDict):
    do: Literal["remove-link"]
    id: str


@json_view
def site_json(request: Request) -> Site:
    """Returns what is chosen for the whole server, for everybody."""
    chosen = get_context(request).site
    return Site(banner=chosen.banner, registration=chosen.registration)


def site(context: AppContext, query: Mapping[str, str]) -> AdministeredSite:
    """Returns what is chosen for the whole server, and the valid invitation links."""
    links = site_storage.links(context.store, context.table_service.now())
    return AdministeredSite(
        banner=context.site.banner,
        registration=context.site.registration,
        links=[
            OpenLink(
                id=link.link[:LINK_ID_LETTERS],
                created=link.created,
                until=link.until,
                left=link.left,
                author_name=link.author_name,
            )
            for link in links
        ],
    )


async def change_site(request: Request, fields: Fields) -> Done:
    """Sets the banner or who may create an account, or makes or removes an invitation link."""
    context, do = get_context(request), fields.get("do", "")
    match do:
        case "banner":
            banner = " ".join(fields.get("banner", "").split())
            if len(banner) > MAX_BANNER or (banner and not is_visible(banner)):
                raise NotAppropriate("A banner has at most %(most)s characters, at least one of them visible.", most=MAX_BANNER)
            await change_site_settings(context, banner=banner)
            return Done("", banner)
        case "registration":
            mode = next((mode for mode in get_args(RegistrationMode) if mode == fields.get("registration")), None)
            if mode is None:
                raise BadBody("registration is one of: %(known)s.", known=", ".join(get_args(RegistrationMode)))
            await change_site_settings(context, registration=mode)
            return Done("", mode)
        case "invite":
            return await make_link(request, parse_int(fields.get("accounts", "")) or 0)
        case "remove-link":
            if not await context.work.write(site_storage.remove_link, context.store, fields.get("id", "")):
                raise NotAppropriate("There is no such link any more.")
            return Done("")
        case _:
            raise unknown(("banner", "registration", "invite", "remove-link"))


async def change_site_settings(context: AppContext, **changed: str) -> None:
    chosen = replace(await context.work.read(site_storage.settings, context.store), **changed)  # type: ignore[arg-type]
    await context.work.write(site_storage.change_settings, context.store, chosen)
    context.site = chosen


async def make_link(request: Request, count: int) -> Done:
    """Makes a link by which so many accounts can be created; NotAppropriate if there are too many links, or for another number."""
    context, now = get_context(request), get_context(request).table_service.now()
    if not 1 <= count <= MAX_INVITED:
        raise NotAppropriate("A link is good for 1 to %(most)s accounts.", most=MAX_INVITED)
    secret = secrets.token_urlsafe(16)
    shown = {"link": f"{context.addresses.link_origin(request)}/account?invitation={secret}"}
    promise(shown)
    new = RegistrationLink(hash_of(secret), logged_in(request).id, now, days_after(now, LINK_DAYS), count)
    if not await write_in_session(request, site_storage.add_link, new):
        raise NotAppropriate("There are %(most)s links, the most that are possible. Remove one first.", most=MAX_LINKS)
    return Done("", f"{count}", shown)
