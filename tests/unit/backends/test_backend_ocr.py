"""Signs read offline in several fonts and two scripts, and a zero that stands for an O."""

from __future__ import annotations

import logging
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from reviewer.backends.rapid_ocr import RapidOcrReader
from reviewer.backends.seen import BackendError, MissingBackendError
from reviewer.backends.tesseract import TesseractReader
from reviewer.scoring.answer_key import TextNeed
from reviewer.scoring.text_check import check_text

FOLDERS = [Path("/usr/share/fonts/truetype"), Path("/usr/share/fonts/opentype")]
LATIN = {
    "dejavu/DejaVuSans.ttf": "MERIDIAN",
    "dejavu/DejaVuSerif.ttf": "QUARTZ",
    "dejavu/DejaVuSans-Bold.ttf": "ZENITH",
    "dejavu/DejaVuSansMono.ttf": "FALCON",
    "noto/NotoSansMono-Regular.ttf": "JUNIPER",
    "wqy/wqy-microhei.ttc": "HARBOR",
    "urw-base35/NimbusRoman-Regular.otf": "GRAVITY",
    "liberation/LiberationSans-Regular.ttf": "SUMMIT",
}
CHINESE = {"wqy/wqy-microhei.ttc": "户型图", "droid/DroidSansFallbackFull.ttf": "家具"}
# Its zero is dotted, so that a careful reader can tell it from an O.
CAREFUL = "dejavu/DejaVuSansMono.ttf"


def font_at(name: str) -> Path | None:
    found = (folder / name for folder in FOLDERS)
    return next((path for path in found if path.is_file()), None)


def signs(*rows: tuple[str, str]) -> NDArray[np.uint8]:
    """One sheet with a word and its font a row, since each picture read takes its second."""
    picture = Image.new("RGB", (360, 90 * len(rows)), (30, 60, 160))
    for number, (word, font) in enumerate(rows):
        path = font_at(font)
        if path is None:
            pytest.skip(f"{font} is not installed")
        place = (180, 45 + 90 * number)
        drawn = ImageFont.truetype(path, 48)
        ImageDraw.Draw(picture).text(place, word, font=drawn, fill="white", anchor="mm")
    return np.asarray(picture)


@pytest.fixture(scope="module")
def reader() -> RapidOcrReader:
    pytest.importorskip("rapidocr")
    pytest.importorskip("onnxruntime")
    return RapidOcrReader()


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the reader went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.usefixtures("offline")
def test_signs_are_read_in_every_font_and_both_scripts(reader: RapidOcrReader) -> None:
    rows = [(word, font) for font, word in (LATIN | CHINESE).items() if font_at(font)]
    rows += [(LATIN[font], font) for font in LATIN if font in CHINESE and font_at(font)]
    assert [font for _, font in rows if font in LATIN], "none of the fonts is installed"
    spans = reader.read(signs(*rows))
    assert [span.text for span in spans] == [word for word, _ in rows]
    for number, span in enumerate(spans):
        left, top, right, bottom = span.box
        assert left < 180 < right
        assert top < 45 + 90 * number < bottom
        assert span.confidence > 0.9


@pytest.mark.usefixtures("offline")
def test_a_zero_for_an_o_is_a_near_miss(reader: RapidOcrReader) -> None:
    wrong, right = reader.read(signs(("0RBIT", CAREFUL), ("ORBIT", CAREFUL)))
    near = check_text([TextNeed("ORBIT")], [wrong])[0]
    assert (near.passed, near.score) == (False, 0.8)
    assert near.detail == "near miss, read as '0rbit' (similarity 0.80)"
    assert check_text([TextNeed("ORBIT")], [right])[0].passed


@pytest.mark.usefixtures("offline")
def test_a_picture_without_text_has_none(
    reader: RapidOcrReader, capfd: pytest.CaptureFixture[str]
) -> None:
    assert reader.read(np.full((90, 120, 3), 128, dtype=np.uint8)) == []
    assert reader.read(np.full((3, 3, 3), 128, dtype=np.uint8)) == []
    printed = capfd.readouterr()
    assert printed.out + printed.err == ""


def test_the_librarys_own_errors_are_not_no_text(reader: RapidOcrReader) -> None:
    class Swallowing:
        def __call__(self, pixels: object) -> object:
            logging.getLogger("RapidOCR").warning("recogniser broke")
            return type("Nothing", (), {"txts": None})()

    broken = RapidOcrReader()
    broken._engine = Swallowing()
    with pytest.raises(BackendError, match="failed on this picture: recogniser broke"):
        broken.read(np.zeros((9, 9, 3), dtype=np.uint8))
    with pytest.raises(BackendError, match="must be uint8 RGB"):
        broken.read(np.zeros((9, 9), dtype=np.uint8))


@pytest.mark.parametrize("module", ["rapidocr", "onnxruntime"])
def test_a_missing_reader_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    message = rf"{module} is missing; .*pip install 'reviewer\[ocr\]'"
    with pytest.raises(MissingBackendError, match=message):
        RapidOcrReader().read(np.zeros((9, 9, 3), dtype=np.uint8))


@dataclass(frozen=True)
class Ended:
    is_good: bool
    stdout: bytes
    words: str = ""

    def last_words(self) -> str:
        return self.words


COLUMNS = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\t"
TABLE = (
    f"{COLUMNS}conf\ttext\n"
    "1\t1\t0\t0\t0\t0\t0\t0\t520\t160\t-1\t\n"
    '5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\t"PASS\n'
    "5\t1\t1\t1\t1\t2\t50\t18\t30\t40\t80\tOR\n"
    "5\t1\t1\t1\t2\t1\t10\t80\t30\t40\t91\tFAIL\n"
    "5\t1\t1\t1\t3\t1\t10\t80\t30\t40\t91\t \n"
)


def test_lines_of_tesseract() -> None:
    asked: list[tuple[Sequence[str], bytes]] = []

    def run(argv: Sequence[str], given: bytes, limit: float) -> Ended:
        asked.append((argv, given))
        return Ended(True, TABLE.encode())

    reader = TesseractReader(run, languages=("eng", "chi_sim"))
    one, other = reader.read(np.zeros((20, 30, 3), dtype=np.uint8))
    assert (one.text, one.confidence, one.box) == ('"PASS OR', 0.8, (10, 18, 80, 60))
    assert other.text == "FAIL"
    argv, given = asked[0]
    assert argv[:5] == ["tesseract", "stdin", "stdout", "-l", "eng+chi_sim"]
    assert given.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("ended", "message"),
    [
        (Ended(False, b"", "no chi_sim"), "tesseract failed: no chi_sim; install"),
        (Ended(False, b""), "did not end within 60 s"),
        (Ended(True, b"nonsense"), "other columns"),
    ],
)
def test_a_failing_tesseract_is_told(ended: Ended, message: str) -> None:
    reader = TesseractReader(lambda argv, given, limit: ended)
    with pytest.raises(BackendError, match=message):
        reader.read(np.zeros((9, 9, 3), dtype=np.uint8))


def test_a_missing_tesseract_says_what_to_install() -> None:
    def run(argv: Sequence[str], given: bytes, limit: float) -> Ended:
        raise FileNotFoundError("tesseract is not on PATH")

    with pytest.raises(MissingBackendError, match="install tesseract-ocr"):
        TesseractReader(run).read(np.zeros((9, 9, 3), dtype=np.uint8))
    with pytest.raises(ValueError, match="at least one language"):
        TesseractReader(run, languages=())


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_tesseract_reads_a_sign() -> None:
    def run(argv: Sequence[str], given: bytes, limit: float) -> Ended:
        ended = subprocess.run(argv, input=given, capture_output=True, timeout=limit, check=False)
        return Ended(ended.returncode == 0, ended.stdout, ended.stderr.decode())

    spans = TesseractReader(run).read(signs(("MERIDIAN", "dejavu/DejaVuSans.ttf")))
    assert [span.text for span in spans] == ["MERIDIAN"]
