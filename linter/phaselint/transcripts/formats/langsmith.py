"""Runs of LangSmith in JSON, one a line or in a list: a run of LangGraph is a tree of them."""

from __future__ import annotations

import math
import re
from array import array

from phaselint.transcripts.packing import Names, Strings, in_order
from phaselint.transcripts.seen import ANYWHERE, TOOL, Seen
from phaselint.transcripts.sources import REPEATED, items, mapping, seconds, text
from phaselint.transcripts.uuids import Uuids
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.sources import Source

_STEP = re.compile(r"graph:step:-?\d+")
_PART = re.compile(r"(\d{8})T(\d{12})Z([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.ASCII)
"""What the order of a run has for each run around it: its start and its id."""

_INTERRUPT = ("GraphInterrupt", "NodeInterrupt")


def sign(record: object) -> bool:
    """Whether a record is a run, or has some."""
    if isinstance(record, list):
        return bool(record) and sign(record[0])
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("runs"), list):
        return sign(record["runs"])
    return "run_type" in record and ("dotted_order" in record or "trace_id" in record)


class _Run(NamedTuple):
    """What is read of a run: of an error only whether there is one, and an interrupt."""

    order: str
    place: str
    trace: str
    kind: str
    name: str
    thread: str
    root: bool
    failed: bool
    stopped: bool
    over: bool
    time: float | None


class _Runs:
    """All runs of a file, in less than 200 bytes each."""

    def __init__(self) -> None:
        self._names = Names()
        self._tops = Names()
        self._top = array("Q")
        self._orders, self._places = Strings(), Strings()
        self._parts, self._signs = array("I"), bytearray()
        self._times = array("d")
        self.threads: dict[str, str] = {}

    def append(self, run: _Run) -> None:
        """Keep one more."""
        top, _, rest = run.order.partition(".")
        self._top.append(self._tops.number(top))
        self._orders.append(packed(rest))
        self._places.append(_bytes(run.place))
        self._parts.extend(map(self._names.number, (run.trace, run.kind, run.name)))
        self._signs.append(run.root | run.failed << 1 | run.stopped << 2 | run.over << 3)
        self._times.append(math.nan if run.time is None else run.time)
        if run.thread:
            self.threads[run.trace] = run.thread

    def sorted(self) -> Iterator[_Run]:
        """All, in their order."""
        ranks = self._tops.ranks()
        tops = array("Q", (ranks[each] for each in self._top))
        return map(self._run, in_order(tops, self._orders.__getitem__))

    def _run(self, row: int) -> _Run:
        trace, kind, name = (self._names[each] for each in self._parts[3 * row : 3 * row + 3])
        signs, time = self._signs[row], self._times[row]
        return _Run(
            "",
            self._places[row].decode("utf-8", "surrogatepass"),
            trace,
            kind=kind,
            name=name,
            thread="",
            root=bool(signs & 1),
            failed=bool(signs & 2),
            stopped=bool(signs & 4),
            over=bool(signs & 8),
            time=None if math.isnan(time) else time,
        )


def packed(order: str) -> bytes:
    """The order of a run below its root, in 25 bytes for each run around it, which have the same
    order; as it is where it has another form."""
    parts = order.split(".") if order else []
    found = [_PART.fullmatch(part) for part in parts]
    if not all(found):
        return _bytes(order)
    return b"".join(
        int(each[1] + each[2]).to_bytes(9, "big") + bytes.fromhex(each[3].replace("-", ""))
        for each in found
        if each
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def read(source: Source) -> Iterator[Seen]:
    """The records of all runs, in their order."""
    kept = _Runs()
    for record in _kept(source):
        kept.append(record)
    begun: set[str] = set()
    ends: dict[str, Seen] = {}
    for each in kept.sorted():
        run = kept.threads.get(each.trace, each.trace)
        if each.root:
            verb = "turn" if run in begun else "start"
            yield Seen(verb, place=each.place, time=each.time, run=run)
            begun.add(run)
            ended = "failed" if each.failed else "completed" if each.over else ""
            ends[run] = Seen("end", "waiting" if each.stopped else ended, each.place, run=run)
            if each.kind != TOOL and not each.name:
                continue
        if run not in begun:
            begun.add(run)
            yield Seen("start", place=each.place, time=each.time, run=run)
        yield from _acts(source, each, run)
        if each.stopped and run in ends:
            ends[run] = ends[run]._replace(subject="waiting")
    if source.torn:  # an act of any of them may be missing, at any place
        yield from (Seen("gap", run=run, place=ANYWHERE) for run in begun)
    yield from ends.values()


def _acts(source: Source, each: _Run, run: str) -> Iterator[Seen]:
    if each.kind == "node":
        yield Seen("enter", each.name, each.place, each.time, run)
        if each.stopped:
            yield Seen("interrupt", each.name, each.place, each.time, run)
        elif each.failed:
            yield Seen("fail", each.name, each.place, each.time, run)
    elif each.kind == TOOL:
        ok: Ok = "no" if each.failed else "yes" if each.over else "unknown"
        yield Seen("call", each.name, each.place, each.time, run, sort=TOOL, ok=ok)
    elif not each.root:
        source.skip(each.kind)


def _records(source: Source) -> Iterator[Any]:
    for number, record in source.values():
        if number == 1 and (isinstance(record, list) or "runs" in mapping(record)):
            yield from items(record) or items(mapping(record).get("runs"))
        else:
            yield record


def _kept(source: Source) -> Iterator[_Run]:
    met = Uuids()
    for record in _records(source):
        run = mapping(record)
        name = text(run.get("id"))
        if not (name and "run_type" in run):
            if record is not None:
                source.strange("not a run")
            source.torn = True
            continue
        if not met.add(name):
            source.skip(REPEATED)
            continue
        data = mapping(mapping(run.get("extra")).get("metadata"))
        root = run.get("parent_run_id") is None
        tags = [each for each in items(run.get("tags")) if isinstance(each, str)]
        kind, called = text(run.get("run_type")), text(run.get("name"))
        if kind == "chain" and any(map(_STEP.fullmatch, tags)):
            kind, called = "node", _path(data, called)
        error = run.get("error")
        stopped = isinstance(error, str) and error.startswith(_INTERRUPT)
        yield _Run(
            text(run.get("dotted_order")) or text(run.get("start_time")),
            name[:8],
            text(run.get("trace_id")) or name,
            kind=kind,
            name=called,
            thread=text(data.get("thread_id")),
            root=root,
            failed=bool(error) and not stopped,
            stopped=stopped,
            over=run.get("end_time") is not None,
            time=seconds(run.get("start_time")),
        )


def _path(data: dict[str, Any], name: str) -> str:
    """A node with the nodes around it, as acts name it."""
    space = text(data.get("langgraph_checkpoint_ns"))
    if not space:
        return text(data.get("langgraph_node")) or name
    return "/".join(each.partition(":")[0] for each in space.split("|"))
