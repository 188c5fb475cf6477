"""Whole files: replaced at once, with errors that name the file, the cause and the remedy."""

from __future__ import annotations

import errno
import os
import socket
import stat
from pathlib import Path

import pytest

from reviewer.store import files
from reviewer.store.files import FileError


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o604)
    files.replace_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_new_file_follows_the_umask_and_makes_its_folder(tmp_path) -> None:
    path = tmp_path / "review" / "x.grade.json"
    files.replace_bytes(path, b"{}")
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_link_is_followed_to_its_target(tmp_path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    files.replace_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_on_the_way_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch, step):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, full)
        with pytest.raises(FileError, match=r"a\.json: the disk is full\. Free some space"):
            files.replace_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_file_marked_read_only_is_not_replaced(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda target, mode: False)
    with pytest.raises(FileError, match="may not write here"):
        files.replace_bytes(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("number", "cause"),
    [
        (errno.EROFS, "read-only"),
        (errno.EACCES, "may not write"),
        (errno.ENOENT, "does not exist"),
        (errno.EIO, "disk reports an error"),
        (errno.ENAMETOOLONG, "too long"),
        (errno.ELOOP, "Too many levels"),
    ],
)
def test_every_cause_has_words_and_a_remedy(tmp_path, number, cause) -> None:
    error = files.file_error(tmp_path / "x", OSError(number, os.strerror(number)))
    assert cause in str(error)
    assert str(tmp_path / "x") in str(error)
    assert error.remedy.endswith(".")


def test_pipes_folders_and_large_files_are_refused_without_hanging(tmp_path, monkeypatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    sock = socket.socket(socket.AF_UNIX)
    monkeypatch.chdir(tmp_path)  # the name of a socket has to be short
    sock.bind("socket")
    sock.close()
    (tmp_path / "link").symlink_to("nowhere")
    odd = {
        tmp_path / "pipe": "it is a pipe, not a file",
        tmp_path / "socket": "it is a socket, not a file",
        tmp_path: "it is a folder, not a file",
        Path("/dev/null"): "it is a device, not a file",
    }
    for path, said in odd.items():
        for read in (files.read_bytes, files.digest_file):
            with pytest.raises(FileError, match=said):
                read(path)
        with pytest.raises(FileError, match=said), files.stream(path):
            pass
        assert files.absence(path) == said
    assert files.absence(tmp_path / "link") == "it is a link to nowhere, which cannot be followed"
    assert files.absence(tmp_path / "none") == "there is no such file"
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(FileError, match="11 bytes, more than the 10"):
        files.read_bytes(tmp_path / "large", limit=10)
    with pytest.raises(FileError, match="does not exist"):
        files.read_bytes(tmp_path / "nothing")


def test_inside_means_the_real_place(tmp_path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "rooted").mkdir()
    (tmp_path / "root" / "out").symlink_to(tmp_path)
    assert files.is_inside(tmp_path / "root" / "a", tmp_path / "root")
    assert not files.is_inside(tmp_path / "rooted", tmp_path / "root")
    assert not files.is_inside(tmp_path / "root" / "out" / "x", tmp_path / "root")
    assert not files.is_inside(tmp_path / "root" / ".." / "x", tmp_path / "root")


def test_digests_of_bytes_and_files_agree(tmp_path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    assert files.digest_file(tmp_path / "a") == files.digest(b"abc")
    assert files.digest(b"abc").startswith("ba7816bf")
