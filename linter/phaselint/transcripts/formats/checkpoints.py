"""Databases of LangGraph's SqliteSaver, opened for reading only. Of values nothing is read but the
name of the node in a `Send`."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

from phaselint.transcripts.seen import Seen
from phaselint.transcripts.sources import mapping
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

MAGIC = b"SQLite format 3\0"
PULL, PUSH = "~__pregel_pull, ", "~__pregel_push, "
TASKS = "__pregel_tasks"
ERROR, INTERRUPT, RESUME = -1, -3, -4
PATH = "task_path"
NOBODY = "00000000-0000-0000-0000-000000000000"
"""The task of what is written from outside, such as an answer."""

_SENT = re.compile(rb"\xa4Send\x92(?:([\xa0-\xbf])|\xd9(.))", re.DOTALL)
_CLOCK = 0x01B21DD213814000
"""What UUIDs count from, in steps of 100 ns before 1970."""


def sign(record: object) -> bool:
    """No record tells: the file begins with `MAGIC`."""
    return isinstance(record, bytes) and record.startswith(MAGIC)


class _Task(NamedTuple):
    """What a task of a step has written: channels by their numbers, and the nodes it sends to."""

    id: str
    path: str
    channels: tuple[tuple[int, str], ...]
    sends: tuple[str, ...]

    def wrote(self, number: int) -> bool:
        """Whether it wrote something of a kind that has its own number."""
        return any(each == number for each, _ in self.channels)

    @property
    def targets(self) -> tuple[str, ...]:
        """The nodes that it leads to."""
        return tuple(
            channel.rpartition(":")[2]
            for _, channel in self.channels
            if channel.startswith(("branch:", "start:"))
        )


def read(source: Source) -> Iterator[Seen]:
    """The records of all threads."""
    try:
        database = _opened(source.path)
        try:
            yield from _threads(source, database)
        finally:
            database.close()
    except sqlite3.Error as error:
        raise UsageError(f"{source.path}: can't be read as a database: {error}") from None


def _opened(path: str) -> sqlite3.Connection:
    name = Path(path).resolve().as_uri()
    try:
        database = sqlite3.connect(f"{name}?mode=ro", uri=True)
        database.execute("select count(*) from checkpoints").fetchone()
    except sqlite3.OperationalError:  # a folder that can't be written to, with a log of changes
        database = sqlite3.connect(f"{name}?mode=ro&immutable=1", uri=True)
    return database


def _threads(source: Source, database: sqlite3.Connection) -> Iterator[Seen]:
    columns = {row[1] for row in database.execute("pragma table_info(writes)")}
    path = PATH if PATH in columns else "''"
    for (thread,) in database.execute(
        "select thread_id from checkpoints group by thread_id order by min(checkpoint_id)"
    ).fetchall():
        yield from _Thread(source, database, thread, path).records()


class _Thread:
    """One thread, checkpoint by checkpoint."""

    def __init__(
        self, source: Source, database: sqlite3.Connection, thread: str, path: str
    ) -> None:
        self._source = source
        self._database = database
        self._thread = thread
        self._path = path
        self._runs = 0
        self._run = ""
        self._ran: dict[str, tuple[str, ...]] = {}
        self._spaces: frozenset[str] = frozenset()
        self._late: dict[str, list[Seen]] = {}

    def records(self) -> Iterator[Seen]:
        """What it tells, in the order of checkpoints."""
        rows = self._database.execute(
            "select checkpoint_ns, checkpoint_id, parent_checkpoint_id, metadata from checkpoints "
            "where thread_id = ? order by checkpoint_id",
            (self._thread,),
        ).fetchall()
        ended: Seen | None = None
        self._ran = {row[2]: _ran(_metadata(row[3])) for row in rows if row[2]}
        self._spaces = frozenset(row[0] for row in rows)
        for space, checkpoint, parent, metadata in rows:
            yield from self._over(space)
            self._source.records += 1
            data, time = _metadata(metadata), _time(checkpoint)
            if not data:
                self._source.skip("checkpoint whose metadata can't be read")
                yield Seen("gap", place=checkpoint, run=self._run or f"{self._thread}:1")
            if not space and data.get("source") == "input":
                if ended is not None:
                    yield ended
                self._runs += 1
                self._run = f"{self._thread}:{self._runs}"
                yield Seen("start", place=checkpoint, time=time, run=self._run)
                if self._path != PATH:  # whose errors and interrupts they are isn't written
                    yield Seen("blind", "interrupt fail", run=self._run)
            elif not self._runs:
                self._source.skip("checkpoint before any input")
                continue
            elif data.get("source") in ("update", "fork"):
                self._source.skip(f"source {data['source']}")
                yield Seen("gap", place=checkpoint, run=self._run)
            tasks = self._tasks(space, checkpoint)
            above = self._tasks(space, parent) if parent else []
            yield from self._step(space, checkpoint, tasks, above, time)
            if not space:
                ended = Seen("end", _end(tasks, above), checkpoint, time, self._run)
        yield from self._over("")
        if ended is not None:
            yield ended

    def _over(self, space: str) -> Iterator[Seen]:
        """How tasks with subgraphs of their own ended in a space, and in those below it: what they
        wrote belongs to the checkpoint before all those of their subgraphs."""
        below = [each for each in self._late if each == space or not space or _is_in(each, space)]
        for each in sorted(below, key=_depth, reverse=True):
            yield from self._late.pop(each)

    def _tasks(self, space: str, checkpoint: str) -> list[_Task]:
        found: dict[str, list[Any]] = {}
        rows = self._database.execute(
            f"select task_id, {self._path}, idx, channel, case when channel = ? then value end "
            "from writes where thread_id = ? and checkpoint_ns = ? and checkpoint_id = ? "
            "order by 2, task_id, idx",
            (TASKS, self._thread, space, checkpoint),
        )
        for task, path, number, channel, value in rows:
            kept = found.setdefault(task, [path or "", [], []])
            kept[0] = kept[0] or path or ""
            kept[1].append((number, channel))
            if channel == TASKS and (sent := _sent(value)):
                kept[2].append(sent)
        return [
            _Task(task, path, tuple(channels), tuple(sends))
            for task, (path, channels, sends) in found.items()
        ]

    def _step(
        self,
        space: str,
        checkpoint: str,
        tasks: list[_Task],
        above: list[_Task],
        time: float | None,
    ) -> Iterator[Seen]:
        """The nodes at work after a checkpoint."""
        around = "".join(f"{each.partition(':')[0]}/" for each in space.split("|") if each)
        sends = [each for task in above for each in task.sends]
        if tasks and not any(each.path for each in tasks):
            names = [*dict.fromkeys(each for task in above for each in task.targets), *sends]
            for name in names or self._ran.get(checkpoint, ()):
                told = Seen("enter", around + name, checkpoint, time, self._run)
                yield told
                if len(names) == len(tasks) == 1 and tasks[0].wrote(INTERRUPT):
                    yield told._replace(kind="interrupt")
                if len(names) == len(tasks) == 1 and tasks[0].wrote(ERROR):
                    yield told._replace(kind="fail")
            return
        for task in tasks:
            name = _node(task.path, sends)
            if not name:
                continue
            told = Seen("enter", around + name, checkpoint, time, self._run)
            yield told
            ends = [
                told._replace(kind=kind)
                for number, kind in ((INTERRUPT, "interrupt"), (ERROR, "fail"))
                if task.wrote(number)
            ]
            if _inner(space, name, task.id) in self._spaces:
                self._late.setdefault(space, []).extend(each._replace(time=None) for each in ends)
            else:
                yield from ends


def _inner(space: str, node: str, task: str) -> str:
    """The space of the subgraph that a task runs."""
    return "|".join(filter(None, (space, f"{node}:{task}")))


def _depth(space: str) -> int:
    return space.count("|") + bool(space)


def _is_in(inner: str, space: str) -> bool:
    return inner.startswith(f"{space}|")


def _node(path: str, sends: list[str]) -> str:
    """The node that a task runs; empty for what isn't a node."""
    if path.startswith(PULL):
        name = path.removeprefix(PULL)
        return "" if name == "__start__" else name
    if path.startswith(PUSH):
        number = path.removeprefix(PUSH).partition(",")[0].strip()
        at = int(number) if number.isdigit() else -1
        return sends[at] if 0 <= at < len(sends) else ""
    return ""


def _ran(metadata: dict[str, Any]) -> tuple[str, ...]:
    """The nodes that ran before a checkpoint, as LangGraph 0.2 says; what they wrote isn't read."""
    writes = metadata.get("writes") if metadata.get("source") == "loop" else None
    return tuple(name for name in mapping(writes) if not name.startswith("__"))


def _end(tasks: list[_Task], above: list[_Task]) -> str:
    """How a run ends whose last checkpoint has these tasks, made by others."""
    if any(each.wrote(ERROR) for each in tasks):
        return "failed"
    named = [each for each in tasks if each.id != NOBODY and each.path != f"{PULL}__start__"]
    stopped = [each for each in named if each.wrote(INTERRUPT)]
    if any(all(number < 0 for number, _ in each.channels) for each in stopped):
        return "waiting"
    waiting = any(each.targets or each.sends for each in above)
    return "" if waiting or tasks else "completed"


def _sent(value: object) -> str:
    """The node in a `Send`, as msgpack writes it: the string after the name of the class."""
    if not isinstance(value, bytes):
        return ""
    found = _SENT.search(value)
    if found is None:
        return ""
    size = found[1][0] - 0xA0 if found[1] else found[2][0]
    return value[found.end() : found.end() + size].decode(errors="replace")


def _metadata(value: Any) -> dict[str, Any]:
    try:
        return mapping(json.loads(value))
    except (TypeError, ValueError, RecursionError):
        return {}


def _time(checkpoint: str) -> float | None:
    """When a checkpoint was made, by its UUID of version 6."""
    digits = checkpoint.replace("-", "")
    try:
        ticks = (int(digits[:12], 16) << 12) | (int(digits[12:16], 16) & 0xFFF)
    except ValueError:
        return None
    return (ticks - _CLOCK) / 1e7
