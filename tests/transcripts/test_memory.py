"""What a long session costs in memory: a few bytes a record, whatever the records hold."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST = 120
"""Bytes a record: an act takes 29, the id of a record 8 to 32."""

LARGEST = 200
"""Bytes that a reader keeps of a record until all are read, apart from acts."""


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


def spans(path: Path, count: int) -> Path:
    """So many spans of one conversation, an agent with its tools."""
    lines = []
    for number in range(count):
        root = number - number % 20
        values = {
            "gen_ai.operation.name": "execute_tool" if number % 20 else "invoke_agent",
            "gen_ai.tool.name" if number % 20 else "gen_ai.agent.name": f"name-{number % 7}",
            "gen_ai.conversation.id": "one",
            "gen_ai.input.messages": "x" * 300,
        }
        span = {
            "traceId": f"{root:032x}",
            "spanId": f"{number:016x}",
            "parentSpanId": f"{root:016x}" if number % 20 else "",
            "startTimeUnixNano": str(10**18 + number),
            "endTimeUnixNano": str(10**18 + number + 1),
            "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in values.items()],
        }
        lines.append(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}))
    path.write_text("\n".join(lines), "utf-8")
    return path


def runs(path: Path, count: int) -> Path:
    """So many runs of LangSmith on one thread, a graph with its nodes and what runs in these."""
    lines = []
    for number in range(count):
        numbers = dict.fromkeys((number - number % 20, number - number % 2, number))
        around = [str(UUID(int=each)) for each in numbers]
        order = [f"20260101T000000{each:06}Z{UUID(int=each)}" for each in numbers]
        run = {
            "id": around[-1],
            "trace_id": around[0],
            "parent_run_id": around[-2] if len(around) > 1 else None,
            "dotted_order": ".".join(order),
            "run_type": "chain",
            "name": f"node-{number % 7}",
            "start_time": "2026-01-01T00:00:00",
            "end_time": "2026-01-01T00:00:01",
            "tags": [f"graph:step:{number % 20}"],
            "extra": {"metadata": {"thread_id": "one"}},
            "inputs": "x" * 300,
        }
        lines.append(json.dumps(run))
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize("make", [spans, runs])
def test_formats_without_an_order_keep_little_of_a_record(
    make: Callable[[Path, int], Path], tmp_path: Path
) -> None:
    taken = []
    for count in (1_000, 11_000):
        (file,) = find([str(make(tmp_path / f"{count}.jsonl", count))])
        assert not isinstance(file, str)
        tracemalloc.start()
        try:
            (trace,) = read(file).runs
            after, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert len(trace) >= count
        taken.append(most - after)
    assert (taken[1] - taken[0]) / 10_000 < LARGEST
