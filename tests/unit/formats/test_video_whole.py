"""A clip that is cut off or damaged is never taken for a whole one; whole ones always are."""

from __future__ import annotations

import os
import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from reviewer.formats.video import VideoError
from tests.unit.formats.clip_reading import contents_of, opened, streamed

av = pytest.importorskip("av")
FRAMES = 48
CLIPS = [
    ("libx264", "mp4", {"movflags": "faststart"}),
    ("libx264", "mov", {"movflags": "faststart"}),
    ("libx264", "mp4", {"movflags": "frag_keyframe+empty_moov"}),
    ("libx264", "mkv", {}),
    ("libx264", "avi", {}),
    ("libvpx-vp9", "webm", {}),
    ("libvpx-vp9", "webm", {"live": "1"}),
    ("libvpx", "webm", {}),
    ("libsvtav1", "mp4", {"movflags": "faststart"}),
    ("libsvtav1", "webm", {}),
    ("mpeg4", "avi", {}),
    ("mpeg4", "mp4", {"movflags": "faststart"}),
]
# VP8 writes pictures into the file that are never shown; B-frames shift the first time.
ENCODER = {"libvpx": {"auto-alt-ref": "1", "lag-in-frames": "16"}, "mpeg4": {"bf": "2"}}


def make(path: Path, codec: str, options: dict[str, str], *, is_even: bool = True) -> Path:
    """A clip of 48 frames, at an even rate or with pauses of any length."""
    source = np.random.default_rng(1)
    with av.open(str(path), "w", options=options) as out:
        track = out.add_stream(codec, rate=24, options=ENCODER.get(codec, {}))
        track.width, track.height, track.pix_fmt = 64, 48, "yuv420p"
        track.codec_context.time_base = Fraction(1, 1000)
        # Beside other tests the threads of VP9 wait for each other without an end.
        track.codec_context.thread_count = 1
        time = 0
        for number in range(FRAMES):
            picture = np.full((48, 64, 3), number * 4, dtype=np.uint8)
            picture[:16, :16] = source.integers(0, 255, (16, 16, 3))
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = time, Fraction(1, 1000)
            time += 42 if is_even else int(source.integers(20, 400))
            for packet in track.encode(frame):
                out.mux(packet)
        for packet in track.encode():
            out.mux(packet)
    return path


def read(path: Path) -> int:
    return streamed(path, 192, lambda frames: sum(1 for _ in frames))


@pytest.mark.parametrize(("codec", "ending", "options"), CLIPS)
@pytest.mark.parametrize("is_even", [True, False])
def test_a_whole_clip_holds_as_many_frames_as_it_promises(
    tmp_path, codec, ending, options, is_even
):
    path = make(tmp_path / f"whole.{ending}", codec, options, is_even=is_even)
    assert contents_of(path).frames == FRAMES
    assert opened(path).claimed_frames == FRAMES
    assert read(path) == FRAMES


@pytest.mark.parametrize(("codec", "ending", "options"), CLIPS)
@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.8, 0.95, 0.97])
def test_a_clip_that_is_cut_off_is_an_error(tmp_path, codec, ending, options, share):
    whole = make(tmp_path / f"whole.{ending}", codec, options).read_bytes()
    cut = tmp_path / f"cut.{ending}"
    cut.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(VideoError, match=rf"cut\.{ending}: .*(cut short|damaged).*Copy the file"):
        read(cut)


@pytest.mark.parametrize(("codec", "ending", "options"), CLIPS)
def test_a_clip_with_a_hole_gives_all_its_frames_or_an_error(tmp_path, codec, ending, options):
    whole = make(tmp_path / f"whole.{ending}", codec, options).read_bytes()
    hurt, source = tmp_path / f"hurt.{ending}", random.Random(7)
    outcomes = []
    for share in (0.3, 0.4, 0.5, 0.6, 0.7):
        data = bytearray(whole)
        at = int(len(data) * share)
        data[at : at + 300] = source.randbytes(300)
        hurt.write_bytes(data)
        with suppress(VideoError):
            outcomes.append(read(hurt))
    # A decoder may conceal a hole; it may then keep back two frames and no more.
    assert all(count >= FRAMES - 2 for count in outcomes)


def test_frames_that_an_edit_list_leaves_out_are_not_missing(tmp_path):
    path = make(tmp_path / "whole.mp4", "libx264", {})
    data = path.read_bytes()
    at = data.index(b"elst") + 4
    assert int.from_bytes(data[at + 4 : at + 8], "big") == 1
    shown = int.from_bytes(data[at + 8 : at + 12], "big")
    path.write_bytes(data[: at + 8] + (shown // 2).to_bytes(4, "big") + data[at + 12 :])
    assert contents_of(path).frames is None
    assert 0 < read(path) < FRAMES


def test_what_is_no_plain_file_is_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(VideoError, match="no plain file"):
        opened(tmp_path / "pipe.mp4")


@pytest.mark.parametrize("trailer", ["", "+skip_trailer"])
def test_fragments_without_an_index_behind_them_carry_a_note(tmp_path, trailer):
    flags = {"movflags": f"frag_keyframe+empty_moov{trailer}"}
    notes = contents_of(make(tmp_path / "clip.mp4", "libx264", flags)).notes
    assert [note.split(":")[0] for note in notes] == (["fragments"] if trailer else [])
