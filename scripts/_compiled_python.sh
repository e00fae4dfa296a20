# Sets $python to one with the compiled engine where there is a C compiler, else to that of .venv: sourced after _venv.sh with "[test]".
python=.venv/bin/python
if scripts/_compiler.sh; then
  . scripts/_compiled.sh
  python=.venv-compiled/bin/python
  unset PYTHONPATH
fi
