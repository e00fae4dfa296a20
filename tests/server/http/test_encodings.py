"""Which encodings of an answer a client takes, by the rules of HTTP."""

from __future__ import annotations

import httpx

TAKES = {
    "gzip": True,
    "gzip;q=0.5": True,
    "br, gzip": True,
    "*": True,
    "gzip;q=0": False,
    "gzip;q=0.000, br": False,
    "gzip; q=0, *": False,
    "*;q=0": False,
    "identity": False,
    "": False,
    "gzipped": False,
}


def test_gzip_is_sent_only_to_who_takes_it(client: httpx.Client) -> None:
    address = client.get("/manifest.webmanifest", headers={"Accept-Encoding": "identity"}).json()["icons"][0]["src"]
    for accepted in TAKES:
        for path in ("/rules", "/about", address.rpartition("/")[0] + "/page.css"):
            answer = client.get(path, headers={"Accept-Encoding": accepted})
            sent = answer.headers.get("content-encoding", "")
            assert answer.status_code == 200 and (sent in ("", "gzip") if accepted == "*" else (sent == "gzip") == TAKES[accepted]), path
