#!/usr/bin/env bash
# Installs a distribution with what a server needs into a new virtual environment, and serves a game from it: scripts/_serve.sh FOLDER DISTRIBUTION [PIP-ARGUMENT ...]
set -eu
cd "$(dirname "$0")/.."
folder=$1
distribution=$2
shift 2
"${PYTHON:-python3}" -m venv "$folder" || { echo "Python's venv module is missing (Debian: python3-venv)." >&2; exit 1; }
"$folder/bin/python" -m pip install -qq --disable-pip-version-check "${distribution}[club]" "$@"
"$folder/bin/python" -P tests/support/served_game.py
