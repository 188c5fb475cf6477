"""Clips are decoded in order and spread evenly; broken ones say what is wrong and what to do."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.formats.video import VideoError, sample_numbers, stream_video
from reviewer.formats.video_decode import grabbing
from tests.unit.formats.clip_reading import contents_of, opened, streamed

av = pytest.importorskip("av")


def make_clip(path: Path, frames: int, *, codec: str = "libx264", container: str | None = None):
    """Write a clip whose frame number can be read off its grey level."""
    with av.open(str(path), "w", format=container) as out:
        track = out.add_stream(codec, rate=24)
        track.width, track.height, track.pix_fmt = 64, 48, "yuv420p"
        for number in range(frames):
            picture = np.full((48, 64, 3), number * 4, dtype=np.uint8)
            picture[:16, :16] = (255, 0, 0)
            for packet in track.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")):
                out.mux(packet)
        for packet in track.encode():
            out.mux(packet)
    return path


def levels(pairs):
    return [(number, int(picture[40, 50].mean())) for number, picture in pairs]


def numbers(pairs):
    return [number for number, _ in pairs]


@given(st.integers(1, 3000), st.integers(2, 400))
def test_samples_are_spread_evenly_first_and_last_included(total, wanted):
    numbers = sample_numbers(total, wanted)
    assert len(numbers) == min(total, wanted)
    assert numbers[0] == 0
    assert numbers[-1] == total - 1
    gaps = {after - before for before, after in pairwise(numbers)}
    assert not gaps or max(gaps) - min(gaps) <= 1
    assert not gaps or min(gaps) >= 1


def test_one_sample_is_the_first_frame_and_none_is_refused():
    assert sample_numbers(10, 1) == (0,)
    assert sample_numbers(0, 5) == ()
    with pytest.raises(ValueError, match="1 or more"):
        sample_numbers(10, 0)


@pytest.mark.parametrize(
    ("codec", "ending", "reader"),
    [
        ("libx264", "mp4", "OpenCV"),
        ("libvpx-vp9", "webm", "OpenCV"),
        ("mpeg4", "mp4", "OpenCV"),
        ("libsvtav1", "mp4", "PyAV"),
        ("libsvtav1", "mkv", "PyAV"),
    ],
)
def test_every_frame_arrives_once_in_order_as_rgb(tmp_path, codec, ending, reader):
    path = make_clip(tmp_path / f"clip.{ending}", 30, codec=codec)
    video = opened(path)
    assert (video.width, video.height, video.reader) == (64, 48, reader)
    assert video.rate == pytest.approx(24)
    read = streamed(path, 192, list)
    assert [number for number, _ in read] == list(range(30))
    for number, level in levels(read):
        assert level == pytest.approx(number * 4, abs=4)
    red, green, blue = read[10][1][8, 8]
    assert red > 200
    assert max(green, blue) < 60


@pytest.mark.parametrize(("codec", "ending"), [("libx264", "mp4"), ("libsvtav1", "mkv")])
@pytest.mark.parametrize("is_light", [True, False])
def test_neither_the_order_of_channels_nor_threads_change_a_pixel(
    tmp_path, codec, ending, is_light
):
    path = make_clip(tmp_path / f"clip.{ending}", 9, codec=codec)
    expected, contents = streamed(path, 192, list), contents_of(path)
    contents = replace(contents, size=contents.size if is_light else 9 * 10**6)
    assert contents.is_light == is_light
    turned = stream_video(path, contents, 192, list, order="bgr")
    assert [number for number, _ in turned] == [number for number, _ in expected]
    for (_, bgr), (_, rgb) in zip(turned, expected, strict=True):
        assert np.array_equal(bgr[..., ::-1], rgb)


def test_fewer_frames_than_asked_are_spread_over_the_clip(tmp_path):
    read = streamed(make_clip(tmp_path / "clip.mp4", 30), 4, levels)
    assert [number for number, _ in read] == [0, 10, 19, 29]
    for number, level in read:
        assert level == pytest.approx(number * 4, abs=4)


def test_a_clip_is_streamed_without_a_look_at_it_before(tmp_path, monkeypatch):
    path = make_clip(tmp_path / "clip.mp4", 30)
    looks = []
    monkeypatch.setattr(
        "reviewer.formats.video.grabbing", lambda *a, **k: looks.append(1) or grabbing(*a, **k)
    )
    assert streamed(path, 4, numbers) == [0, 10, 19, 29]
    assert looks == [1]


def test_a_frame_that_cannot_be_converted_is_no_end(tmp_path, monkeypatch):
    path = make_clip(tmp_path / "clip.mp4", 12)
    original, asked = cv2.VideoCapture, []

    class Capture:
        def __init__(self):
            self.capture = original()

        def read(self):
            asked.append(1)
            return (False, None) if len(asked) == 5 else self.capture.read()

        def __getattr__(self, name):
            return getattr(self.capture, name)

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    with pytest.raises(VideoError, match=r"found but could not be converted"):
        streamed(path, 192, list)


@pytest.mark.parametrize("claimed", [0, 7, 29, 31, 500])
@pytest.mark.parametrize("wanted", [4, 30, 192])
def test_the_count_is_what_was_delivered_not_what_was_claimed(
    tmp_path, monkeypatch, claimed, wanted
):
    path = make_clip(tmp_path / "clip.mp4", 30)
    silent = replace(contents_of(path), frames=None)

    @contextmanager
    def claiming(*args, **how):
        with grabbing(*args, **how) as clip:
            yield replace(clip, claimed_frames=claimed)

    monkeypatch.setattr("reviewer.formats.video.grabbing", claiming)
    assert tuple(stream_video(path, silent, wanted, numbers)) == sample_numbers(30, wanted)


def test_one_frame_can_be_read_by_its_number(tmp_path):
    video = opened(make_clip(tmp_path / "clip.mp4", 12))
    assert int(video.frame(7)[40, 50].mean()) == pytest.approx(28, abs=4)
    with pytest.raises(VideoError, match=r"no frame 12.*0 to 11"):
        video.frame(12)


def test_a_clip_is_asked_before_every_frame_whether_to_stop(tmp_path):
    class Stop(Exception):
        pass

    asked = 0

    def check():
        nonlocal asked
        asked += 1
        if asked == 10:
            raise Stop

    seen = []
    path = make_clip(tmp_path / "clip.mp4", 30)
    with pytest.raises(Stop):
        streamed(path, 192, lambda frames: seen.extend(n for n, _ in frames), check=check)
    assert 0 < len(seen) < 12


def test_an_mp4_without_its_index_is_called_cut_short(tmp_path):
    whole = make_clip(tmp_path / "whole.mp4", 30).read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(VideoError, match=r"cut\.mp4: the clip is cut short.*moov.*Copy the file"):
        opened(cut)


@pytest.mark.parametrize(
    ("content", "cause"),
    [(b"", "empty"), (b"not a clip at all" * 40, "not a clip"), (b"\x00" * 4000, "not a clip")],
)
def test_what_is_no_clip_says_so(tmp_path, content, cause):
    path = tmp_path / "broken.mp4"
    path.write_bytes(content)
    with pytest.raises(VideoError, match=cause) as caught:
        opened(path)
    assert caught.value.name == "broken.mp4"
    assert caught.value.remedy


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(VideoError, match="No such file"):
        opened(tmp_path / "gone.mp4")


def test_sound_alone_is_no_clip(tmp_path):
    path = tmp_path / "sound.mp4"
    with av.open(str(path), "w") as out:
        track = out.add_stream("aac", rate=44100, layout="mono")
        samples = np.zeros((1, 1024), dtype=np.float32)
        frame = av.AudioFrame.from_ndarray(samples, format="fltp", layout="mono")
        frame.sample_rate = 44100
        for packet in (*track.encode(frame), *track.encode()):
            out.mux(packet)
    with pytest.raises(VideoError, match="no picture track"):
        opened(path)


def test_without_the_extra_an_av1_clip_names_it(tmp_path, monkeypatch):
    path = make_clip(tmp_path / "clip.mp4", 3, codec="libsvtav1")
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(VideoError, match=r"AV01.*PyAV is not installed.*reviewer\[av\]"):
        opened(path)


def test_an_error_survives_the_way_back_from_another_process():
    error = pickle.loads(pickle.dumps(VideoError("a.mp4", "cause", "remedy")))
    assert str(error) == "a.mp4: cause. remedy."


def test_the_module_loads_neither_decoder():
    code = (
        "import sys, reviewer.formats.video; "
        "assert not {'cv2', 'av'} & set(sys.modules), sorted(sys.modules)"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root, timeout=60)
