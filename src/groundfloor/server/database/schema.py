"""The current schema of the database, which the migrations lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal,
    select,
    union_all,
)

from groundfloor.table.value import ACCOUNT_PREFIX

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

metadata = MetaData()


def _game(*, is_key: bool = False) -> Column[int]:
    return Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=is_key, nullable=False)


def _player(*, is_key: bool = False) -> Column[str]:
    return Column("player", String(40), ForeignKey("players.id", ondelete="CASCADE"), primary_key=is_key, nullable=False)


games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", String(40), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("header", Text, nullable=False),
    Column("status", String(12), nullable=False),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("moved", Text, nullable=False, server_default=""),
    Column("entries", Integer, nullable=False, default=0),
    Column("asked", Integer, nullable=False, default=-1),
    Column("round", Integer, nullable=False, default=0),
    Column("phase", Integer, nullable=False, default=0),
    Column("sequence", Integer, nullable=False, default=0),
    Column("last_seen", Integer, nullable=False, server_default="0"),
    Column("hints", Boolean, nullable=False, server_default="0"),
    Column("rating", String(12), nullable=False, server_default=""),
    Column("is_private", Boolean, nullable=False, server_default=false()),
    Column("client", String(16), nullable=False, server_default=""),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("is_listed", Boolean, nullable=False, server_default=false()),
    Column("is_from_lobby", Boolean, nullable=False, server_default=false()),
    Column("accounts_only", Boolean, nullable=False, server_default=false()),
    Column("no_bots", Boolean, nullable=False, server_default=false()),
    Column("least_rating", Integer, nullable=False, server_default="0"),
    Column("most_rating", Integer, nullable=False, server_default="0"),
    CheckConstraint("status in ('running', 'over', 'shown')", name="status_known"),
)

keys = Table(
    "keys",
    metadata,
    _game(is_key=True),
    Column("key", LargeBinary, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    _game(is_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", String(12), nullable=False),
    Column("automa", String(20), nullable=False),
    Column("token", String(60), nullable=False),
    Column("offer", String(60), nullable=False, server_default=""),
    UniqueConstraint("token"),
)

drafts = Table(
    "lines",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("picked", Text, nullable=False),
)

preferences = Table(
    "standing",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("confirms_itself", Boolean, nullable=False),
    Column("skips_hiring", Boolean, nullable=False),
    Column("skips_firing", Boolean, nullable=False),
    Column("guide", Text, nullable=False, server_default=""),
)

seat_notes = Table(
    "seat_notes",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("plan", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("acts", Boolean, nullable=False, server_default=false()),
    Column("round", Integer, nullable=False, server_default="0"),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("stop", Text, nullable=False, server_default=""),
    Column("acted", Integer, nullable=False, server_default="-1"),
    Column("known", Integer, nullable=False, server_default="-1"),
)
"""What a seat keeps for itself: its plan, as a JSON list of texts, whether it acts or why it has stopped, and the version up to which it has looked."""

proposals = Table(
    "proposals",
    metadata,
    _game(is_key=True),
    Column("what", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("agreed", Text, nullable=False),
    Column("refused", Text, nullable=False),
    Column("outcome", String(12), nullable=False),
    Column("paused_by", Integer, nullable=False),
    Column("paused_at", Text, nullable=False),
)
"""What the people at a table decide together: the last proposal (``what`` "": none), and the pause of the game (``paused_by`` -1: none).
``agreed`` and ``refused`` are JSON lists of seats.
"""

clocks = Table(
    "clocks",
    metadata,
    _game(is_key=True),
    Column("pace", String(12), nullable=False),
    Column("takeover", String(20), nullable=False),
    Column("counted", Integer, nullable=False),
    Column("is_waiting", Boolean, nullable=False),
)
"""The clocks of games that have some; the columns are the fields of ``TableClocks`` (groundfloor.table.value)."""

seat_clocks = Table(
    "seat_clocks",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("left", Double, nullable=False),
    Column("since", Text, nullable=False),
    Column("is_reminded", Boolean, nullable=False),
)
"""The clock of each seat: how many seconds it had ``left`` at the time ``since``, from which on it runs ("": it stands still)."""

downtimes = Table(
    "downtimes",
    metadata,
    Column("begins", Text, primary_key=True),
    Column("ends", Text, nullable=False),
)
"""When no process of the server ran, as far as clocks need it (downtimes.py)."""

finished_games = Table(
    "finished_games",
    metadata,
    _game(is_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("finished", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("people", Integer, nullable=False),
    Column("top", Integer, nullable=False),
    Column("has_house_values", Boolean, nullable=False),
    Column("is_ended_early", Boolean, nullable=False),
    Column("has_bots", Boolean, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
"""Finished games that are public (finished_games.py). ``number`` is the order in which they were added, ``top`` the best total; ``people`` counts those who
are neither Automas nor bots. ``record`` is one line of the archive as a member of a gzip file.
"""

finished_seats = Table(
    "finished_seats",
    metadata,
    Column("game", Integer, ForeignKey("finished_games.game", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("finished", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("automa", String(40), nullable=False),
    Column("account", String(40), nullable=False),
    Column("specialty", String(20), nullable=False),
    Column("total", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
)
"""The seats of ``finished_games``, and when these were ``finished``. ``name_key`` is as in ``accounts`` ("": a former player); ``automa`` is the id of the Automa or bot, "" for a person.
``account`` is the id of the account that alone held this seat, under its own name; "" for guests, and for an account under another name, which nobody learns.
"""

analyses = Table(
    "analyses",
    metadata,
    _game(is_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("data", Text, nullable=False),
)
"""The analysis of a finished game as JSON, and what it was made with (groundfloor.analysis)."""

kept_advice = Table(
    "kept_advice",
    metadata,
    _game(is_key=True),
    Column("position", String(80), primary_key=True),
    Column("data", Text, nullable=False),
)
"""The strongest hint that was given at each position of a game, as JSON; ``position`` is a hash of position and weights (groundfloor.analysis)."""

browsers = Table(
    "browsers",
    metadata,
    Column("browser", String(64), primary_key=True),
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False, server_default="0"),
)
"""The seats that a browser (a hash of its cookie) or an account (``AccountRow.owner_id``) holds. ``number`` grows with each row of a game."""

hosts = Table(
    "hosts",
    metadata,
    Column("browser", String(64), primary_key=True),
    _game(is_key=True),
)
"""The games whose host somebody is; ``browser`` is as in ``browsers``."""

owned_games = union_all(select(browsers.c.browser, browsers.c.game), select(hosts.c.browser, hosts.c.game)).subquery("owned_games")
"""The games in somebody's list, as they hold a seat or are the host; a game may be there several times."""

followed_games = Table(
    "followed_games",
    metadata,
    Column("browser", String(64), primary_key=True),
    _game(is_key=True),
)
"""The games that a browser or an account follows as a spectator; they give it no right."""

arrivals = Table(
    "arrivals",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
)
"""Seats whose player has opened their link (server/game/storage/browsers.py)."""

requests = Table(
    "requests",
    metadata,
    Column("request", String(64), primary_key=True),
    Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE")),
    Column("served", Integer, nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),
    Column("answer", LargeBinary),
)
"""Requests that have changed something, each by a hash, after how many minutes of running time; which game, and which change of it; the answer, encrypted (requests.py)."""

change_feed = Table(
    "change_feed",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("request", String(64), nullable=False, server_default=""),
)
"""The last change of each game lately, of its record, a seat or its messages, and of each owner's notices (``rows.TableChange``); ``at`` is in seconds by the database's clock."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("game", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("client", String(16), nullable=False),
    Column("due", Double, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("worker", String(20), nullable=False, server_default=""),
    Column("claimed_until", Double, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("data", Text, nullable=False, server_default=""),
    Column("result", Text, nullable=False, server_default=""),
    Column("is_done", Boolean, nullable=False, server_default="0"),
    Column("request", String(64), nullable=False, server_default=""),
    UniqueConstraint("kind", "game", "version"),
)
"""Work for some process (jobs.py): ``worker`` has claimed it, until the database's clock says ``claimed_until``. ``rows.NewJob`` says what ``game``, ``version`` and ``client`` are; ``request`` is the id of the request that has led to it."""

client_use = Table(
    "client_use",
    metadata,
    Column("client", String(16), primary_key=True),
    Column("seconds", Double, nullable=False),
    Column("at", Double, nullable=False),
)
"""How many seconds of work each client has had lately, and when that was counted (jobs.py)."""

rate_limits = Table(
    "rate_limits",
    metadata,
    Column("kind", String(12), primary_key=True),
    Column("client", String(64), primary_key=True),
    Column("left", Double, nullable=False),
    Column("at", Double, nullable=False),
)
"""How much of a limit each client has left, and when that was counted (rate_limits.py)."""

presence = Table(
    "presence",
    metadata,
    Column("process", String(20), primary_key=True),
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("until", Double, nullable=False),
)
"""The seats with an open page at each process, and until when that counts (presence.py)."""

compatibility = Table("compatibility", metadata, Column("oldest", String(32), primary_key=True))
"""One row: the oldest schema whose processes may go on working on this one (migrate.py)."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("created", Text, nullable=False),
    Column("last_seen", Integer, nullable=False, server_default="0"),
    Column("client", String(16), nullable=False, server_default=""),
)
"""Players who keep results: the owner of a browser, or an account. ``client`` is a hash of the client that imported last."""

player_browsers = Table(
    "player_browsers",
    metadata,
    Column("browser", String(64), primary_key=True),
    _player(),
)

results = Table(
    "results",
    metadata,
    _player(is_key=True),
    Column("game", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("finished", Text, nullable=False),
    Column("day", String(10), nullable=False),
    Column("opponent", String(40), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("is_imported", Boolean, nullable=False),
    Column("data", Text, nullable=False),
)
"""Results of finished games; they stay when the game is deleted. ``data`` is the whole result as JSON (groundfloor.results)."""

attempts = Table(
    "attempts",
    metadata,
    Column("game", String(40), primary_key=True),
    _player(),
    Column("day", String(10), nullable=False),
    Column("opponent", String(20), nullable=False),
    Column("number", Integer, nullable=False),
)
"""Games of the city of a day that a player has started, counted from 1 for each opponent; a deleted game still counts."""

solved_exercises = Table(
    "solved_exercises",
    metadata,
    _player(is_key=True),
    Column("exercise", String(80), primary_key=True),
)
"""Exercises whose best answer a player has found, by their ids (server/game/exercises/routes.py)."""

day_pars = Table(
    "day_pars",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("opponent", String(20), primary_key=True),
    Column("level", String(20), primary_key=True),
    Column("total", Integer, nullable=False),
)
"""The prestige that levels of the bots have reached in the city of a day against an opponent (server/game/tables/day_par.py)."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created", Text, nullable=False),
)
"""People with an account. ``name_key`` is equal for names that look alike, ``password`` is a hash by Argon2."""


def _account(name: str = "account", *, is_key: bool = False) -> Column[str]:
    return Column(name, String(40), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=is_key, nullable=False)


api_tokens = Table(
    "api_tokens",
    metadata,
    Column("token", String(64), primary_key=True),
    _account(),
    Column("label", Text, nullable=False),
    Column("scope", String(12), nullable=False),
    Column("created", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Column("used", Text, nullable=False),
)
"""Tokens with which programs use the API for an account, up to a time; ``token`` is a hash, ``used`` is at most an hour late ("": never)."""

bot_accounts = Table(
    "bot_accounts",
    metadata,
    _account(is_key=True),
    _account("owner"),
)
"""Accounts of external bots, used by API tokens only, each with the account of its owner."""

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    _account(),
    Column("device", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("used", Text, nullable=False),
    Column("guest", String(64), nullable=False, server_default=""),
)
"""Where people are logged in; ``token`` is a hash of the cookie, ``used`` is at most an hour late. ``guest`` is what the browser was before, as long as its
person has not said whether what that holds is theirs ("": no question).
"""

known_devices = Table(
    "known_devices",
    metadata,
    Column("device", String(64), primary_key=True),
    _account(is_key=True),
    Column("used", Text, nullable=False),
)
"""Browsers in which somebody has logged in to an account, and when they last did; ``device`` is a hash of a cookie."""

failed_log_ins = Table(
    "failed_log_ins",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", Text, nullable=False),
    Column("last", Text, nullable=False),
)
"""Attempts to log in under a name (a hash), whether an account has it or not, that failed at devices which did not know it."""

freed_names = Table(
    "freed_names",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("until", Double, nullable=False),
)
"""Names (hashes) of accounts that were deleted, which no other account has ``until`` a time, in seconds by the database's clock: it would be mistaken for the former one."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    _account(is_key=True),
    Column("code", String(64), primary_key=True),
    Column("until", Text, nullable=False, server_default=""),
    Column("author", String(40), ForeignKey("accounts.id", ondelete="CASCADE")),
)
"""Codes that stand in for a lost password, each of them once; hashes. One that an administrator has made counts ``until`` a time ("": the account's own), and
while its ``author`` is one (none: the command has made it).
"""

account_settings = Table(
    "account_settings",
    metadata,
    _account(is_key=True),
    Column("language", String(12), nullable=False),
    Column("theme", String(12), nullable=False),
    Column("motion", Boolean, nullable=False),
    Column("sound", Boolean, nullable=False),
    Column("confirms_itself", Boolean, nullable=False),
    Column("skips_hiring", Boolean, nullable=False),
    Column("skips_firing", Boolean, nullable=False),
    Column("seat_order", Boolean, nullable=False, server_default=false()),
)
"""What people with an account have chosen (``AccountSettings``); somebody who has chosen nothing has no row."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    _account(),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("used", Text, nullable=False),
)
"""Passkeys of accounts: ``id`` and ``public_key`` are base64url, ``sign_count`` is what the authenticator counted last. An account without a password
has an empty text in place of its hash.
"""

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", String(64), primary_key=True),
    Column("purpose", String(12), nullable=False),
    Column("owner_id", String(64), nullable=False),
    Column("account", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Text, nullable=False),
)
"""What passkeys are asked to sign, each once: hashes, with the browser or account that asked (``owner_id``) and what for. A new account has no row yet
while its id and its name are here.
"""

friends = Table(
    "friends",
    metadata,
    _account(is_key=True),
    _account("friend", is_key=True),
)
"""Who is friends with whom; each pair has two rows."""

friend_requests = Table(
    "friend_requests",
    metadata,
    _account(is_key=True),
    Column("name_key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("is_declined", Boolean, nullable=False),
)
"""Whom somebody wants as a friend: the ``name_key``, whether an account has it or not, and the ``name`` as they know it ("": declined, then withdrawn)."""

open_tables = Table(
    "open_tables",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("host", String(64), nullable=False),
    Column("client", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("people", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("pace", String(12), nullable=False),
    Column("takeover", String(20), nullable=False, server_default=""),
    Column("is_private", Boolean, nullable=False),
    Column("rematch_of", String(40), nullable=False, server_default=""),
    Column("seat_order", Text, nullable=False, server_default=""),
    Column("is_listed", Boolean, nullable=False, server_default=false()),
    Column("is_rated", Boolean, nullable=False, server_default=false()),
    Column("accounts_only", Boolean, nullable=False, server_default=false()),
    Column("no_bots", Boolean, nullable=False, server_default=false()),
    Column("least_rating", Integer, nullable=False, server_default="0"),
    Column("most_rating", Integer, nullable=False, server_default="0"),
    Column("others", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("last_seen", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("game", String(40), nullable=False),
)
"""Tables at which people come together before their game begins (club/lobby/storage.py). ``seats`` counts ``people`` and ``others``, which is a JSON list of the
names and ids of bots; ``last_seen`` is when the host looked last, in minutes of running time; ``game`` is the id of the game that has begun, ``rematch_of`` that of the game that is played again ("": none).
``seat_order`` is "" (as they have come), "random", or the numbers of players in the order of their seats.
"""

open_table_players = Table(
    "open_table_players",
    metadata,
    Column("open_table", String(40), ForeignKey("open_tables.game_id", ondelete="CASCADE"), primary_key=True),
    Column("owner_id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", String(12), nullable=False),
    Column("number", Integer, nullable=False),
    Column("last_seen", Integer, nullable=False),
    Column("known_as", String(64), nullable=False, server_default=""),
)
"""Who has joined: ``owner_id`` is the id of a browser, as in ``browsers``; ``number`` grows with each who joins, and ``last_seen`` is as in ``open_tables``. ``known_as`` is the account
that has logged in at the browser since ("": none).
"""

open_table_blocks = Table(
    "open_table_blocks",
    metadata,
    Column("open_table", String(40), ForeignKey("open_tables.game_id", ondelete="CASCADE"), primary_key=True),
    Column("owner_id", String(64), primary_key=True),
)
"""Whom the host of an open table has sent away; ``owner_id`` is as in ``open_table_players``."""

administrators = Table("administrators", metadata, _account(is_key=True), Column("since", Text, nullable=False))
"""The accounts that may do what the pages below ``/admin`` offer."""


def _account_or_none(name: str) -> Column[str]:
    return Column(name, String(40), ForeignKey("accounts.id", ondelete="SET NULL"))


bans = Table(
    "bans",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id", ondelete="CASCADE"), unique=True),
    Column("client", String(16), unique=True),
    Column("reason", Text, nullable=False),
    Column("since", Text, nullable=False),
    Column("until", Text, nullable=False),
    _account_or_none("author"),
)
"""Who may only look: an account, or the clients with an address, of which a hash is stored. ``until`` is "" for ever; ``author`` has set the ban."""

banned_addresses = Table(
    "banned_addresses",
    metadata,
    Column("client", String(16), primary_key=True),
    Column("account", String(40), primary_key=True),
    Column("until", Text, nullable=False),
)
"""From which clients (hashes) banned accounts have come: until a time nobody plays there without an account, or creates one, even if the banned account is deleted."""

administration_log = Table(
    "administration_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    _account_or_none("author"),
    Column("is_command", Boolean, nullable=False),
    Column("section", String(20), nullable=False),
    Column("action", String(20), nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
"""What administrators have done (``AdministrationEntry``)."""

reports = Table(
    "reports",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("author", String(64), nullable=False),
    Column("client", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("open_table", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("subject", Text, nullable=False),
    _account_or_none("accused"),
    Column("text", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("closed", Text, nullable=False),
    _account_or_none("closed_by"),
    Column("note", Text, nullable=False),
    Column("message", Integer, nullable=False, server_default="0"),
    Column("quote", Text, nullable=False, server_default=""),
    Column("accused_client", String(16), nullable=False, server_default=""),
    Column("lobby_message", Integer, nullable=False, server_default="0"),
)
"""What people have reported about a game or an open table, or about a player or a ``message`` there (``lobby_message``: of the lobby or an open table), which
the ``quote`` repeats. ``author`` is as in ``browsers`` ("": deleted), ``client`` the hash of their client; ``closed`` is when an administrator has closed it ("": open). Reports stay when what they are about is deleted.
"""

Index("administration_log_by_time", administration_log.c.at)
Index("reports_by_author", reports.c.author)
Index("reports_by_client", reports.c.client, reports.c.created)
Index("reports_by_state", reports.c.closed, reports.c.created)

registration_links = Table(
    "registration_links",
    metadata,
    Column("link", String(64), primary_key=True),
    _account("author"),
    Column("created", Text, nullable=False),
    Column("until", Text, nullable=False),
    Column("left", Integer, nullable=False),
)
"""Links with which people create accounts when that needs an invitation: ``link`` is a hash of the secret in the address, ``left`` how many more accounts it can create, ``until`` a time. It ends when its ``author`` is no longer an administrator."""

invitations = Table(
    "invitations",
    metadata,
    Column("open_table", String(40), ForeignKey("open_tables.game_id", ondelete="CASCADE"), primary_key=True),
    Column("owner_id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("is_declined", Boolean, nullable=False),
    Column("inviter", String(64), nullable=False, server_default=""),
)
"""Who is invited to an open table (club/lobby/invitation_storage.py): ``owner_id`` is as in ``open_table_players``, ``name`` is what the person who has invited them is called there, and
``inviter`` is their ``owner_id`` ("": invited by a process of an older version).
"""

blocks = Table(
    "blocks",
    metadata,
    Column("owner_id", String(64), primary_key=True),
    Column("blocked", String(64), primary_key=True),
    Column("id", String(16), primary_key=True),
    Column("name", Text, nullable=False),
    Column("at", Text, nullable=False),
)
"""Whom somebody has blocked (club/contacts/block_storage.py): both are as in ``browsers``; all that were blocked by one click have the same ``id``, ``name`` and time."""

notification_addresses = Table(
    "notification_addresses",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner_id", String(64), nullable=False),
    Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE")),
    Column("transport", String(12), nullable=False),
    Column("address", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("language", String(12), nullable=False),
    Column("created", Text, nullable=False),
    Column("confirmed", Text, nullable=False),
    Column("failing_since", Text, nullable=False),
    Column("is_off", Boolean, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("not_before", Double, nullable=False, server_default="0"),
    UniqueConstraint("game", "owner_id", "transport", "address"),
)
"""Where notices are sent (club/notifications/address_storage.py): ``owner_id`` is as in ``browsers``, ``game`` NULL for all that they play, else the table whose host they are.
``confirmed`` is when somebody has confirmed the address ("": not yet; nothing is sent), ``failing_since`` when the first of the
latest unbroken series of failed notices failed. ``tries`` counts those since the last answer that were not accepted and may be later, and until
``not_before``, by the database's clock, nothing is sent.
"""

notification_settings = Table(
    "notification_settings",
    metadata,
    Column("owner_id", String(64), primary_key=True),
    Column("delay_minutes", Integer, nullable=False),
    Column("digest_hour", Integer, nullable=False),
    Column("quiet_from", Integer, nullable=False, server_default="-1"),
    Column("quiet_until", Integer, nullable=False, server_default="-1"),
    Column("muted", Text, nullable=False, server_default=""),
)
"""After how many minutes an owner is sent a notice, the hour of their day at which they get one mail with all of them (-1: each by itself), the hours between
which nothing is sent (-1: there are none), and the kinds that are not sent, with spaces between them.
"""


def _mark() -> Column[str]:
    """Returns the mark (``PersonMark``) that somebody had when they wrote or did something."""
    return Column("mark", String(16), nullable=False, server_default="")


def _subject(*, is_key: bool = False) -> tuple[Column[Any], ...]:
    """Returns what a notice is about: ``about`` is the id of a ``game``, of an ``open_table``, or of the account of a person; ``person`` is the name of the person who has caused it ("": nobody is named), ``mark`` theirs, or that of the proposer."""
    return (
        Column("about", String(64), primary_key=is_key, nullable=False),
        Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE")),
        Column("open_table", String(40), ForeignKey("open_tables.game_id", ondelete="CASCADE")),
        Column("person", Text, nullable=False),
        _mark(),
    )


deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", String(40), ForeignKey("notification_addresses.id", ondelete="CASCADE"), nullable=False),
    *_subject(),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("due", Double, nullable=False),
    Column("state", String(12), nullable=False),
    Column("changed", Text, nullable=False),
    UniqueConstraint("address", "about", "seat", "version", "kind"),
)
"""Notices for addresses, written with the change that they tell of. ``due`` is in seconds by the database's clock; ``changed`` is since when the
``state`` is this one. ``sending`` is stored before anything is sent: nothing is sent twice.
"""

notices = Table(
    "notices",
    metadata,
    Column("owner_id", String(64), primary_key=True),
    *_subject(is_key=True),
    Column("kind", String(12), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("is_read", Boolean, nullable=False),
    Column("proposed", Text, nullable=False),
    Column("outcome", String(12), nullable=False),
)
"""What happened last of each kind for each owner, at each table and from each person, except tables that wait for them, which ``games`` has."""

availability = Table(
    "availability",
    metadata,
    Column("owner_id", String(64), primary_key=True),
    Column("hours", Text, nullable=False),
    Column("holidays", Text, nullable=False),
    Column("changed", Text, nullable=False),
)
"""When somebody plays at tables over days: ``owner_id`` is as in ``browsers``, ``hours`` and ``holidays`` are JSON lists of ``Hours`` and ``Holiday``."""

chats = Table(
    "chats",
    metadata,
    _game(is_key=True),
    Column("channel", String(12), primary_key=True),
    Column("changes", Integer, nullable=False),
)
"""How often the messages of a channel of a game have changed; writing one locks this row (club/chat/storage.py)."""

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(),
    Column("channel", String(12), nullable=False),
    Column("number", Integer, nullable=False),
    Column("owner_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("moment", Integer, nullable=False),
    Column("removed", String(16), nullable=False),
    Column("changed", Integer, nullable=False),
    Column("client", String(16), nullable=False, server_default=""),
    Column("reply_to", Integer, nullable=False, server_default="0"),
    _mark(),
    UniqueConstraint("game", "channel", "number"),
    sqlite_autoincrement=True,
)
"""What people write to each other at a table; the columns are those of ``MessageRow``. ``number`` is ``chats.changes`` when it was written, ``changed`` when it was written or removed; ``reply_to`` is the number of the message that it answers (0: none)."""

lobby_messages = Table(
    "lobby_messages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("open_table", String(40), ForeignKey("open_tables.game_id", ondelete="CASCADE")),
    Column("owner_id", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("removed", String(16), nullable=False),
    Column("client", String(16), nullable=False),
    _mark(),
    sqlite_autoincrement=True,
)
"""What people write in the lobby (``open_table`` is null), and at an open table; the columns are those of ``LobbyMessage``."""

Index("lobby_messages_by_table", lobby_messages.c.open_table, lobby_messages.c.id)
Index("lobby_messages_by_owner", lobby_messages.c.owner_id)

chat_reads = Table(
    "chat_reads",
    metadata,
    Column("owner_id", String(64), primary_key=True),
    _game(is_key=True),
    Column("channel", String(12), primary_key=True),
    Column("changed", Integer, nullable=False),
)
"""Up to which change (``messages.changed``) somebody has read a channel; ``owner_id`` is as in ``browsers``."""

private_notes = Table(
    "private_notes",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("hides_chat", Boolean, nullable=False),
)
"""What the person at a seat writes for themselves alone, and whether their pages hide the chat."""

Index("messages_by_game", messages.c.game, messages.c.channel, messages.c.changed)
Index("messages_by_owner", messages.c.owner_id)
Index("chat_reads_by_game", chat_reads.c.game)

seat_accounts = Table(
    "seat_accounts",
    metadata,
    _game(is_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account", String(40), nullable=False),
    Column("departure", String(8), nullable=False, server_default=""),
    Column("departed", Integer, nullable=False, server_default="0"),
    Column("departed_in", Integer, nullable=False, server_default="0"),
)
"""The accounts to which seats belong, of games from the lobby: nobody else opens them. If ``games.rating`` is "rated" the game counts between them, if it is "void"
it was cancelled. An account that was deleted stays. Who has lost a rated game before its end has a ``departure``, and is the first, the second, … who has ``departed``, in the round ``departed_in``.
"""

former_links = Table(
    "former_links",
    metadata,
    Column("token", String(60), primary_key=True),
    _game(),
    Column("is_taken", Boolean, nullable=False),
)
"""Secrets of seats that no longer open anything: another person has taken the seat, or its link was renewed."""

rating_pools = Table(
    "rating_pools",
    metadata,
    Column("pool", String(20), primary_key=True),
    Column("number", Integer, nullable=False),
)
"""The number of the last game of each pool. A change of ratings locks the row of their pool."""

ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(20), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("account", String(40), primary_key=True),
    _game(),
    Column("rank", Integer, nullable=False),
    Column("weight", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("is_last", Boolean, nullable=False),
)
"""The rating of each player after each game of a pool, in the order in which games ended (club/ratings/storage.py): the rank there, how much the game counts for them
(``weight``, from 0 to 1), the figures after it, and how many ``games`` of the pool that were. ``is_last``: the account has played none there since. An account that was deleted stays.
"""

Index("seat_accounts_by_account", seat_accounts.c.account)
Index("seats_by_offer", seats.c.offer)
Index("former_links_by_game", former_links.c.game)
Index("ratings_by_game", ratings.c.game)
Index("ratings_by_account", ratings.c.account, ratings.c.pool, ratings.c.games)
Index("ratings_by_strength", ratings.c.pool, ratings.c.is_last, ratings.c.mu)
Index("friends_by_friend", friends.c.friend)
Index("friend_requests_by_name", friend_requests.c.name_key)
Index("invitations_by_owner", invitations.c.owner_id)
Index("blocks_by_blocked", blocks.c.blocked)
Index("sessions_by_account", sessions.c.account)
Index("sessions_by_use", sessions.c.used, sessions.c.account)
Index("api_tokens_by_account", api_tokens.c.account)
Index("bot_accounts_by_owner", bot_accounts.c.owner)
Index("passkeys_by_account", passkeys.c.account)
Index("open_tables_by_host", open_tables.c.host)
Index("open_table_players_by_owner", open_table_players.c.owner_id)
Index("results_by_day", results.c.day)
Index("known_devices_by_account", known_devices.c.account)
Index("attempts_by_player", attempts.c.player)
Index("browsers_by_player", player_browsers.c.player)
Index("browsers_by_game", browsers.c.game)
Index("hosts_by_game", hosts.c.game)
Index("followed_games_by_game", followed_games.c.game)
Index("players_by_use", players.c.last_seen)
Index("players_by_client", players.c.client)
Index("games_by_use", games.c.last_seen)
Index("games_by_status", games.c.status, games.c.ruleset)
Index("games_by_sequence", games.c.sequence)
Index("finished_games_by_time", finished_games.c.finished, finished_games.c.game)
Index("finished_games_by_top", finished_games.c.top, finished_games.c.game)
Index("finished_seats_by_name", finished_seats.c.name_key, finished_seats.c.finished, finished_seats.c.game)
Index("finished_seats_by_account", finished_seats.c.account, finished_seats.c.finished, finished_seats.c.game)
Index("change_feed_by_time", change_feed.c.at)
Index("requests_by_game", requests.c.game)
Index("requests_by_age", requests.c.served)
PERSONAL = notification_addresses.c.game.is_(None)
Index(
    "notification_addresses_once",
    notification_addresses.c.owner_id,
    notification_addresses.c.transport,
    notification_addresses.c.address,
    unique=True,
    sqlite_where=PERSONAL,
    postgresql_where=PERSONAL,
)
Index("notification_addresses_by_owner", notification_addresses.c.owner_id)
Index("deliveries_by_game", deliveries.c.game)
Index("deliveries_by_change", deliveries.c.state, deliveries.c.changed)
Index("notices_by_game", notices.c.game)
Index("notices_by_open_table", notices.c.open_table)
Index("deliveries_by_open_table", deliveries.c.open_table)


# Conditions


def owner_id_of(account: ColumnElement[str]) -> ColumnElement[str]:
    """Returns the owner id of the account with the id of a column: such ids, and those of browsers, say who holds what."""
    return literal(ACCOUNT_PREFIX) + account


def without_seats(owner_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Returns the condition that the owner id of a column is that of a guest who holds no seat and waits at no open table."""
    sitting = select(owned_games.c.browser).union(select(open_table_players.c.owner_id))
    return ~owner_id.startswith(ACCOUNT_PREFIX) & owner_id.not_in(sitting)
