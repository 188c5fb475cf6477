"""Archives are unpacked without leaving their folder, following links or filling the disk."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from reviewer.formats.archive import Limits, list_archive, unpack
from reviewer.formats.document_error import DocumentError


def member(name: str, data: bytes = b"x", kind: bytes = tarfile.REGTYPE, link: str = "") -> tuple:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, len(data)
    return info, data


def archive(path: Path, *members: tuple, mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as made:
        for info, data in members:
            made.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz", "w"])
def test_regular_files_come_out(tmp_path: Path, mode: str) -> None:
    path = archive(
        tmp_path / "results.tar.gz",
        member("results", b"", tarfile.DIRTYPE),
        member("./results/图.svg", b"<svg/>"),
        member("results/a.txt", b"old"),
        member("results/a.txt", b"new"),
        mode=mode,
    )
    listing = unpack(path, tmp_path / "out")
    assert (tmp_path / "out/results/图.svg").read_bytes() == b"<svg/>"
    assert (tmp_path / "out/results/a.txt").read_bytes() == b"new"
    assert {each.path for each in listing.members} == {"results/图.svg", "results/a.txt"}
    assert listing.skipped == ()


def test_whatever_leaves_the_folder_is_left_out(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "results.tar.gz",
        member("../evil"),
        member("a/../../evil"),
        member("/tmp/evil"),
        member("..\\evil"),
        member("C:\\evil"),
        member("link", b"", tarfile.SYMTYPE, "/etc/passwd"),
        member("hard", b"", tarfile.LNKTYPE, "/etc/passwd"),
        member("pipe", b"", tarfile.FIFOTYPE),
        member("device", b"", tarfile.CHRTYPE),
        member("good"),
    )
    listing = unpack(path, tmp_path / "inner" / "out")
    assert [each.path for each in listing.members] == ["good"]
    assert len(listing.skipped) == 9
    assert not list(tmp_path.rglob("evil"))
    assert sorted(each.name for each in (tmp_path / "inner" / "out").iterdir()) == ["good"]


def test_a_link_already_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "results").symlink_to(outside)
    listing = unpack(archive(tmp_path / "a.tar.gz", member("results/a")), out)
    assert not list(outside.iterdir())
    assert listing.members == ()
    assert listing.skipped[0][0] == "results/a"


@pytest.mark.parametrize(
    "limits",
    [Limits(files=2), Limits(file_bytes=99), Limits(total_bytes=0, ratio=1)],
)
def test_over_the_limits_writes_nothing(tmp_path: Path, limits: Limits) -> None:
    big = b"\0" * (2 << 20) if limits.total_bytes == 0 else b"x" * 100
    path = archive(tmp_path / "a.tar.gz", *(member(f"f{i}", big) for i in range(3)))
    with pytest.raises(DocumentError, match=r"a\.tar\.gz"):
        unpack(path, tmp_path / "out", limits=limits)
    assert not (tmp_path / "out").exists()


def test_a_bomb_in_a_header_is_refused(tmp_path: Path) -> None:
    # An extended header that says it is 8 GB long would be read into memory at once.
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 8 << 30
    path = tmp_path / "bomb.tar.gz"
    with gzip.open(path, "wb") as made:
        made.write(info.tobuf(format=tarfile.GNU_FORMAT))
        made.write(b"\0" * (4 << 20))
    with pytest.raises(DocumentError, match=r"bomb\.tar\.gz"):
        list_archive(path)


@pytest.mark.parametrize("data", [b"", b"no archive at all", b"\x1f\x8b\x08broken"])
def test_damaged_archives_say_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "results.tar.gz"
    path.write_bytes(data)
    with pytest.raises(DocumentError, match=r"results\.tar\.gz"):
        list_archive(path)


def test_a_truncated_archive_says_so(tmp_path: Path) -> None:
    whole = archive(tmp_path / "a.tar.gz", member("f", bytes(range(256)) * 4000)).read_bytes()
    path = tmp_path / "cut.tar.gz"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DocumentError, match="Fetch it again"):
        unpack(path, tmp_path / "out")


def test_a_missing_archive_names_itself(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="gone"):
        list_archive(tmp_path / "gone.tar.gz")
