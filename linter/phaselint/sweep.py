"""Checking many contracts of one project, one after the other or in several processes.

A process costs as much as linting several hundred files, so that only large projects get more
than one (design §11). What comes back is small: findings and paths, never documents.
"""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

from phaselint.config.select import selection_for
from phaselint.dialects.options import in_force
from phaselint.engine import DEFAULT_BOUND, Task, check
from phaselint.errors import UsageError
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.config import Config
    from phaselint.dialects.base import Cost, Dialect, Reader, Target
    from phaselint.engine import Checked
    from phaselint.finding import Finding
    from phaselint.project.reader import ProjectReader
    from phaselint.request import Request
    from phaselint.rule import Rule

WORTH_IT = 400
"""Files from which on a second process pays."""

CHUNK = 16
"""Contracts handed to a process at once."""

MOST_PROCESSES = 8


class Plan(NamedTuple):
    """What is the same for all contracts of a project; `given` are dialect options that win."""

    root: str
    config: Config
    request: Request
    rules: tuple[Rule, ...]
    given: Mapping[str, Mapping[str, Any]]
    named: tuple[str, ...] = ()


class Swept(NamedTuple):
    """One contract checked: findings of selected rules, not located; its files, and those of
    them with suppression comments; how many certificates were checked; which rules not; what a
    run costs, where that was asked."""

    contract: str
    findings: tuple[Finding, ...]
    files: tuple[str, ...]
    commented: tuple[str, ...]
    verified: int
    unasked: frozenset[str]
    cost: Cost | None


def sweep(plan: Plan, targets: Sequence[Target], reader: ProjectReader) -> Iterator[Swept]:
    """Check contracts, in order."""
    processes = _processes(plan.request.jobs, targets, reader)
    if processes < 2:
        yield from _check(plan, targets, reader)
        return
    chunks = [(plan, targets[at : at + CHUNK]) for at in range(0, len(targets), CHUNK)]
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    try:
        with ProcessPoolExecutor(processes, context, collect_rarely) as pool:
            for results in pool.map(_work, chunks):
                yield from results
    except BrokenProcessPool:
        raise UsageError("a process of the run was ended from outside; try `--jobs 1`") from None


def collect_rarely() -> None:
    """Let the garbage collector run less often: documents are trees without cycles, and going
    over them all the time doubles the work (core D.5)."""
    gc.set_threshold(50_000, 20, 100)


def _processes(jobs: int, targets: Sequence[Target], reader: ProjectReader) -> int:
    """How many processes to use: as many as asked for, else one unless there is much to do."""
    if jobs:
        return min(jobs, len(targets))
    folders = {target.folder for target in targets}
    if sum(len(reader.names(folder)) for folder in folders) <= WORTH_IT:
        return 1
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def _work(chunk: tuple[Plan, Sequence[Target]]) -> list[Swept]:
    """Check a chunk in a process of its own, which reads the files itself."""
    from phaselint.project.disk import DiskReader

    plan, targets = chunk
    reader = DiskReader(
        plan.root,
        exclude=plan.config.exclude,
        named=plan.named,
        overlay=plan.request.overlay,
    )
    return list(_check(plan, targets, reader))


def _check(plan: Plan, targets: Iterable[Target], reader: ProjectReader) -> Iterator[Swept]:
    checker = Checker(plan)
    for target in targets:
        checked = checker.check(target, reader)
        found = swept(target, checked)
        yield found
        if not found.findings and not found.commented:
            reader.forget(checked.documents)  # memory stays flat however many there are


class Checker:
    """Checks contracts of one project as its plan says."""

    __slots__ = ("_plan", "_tasks", "selection")

    def __init__(self, plan: Plan) -> None:
        self.selection = selection_for(plan.config, plan.request, plan.rules)
        self._plan = plan
        self._tasks: dict[str, Task] = {}

    def check(self, target: Target, reader: Reader) -> Checked:
        """Check one contract. Its findings are those of selected rules: nothing is spent on what
        is not shown, since what hides a consequence is a fact and no finding."""
        dialect = self.dialect(target.dialect)
        checked = check(dialect, reader, target, self.task(target.dialect))
        return checked._replace(findings=tuple(filter(self._wanted, checked.findings)))

    def dialect(self, name: str) -> Dialect:
        """The dialect that goes by a name in the project."""
        return self._plan.config.dialects[name]

    def task(self, name: str) -> Task:
        """How contracts of a dialect are checked."""
        if name not in self._tasks:
            plan = self._plan
            self._tasks[name] = Task(
                plan.rules,
                in_force(self.dialect(name), plan.config.options, plan.given),
                plan.request.bound or plan.config.bound or DEFAULT_BOUND,
                plan.request.dry_run,
                plan.request.verify,
                plan.config.scripts,
                plan.request.cost,
                self._wanted,
                self.selection.selected,
            )
        return self._tasks[name]

    def _wanted(self, finding: Finding) -> bool:
        return finding.rule is not None and self.selection.shown(finding.rule, finding.place.file)


def swept(target: Target, checked: Checked) -> Swept:
    """What a run keeps of a contract that was checked."""
    return Swept(
        target.path,
        checked.findings,
        tuple(checked.documents),
        tuple(path for path, document in checked.documents.items() if document.comments),
        checked.verified,
        checked.unasked,
        checked.cost,
    )
