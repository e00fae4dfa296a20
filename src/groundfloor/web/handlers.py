"""Makes route handlers: of what a page shows, of what its forms do, and of what the API answers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from starlette.responses import JSONResponse, RedirectResponse, Response

from ..engine.errors import GroundfloorError
from .context import get_context
from .error_messages import message_for, page_message_for, status_of
from .errors import BodyTooLarge, ForeignForm, UnsupportedMediaType
from .json_views import current_view
from .pages import answer, get_locale
from .request_body import FormFields, JsonFields, media_type, read_form, read_json
from .security import browser_id, check_own_form, ensure_browser_id, is_cross_site, is_sandboxed, set_browser_cookie
from .viewer import get_viewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from ..store import Store
    from .viewer import Viewer

    Facts = dict[str, Any]
    Handler = Callable[[Request], Awaitable[Response]]
    PageText = Callable[[Request, str, Mapping[str, str]], str]
    FormWork = Callable[[Request, FormFields], Awaitable[str | Response]]
    JsonWork = Callable[[Request, JsonFields], Awaitable[Facts]]

NO_FIELDS: Mapping[str, str] = MappingProxyType({})


class PageHandler(Protocol):
    """Responds with a page; after an error of a form with a notice, and with what stood in the form."""

    async def __call__(self, request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response: ...


def store_of(request: Request) -> Store:
    return get_context(request).store


async def viewer_of(request: Request, browser: str | None = None) -> Viewer:
    """Returns who looks at the table of the address: with what the ``browser`` holds, by default that of the request ("": with nothing but the address)."""
    context = get_context(request)
    return await context.read(get_viewer, context, request, browser_id(request) if browser is None else browser)


def notice_for(request: Request, error: GroundfloorError | None) -> str:
    return page_message_for(error, get_locale(request).words) if error is not None else ""


def page_status(error: GroundfloorError | None) -> int:
    return status_of(error) if error is not None else 200


def public_page(text: PageText) -> PageHandler:
    """Decorator: a page whose text is made in a thread, of a request, a notice and the fields of a form."""

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        found = await get_context(request).read(text, request, notice_for(request, error), form)
        return answer(request, found, page_status(error))

    return show


def own_page(text: PageText) -> PageHandler:
    """Decorator: a page about whoever asks, whose browser gets its cookie."""
    show_text = public_page(text)

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        ensure_browser_id(request)
        response = await show_text(request, error, form)
        set_browser_cookie(request, response)
        return response

    return show


def form_of(
    page: PageHandler,
    most: int | None = 200,
    most_fields: int = 100,
    too_large: str = "",
    shown: type[GroundfloorError] = GroundfloorError,
) -> Callable[[FormWork], Handler]:
    """Decorator: does what a form of a page asks for, and leads where that returns, or responds with it; after an error shows the page with a notice.

    ``most`` characters of each field are read (None: all). ``too_large`` is the notice for a form that is too large; without it that is no error of the page,
    nor are errors of the work other than those ``shown``.
    """

    def decorate(work: FormWork) -> Handler:
        async def handle(request: Request) -> Response:
            try:
                form = await read_form(request, most, most_fields)
            except BodyTooLarge:
                if not too_large:
                    raise
                return await page(request, BodyTooLarge(too_large))
            try:
                check_own_form(request, form)
            except ForeignForm as error:
                return await page(request, error)
            ensure_browser_id(request)
            try:
                found = await work(request, form)
            except shown as error:
                response = await page(request, error, form)
                set_browser_cookie(request, response)
                return response
            return led_to(request, found) if isinstance(found, str) else found

        return handle

    return decorate


def led_to(request: Request, path: str) -> Response:
    """Leads to another page, with the cookies as they are now."""
    response = RedirectResponse(path, 303)
    set_browser_cookie(request, response)
    return response


def json_view(work: Callable[[Request], Facts]) -> Handler:
    """Decorator: answers with what is read in a thread."""

    async def handle(request: Request) -> Response:
        return await json_response(request, lambda: get_context(request).read(work, request))

    return handle


def json_change(status: int = 200, *, sets_cookie: bool = True) -> Callable[[JsonWork], Handler]:
    """Decorator: answers with what the work makes of a JSON body. Other sites get 403, and no cookie by which whoever asks is known later."""

    def decorate(work: JsonWork) -> Handler:
        async def handle(request: Request) -> Response:
            if is_cross_site(request) or is_sandboxed(request):
                return JSONResponse({"error": "Not from another site."}, 403)

            async def respond() -> Facts:
                if media_type(request) != "application/json":
                    raise UnsupportedMediaType("The body must be application/json.")
                return await work(request, read_json(await request.body()))

            if sets_cookie:
                ensure_browser_id(request)
            response = await json_response(request, respond, status)
            if sets_cookie:
                set_browser_cookie(request, response)
            return response

        return handle

    return decorate


async def json_response(request: Request, work: Callable[[], Awaitable[Facts]], status: int = 200) -> Response:
    """Answers with JSON, also when the work fails; a refused operation of a seat with the view of the seat."""
    try:
        return JSONResponse(await work(), status)
    except GroundfloorError as error:
        facts: Facts = {"error": message_for(error, get_locale(request).words), "kind": type(error).__name__}
        if status_of(error) in (409, 422) and "token" in request.path_params:
            facts["view"] = await get_context(request).read(current_view, request)
        return JSONResponse(facts, status_of(error))
