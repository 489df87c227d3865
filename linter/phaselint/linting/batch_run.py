"""Judging the contracts of a run chunk by chunk, here or in other processes (design §11).

A chunk is what is looked at and checked in one go: whole contract roots (see `Dialect.root`), of
as many bytes as pay for handing them over. Contracts are found, checked and forgotten, so
memory goes with the size of a chunk and the findings there are, not with how many contracts are
behind the paths. What is left of a chunk is small: findings with their positions, and what their
documents say about those places; never documents.

`judge_chunk` is all that another process needs. It is at the top of a module, takes what can
be pickled and gives what can be pickled, and depends on nothing else but the files and the
phaselint there:

    job = packed(Job(request, rules))                  # once for a run: bytes
    swept = executor.submit(judge_chunk, job, chunk)   # any concurrent.futures.Executor
    ledger.add(swept.result())                         # in any order; one of several alike counts

`chunks.units_of`, `cut` and `portable` make the chunks. Errors of the user (UsageError) are raised
there as they would be here; a chunk that is judged twice says the same twice, and the ledger takes
the first.
"""

from __future__ import annotations

from functools import lru_cache

from phaselint.config import rules_for
from phaselint.linting.checker import Checker, Choices, needed, plan_for
from phaselint.linting.detection import Gathered, Looker, Workspace, unread
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.config.model import Config
    from phaselint.dialects.base import Target
    from phaselint.linting.check import Checked
    from phaselint.linting.detection import Item, Looked
    from phaselint.linting.request import Request
    from phaselint.linting.retained import Excerpts
    from phaselint.project.reader import Sight
    from phaselint.suppression.excerpt import Excerpt
    from phaselint.vocabulary.rule import Rule

Key = tuple[str, "Target"]
"""What tells a contract from others: the root of its project, and its target there."""


class Job(NamedTuple):
    """What all chunks of a run have in common: the request, and the built-in rules."""

    request: Request
    rules: Sequence[Rule]


class Site(NamedTuple):
    """A project, as another process is told of it; see `Workspace`."""

    root: str
    config: Config
    named: tuple[str, ...]
    given: Mapping[str, Mapping[str, Any]]


class Chunk(NamedTuple):
    """Items to look at, their projects, and what was seen in their folders, each with the root of
    its project: so the ignore files are read once, and what is gone since is missed."""

    items: tuple[Item, ...]
    sites: tuple[Site, ...]
    sights: tuple[tuple[str, Sight], ...]


class Swept(NamedTuple):
    """What is left of a chunk.

    Attributes:
        looked: what came of its items, as far as anything did.
        checked: the contracts, each with the root of its project; without documents.
        excerpts: what documents say about places where something was found, by root.
        unread: what could not be read while contracts were looked for, by root.
        listed: the folders that were listed besides those of the chunk, by root.
        items: how many items there were, by root.
    """

    looked: tuple[Looked, ...]
    checked: tuple[tuple[str, Checked], ...]
    excerpts: Mapping[str, tuple[Excerpt, ...]] = {}
    unread: Mapping[str, Mapping[str, str]] = {}
    listed: Mapping[str, tuple[str, ...]] = {}
    items: Mapping[str, int] = {}


def packed(job: Job) -> bytes:
    """A job as `judge_chunk` takes it."""
    import pickle

    return pickle.dumps(job)


def judge_chunk(job: bytes, chunk: Chunk) -> Swept:
    """Find and check the contracts of a chunk, in a process that has been told nothing yet.

    Raises:
        UsageError: as a run in one process.
    """
    return _guest(job).judge(chunk)


class Ledger:
    """The findings. Of what several chunks say, the first to come counts: a contract may be
    found from several roots.

    Attributes:
        gathered: what came of looking for contracts.
        checked: the contracts.
        excerpts: what is kept of documents, by root and path.
        unread: what could not be read while contracts were looked for, by root and path.
        listed: folders that other processes listed, by root.
        wrong: lines about what other processes have not done.
    """

    __slots__ = ("_sets", "checked", "excerpts", "gathered", "listed", "unread", "wrong")

    def __init__(self) -> None:
        self.gathered = Gathered()
        self.checked: dict[Key, Checked] = {}
        self.excerpts: dict[str, Excerpts] = {}
        self.unread: dict[str, dict[str, str]] = {}
        self.listed: dict[str, set[str]] = {}
        self.wrong: list[str] = []
        self._sets: dict[frozenset[str], frozenset[str]] = {}

    def note(self, workspaces: Iterable[Workspace]) -> None:
        """Take down what could not be listed in projects so far."""
        for each in workspaces:
            self.unread.setdefault(each.root, {}).update(unread(each.reader))

    def add(self, swept: Swept) -> None:
        """Take down what is left of a chunk."""
        self.gathered.add(swept.looked)
        for root, checked in swept.checked:
            # Most contracts have not been asked the same rules; what another process sends is new.
            silent = self._sets.setdefault(checked.unasked, checked.unasked)
            self.checked.setdefault((root, checked.target), checked._replace(unasked=silent))
        for root, excerpts in swept.excerpts.items():
            own = self.excerpts.setdefault(root, {})
            for excerpt in excerpts:
                if excerpt.path in own:
                    own[excerpt.path].add(excerpt)
                else:
                    own[excerpt.path] = excerpt
        for root, said in swept.unread.items():
            own_unread = self.unread.setdefault(root, {})
            for path, why in said.items():
                own_unread.setdefault(path, why)
        for root, folders in swept.listed.items():
            self.listed.setdefault(root, set()).update(folders)

    def hand_out(self, root: str) -> tuple[list[Checked], Excerpts]:
        """The contracts of a project, in the order in which they are found, and the excerpts of
        their documents, which are forgotten here: nothing further may come of this project."""
        checked = [self.checked.pop((root, each)) for each in self.gathered.found_in(root)]
        return checked, self.excerpts.pop(root, {})


class CheckContext:
    """What contracts are judged on in this process.

    Args:
        job: the request.
        workspaces: the projects there are, by root; there may be more with time.
    """

    def __init__(self, job: Job, workspaces: Mapping[str, Workspace]) -> None:
        self.looker = Looker(job.request.dialect)
        self.job = job
        self.workspaces = workspaces
        self._choices = Choices(job.request)
        self._known: dict[str, Sequence[Rule]] = {}
        self._checkers: dict[str, tuple[frozenset[str], Checker]] = {}

    def rules(self, root: str, dialects: Collection[str] = ()) -> Sequence[Rule]:
        """All rules there are in a project; those of some dialects are looked at first. Raises
        UsageError where the configuration names one that doesn't exist."""
        if root not in self._known:
            config = self.workspaces[root].config
            self._known[root] = rules_for(config, self.job.rules, dialects)
        return self._known[root]

    def checker(self, root: str, dialects: Iterable[str]) -> Checker:
        """What checks contracts of some dialects in a project, and of those asked for before."""
        names = frozenset(dialects)
        if root in self._checkers:
            before, checker = self._checkers[root]
            if names <= before:
                return checker
            names |= before
        workspace, request = self.workspaces[root], self.job.request
        rules = needed(self.rules(root, names), names, workspace.config, request)
        choice = self._choices.of(workspace.config, rules)
        checker = Checker(plan_for(workspace, request, choice))
        self._checkers[root] = names, checker
        return checker

    def judge(self, items: Iterable[Item], judged: Collection[Key] = ()) -> Swept:
        """Find and check the contracts of items, but for those that have been judged, and let go
        of all that was read for that."""
        looked = [self.looker.look(self.workspaces[each.root], each) for each in items]
        roots = dict.fromkeys(each.root for each in looked)
        said = {root: unread(self.workspaces[root].reader) for root in roots}
        found = dict.fromkeys((each.root, target) for each in looked for target in each.targets)
        excerpts: dict[str, Excerpts] = {}
        checked = [
            (root, self._check(root, target, excerpts))
            for root, target in found
            if (root, target) not in judged
        ]
        closed = {root: tuple(some.values()) for root, some in excerpts.items()}
        for excerpt in (each for some in closed.values() for each in some):
            excerpt.close()
        for root in roots:
            self.workspaces[root].reader.release()
        return Swept(
            tuple(each for each in looked if each.says_something),
            tuple(checked),
            closed,
            {root: some for root, some in said.items() if some},
            items=_counted(looked),
        )

    def close(self, root: str) -> None:
        """Let go of what a project is judged with, since all of it is judged."""
        self._checkers.pop(root, None)
        self.looker.close(root)
        self.workspaces[root].reader.close()

    def pass_over(self, items: Iterable[Item]) -> Swept:
        """Find the contracts of items that nobody judges."""
        from phaselint.linting.check import passed_over

        looked = [self.looker.look(self.workspaces[each.root], each) for each in items]
        for root in dict.fromkeys(each.root for each in looked):
            self.workspaces[root].reader.release()
        found = ((each.root, target) for each in looked for target in each.targets)
        return Swept(
            tuple(each for each in looked if each.says_something),
            tuple((root, passed_over(target)) for root, target in found),
            items=_counted(looked),
        )

    def _check(self, root: str, target: Target, excerpts: dict[str, Excerpts]) -> Checked:
        reader = self.workspaces[root].reader
        checked = self.checker(root, (target.dialect,)).check(target, reader)
        documents = checked.documents.items()
        # What a dialect gives may be a part of what the reader has.
        unreadable = [path for path, each in documents if not (reader.peek(path) or each).readable]
        silent = not (unreadable or checked.hits or checked.commented)
        if silent and checked.drawing is None and checked.coverage is None:
            return checked.light()
        from phaselint.linting.retained import kept

        return kept(checked, reader, excerpts.setdefault(root, {}), unreadable)


def _counted(looked: Iterable[Looked]) -> dict[str, int]:
    """How many items were looked at in each project."""
    counts: dict[str, int] = {}
    for each in looked:
        counts[each.root] = counts.get(each.root, 0) + 1
    return counts


class _Guest:
    """A bench in a process that is told of projects by the chunks. It keeps the projects of the
    last one: many chunks in a row are of the same."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._workspaces: dict[str, Workspace] = {}
        self._listed: dict[str, set[str]] = {}
        self._bench = CheckContext(job, self._workspaces)

    def judge(self, chunk: Chunk) -> Swept:
        self._settle(chunk.sites)
        for root, sight in chunk.sights:
            self._workspaces[root].reader.seed(sight)
        swept = self._bench.judge(chunk.items)
        for root, sight in chunk.sights:
            self._workspaces[root].reader.relist(sight.folder)
        return swept._replace(listed=dict(self._news()))

    def _settle(self, sites: Iterable[Site]) -> None:
        """Have the projects of a chunk, and no others."""
        from phaselint.project.disk import DiskReader

        before = dict(self._workspaces)
        self._workspaces.clear()
        for root, config, named, given in sites:
            if root in before:
                self._workspaces[root] = before[root]
                continue
            overlay = self._job.request.overlay
            reader = DiskReader(root, exclude=config.exclude, named=named, overlay=overlay)
            self._workspaces[root] = Workspace(root, config, reader, named, given)
        if before.keys() - self._workspaces.keys():
            self._bench = CheckContext(self._job, self._workspaces)
            self._listed = {}

    def _news(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The folders that were listed and not told of, by root."""
        for root, workspace in self._workspaces.items():
            known = self._listed.setdefault(root, set())
            news = tuple(each for each in workspace.reader.listed if each not in known)
            if news:
                known.update(news)
                yield root, news


@lru_cache(maxsize=1)
def _guest(job: bytes) -> _Guest:
    """The bench of the job that this process works for."""
    import pickle

    return _Guest(pickle.loads(job))
