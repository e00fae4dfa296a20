"""Makes records of any length."""

from __future__ import annotations

from groundfloor import Match, ruleset


def large_record(entries: int) -> str:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, bytes(32))
    lines = ["1 done", "1 undo 1"] if match.game.asked_seat == 0 else ["2 done", "2 undo 1"]
    return match.record.format().rstrip("\n") + "\n" + "\n".join(lines * (entries // 2)) + "\n"
