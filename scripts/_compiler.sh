#!/usr/bin/env bash
# Exits with 0 if a C compiler and the headers of .venv's Python are installed, which a compiled wheel needs.
cd "$(dirname "$0")/.."
"${CC:-cc}" --version >/dev/null 2>&1 || exit 1
headers=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
[ -f "$headers/Python.h" ]
