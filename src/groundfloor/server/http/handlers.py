"""Makes route handlers from functions: what a page shows, what its forms do, and what the API answers."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET, UnsetType
from starlette.responses import RedirectResponse, Response

from groundfloor.engine.errors import GroundfloorError
from groundfloor.table.errors import SeatOffered

from .error_messages import message_for, page_message_for, status_of
from .errors import BodyTooLarge, CookiesRefused, ForeignForm, NotesChanged, NullCharacter, TextTooLong, UnsupportedMediaType
from .json_types import ApiResponse, ApiStruct, Empty, Notes, described_notes
from .pages import get_locale, html_response
from .repeated_requests import carry_out_once, respond_once
from .request_body import FormFields, JsonFields, media_type, read_form, read_json
from .request_context import get_context
from .request_texts import NO_LIMITS
from .route import ApiHandler
from .security import check_cookie, check_own_form, ensure_browser_id, is_cross_site, is_sandboxed, set_browser_cookie

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request

    from ..database.store import Store
    from .route import Handler

    Facts = dict[str, Any]
    PageText = Callable[[Request, str, Mapping[str, str]], str]
    FormWork = Callable[[Request, FormFields], Awaitable[str | Response]]
    FormAgain = Callable[[Request, FormFields, Any], Awaitable[str | Response]]
    JsonWork = Callable[[Request, JsonFields], Awaitable[ApiStruct | None]]
    JsonAgain = Callable[[Request, Any], Awaitable[ApiStruct | Facts]]

NO_FIELDS: Mapping[str, str] = MappingProxyType({})
SHORT_BODY = 10_000
"""Bytes of JSON up to which it is read in the event loop."""


class PageHandler(Protocol):
    """Responds with a page; after an error of a form with its message, and with what the form contained."""

    async def __call__(self, request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response: ...


def store_of(request: Request) -> Store:
    return get_context(request).store


def page_error_message(request: Request, error: GroundfloorError | None) -> str:
    return page_message_for(error, get_locale(request).translations) if error is not None else ""


def page_status(error: GroundfloorError | None) -> int:
    return status_of(error) if error is not None else 200


def page(text: PageText) -> PageHandler:
    """Decorator: a page whose text is made in a thread, of a request, the message of an error ("": none) and the fields of a form."""

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        content = await get_context(request).work.read(text, request, page_error_message(request, error), form)
        return html_response(request, content, page_status(error))

    return show


def personal_page(text: PageText) -> PageHandler:
    """Decorator: a page about the person who asks, whose browser gets its cookie."""
    show_text = page(text)

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        ensure_browser_id(request)
        response = await show_text(request, error, form)
        set_browser_cookie(request, response)
        return response

    return show


def form_of(
    page: PageHandler,
    limits: Mapping[str, int] = NO_LIMITS,
    most_fields: int = 100,
    too_large: str = "",
    shown: type[GroundfloorError] = GroundfloorError,
    again: FormAgain | None = None,
    *,
    is_made_again: bool = False,
    needs_cookie: bool = False,
) -> Callable[[FormWork], Handler]:
    """Decorator: does what a form of a page asks for, and leads to the returned path, or responds with the returned response; after an error shows the page with its message.

    ``limits`` are the most bytes of fields that may have more here than elsewhere. ``too_large`` is the message for a form that is too large; without it that is no error of the page,
    nor are errors of the work other than those ``shown``.

    A form that is sent again with its idempotency key gets the same answer (``repeated_requests.py``). If that is not known, ``again`` makes it of what was promised; by default it leads
    to the page of the form. ``is_made_again``: the work makes the answer once more, and then changes nothing. ``needs_cookie``: what is changed belongs to the browser, or to
    the account that is logged in there, and the page has set its cookie.
    """

    def decorate(work: FormWork) -> Handler:
        async def handle(request: Request) -> Response:
            try:
                form = await read_form(request, limits, most_fields)
            except BodyTooLarge:
                if not too_large:
                    raise
                return await page(request, BodyTooLarge(too_large))
            except (TextTooLong, NullCharacter) as error:
                return await page(request, error)
            try:
                if needs_cookie:
                    check_cookie(request, form)
                check_own_form(request, form)
            except (ForeignForm, CookiesRefused) as error:
                return await page(request, error, form if isinstance(error, CookiesRefused) else NO_FIELDS)
            ensure_browser_id(request)

            async def respond() -> Response:
                return response_of(request, await work(request, form))

            async def respond_again(promised: Any) -> Response:
                if is_made_again:
                    return await respond()
                answer = promised if isinstance(promised, str) else request.url.path
                return response_of(request, await again(request, form, promised) if again is not None else answer)

            try:
                return await respond_once(request, form, respond, respond_again)
            except shown as error:
                response = await page(request, error, form)
                set_browser_cookie(request, response)
                return response

        return handle

    return decorate


def response_of(request: Request, answer: str | Response) -> Response:
    """Returns the response to a form: one that leads to a path, or the one given."""
    return redirect(request, answer) if isinstance(answer, str) else answer


def redirect(request: Request, path: str) -> Response:
    """Redirects to another page, with the current cookies."""
    response = RedirectResponse(path, 303)
    set_browser_cookie(request, response)
    return response


def json_view(work: Callable[[Request], ApiStruct]) -> ApiHandler:
    """Decorator: answers with what is read in a thread."""

    async def handle(request: Request) -> Response:
        return await json_response(request, lambda: get_context(request).work.read(work, request))

    return ApiHandler(handle, (work,))


def json_answer(work: Callable[[Request], Awaitable[ApiStruct]]) -> ApiHandler:
    """Decorator: answers with what the work returns."""

    async def handle(request: Request) -> Response:
        return await json_response(request, lambda: work(request))

    return ApiHandler(handle, (work,))


@asynccontextmanager
async def whole_body(request: Request) -> AsyncIterator[bytes]:
    yield await request.body()


def json_change(
    status: int = 200,
    view: Callable[[Request], ApiStruct] | None = None,
    again: JsonAgain | None = None,
    *,
    sets_cookie: bool = True,
    is_made_again: bool = False,
    limits: Mapping[str, int] = NO_LIMITS,
    receiving: Callable[[Request], AbstractAsyncContextManager[bytes]] = whole_body,
) -> Callable[[JsonWork], ApiHandler]:
    """Decorator: answers with what the work makes of a JSON body, or else with what ``view`` reads then, in a thread.

    Other sites get 403, and no cookie by which the person who asks would be known later. ``again`` and ``is_made_again`` are as in ``form_of``; by default the answer that is not known is made of what
    was promised and of the ``view``. ``limits`` are the most bytes of fields that may have more here than elsewhere. ``receiving`` gets the body, and holds what it
    needs for that until the answer is made.
    """

    def decorate(work: JsonWork) -> ApiHandler:
        async def handle(request: Request) -> Response:
            if is_cross_site(request) or is_sandboxed(request):
                return ApiResponse(Error(error="Not from another site."), 403)

            async def viewed(facts: ApiStruct | Facts | None) -> ApiStruct | Facts:
                if facts is None:
                    return Empty() if view is None else await get_context(request).work.read(view, request)
                return facts

            def response(facts: ApiStruct | Facts) -> Response:
                made = ApiResponse(facts, status)
                if sets_cookie:
                    set_browser_cookie(request, made)
                return made

            async def respond_again(promised: Any) -> Response:
                return response(await again(request, promised) if again is not None else await viewed(promised))

            async def respond() -> Response:
                if media_type(request) != "application/json":
                    raise UnsupportedMediaType("The body must be application/json.")
                async with receiving(request) as content:
                    read = partial(read_json, content, limits)
                    body = read() if len(content) <= SHORT_BODY else await get_context(request).work.in_thread(read)

                    async def first() -> Response:
                        return response(await viewed(await work(request, body)))

                    return await (
                        carry_out_once(request, body, first) if is_made_again else respond_once(request, body, first, respond_again)
                    )

            if sets_cookie:
                ensure_browser_id(request)
            try:
                return await respond()
            except GroundfloorError as error:
                refused = await json_refusal(request, error)
                if sets_cookie:
                    set_browser_cookie(request, refused)
                return refused

        return ApiHandler(handle, (work,) if view is None else (work, view), status)

    return decorate


async def json_response(request: Request, work: Callable[[], Awaitable[ApiStruct]]) -> Response:
    """Answers with JSON, also when the work fails."""
    try:
        return ApiResponse(await work())
    except GroundfloorError as error:
        return await json_refusal(request, error)


class Error(ApiStruct, frozen=True):
    """Why something was not done. `view` is the view of the seat after a refused operation (409, 422), `notes` what was written elsewhere meanwhile."""

    error: str
    kind: str | UnsetType = UNSET
    view: Any = UNSET
    notes: Notes | UnsetType = UNSET


async def json_refusal(request: Request, error: GroundfloorError) -> Response:
    """Answers with an error; a refused operation of a seat with the view of the seat."""
    view: object = UNSET
    if status_of(error) in (409, 422) and "token" in request.path_params:
        with suppress(SeatOffered):  # whoever may not take an offered seat sees no view of it
            view = await get_context(request).work.read(get_context(request).view_as_asked, request)
    notes = described_notes(error.now) if isinstance(error, NotesChanged) else UNSET
    refused = Error(error=message_for(error, get_locale(request).translations), kind=type(error).__name__, view=view, notes=notes)
    return ApiResponse(refused, status_of(error))
