# Builds a wheel with the compiled engine and installs it into an environment of its own, .venv-compiled: sourced after _venv.sh with "[test]".
scripts/build
[ -x .venv-compiled/bin/python ] || .venv/bin/python -m venv .venv-compiled
.venv-compiled/bin/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/groundfloor-*.whl
.venv-compiled/bin/python -m pip install --quiet --disable-pip-version-check "$(ls dist/groundfloor-*.whl)[test]"
