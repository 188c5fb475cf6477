"""Measurements of bytes that were measured before; losing it costs time, nothing else."""

from __future__ import annotations

import math
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from reviewer.kinds.protocol import Measured
from reviewer.store.settings import cache_folder

_ROWS_KEPT = 200_000
_MOST_BYTES = 1 << 30
_SCHEMA = 1


class MeasurementCache:
    """A table from a key (digests, instruments, parameters) to what was measured."""

    def __init__(self, path: Path | None = None, *, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._path = path or cache_folder() / f"measurements-{_SCHEMA}.sqlite"
        self._lock = threading.Lock()
        self._decoder = msgspec.json.Decoder(Measured)
        self.note = ""
        self._is_busy = False
        self._base: sqlite3.Connection | None = self._open()

    def _open(self) -> sqlite3.Connection | None:
        for attempt in range(2):
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                base = sqlite3.connect(self._path, check_same_thread=False, timeout=2.0)
                base.execute("PRAGMA journal_mode=WAL")
                base.execute("PRAGMA synchronous=OFF")
                base.execute(
                    "CREATE TABLE IF NOT EXISTS measured "
                    "(key TEXT PRIMARY KEY, data BLOB NOT NULL, used REAL NOT NULL)"
                )
                base.commit()
            except sqlite3.OperationalError as error:
                if _is_busy(error):
                    # Another program is at it: its file is not ours to renew.
                    self.note = f"{self._path}: the cache of measurements is in use ({error})."
                    return None
                self._renew(error, attempt)
                continue
            except (sqlite3.Error, OSError) as error:
                self._renew(error, attempt)
                continue
            return base
        return None

    def _renew(self, error: Exception, attempt: int) -> None:
        self.note = f"{self._path}: the cache of measurements was renewed ({error})."
        if attempt == 0:
            # What cannot be removed either shows in the next attempt.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def get(self, key: str) -> Measured | None:
        """What was measured under this key, or None."""
        if self._base is None:
            return None
        try:
            with self._lock, closing(self._base.cursor()) as cursor:
                row = cursor.execute("SELECT data FROM measured WHERE key = ?", (key,)).fetchone()
            return self._decoder.decode(row[0]) if row else None
        except (sqlite3.Error, msgspec.DecodeError) as error:
            self.note = f"{self._path}: a cached measurement cannot be read ({error})."
            return None

    def put(self, key: str, measured: Measured) -> None:
        """Keep a measurement; only plain JSON values are kept, others are measured again."""
        # JSON has no infinity: it would come back as "not measured".
        if (
            self._base is None
            or self._is_busy
            or any(_is_infinite(m.value) for m in measured.measurements)
        ):
            return
        try:
            data = msgspec.json.encode(measured)
            with self._lock, self._base:
                self._base.execute(
                    "INSERT OR REPLACE INTO measured VALUES (?, ?, julianday('now'))", (key, data)
                )
                self._base.execute(
                    "DELETE FROM measured WHERE rowid <= (SELECT max(rowid) FROM measured) - ?",
                    (_ROWS_KEPT,),
                )
                self._make_room(self._base)
        except sqlite3.OperationalError as error:
            self.note = f"{self._path}: a measurement was not cached ({error})."
            # Each further one would wait as long: what is measured now is measured again next time.
            self._is_busy = _is_busy(error)
        except (sqlite3.Error, TypeError, OverflowError, msgspec.EncodeError) as error:
            self.note = f"{self._path}: a measurement was not cached ({error})."

    def _make_room(self, base: sqlite3.Connection) -> None:
        """Over the cap the oldest tenth goes: its pages take what comes next."""
        (pages,), (free,), (size,) = (
            base.execute(f"PRAGMA {name}").fetchone()
            for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size > self._most_bytes:
            base.execute(
                "DELETE FROM measured WHERE rowid <= (SELECT min(rowid) + "
                "(max(rowid) - min(rowid)) / 10 FROM measured)"
            )

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            if self._base is not None:
                self._base.close()
                self._base = None


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _is_infinite(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)
