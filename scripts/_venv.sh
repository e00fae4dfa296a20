# Makes the project's own virtual environment when it is missing or out of date: sourced with EXTRAS set to "" or "[test]".
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "groundfloor needs Python 3.11 or newer; '$python' is none. Set PYTHON to one that is." >&2
  exit 1
fi
stamp=".venv/.groundfloor$EXTRAS"
wanted=$("$python" -c 'import hashlib; print(hashlib.sha256(open("pyproject.toml", "rb").read()).hexdigest())')
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] && { [ -n "$EXTRAS" ] || [ "$(cat ".venv/.groundfloor[test]" 2>/dev/null)" != "$wanted" ]; }; then
  echo "Installing what groundfloor$EXTRAS needs into .venv (once)." >&2
  "$python" -m venv .venv || { echo "Python's venv module is missing (Debian: python3-venv)." >&2; exit 1; }
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".$EXTRAS" \
    || { echo "The packages could not be installed; the first start needs the network." >&2; exit 1; }
  echo "$wanted" > "$stamp"
fi
