"""Databases of SqliteSaver, made here table by table, with and without paths of tasks."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.acts import Act, KnownAct
from phaselint.transcripts.deeds import Deed
from phaselint.transcripts.logs import find, read
from phaselint.transcripts.walking import Known
from phaselint.vocabulary.errors import UsageError
from transcripts.writing import SECRET

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.transcripts.traces import Trace

Write = tuple[str, str, int, str]
"""A task, its path, a number and a channel."""

SEND = b"\xc70\x01\x93\xaflanggraph.types\xa4Send\x92\xa5check\x81\xa1x\xa6SECRET"


class Database:
    """A database of checkpoints of one thread."""

    def __init__(self, folder: Path, *, paths: bool) -> None:
        self.path = folder / "checkpoints.sqlite"
        self._paths = paths
        self._count = 0
        self._base = sqlite3.connect(self.path)
        self._base.execute(
            "create table checkpoints (thread_id, checkpoint_ns, checkpoint_id, "
            "parent_checkpoint_id, type, checkpoint, metadata)"
        )
        path = "task_path, " if paths else ""
        self._base.execute(
            "create table writes (thread_id, checkpoint_ns, checkpoint_id, task_id, "
            f"{path}idx, channel, type, value)"
        )

    def step(self, *writes: Write, source: str = "loop", space: str = "") -> None:
        """A checkpoint, and what the tasks after it wrote."""
        parent = self._id() if self._count else None
        self._count += 1
        metadata = json.dumps({"source": source, "step": self._count, "secret": SECRET})
        self._base.execute(
            "insert into checkpoints values ('t', ?, ?, ?, 'json', ?, ?)",
            (space, self._id(), parent, SECRET, metadata),
        )
        for task, path, number, channel in writes:
            value = SEND if channel == "__pregel_tasks" else SECRET.encode()
            row = [task, *([path] if self._paths else []), number, channel, value]
            marks = ", ".join("?" for _ in row[:-1])
            self._base.execute(
                f"insert into writes values ('t', ?, ?, {marks}, 'x', ?)",
                (space, self._id(), *row[:-1], row[-1]),
            )

    def _id(self) -> str:
        return f"1f1e78c3-e190-601c-bfff-{self._count:012x}"

    def run(self) -> Trace:
        """The one run."""
        self._base.commit()
        self._base.close()
        (file,) = find([str(self.path)])
        assert not isinstance(file, str)
        (trace,) = read(file).runs
        return trace


def pull(name: str) -> str:
    return f"~__pregel_pull, {name}"


def start(base: Database, target: str) -> None:
    base.step(("0", pull("__start__"), 0, f"branch:to:{target}"), source="input")


@pytest.mark.parametrize("paths", [True, False])
def test_nodes_and_sends_are_entered(tmp_path: Path, paths: bool) -> None:
    base = Database(tmp_path, paths=paths)
    start(base, "draft")
    base.step(*(("1", pull("draft"), each, "__pregel_tasks") for each in (0, 1)))
    push = "~__pregel_push, {}, 0"
    base.step(*((f"2{each}", push.format(each), 0, "notes") for each in (0, 1)))
    base.step()
    trace = base.run()
    assert [each.deed.text for each in trace.acts()] == [
        "start",
        "enter draft",
        "enter check",
        "enter check",
    ]
    assert trace.ended == "completed"


@pytest.mark.parametrize("paths", [True, False])
@pytest.mark.parametrize(
    ("number", "told", "end"), [(-1, "fail", "failed"), (-3, "interrupt", "waiting")]
)
def test_errors_and_interrupts_are_told(
    tmp_path: Path, paths: bool, number: int, told: str, end: str
) -> None:
    base = Database(tmp_path, paths=paths)
    start(base, "draft")
    base.step(("1", pull("draft"), number, "__x__"))
    trace = base.run()
    assert [each.deed.text for each in trace.acts()][1:] == ["enter draft", f"{told} draft"]
    assert trace.ended == end


def test_a_node_with_a_subgraph_fails_after_the_nodes_in_it(tmp_path: Path) -> None:
    """Its checkpoint, at which its failure stands, is older than those of the subgraph."""
    base = Database(tmp_path, paths=True)
    start(base, "outer")
    base.step(("1", pull("outer"), -1, "__error__"))
    base.step(("2", pull("inner"), -1, "__error__"), space="outer:1")
    base.step(("3", pull("deep"), -1, "__error__"), space="outer:1|inner:2")
    trace = base.run()
    assert [each.deed.text for each in trace.acts()][1:] == [
        "enter outer",
        "enter outer/inner",
        "enter outer/inner/deep",
        "fail outer/inner/deep",
        "fail outer/inner",
        "fail outer",
    ]
    assert (trace.ended, trace.back) == ("failed", 0)


def test_a_run_with_a_branch_that_nobody_answered_is_open(tmp_path: Path) -> None:
    base = Database(tmp_path, paths=True)
    start(base, "draft")
    base.step(("1", pull("draft"), 0, "branch:to:check"))
    base.step()
    assert base.run().ended == "open"


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"x" * 200)
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    with pytest.raises(UsageError, match="can't be read as a database"):
        read(file)


def test_a_node_that_was_added_by_a_member_of_an_enum_is_known() -> None:
    nodes = ("draft", "review", "inner/draft")
    known = Known([KnownAct(Act("enter", each, phase=each)) for each in nodes])
    names = ("Step.DRAFT", "inner/Step.DRAFT", "Step.OTHER", "other/Step.DRAFT", "review")
    found = {name: known.key(Deed("enter", name))[1] for name in names}
    assert found == {
        "Step.DRAFT": "draft",
        "inner/Step.DRAFT": "inner/draft",
        "Step.OTHER": "Step.OTHER",
        "other/Step.DRAFT": "other/Step.DRAFT",
        "review": "review",
    }
