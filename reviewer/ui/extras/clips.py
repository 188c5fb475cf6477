"""Binds the scrubber to the desk: frames in the result's pane, jumps, playback."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from reviewer.model.failure import told
from reviewer.session import changes as facet
from reviewer.session import frames
from reviewer.session.changes import Changes
from reviewer.session.frames import Clip, Frame
from reviewer.session.refusing import RefusedError
from reviewer.session.veiling import untold_clip
from reviewer.ui.extras.scrubber import Scrubber
from reviewer.ui.pictures.source import PictureSource
from reviewer.ui.translate import tr, translated

if TYPE_CHECKING:
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window

KIND = "maze_video"
_TICK = 30
_FEWEST = 5.0


class Clips:
    """The clip of the task on the desk."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.bar = Scrubber()
        self.clip: Clip | None = None
        # As it was read, and whether what is shown of it may tell how code answered.
        self._read: Clip | None = None
        self._hides = False
        self.index = 0
        self._of: object = None
        self._began = (0.0, 0)
        self._timer = QTimer(self.bar)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._tick)
        layout = window.pictures.layout()
        if layout is not None:
            layout.addWidget(self.bar)
        self.bar.hide()
        self.bar.strip.chosen.connect(self._chosen)
        self.bar.play_wanted.connect(lambda: window.commands.run("clip-play"))
        self.bar.crossing_wanted.connect(lambda: window.commands.run("clip-crossing"))
        self.bar.worst_wanted.connect(lambda: window.commands.run("clip-worst"))
        self.bar.trail_toggled.connect(lambda _: self.go(self.index, force=True))
        window.pictures.mode_changed.connect(lambda _: self._adapt())
        window.pictures.sheet.palette_changed.connect(lambda _: self.go(self.index, force=True))
        window.bottom.frame_wanted.connect(lambda _, at: self._chosen(at))

    # The clip

    def changed(self, changed: Changes) -> None:
        """Follow the task on the desk."""
        session = self._window.session
        state = session.current
        if state is None or state.task.kind != KIND:
            self._forget()
            return
        if changed.task not in ("", session.current_id):
            return
        self._adapt()
        if state.measured is not None and self._of is not state.measured:
            self._load(state)
        elif self._read is not None and self._hides != session.showing.hides_answers(state):
            # Where the worst frame was opened, its place would still tell of it.
            is_sealed = not self._hides
            self._take(self._read, at=0 if is_sealed else self.index)
        if facet.EVIDENCE in changed and session.showing.evidence is not None:
            frame = session.showing.evidence.frame
            if frame is not None and self.clip is not None:
                self.go(self.clip.index_of(frame))

    def _adapt(self) -> None:
        """The sheet shows the whole clip at once: there is no frame to scrub."""
        self.bar.setVisible(self._window.extras.is_clip and self._window.pictures.mode != "sheet")

    def _forget(self) -> None:
        self.stop()
        self.clip, self._read, self._of = None, None, None
        self.bar.hide()

    def _load(self, state: TaskState) -> None:
        session = self._window.session
        self.stop()
        self._of, self.clip, self._read = state.measured, None, None
        reading = tr("Reading the clip…")
        self.bar.words.set_words(reading)
        self.bar.strip.set_frames(0)
        self.bar.set_jumps(no_crossing=reading, no_worst=reading, no_play=reading)

        def done(clip: Clip) -> None:
            if session.current is state:
                self._take(clip)

        def failed(error: Exception) -> None:
            if session.current is state:
                self.bar.words.set_words(told(error))

        session.jobs.submit(
            "clip",
            lambda token: frames.load_clip(session.showing.request(state, token)),
            done=done,
            failed=failed,
            title="Reading the clip",
        )

    def _take(self, clip: Clip, *, at: int | None = None) -> None:
        showing, state = self._window.session.showing, self._window.session.current
        self._read, self._hides = clip, state is not None and showing.hides_answers(state)
        if self._hides:
            clip = untold_clip(clip)
        self.clip = clip
        faded = [n for n, is_faded in enumerate(clip.is_faded) if is_faded]
        self.bar.strip.set_frames(
            len(clip.pictures), scores=clip.scores, lacks=clip.without_marker, faded=faded,
            worst=clip.worst, crossing=clip.first_crossing,
        )  # fmt: skip
        self.bar.set_jumps(
            no_crossing="" if clip.first_crossing is not None else self._why_no_crossing(),
            no_worst=_sentence(self._why_no_worst()),
            no_play=_sentence(self._why_no_play()),
        )
        if clip.problem:
            self.bar.words.set_words(clip.problem)
        start = clip.worst if clip.worst is not None else 0
        self.go(start if at is None else at, force=True)

    def _why_hidden(self) -> str:
        said = tr("Hidden until you have answered every item of this task")
        return said if self._hides else ""

    def _why_no_crossing(self) -> str:
        return self._why_hidden() or tr("No wall is crossed in this clip")

    def _why_no_worst(self) -> str:
        """Hidden words first: that all frames are alike tells how the layout was judged."""
        clip = self.clip
        if clip is None or clip.worst is not None:
            return ""
        return self._why_hidden() or translated(clip.why_no_worst)

    def _why_no_play(self) -> str:
        is_one = self.clip is not None and self.clip.has_one_frame
        return tr("the clip has one frame: there is nothing to play") if is_one else ""

    # Frames

    def _chosen(self, index: int) -> None:
        self.stop()
        self.go(index)

    def go(self, index: int, *, force: bool = False) -> None:
        """Show a frame with the way up to it; the newest one asked for wins."""
        clip, session = self.clip, self._window.session
        state = session.current
        if clip is None or state is None or not clip.pictures:
            return
        wanted = min(len(clip.pictures) - 1, max(0, index))
        if wanted == self.index and not force:
            return
        self.index = wanted
        self.bar.strip.set_place(wanted, f"{wanted + 1} of {len(clip.pictures)}")
        with_trail, palette = self.bar.trail.isChecked(), frames.palette_named(
            session.settings.palette
        )  # fmt: skip

        def done(frame: Frame) -> None:
            if self.clip is clip and session.current is state:
                self._show(frame)

        self._window.run_quietly(
            "frame",
            lambda _token: frames.show_frame(clip, wanted, with_trail=with_trail, palette=palette),
            done=done,
            failed=session.failing(),
        )

    def _show(self, frame: Frame) -> None:
        self.bar.words.set_words(*frame.spellings)
        self.bar.strip.set_place(self.index, frame.words)
        found = self._window.session.showing.states.get("result")
        size = (int(frame.pixels.shape[1]), int(frame.pixels.shape[0]))
        self._window.pictures.update_source(
            PictureSource(
                role="result",
                pixels=frame.pixels,
                full_size=size,
                file=found.name if found is not None else "",
                details=f"frame {frame.number} · {frame.seconds:.2f} s",
            )
        )

    # Commands

    def _ready(self) -> Clip:
        state = self._window.session.current
        if state is None or state.task.kind != KIND:
            raise RefusedError("this task is not a clip")
        if self.clip is None:
            raise RefusedError("the clip is still being read")
        if self._window.pictures.mode == "sheet":
            self._window.pictures.choose_mode("one")
        return self.clip

    def to_crossing(self) -> None:
        """The frame of the first counted crossing."""
        clip = self._ready()
        if clip.first_crossing is None:
            raise RefusedError(self._why_no_crossing())
        self._chosen(clip.first_crossing)

    def to_worst(self) -> None:
        """The frame with the worst layout."""
        clip = self._ready()
        if clip.worst is None:
            raise RefusedError(self._why_no_worst())
        self._chosen(clip.worst)

    def toggle_play(self) -> None:
        """Play from here at the clip's own pace; stop when it plays."""
        clip = self._ready()
        if self._timer.isActive():
            self.stop()
            return
        if clip.has_one_frame:
            raise RefusedError(self._why_no_play())
        start = 0 if self.index >= len(clip.pictures) - 1 else self.index
        self._began = (time.monotonic(), start)
        self._timer.start()
        self.bar.set_playing(True)

    def stop(self) -> None:
        """Hold the clip where it is."""
        self._timer.stop()
        self.bar.set_playing(False)

    def _tick(self) -> None:
        clip = self.clip
        if clip is None:
            self.stop()
            return
        began, start = self._began
        rate = clip.rate if clip.rate > 0 else _FEWEST
        number = clip.numbers[start] + (time.monotonic() - began) * rate
        index = clip.index_of(int(number))
        self.go(index)
        if index >= len(clip.pictures) - 1:
            self.stop()


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
