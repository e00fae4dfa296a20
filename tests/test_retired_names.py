"""Names that were replaced by plainer ones do not come back: in code, documents, tests, templates or scripts.

A line of ``RETIRED`` is a pattern, where it must not stand (the beginning of a path; "" for everywhere), and what stands in its place.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.test_repository import FILES, named

pytestmark = pytest.mark.slow

TEXT = [file for file in FILES if file.suffix in (".py", ".md", ".html", ".toml", ".js", ".css", ".sh", "") and "golden" not in file.parts]
HERE = "tests/test_retired_names.py"
PACKAGE = "src/groundfloor"

RETIRED = (
    # Modules: as a path in documents and as an import
    (r"arena[./]lots\b", "", "arena/game_sampler.py"),
    (r"arena[./]scrutiny\b", "", "arena/deep_checks.py"),
    (r"agents[./]worth\b", "", "agents/evaluation.py"),
    (r"agents[./]chance\b", "", "agents/random_agent.py"),
    (r"agents[./]greedy\b", "", "agents/greedy_agent.py"),
    (r"editions[./]house\b", "", "editions/overrides.py"),
    (r"editions[./]shelf\b", "", "editions/registry.py"),
    (r"tables[./]shelf\b", "", "tables/persistence.py"),
    (r"tables[./]papers\b", "", "tables/persistence.py"),
    (r"tables[./]sketch\b", "", "tables/draft.py"),
    (r"tables[./]waiting\b", "", "tables/deferred_remodels.py"),
    (r"tables[./]chronicle\b", "", "tables/history.py"),
    (r"tables[./]opening\b", "", "tables/creation.py"),
    (r"tables[./]memory\b", "", "tables/table_cache.py"),
    (r"cli[./]sitting\b", "", "cli/session.py"),
    (r"cli[./]keeping\b", "", "cli/record_file.py"),
    (r"cli[./]typed\b", "", "cli/command_parser.py"),
    (r"cli[./]asking\b", "", "cli/question_text.py"),
    (r"cli[./]story\b", "", "cli/log_text.py"),
    (r"cli[./]epilogues\b", "", "cli/help_examples.py"),
    (r"cli[./]seating\b", "", "cli/seats_option.py"),
    (r"cli[./]usage\b", "", "cli/arguments.py"),
    (r"locales[./](stories|telling)\b", "", "presentation/log"),
    (r"help[./]reader\b", "", "presentation/rulebook/builder.py"),
    (r"\b(rules|long)\.(en|de)\.toml\b", "", "presentation/rulebook/texts/LANGUAGE/rules.toml, long.toml"),
    (r"groundfloor[./](locales|help)[./]", "", "presentation, presentation/rulebook"),
    (
        r"board[./](fronts|plates|placards|cites|notes|keys)\b(?!/)",
        "",
        "building_views, task_controls, game_variants, rule_refs, tooltips, buttons",
    ),
    (r"web[./]house\b", "", "web/context.py"),
    (r"web[./]eyes\b", "", "web/viewer.py"),
    (r"web[./]saying\b|\bsaying\.py\b", "", "web/error_messages.py"),
    (r"web[./]received\b|\breceived\.py\b", "", "web/request_body.py"),
    (r"web[./]resending\b|\bresending\.py\b", "", "web/idempotency.py"),
    (r"web[./]stopping\b|\bstopping\.py\b", "", "web/shutdown.py"),
    (r"web[./]work\b|\bwork\.py\b", "", "web/deadlines.py"),
    (r"routes[./](papers|books)\b", "", "web/routes/documents.py, rules.py"),
    # Classes and functions
    (
        r"\bHouse\(|import House\b|\bhouse_(of|in)\b|state\.house\b|\bkeep_house\b",
        "",
        "AppContext, get_context, context_of, run_housekeeping",
    ),
    (r"\bEyes\b|\beyes\b", f"{PACKAGE}/web", "Viewer"),
    (r"\bsay_on_page\b", "", "page_message_for"),
    (r"\bReader\b|\breader_of\b", f"{PACKAGE}/web", "RequestLocale, get_locale"),
    (r"\bwelcome\(|\bintroduce\(", f"{PACKAGE}/web", "ensure_browser_id, set_browser_cookie"),
    (r"\bwhole\(", PACKAGE, "parse_int"),
    (r"\bkept_on\b|\bunstopped\b", "", "ignoring_disconnect, without_deadline"),
    (r"\bcheckpoint\(", "", "raise_if_cancelled"),
    (r"\bRequestWork\b|\bSmallBodies\b", "", "DeadlineMiddleware, BodyLimit"),
    (r"\bAbandoned\b|\bTookTooLong\b|\bTooMuchAtOnce\b", "", "ClientDisconnected, DeadlinePassed, TooManyWaiting"),
    (r"\b(TooMany|NoRoom|WrongType)\b", "", "TooManyTables, ServerFull, UnsupportedMediaType"),
    (
        r"\bbrought\(|\bunnamed\(|\bforget_one\b|\bway_in\b",
        "",
        "table_from_record, default_name, forget_or_delete, seat_url, first_page_url",
    ),
    (r"\bown_part\b|\bback_to\b", f"{PACKAGE}/web", "seat_json, page_url"),
    (r"\bis_ours\b|\bis_foreign\b|\bbrowser_of\b|\bSafeHeaders\b", "", "is_own_form, is_cross_site, browser_id, SecurityHeaders"),
    (r"\bcounted_client\b|\bis_passed_on\b|\bPASSED_ON\b", "", "limited_client, is_proxied, PROXY_HEADERS"),
    (r"\ballow_files\b|\bbracketed\b|\badmit_table\b", "", "raise_file_limit, url_host, check_quotas"),
    (
        r"\b(form_of|form_words|form_in|rules_form)\b|\bFORMS\b|\?form=|data-form\b",
        PACKAGE,
        "length_of, length_words, length_in, rules_length, LENGTHS, FORM_TYPES",
    ),
    (r"\bline_message\b|event: line\b", "", "draft_message, event: draft"),
    (r"\bLot\b|\bdraw_lot\b", "", "GameSetup, random_setup"),
    (r"\bUnsound\b", "", "InvariantError"),
    (r"\bscrutinized?\b", "", "check_position, checked"),
    (r"\bLIKINGS\b|\bFuzzed\b", "", "VERB_WEIGHTS, FuzzGame"),
    (r"\bfurnished\b|\bwith_its_back\b", PACKAGE, "apply_overrides, derive_boom_range"),
    (r"\bread_house\b", "", "parse_house_values"),
    (r"\b(vary|furnish|housed|hooked)\b", f"{PACKAGE}/editions", "with_options, with_overrides, finished"),
    (r"\bPlate\b|\bopen_plate\b|\btask\.plates?\b", "", "PrintedTask, usable_version, task.printed, task.versions"),
    (
        r"\.(temp_of|tell_unsold|availability|settle_option)\(|\bdef (put|leave|give|gain|behind|equip)\(",
        f"{PACKAGE}/engine",
        "temp_time, note_unsold, sale_refusal, apply_drawn_option, put_on_sale, clear_space, give_bonus ...",
    ),
    (r"\bSTRIDE\b|\bLONGEST_(LINE|TEXT)\b|\bTRAINED_AT_ONCE\b", PACKAGE, "CHECKPOINT_INTERVAL, MAX_LINE_LENGTH, TRAINS_AT_ONCE"),
    (r"\bShelf\b|\bSHELF\b", "", "RulesetRegistry, REGISTRY"),
    (r"\bSketch\b", "", "DraftMoves"),
    (r"\bways_to_wait\b", "", "positions_after_deferred"),
    (r"\bChronicle\b", "", "EventHistory"),
    (r"\bTold\b", f"{PACKAGE}/tables", "HistoryEvent"),
    (r"\bTold\b|\bTeller\b|\bSTORIES\b", f"{PACKAGE}/presentation", "Sentences, EventFormatter, FORMATTERS"),
    (r"\btell_refusal\b", "", "format_refusal"),
    (r"\bSeatWish\b|\bOpening\b(?! day)", "", "SeatRequest, NewTable"),
    (r"\bChair\b|\bchairs?\b", "", "SeatHolder, seat_holders"),
    (r"\bWishes\b|\bStandingRow\b|\bwishes\b", f"{PACKAGE}/tables", "Preferences, PreferencesRow, preferences"),
    (r"\bWishes\b|\bStandingRow\b", "", "Preferences, PreferencesRow"),
    (r"\bLineRow\b", "", "DraftRow"),
    (r"\btentative line\b", "", "draft"),
    (r"\bNothingPencilled\b", "", "NoDraft"),
    (r"\bAsleep\b", "", "NotInMemory"),
    (r"\bSitting\b|\bKeeper\b|\bOvertaken\b|\bNotKept\b", "", "Session, RecordFile, FileChanged, WriteFailed"),
    (r"\bUnclear\b", f"{PACKAGE}/cli", "NotUnderstood"),
    (r"\bGERMAN(_\w+)?\b", f"{PACKAGE}/cli", "words of the catalogues (command_words)"),
    (r"\bbook_of\b", "", "rule_book_for"),
    (r"\btr\b", f"{PACKAGE}/presentation", "words"),
    # One name for one concept: ``View``, ``Table``, ``Entry`` and ``Standing`` belong to engine, tables, records and arena
    (r"\bView\b", f"{PACKAGE}/web", "PageView; engine.view.View is what a seat may know"),
    (r"\bclass (Table|GameSetup|SeatNotes)\b", f"{PACKAGE}/laboratory", "FindingTable, LabSetup, SeatFacts"),
    (
        r"\bclass (Table|Line|ResultsFile|BadResults|BadSettings)\b",
        f"{PACKAGE}/arena",
        "StrengthTable, StrengthLine, ArenaFile, BadGamesFile",
    ),
    (r"\bclass (Table|Entry)\b", f"{PACKAGE}/environments", "TablePosition, ObservationEntry"),
    (r"\bclass (Table|Standing|AutomaCard)\b", f"{PACKAGE}/presentation", "ResultTable, SeatFigures, PopularityLine, ShownCard"),
    (r"\bclass Standing\b", f"{PACKAGE}/tables", "SeatStanding"),
    (r"arena[./]results_file\b", "", "arena/arena_file.py"),
    (r"\btranslatable_error\b", "", "translatable.py"),
    (r"\bgamepage\b", "", "web/game_page.py"),
    # Templates, and the fields that they are given
    (
        r"board/(fronts/|cite\.html|company_plate|decision_key|board_keys)|_fittings\b",
        "",
        "board/buildings/AREA.html, AREA_overlay.html, rule_ref, task_control, decision_button, keyboard_help",
    ),
    (r"\b(building|each)\.front\b|\bset front\b", PACKAGE, "building.view"),
    (r"decision\.keys\b|decision\.waiting\b", PACKAGE, "decision.buttons, decision.deferred"),
    (r"scene\.(picked|waiting|changed)\b", PACKAGE, "scene.partial, scene.deferred, scene.changed_spaces"),
    (
        r"company\.landings\b|room\.(plates|wrench)\b|\bfloor\.(plate|bays)\b",
        PACKAGE,
        "shaft_levels, controls, remodel, control, tenant_spaces",
    ),
    (r"space\.note\b|each\.note\.|\bspoken_note\b", f"{PACKAGE}/presentation/board", "space.tooltip, spoken_tooltip"),
    (
        r"\b(macro|import) (cite|cited|opening|pane|plate|wrench|tab|drawn)\b",
        f"{PACKAGE}/web/templates",
        "rule_ref, start_button, task_control, prestige_tag",
    ),
    (r"\bplace_notes\b|\bpicked_part\b|mode=picked|mode == .picked", "", "place_tooltips, second_step_part, second-step"),
    # Scripts
    (
        r"\b(live|watching|watch|place-notes|note-placement|parts|keys)\.js\b",
        "",
        "synchronization.js, subscription.js, event-worker.js, tap-tooltips.js, tooltip-placement.js, panels.js, idempotency-key.js",
    ),
    (
        r"(?<![.\w])(rove|hush|lead|mark|heard|tell|put|look|settle|stretch|seek|paint|ways|copyOfNote|(open|close)Note)\(",
        f"{PACKAGE}/web/static",
        "updateTabStops, hideTooltip, showAnswerView, applyPageState, onMessage, showStatus, applyUpdate, refresh ...",
    ),
    # Classes of style sheets and templates
    (
        r"\.(n|w|s|m|c|thin|none|ico|unseen|who|seal|sole|to|of)(?![\w-])[^;]*[,{]$",
        f"{PACKAGE}/web/static",
        "text-number, stroke, visually-hidden ...",
    ),
    (
        r'class="([^"{]* )?(n|w|s|m|c|thin|none|ico|unseen|who|seal|sole|to|of)[ "]',
        f"{PACKAGE}/web/templates",
        "text-number, stroke, visually-hidden ...",
    ),
    (
        r"\.(till|tab|wrench|plate|landing|bay|forms|said)(?![\w(-])|\.said-",
        f"{PACKAGE}/web/static",
        ".liquidation-door, .prestige-tag, .remodel-button, .task-control, .shaft-level, .tenant-space, .rules-lengths, .log-line",
    ),
    (
        r'[".][^"{]*\b(placards?(-kind)?|crown(-words|-shape)?|facades)\b',
        f"{PACKAGE}/web",
        "variant, roof, street-row",
    ),
    (
        r'class="([^"{]* )?(till|tab|wrench|plate|landing|bay|forms|said)[ "{]|class="([^"{]* )?(landing|said)-',
        f"{PACKAGE}/web/templates",
        "liquidation-door, prestige-tag, remodel-button, task-control, shaft-level, tenant-space, rules-lengths, log-line",
    ),
    (r"\.field\.is-now", f"{PACKAGE}/web/static", ".market-space"),
    (
        r"^(?!.*(?:event|=>|if \())[^/]*\.(note|front|drawn|waits|keys?|purse|coming|loose|hanging|titleblock|foot|known|beside|tabled|spot|shut)(?![\w(-])[^;]*[,{]$",
        f"{PACKAGE}/web/static",
        ".tooltip, .facade, .draft-lines, .deferred-remodels, .board-button, .button-row, .resources, .next-values, .current-card ...",
    ),
    (
        r'class="([^"{]* )?(note|front|drawn|waits|keys?|purse|coming|loose|hanging|titleblock|foot|known|beside|tabled|spot|shut)[ "{]',
        f"{PACKAGE}/web/templates",
        ".tooltip, .facade, .draft-lines, .deferred-remodels, .board-button, .button-row, .resources, .next-values, .current-card ...",
    ),
    (
        r"\bis-drawn\b|\b(place|street)-note\b|\bnote-(flow|words|rule)\b|\}\}-note\"|\bmini-purse\b|\bstreet-ways?\b|\b(tile|map|guide|confirm|head)-keys?\b",
        f"{PACKAGE}/web",
        "is-preview, tap-tooltip, street-tooltip, tooltip-flow, mini-resources, street-scroll-button, tile-button, map-button ...",
    ),
    (
        r"\bdata-(shuts|front|drawn|way|was|barred|note)\b|\bdata-show=|\b(live-state|rulebook-(shut|sought))\b|[\"'#]k-(hire|done|remodel)",
        "",
        "data-closes, data-default-company, data-shown-draft, data-direction ..., page-status, rulebook-close, rulebook-query, answer-hire",
    ),
    # Scripts
    (r"\b[Pp]hotograph", "", "screenshot; scripts/screenshots, tests/support/screenshots.py, tests/support/board_viewer.py"),
    # Phrases
    (r"the language of the surroundings", "", "the locale"),
    (r"sweeps them away", "", "the next save deletes their rows"),
    (r"what chance still owes", "", "pending draws"),
)


@cache
def lines_below(place: str) -> dict[str, str]:
    """Returns each different line of the files below a place, with where it stands first."""
    found: dict[str, str] = {}
    for file in TEXT:
        if named(file).startswith(place) and named(file) != HERE:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                found.setdefault(line, f"{named(file)}:{number}")
    return found


@cache
def text_below(place: str) -> str:
    """Returns these lines as one text, which is searched in a third of the time."""
    return "\n".join(lines_below(place))


def lines_with(pattern: str, place: str) -> list[str]:
    """Returns the different lines below a place that have a pattern."""
    retired = re.compile(pattern, re.MULTILINE)
    if not retired.search(text_below(place)):
        return []
    return [f"{where}: {line.strip()[:100]}" for line, where in lines_below(place).items() if retired.search(line)]


@pytest.mark.parametrize(("pattern", "place", "instead"), RETIRED)
def test_retired_name_stays_retired(pattern: str, place: str, instead: str) -> None:
    found = lines_with(pattern, place)
    assert found == [], f"{pattern} was replaced by: {instead}"


def test_patterns_are_looked_for() -> None:
    assert len(TEXT) > 300
    assert lines_with(r"\bRulesetRegistry\b", f"{PACKAGE}/editions")
