# Creates the project's virtual environment, .venv, if it is missing or out of date. Other scripts source this file with EXTRAS set, for example to "[test]".
# Versions come from requirements/*.lock, which scripts/lock writes from the ranges in pyproject.toml.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "groundfloor needs Python 3.11 or newer; '$python' is not. Set PYTHON to one that is." >&2
  exit 1
fi
case $EXTRAS in
  "[club]") lock=requirements/club.lock ;;
  "[test]") lock=requirements/test.lock ;;
  "[test,dev]") lock=requirements/dev.lock ;;
  *) echo "There is no lock file for groundfloor$EXTRAS." >&2; exit 1 ;;
esac
stamp_of() { cat ".venv/.groundfloor$1" 2>/dev/null; }
wanted_for() {
  "$python" -c 'import hashlib, sys; print(hashlib.sha256(b"".join(open(name, "rb").read() for name in sys.argv[1:])).hexdigest())' pyproject.toml "$1"
}
wanted=$(wanted_for "$lock")
# An environment that another Python has made is made anew: its packages lie where this one does not look for them.
clear=""
version='import platform, sys; print(platform.python_implementation(), sys.version)'
if [ -d .venv ] && [ "$(.venv/bin/python -c "$version" 2>/dev/null)" != "$("$python" -c "$version")" ]; then
  clear=--clear
fi
if [ -n "$clear" ] || { [ "$(stamp_of "$EXTRAS")" != "$wanted" ] && { [ "$EXTRAS" != "[club]" ] || [ "$(stamp_of "[test]")" != "$(wanted_for requirements/test.lock)" ]; }; }; then
  echo "Installing what groundfloor$EXTRAS needs into .venv (only once)." >&2
  "$python" -m venv $clear .venv || { echo "Python's venv module is missing (Debian: python3-venv)." >&2; exit 1; }
  { .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement "$lock" \
    && .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .; } \
    || { echo "The packages could not be installed; the first start needs the network." >&2; exit 1; }
  echo "$wanted" > ".venv/.groundfloor$EXTRAS"
fi
