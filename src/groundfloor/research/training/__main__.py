"""Trains the network from nothing: ``python -m groundfloor.research.training --folder FOLDER``."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import fields, replace
from pathlib import Path

from ..arena.numpy_threads import use_one_thread

use_one_thread(os.environ)  # before the next lines import NumPy

from groundfloor.engine import COMPILED  # noqa: E402
from groundfloor.engine.errors import GroundfloorError  # noqa: E402

from .settings import BadTrainingSettings, TrainingSettings  # noqa: E402


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m groundfloor.research.training", description="Trains the network; a folder with a state is continued."
    )
    parser.add_argument("--folder", type=Path, required=True, help="where the state is kept; the same command continues it")
    parser.add_argument("--generations", type=int, default=200, help="generations in all, counted from the beginning")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play")
    parser.add_argument(
        "--begin-with",
        type=Path,
        help="a file of weights, such as that of the package, with whose parameters a new training begins, instead of games of the greedy agent",
    )
    parser.add_argument("--install", action="store_true", help="writes the last weights into the package instead of training")
    for field in fields(TrainingSettings):
        if isinstance(field.default, int | float):
            parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
        else:
            parser.add_argument(f"--{field.name}", type=int, nargs="+", default=field.default)
    given = vars(parser.parse_args(words))
    settings = replace(TrainingSettings(), **{field.name: given[field.name] for field in fields(TrainingSettings)})
    settings = replace(settings, layers=tuple(settings.layers))
    try:
        if given["install"]:
            from .state import install

            print(install(given["folder"]))
            return 0
        settings.check()
        if min(given["generations"], given["jobs"]) < 1:
            raise BadTrainingSettings("--generations and --jobs are 1 or more.")
        run(given["folder"], settings, given["generations"], given["jobs"], given["begin_with"])
    except GroundfloorError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; the same command continues after the last finished generation.", file=sys.stderr)
        return 130
    return 0


def run(folder: Path, settings: TrainingSettings, generations: int, jobs: int, begin_with: Path | None) -> None:
    from .training import Training

    if not COMPILED:
        print(
            "The engine is interpreted, which takes five times as long; scripts/build --install makes .venv-compiled with a compiled one.",
            file=sys.stderr,
        )
    training = Training(folder, settings, jobs, lambda line: print(line, flush=True))
    if begin_with is not None:
        training.state.begin_with(begin_with)
    training.run(generations)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
