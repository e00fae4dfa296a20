"""Answers a request that is sent again with its idempotency key as it was answered the first time.

The hash of a request is stored in the transaction of its change (``server/database/requests.py``), together with what could not be made again for its answer, such as a new
token (``promise``). Afterwards the whole answer replaces that for some minutes. Both are encrypted with the key of the request, which the store never has.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import zlib
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.responses import Response

from groundfloor.engine.errors import GroundfloorError

from ..database import requests
from ..database.errors import StorageError
from ..database.requests import SentRequest, carrying_out, sent_request
from ..database.shares import LITTLE, RESERVED
from .deadlines import ignoring_disconnect
from .idempotency import request_hash, sent_key
from .request_checks import limited_client
from .request_context import get_context
from .security import next_sender_of, sender_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from starlette.requests import Request

    from .rates import Rates

    T = TypeVar("T")
    Work = Callable[[], Awaitable[T]]
    Again = Callable[[Any], Awaitable[Response]]

NONCE_BYTES = 12
MAX_ANSWER = 200_000
"""Bytes of an answer that is kept, compressed."""
WAIT_SECONDS, POLL_SECONDS = 2.0, 0.05
"""How long a repetition waits for the answer that another process makes, and how long between two checks."""
LENGTH = b"content-length"


async def respond_once(request: Request, body: Mapping[str, object], work: Work[Response], again: Again) -> Response:
    """Returns the response that ``work`` makes; for a request that was carried out before, the one that it got then.

    If that is no longer known, or the process was killed before it was made, ``again`` makes one from what was promised (None: nothing). Raises the errors of ``work``.
    """
    key = sent_key(request, body)
    if not key:
        return await work()
    sent = sent_request_of(request, body, key)
    async with turn(get_context(request).requests_under_way, sent.hash):
        with ignoring_disconnect():  # whoever has sent it a second time waits for the answer to the first
            response = await first_response(request, sent, work)
            if response is None:
                sent.is_repeated = True
                with carrying_out(sent):
                    return await kept_response(request, sent, again)
            if sent.is_stored:
                await keep_response(request, sent, {sent.hash, request_hash(request, key, body, next_sender_of(request))}, response)
            return response


async def carry_out_once(request: Request, body: Mapping[str, object], work: Work[T]) -> T:
    """Returns what ``work`` returns; for a request that was carried out before, it is called once more, and changes nothing then (``was_carried_out``)."""
    key = sent_key(request, body)
    if not key:
        return await work()
    sent = sent_request_of(request, body, key)
    async with turn(get_context(request).requests_under_way, sent.hash):
        answer = await first_response(request, sent, work)
        if answer is None:
            sent.is_repeated = True
            with carrying_out(sent):
                answer = await work()
        return answer


def sent_request_of(request: Request, body: Mapping[str, object], key: str) -> SentRequest:
    context, client = get_context(request), limited_client(request)
    is_brief = client != "" and context.rates.kept_requests.wait(client) > 0
    return SentRequest(request_hash(request, key, body, sender_of(request)), key, is_encrypted=not context.is_local, is_brief=is_brief)


async def first_response(request: Request, sent: SentRequest, work: Work[T]) -> T | None:
    """Returns what ``work`` returns, None if the request was carried out before, perhaps by another process at the same time."""
    if await is_known(request, sent):
        return None
    try:
        with carrying_out(sent):
            return await work()
    except GroundfloorError:
        if sent.is_stored or not await is_known(request, sent):
            raise
    finally:
        if sent.is_stored:
            count_kept(request, 1)
    return None


def count_kept(request: Request, count: int) -> None:
    """Counts requests that are kept to the client."""
    if client := limited_client(request):
        get_context(request).rates.kept_requests.spend(client, count)


def has_room(rates: Rates, client: str) -> bool:
    """Returns whether another answer of a client is kept."""
    is_short = rates.all_answers.used("") >= 1 - RESERVED
    return not (rates.answers.wait(client) or rates.all_answers.wait("") or (is_short and rates.answers.used(client) > LITTLE))


async def is_known(request: Request, sent: SentRequest) -> bool:
    context = get_context(request)
    return await context.work.read(requests.answer_of, context.store, sent.hash) is not None


def promise(promised: object) -> None:
    """Stores what the answer will be made of, with the change of the current request."""
    sent = sent_request.get()
    if sent is not None and not sent.is_repeated:
        sent.answer = encrypt(sent, msgspec.json.encode({"promised": promised}))


async def keep_response(request: Request, sent: SentRequest, hashes: set[str], response: Response) -> None:
    """Stores a response for repetitions of the request, also for those by the account that it has logged in; not if too many of its client, or of all, are kept already."""
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.raw_headers if name != LENGTH]
    head = json.dumps({"status": response.status_code, "headers": headers}).encode()
    answer = await get_context(request).work.in_thread(partial(encrypt, sent, head + b"\n" + bytes(response.body)))
    context, client = get_context(request), limited_client(request)
    if len(answer) <= MAX_ANSWER and (not client or has_room(context.rates, client)):
        if client:
            context.rates.answers.spend(client, len(hashes) * len(answer))
            context.rates.all_answers.spend("", len(hashes) * len(answer))
        count_kept(request, len(hashes) - 1)
        with suppress(StorageError):  # what the request asks for is stored
            await context.work.write(requests.keep_answer, context.store, hashes, answer, is_brief=sent.is_brief)


async def kept_response(request: Request, sent: SentRequest, again: Again) -> Response:
    """Returns the response that was kept, or the one that is made again; the process that carries out the request gets some time to keep it."""
    context, waited = get_context(request), 0.0
    while True:
        answer = await context.work.read(requests.answer_of, context.store, sent.hash)
        head, _, body = decrypt(sent, answer).partition(b"\n") if answer else (b"{}", b"", b"")
        facts = json.loads(head)
        if "status" in facts:
            response = Response(body, facts["status"])
            given = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in facts["headers"]]
            response.raw_headers = [*given, (LENGTH, str(len(body)).encode())]
            return response
        if waited >= WAIT_SECONDS:
            return await again(facts.get("promised"))
        await asyncio.sleep(POLL_SECONDS)
        waited += POLL_SECONDS


def encrypt(sent: SentRequest, answer: bytes) -> bytes:
    """Returns an answer compressed, and encrypted with the key of its request."""
    if not sent.is_encrypted:
        return zlib.compress(answer)
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + cipher(sent).encrypt(nonce, zlib.compress(answer), None)


def decrypt(sent: SentRequest, answer: bytes) -> bytes:
    if not sent.is_encrypted:
        return zlib.decompress(answer)
    return zlib.decompress(cipher(sent).decrypt(answer[:NONCE_BYTES], answer[NONCE_BYTES:], None))


def cipher(sent: SentRequest) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # a page without a server has no such package

    return AESGCM(hashlib.sha256(f"answer {sent.key}".encode()).digest())


@asynccontextmanager
async def turn(under_way: dict[str, tuple[asyncio.Lock, int]], hash: str) -> AsyncIterator[None]:
    """Waits until the same request is under way no more."""
    lock, users = under_way.get(hash, (asyncio.Lock(), 0))
    under_way[hash] = lock, users + 1
    try:
        async with lock:
            yield
    finally:
        lock, users = under_way.pop(hash)
        if users > 1:
            under_way[hash] = lock, users - 1
