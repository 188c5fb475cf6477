"""The desk beside image edits: layers for looking, GIMP, the distribution, making a task."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.session import changes as facet
from reviewer.session.desk import Session
from reviewer.session.distribution import distribution, panels_of, plot
from reviewer.session.jobs import Jobs
from reviewer.session.layers import LOOKING, WHOLE
from reviewer.session.making import Wish
from reviewer.session.recipe import parse_step
from reviewer.store.settings import Settings


@pytest.fixture
def desk() -> Iterator[Session]:
    session = Session(settings=Settings(author="ann"), jobs=Jobs())
    yield session
    session.close()


def wait(session: Session, until: Callable[[], object], seconds: float = 15) -> None:
    """Hand answers over until something holds."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, [m.text for m in session.messages]
        session.jobs.drain()
        time.sleep(0.01)


@pytest.fixture
def layered(desk: Session, tmp_path: Path, write_xcf, layer) -> Session:
    """A task on the desk whose result has two layers."""
    data = write_xcf(
        16, 12, [layer("Top", (255, 0, 0, 255), (16, 12)), layer("Low", (0, 0, 255, 255), (16, 12))]
    )
    (tmp_path / "t1.xcf").write_bytes(data)
    Image.fromarray(np.zeros((12, 16, 3), np.uint8)).save(tmp_path / "t1_golden.png")
    Image.fromarray(np.ones((12, 16, 3), np.uint8)).save(tmp_path / "t1_initial_reference.png")
    desk.open(tmp_path)
    wait(desk, lambda: desk.tasks and not desk.is_discovering)
    desk.select("t1")
    wait(desk, lambda: desk.showing.states["result"].is_full)
    wait(desk, lambda: desk.current.ledger is not None)
    return desk


def test_layers_toggle_the_picture_and_nothing_else(layered: Session):
    states = layered.showing.states
    assert states["result"].pixels[0, 0].tolist() == [255, 0, 0, 255]
    before = layered.current.ledger.headline.value
    layered.layers.toggle("layers:result", "0", False)
    wait(layered, lambda: LOOKING in states["result"].notes)
    assert states["result"].pixels[0, 0].tolist() == [0, 0, 255, 255]
    layered.layers.toggle("layers:result", "1", False)
    wait(layered, lambda: states["result"].pixels[0, 0, 3] == 0)
    layered.layers.reset("layers:result")
    wait(layered, lambda: states["result"].pixels[0, 0].tolist() == [255, 0, 0, 255])
    layered.layers.show_alone("layers:result", "1")
    wait(layered, lambda: any("Low" in note for note in states["result"].notes))
    assert layered.current.ledger.headline.value == before


def eyes(desk: Session) -> dict[str, bool | None]:
    found = next(panel for panel in desk.layers.panels if panel.id == "layers:result")
    return {node.label: node.checked for node in found.tree}


def test_eyes_and_note_follow_what_is_shown(layered: Session):
    states = layered.showing.states
    layered.showing.show_panels()
    wait(layered, lambda: layered.layers.panels)
    as_filed = states["result"].notes
    assert LOOKING not in as_filed
    layered.layers.toggle("layers:result", "0", False)
    wait(layered, lambda: LOOKING in states["result"].notes)
    assert eyes(layered) == {"Top": False, "Low": True}
    assert layered.layers.panels is layered.layers.panels
    # Every eye is as in the file again.
    layered.layers.toggle("layers:result", "0", True)
    wait(layered, lambda: states["result"].notes == as_filed)
    layered.layers.toggle("layers:result", "1", False)
    wait(layered, lambda: LOOKING in states["result"].notes)
    changed = layered.layers.show_alone("layers:result", WHOLE)
    assert facet.PANELS in changed
    assert eyes(layered) == {"Top": True, "Low": True}
    wait(layered, lambda: states["result"].notes == as_filed)
    # A page of before, on which an eye was turned by hand, is made anew.
    shown = layered.layers.panels
    layered.layers.toggle("layers:result", "1", False)
    layered.layers.show_alone("layers:result", WHOLE)
    assert layered.layers.panels is not shown
    assert eyes(layered) == {"Top": True, "Low": True}


def test_layers_of_a_picture_without_layers_are_told(layered: Session):
    layered.layers.toggle("layers:golden", "0", False)
    wait(layered, lambda: any("not an XCF file" in m.text for m in layered.messages))
    assert layered.messages[-1].text.startswith("t1_golden.png: ")


def test_the_golden_picture_is_never_opened_in_gimp(layered: Session):
    layered.open_in_gimp("golden")
    wait(layered, lambda: layered.messages)
    assert "golden" in layered.messages[-1].text
    assert layered.messages[-1].is_error


def test_a_missing_gimp_is_told(layered: Session, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    layered.open_in_gimp("result")
    wait(layered, lambda: layered.messages)
    assert "it is not installed" in layered.messages[-1].text
    assert "apt install gimp" in layered.messages[-1].text


def test_gimp_is_opened_without_waiting(layered: Session, tmp_path: Path, monkeypatch):
    programs = tmp_path / "bin"
    programs.mkdir()
    fake = programs / "gimp"
    fake.write_text(f'#!/bin/sh\necho "$DISPLAY $1" > {tmp_path}/seen\nexec /bin/sleep 0.3\n')
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    layered.open_in_gimp("result")
    wait(layered, lambda: layered.messages)
    assert "was opened in GIMP" in layered.messages[-1].text
    wait(layered, lambda: (tmp_path / "seen").exists() and (tmp_path / "seen").read_text())
    assert (tmp_path / "seen").read_text().strip() == f":0 {tmp_path / 't1.xcf'}"


def test_distribution_counts_and_leaves_out():
    found = distribution("m", [0.0, 0.24, 0.25, 1.0, None], bins=4)
    assert found.counts == (2, 1, 0, 1)
    assert found.spread.left_out == 1
    assert found.spread.mean == pytest.approx(0.3725)
    curve = plot([found])
    assert curve.series["m"][:2] == ((0.0, 2.0), (0.25, 2.0))
    assert curve.marks == ((pytest.approx(0.3725), "m mean 0.372"),)
    assert [panel.form for panel in panels_of([found])] == ["curve", "table"]
    empty = plot([distribution("m", [None])])
    assert empty.marks == ()


def test_the_distribution_of_a_folder(desk: Session, tmp_path: Path, photo):
    for name, changed in (("a", 0), ("b", 60)):
        Image.fromarray(photo).save(tmp_path / f"{name}_reference.png")
        other = np.clip(photo.astype(int) + changed, 0, 255).astype(np.uint8)
        Image.fromarray(other).save(tmp_path / f"{name}_generated.png")
    desk.open(tmp_path)
    wait(desk, lambda: len(desk.tasks) == 2 and not desk.is_discovering)
    assert desk.distributions.is_offered
    desk.distributions.show()
    wait(desk, lambda: desk.distributions.found)
    ssim = next(d for d in desk.distributions.found if d.name == "ImageSSIM")
    assert ssim.spread.count == 2
    assert ssim.spread.high == pytest.approx(1.0)
    assert ssim.spread.low < 1.0
    assert sum(ssim.counts) == 2


def test_a_task_is_made_in_the_window(desk: Session, tmp_path: Path, photo):
    source = tmp_path / "photo.png"
    Image.fromarray(photo).save(source)
    workshop = desk.workshop
    workshop.show(source, (parse_step("flip"),))
    wait(desk, lambda: workshop.previewed.after is not None)
    assert np.array_equal(workshop.previewed.after, photo[:, ::-1])
    workshop.show(source, (parse_step("crop:60,40,20,20"),))
    wait(desk, lambda: workshop.previewed.problem)
    assert "step 1, crop" in workshop.previewed.problem
    workshop.write(tmp_path / "tasks")
    assert "not proved" in workshop.problem
    workshop.make(Wish("new", source, (parse_step("flip"),)))
    wait(desk, lambda: workshop.made is not None)
    assert workshop.made.proof.holds
    workshop.write(tmp_path / "tasks")
    wait(desk, lambda: workshop.written is not None)
    assert (tmp_path / "tasks" / "new" / "task.toml").is_file()
    workshop.show(tmp_path / "nothing.png", (parse_step("flip"),))
    wait(desk, lambda: "nothing.png" in workshop.previewed.problem)
