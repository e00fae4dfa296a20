"""Files that somebody names: whatever it is, reading it ends, with a sentence if it can't be a file of this project."""

from __future__ import annotations

import io
import os
from pathlib import Path
from threading import Thread

import pytest

from groundfloor.files import MAX_BYTES, Unreadable, read_bytes, read_text

from .calls import run

posix = pytest.mark.skipif(os.name != "posix", reason="devices and named pipes are of POSIX")

READERS = {
    "replay": ("replay",),
    "verify": ("verify",),
    "play a record": ("play", "--record"),
    "reproduce": ("fuzz", "--reproduce"),
    "progress": ("fuzz", "--games", "1", "--state"),
    "play with values": ("play", "--house"),
    "simulate with values": ("simulate", "--games", "1", "--house"),
    "rules with values": ("rules", "second", "--house"),
}


def test_a_text_is_read_with_unix_line_endings(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes("ä\r\nb\n".encode())
    assert read_text(file) == "ä\nb\n"


def test_a_file_of_maximum_size_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * MAX_BYTES)
    assert len(read_bytes(file)) == MAX_BYTES
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(Unreadable, match="too large"):
        read_bytes(file)


@posix
def test_a_pipe_is_read_as_long_as_it_is_written_to(tmp_path: Path) -> None:
    out, into = os.pipe()
    writer = Thread(target=write_all, args=(into, b"a few words"))
    writer.start()
    assert read_text(Path(f"/dev/fd/{out}")) == "a few words"
    writer.join()
    os.close(out)


def write_all(into: int, content: bytes) -> None:
    """Writes into a pipe and closes it."""
    with os.fdopen(into, "wb") as pipe:
        pipe.write(content)


@posix
def test_a_named_pipe_without_a_writer_is_empty(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_bytes(tmp_path / "pipe") == b""


@posix
@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
def test_no_command_reads_endless_input(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "huge").write_bytes(b"#" * (MAX_BYTES + 1))
    (tmp_path / "binary").write_bytes(b"\xff\x00\xfe")
    for name, sentence in (("/dev/urandom", "device"), ("huge", "too large"), ("binary", "no text"), (".", "directory")):
        assert run(*words, str(tmp_path / name)) == 1, name
        said = capsys.readouterr().err
        assert sentence in said and said.count("\n") == 1, name


@posix
@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
def test_no_command_waits_for_a_named_pipe(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    os.mkfifo(tmp_path / "pipe")
    if "--house" in words:
        assert run(*words, str(tmp_path / "pipe")) == 0
    else:
        assert run(*words, str(tmp_path / "pipe")) == 1
        assert str(tmp_path / "pipe") in capsys.readouterr().err


def test_byte_order_mark_of_an_editor_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbfport = 9000\r\n")
    assert read_text(tmp_path / "a.toml") == "port = 9000\n"
