"""Settings: one name in the file and in the environment; what can't be meant is said in a sentence."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import BadSettings, Settings, read_settings

DOC = Path(__file__).parents[3] / "docs" / "deployment.md"
SCRIPTS = Path(__file__).parents[3] / "scripts"


def test_nothing_set_gives_the_defaults() -> None:
    assert read_settings("", {"PATH": "x"}) == Settings()


def test_file_sets_values() -> None:
    found = read_settings('public_url = "https://games.example/"\nallowed_hosts = ["Games.example"]\nstreams = 7\nbody_seconds = 5\n', {})
    assert found.public_url == "https://games.example" and found.allowed_hosts == ("Games.example",)
    assert found.limits == Limits(streams=7, body_seconds=5.0)


def test_variables_of_the_scripts_are_no_settings() -> None:
    """``GROUNDFLOOR_COMPILE=no scripts/play``, as the README says, starts a server."""
    named = {found for file in SCRIPTS.iterdir() if file.is_file() for found in re.findall(r"GROUNDFLOOR_[A-Z]+", file.read_text("utf-8"))}
    assert "GROUNDFLOOR_COMPILE" in named
    assert read_settings("", dict.fromkeys(named, "no")) == Settings()


def test_environment_goes_before_the_file() -> None:
    environ = {"GROUNDFLOOR_STREAMS": "9", "GROUNDFLOOR_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "GROUNDFLOOR_LOG_REQUESTS": "true"}
    found = read_settings("streams = 7\nport = 80\n", environ)
    assert found.limits.streams == 9 and found.port == 80 and found.log_requests
    assert found.trusted_proxies == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("text", "environ", "said"),
    [
        ("streems = 7", {}, "perhaps streams is meant"),
        ("", {"GROUNDFLOOR_STREEMS": "7"}, "GROUNDFLOOR_STREEMS is not a setting; perhaps streams"),
        ("streams = ", {}, "is not TOML"),
        ("streams = 'many'", {}, "a whole number"),
        ("streams = 0", {}, "from 1 up"),
        ("body_seconds = nan", {}, "from 0.1 up"),
        ("port = 70000", {}, "1 to 65535"),
        ("log_requests = 3", {}, "true or false"),
        ("log_format = 'xml'", {}, "text or json"),
        ("smtp_port = 0", {}, "1 to 65535"),
        ("smtp_security = 'ssl'", {}, "starttls, tls or none"),
        ("smtp_host = 'mail.example'", {}, "smtp_sender is an e-mail address"),
        ("smtp_host = 'mail.example'\nsmtp_sender = 'Games'", {}, "smtp_sender is an e-mail address"),
        ("trusted_proxies = ['proxy.example']", {}, "addresses or networks"),
        ("trusted_proxies = '10.0.0.1/8'", {}, "addresses or networks"),
        ("allowed_hosts = ['https://a.example']", {}, "host names"),
        ("allowed_hosts = [3]", {}, "a list of texts"),
        ("allowed_webhooks = ['https://hooks.lan/x']", {}, "hooks.lan or 192.168.1.0/24"),
        ("allowed_webhooks = ['*.lan']", {}, "not '\\*.lan'"),
        ("public_url = 'games.example'", {}, "https://games.example"),
        ("public_url = 'https://games.example/club'", {}, "without a path"),
        ("imprint_url = 'javascript:alert(1)'", {}, "https://club.example/imprint"),
        ("public_url = 'http://['", {}, "https://games.example"),
        ("limits = 3", {}, "is not a setting"),
    ],
)
def test_impossible_settings_have_error_message(text: str, environ: dict[str, str], said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        read_settings(text, environ, "club.toml")


@pytest.mark.parametrize("first", ["GROUNDFLOOR_PORT", "GROUNDFLOOR_SERVICE_HOST"])
def test_variables_of_kubernetes_service_are_named_with_remedy(first: str) -> None:
    """A service called groundfloor makes Kubernetes set variables with the prefix of the settings, in any order."""
    variables = {
        "GROUNDFLOOR_PORT": "tcp://10.96.7.1:8765",
        "GROUNDFLOOR_PORT_8765_TCP_ADDR": "10.96.7.1",
        "GROUNDFLOOR_SERVICE_HOST": "10.96.7.1",
    }
    with pytest.raises(BadSettings, match="GROUNDFLOOR_PORT is 'tcp://10.96.7.1:8765', .* enableServiceLinks: false"):
        read_settings("", {first: variables[first], **variables})


def test_documentation_lists_every_setting_with_its_default() -> None:
    rows = {line.split("|")[1].strip(): line for line in DOC.read_text("utf-8").splitlines() if line.startswith("| `")}
    for each in fields(Limits):
        assert f"| `{each.name}` | {each.default:g} | {each.metadata['description']} |" == rows.get(f"`{each.name}`"), each.name
    assert [each.name for each in fields(Settings) if each.name != "limits" and f"`{each.name}`" not in rows] == []
