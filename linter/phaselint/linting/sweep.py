"""Checking many contracts of one project, one after the other or in several processes.

A process costs as much as linting several hundred files, so that only large projects get more
than one (design §11). What comes back is small: findings and paths, never documents.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config.select import selection_for
from phaselint.dialects.options import in_force
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.config import Config
    from phaselint.dialects.base import Dialect, Reader, Target
    from phaselint.linting.check import Checked
    from phaselint.linting.discover import Workspace
    from phaselint.linting.request import Request
    from phaselint.project.reader import ProjectReader
    from phaselint.vocabulary.rule import Rule

WORTH_IT = 400
"""Files from which on a second process pays."""

CHUNK = 16
"""Contracts handed to a process at once, if there are enough for all."""

MOST_PROCESSES = 8


class Plan(NamedTuple):
    """The contracts of a project that are to be checked, and how; `given` are dialect options that
    win, `named` the paths in it that the user named."""

    root: str
    config: Config
    request: Request
    rules: tuple[Rule, ...]
    given: Mapping[str, Mapping[str, Any]]
    named: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()


def plan_for(
    workspace: Workspace, request: Request, rules: tuple[Rule, ...], targets: Iterable[Target] = ()
) -> Plan:
    """How contracts of a project are checked."""
    return Plan(
        root=workspace.root,
        config=workspace.config,
        request=request,
        rules=rules,
        given=workspace.given,
        named=workspace.named,
        targets=tuple(targets),
    )


def sweep(checker: Checker, reader: ProjectReader) -> Iterator[Checked]:
    """Check the contracts of a plan, in order."""
    plan = checker.plan
    processes = _processes(plan.request.jobs, plan.targets, reader)
    if processes < 2:
        yield from _check(checker, reader)
        return
    size = min(CHUNK, -(-len(plan.targets) // processes))
    starts = range(0, len(plan.targets), size)
    chunks = [plan._replace(targets=plan.targets[at : at + size]) for at in starts]
    from phaselint.linting import pool

    for results in pool.each(_work, chunks, processes):
        yield from results


def _processes(jobs: int, targets: Sequence[Target], reader: ProjectReader) -> int:
    """How many processes to use: as many as asked for, else one unless there is much to do."""
    if jobs:
        return min(jobs, len(targets))
    folders = {target.folder for target in targets}
    if sum(len(reader.names(folder)) for folder in folders) <= WORTH_IT:
        return 1
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def _work(plan: Plan) -> list[Checked]:
    """Check a chunk in a process of its own, which reads the files itself."""
    from phaselint.project.disk import DiskReader

    reader = DiskReader(
        plan.root,
        exclude=plan.config.exclude,
        named=plan.named,
        overlay=plan.request.overlay,
    )
    return list(_check(Checker(plan), reader))


def _check(checker: Checker, reader: ProjectReader) -> Iterator[Checked]:
    for target in checker.plan.targets:
        checked = checker.check(target, reader)
        yield checked.light()
        if not checked.hits and not checked.commented:
            reader.forget(checked.documents)  # memory stays flat however many there are


class Checker:
    """Checks contracts of one project as its plan says."""

    __slots__ = ("_tasks", "plan", "selection")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.selection = selection_for(plan.config, plan.request, plan.rules)
        self._tasks: dict[str, Task] = {}

    def check(self, target: Target, reader: Reader) -> Checked:
        """Check one contract."""
        dialect = self.dialect(target.dialect)
        return check(dialect, reader, target, self.task(target.dialect))

    def dialect(self, name: str) -> Dialect:
        """The dialect that goes by a name in the project."""
        return self.plan.config.dialects[name]

    def task(self, name: str) -> Task:
        """How contracts of a dialect are checked."""
        if name not in self._tasks:
            plan = self.plan
            self._tasks[name] = Task(
                rules=plan.rules,
                options=in_force(self.dialect(name), plan.config.options, plan.given),
                bound=plan.request.bound or plan.config.bound or DEFAULT_BOUND,
                dry_run=plan.request.dry_run,
                sound=plan.request.sound or plan.config.sound,
                verify=plan.request.verify,
                scripts=plan.config.scripts,
                cost=plan.request.cost,
                wanted=self.selection.shown,
                asked=self.selection.selected,
            )
        return self._tasks[name]
