#!/usr/bin/env bash
# Whether there is what a compiled wheel takes: a C compiler, and the headers of the Python in .venv.
cd "$(dirname "$0")/.."
"${CC:-cc}" --version >/dev/null 2>&1 || exit 1
headers=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
[ -f "$headers/Python.h" ]
