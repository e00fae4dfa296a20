"""HTTP clients for servers on this machine: plain HTTP, so none of them reads certificates, which takes 30 ms of computing each time."""

from __future__ import annotations

import ssl
from functools import partial

import httpx

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

Client = partial(httpx.Client, verify=NO_CERTIFICATES, timeout=30)
get = partial(httpx.get, verify=NO_CERTIFICATES, timeout=30)
post = partial(httpx.post, verify=NO_CERTIFICATES, timeout=30)
stream = partial(httpx.stream, verify=NO_CERTIFICATES, timeout=30)
