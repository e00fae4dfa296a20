"""Examples for the help of each command; docs/cli.md shows them too."""

from __future__ import annotations

SERVE = """Examples:
  groundfloor serve
  groundfloor serve --host 0.0.0.0 --port 8080
  groundfloor serve --data games
  groundfloor serve --house mine.toml
  groundfloor serve --settings club.toml
  groundfloor serve --workers 4 --database postgresql://games@localhost/games
"""

WORKER = """Examples:
  groundfloor worker --database postgresql://games@localhost/games
  groundfloor worker --settings club.toml
"""

MIGRATE_DATA = """Examples:
  groundfloor migrate-data --to postgresql://games@localhost/games
  groundfloor migrate-data --database postgresql://games@localhost/games --to games
"""

BACKUP = """Examples:
  groundfloor backup games-monday.db
  groundfloor backup latest.db --data games --overwrite
"""

RESTORE = """Examples:
  groundfloor restore games-monday.db
  groundfloor restore games-monday.db --data games
"""

ADMIN_ADD = """Examples:
  groundfloor admin add Ann
  groundfloor admin add Ann --database postgresql://games@localhost/games
"""

ADMIN_REMOVE = """Examples:
  groundfloor admin remove Ann --data games
"""

ADMIN_LIST = """Examples:
  groundfloor admin list
  groundfloor admin list --settings club.toml
"""

ADMIN_RECOMPUTE_RATINGS = """Examples:
  groundfloor admin recompute-ratings
  groundfloor admin recompute-ratings --settings club.toml
"""

PLAY = """Examples:
  groundfloor play
  groundfloor play --learn
  groundfloor play --practice --seats you,greedy,random
  groundfloor play --day today --seats you,automa:hadid
  groundfloor play --seats you:Ann,you:Ben,greedy --option deck=preset
  groundfloor play --seats you,automa:hadid --record game.gfr
  groundfloor play --record game.gfr --lang de
  groundfloor play --branch game.gfr --at 31
  groundfloor play --house mine.toml
"""

ARENA = """Examples:
  groundfloor arena --seats greedy,random --games 100
  groundfloor arena --seats tycoon,automa:gropius,automa:hadid --games 300 --target 0.5 --until-decided
  groundfloor arena --seats director,manager,manager,manager --results director.jsonl
  groundfloor arena --seats greedy --bot mine.py:Mine --games 40 --json
"""

LAB = """Examples:
  groundfloor lab --games 300 --report laboratory
  groundfloor lab --bot tycoon --players 2,2,3,4 --games 20000 --results second.jsonl --report laboratory --parquet
  groundfloor lab --ruleset online --option deck=preset --games 1000 --jobs 4
  groundfloor lab --games 20000 --results second.jsonl --ray auto
"""

BOT_CHECK = """Examples:
  groundfloor bot check mine.py:Mine
  groundfloor bot check "program:python3 mine.py" --seconds 1
"""

ANALYSE = """Examples:
  groundfloor analyse game.gfr
  groundfloor analyse game.gfr --seat 1 --simulations 200
  groundfloor analyse game.gfr --everybody --json
"""

SIMULATE = """Examples:
  groundfloor simulate --seats greedy,random --games 20
  groundfloor simulate --seats random,random,automa:hadid --games 50 --seed 7 --jobs 2
  groundfloor simulate --games 10 --option deck=preset --records records --json
  groundfloor simulate --games 10 --house mine.toml
"""

FUZZ = """Examples:
  groundfloor fuzz --games 500
  groundfloor fuzz --games 200000 --jobs 4 --state fuzz.json
  groundfloor fuzz --minutes 10 --seed 7
  groundfloor fuzz --games 500 --house mine.toml
  groundfloor fuzz --reproduce fuzz-1-17.gfr
"""

REPLAY = """Examples:
  groundfloor replay game.gfr
  groundfloor replay game.gfr --at 40 --json
  groundfloor replay game.gfr --trace
"""

VERIFY = """Examples:
  groundfloor verify game.gfr
"""

RULES = """Examples:
  groundfloor rules IV.B
  groundfloor rules IV.B --long --lang de
  groundfloor rules second --both
  groundfloor rules second --aid
  groundfloor rules differences
  groundfloor rules second --values
  groundfloor rules second --template
  groundfloor rules second III.E --house mine.toml
"""

ALL = """Examples:
  groundfloor play
  groundfloor serve
  groundfloor rules IV.B
  groundfloor COMMAND --help
"""
