"""A device is asked for, found, or missing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from groundfloor.arena.training.__main__ import main
from groundfloor.arena.training.devices import AUTO, CPU, CUDA, choose_device, device_name, learner_on
from groundfloor.arena.training.learner import Learner
from groundfloor.arena.training.settings import BadTrainingSettings

TINY = ["--generations", "1", "--jobs", "1", "--layers", "4", "--games-per-generation", "1", "--batch", "32", "--measure-every", "0"]


def refuse(*_args: Any, **_named: Any) -> None:
    raise RuntimeError("CUDA error: all CUDA-capable devices are busy or unavailable")


def install_torch(monkeypatch: pytest.MonkeyPatch, has_gpu: bool, zeros: Any) -> None:
    cuda = SimpleNamespace(is_available=lambda: has_gpu, get_device_name=lambda: "Model 1")
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(__version__="2.0", cuda=cuda, zeros=zeros))


def test_missing_torch_is_named_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["--folder", str(tmp_path / "training"), "--device", "cuda", *TINY]) == 1
    assert f"--device cuda needs PyTorch, the extra “gpu” ({sys.executable} -m pip install torch);" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_numpy_learns_where_there_is_no_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["--folder", str(tmp_path), *TINY]) == 0
    assert "Learning with numpy on the CPU." in capsys.readouterr().err
    assert (tmp_path / "weights-00001.npz").exists()


def test_gpu_is_taken_unless_the_cpu_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    install_torch(monkeypatch, True, lambda *_args, **_named: None)
    assert [choose_device(wanted) for wanted in (AUTO, CUDA, CPU)] == [CUDA, CUDA, CPU]
    assert device_name(CUDA) == "PyTorch on the GPU Model 1"
    assert learner_on(CPU) is Learner


@pytest.mark.parametrize(("has_gpu", "zeros"), [(False, None), (True, refuse)])
def test_gpu_that_torch_cannot_use_is_left_out(monkeypatch: pytest.MonkeyPatch, has_gpu: bool, zeros: Any) -> None:
    install_torch(monkeypatch, has_gpu, zeros)
    assert choose_device(AUTO) == CPU
    with pytest.raises(BadTrainingSettings, match=r"--device cuda needs a GPU that PyTorch 2\.0 can use, and it finds none here"):
        choose_device(CUDA)
