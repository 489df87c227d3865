"""What a long session costs in memory: a few bytes a record, whatever the records hold."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING

from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    from pathlib import Path

MOST = 120
"""Bytes a record: an act takes 29, the id of a record 8 to 32."""


def peak(folder: Path, calls: int, size: int) -> int:
    """The most memory that is taken to read a session with so many calls."""
    steps = [("call", "", "tool", ("Read", "Edit", "Grep")[each % 3]) for each in range(calls)]
    path = writing.claude(folder / str(calls), "editor", steps)
    padding = json.dumps("x" * size)
    path.write_text(path.read_text("utf-8").replace(json.dumps(writing.SECRET), padding), "utf-8")
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    tracemalloc.start()
    try:
        (trace,) = read(file).runs
        assert len(trace) == calls + 2
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_record_takes_a_few_bytes(tmp_path: Path) -> None:
    short, long = peak(tmp_path / "a", 500, 10), peak(tmp_path / "b", 8_500, 10)
    assert (long - short) / 16_000 < MOST


def test_what_records_hold_takes_none(tmp_path: Path) -> None:
    small, large = peak(tmp_path / "a", 400, 10), peak(tmp_path / "b", 400, 4_000)
    assert large - small < 100_000  # of 3 MB
