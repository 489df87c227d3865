"""The course of a run: paths → contracts → what is judged, project by project (design §3, §11)."""

from __future__ import annotations

import os
from collections import deque

from phaselint.dialects.options import Given
from phaselint.linting.batch import Batch
from phaselint.linting.batch_run import CheckContext, Job, Ledger
from phaselint.linting.discover import Finder
from phaselint.linting.filtering import baseline_path, judge
from phaselint.linting.internal_errors import rule_named
from phaselint.project.paths import relative
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import WHOLE_FILE, Finding, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaselint.linting.batch_run import Swept
    from phaselint.linting.check import Checked
    from phaselint.linting.detection import Item, Workspace
    from phaselint.linting.discovery import Discovery, Unread
    from phaselint.linting.filtering import Judged
    from phaselint.linting.request import Request
    from phaselint.linting.retained import Excerpts
    from phaselint.vocabulary.rule import Rule

    Progress = Callable[[int, int], None]

FEW = 2
"""Items that are looked at without a thought to where: a contract, and the folder it is in."""


class Portion(NamedTuple):
    """Projects that were judged together, and what came of it; nothing of it changes any longer."""

    batches: tuple[Batch, ...]
    judged: Judged


class _Contents(NamedTuple):
    """The contents of a project: its contracts, what their documents say, and what nobody could
    read there."""

    workspace: Workspace
    checked: Sequence[Checked]
    excerpts: Excerpts
    unread: tuple[Unread, ...]


def finder_of(request: Request, rules: Sequence[Rule]) -> Finder:
    """What finds the contracts that a request is about.

    Raises:
        UsageError: an option that is given for a built-in dialect cannot be understood.
    """
    return Finder(
        rules,
        wanted=request.dialect,
        config_file=request.config_file,
        isolated=request.isolated,
        overlay=request.overlay,
        given=Given(request.settings, request.options),
        exclude=request.exclude,
    )


class Pipeline:
    """One run, as far as it has come.

    A project is judged when all of its contracts are checked, and all projects before it are
    judged: what cannot be read is reported for the first that knows of it. Where something spans
    projects, all are judged together in the end.

    Args:
        progress: is told how many things were looked at, and how many are known of.

    Attributes:
        bench: what contracts are checked on.
        ledger: the findings that are not judged yet.
        finder: what finds the contracts.
        waiting: the projects that were come across and are not judged, in the order in which
            they will be; `known` is how many were come across.
    """

    def __init__(
        self, request: Request, rules: Sequence[Rule], progress: Progress | None = None
    ) -> None:
        self.finder = finder_of(request, rules)
        self.bench = CheckContext(Job(request, rules), self.finder.workspaces)
        self.ledger = Ledger()
        self.waiting: deque[Workspace] = deque()
        self._request = request
        self.known = 0
        self._spanned = False
        self._items: dict[str, int] = {}
        self._progress = progress
        self._done = self._total = 0

    def portions(self) -> Iterator[Portion]:
        """Lint what the request names, and give what was judged.

        Raises:
            UsageError: a bad option, configuration or baseline.
        """
        self.finder.survey(self._request.paths)
        try:
            for items in self.finder.rounds(self.ledger.gathered.numbers):
                self._begin(items)
                for swept in self._swept(items):
                    self.ledger.add(swept)
                    for root, count in swept.items.items():
                        self._items[root] -= count
                    self._tell(swept)
                    yield from self._judged_so_far()
        except UsageError:
            # Of several configurations that are wrong it is the first that is complained about, and
            # not that of the first contract.
            self._look_at_rules()
            raise
        self.finder.check_given()
        self._register_projects()
        yield from self._judged_in_the_end()

    def vet(self) -> None:
        """See that of the projects that wait none has a bad configuration.

        Raises:
            UsageError: one has.
        """
        self.finder.check_given()
        self._look_at_rules()

    def _look_at_rules(self) -> None:
        """See that of the projects so far none has a bad configuration; raises UsageError."""
        for root in tuple(self.finder.workspaces):
            self.bench.rules(root)

    def concluded(self) -> Discovery:
        """What has come of the paths next to contracts, once all is judged."""
        return self.finder.concluded(self.ledger.gathered)

    def _begin(self, items: Sequence[Item]) -> None:
        """Take down what a round is about."""
        self._total += len(items)
        for item in items:
            self._items[item.root] = self._items.get(item.root, 0) + 1
        self._register_projects()
        self.ledger.note(self.finder.workspaces.values())

    def _tell(self, swept: Swept) -> None:
        """Say how far the run has come, to whoever wants to know."""
        if self._progress:
            self._done += sum(swept.items.values())
            self._progress(self._done, self._total)

    def _register_projects(self) -> None:
        """Have the projects that are new wait behind the others."""
        workspaces = tuple(self.finder.workspaces.values())
        self.waiting.extend(workspaces[self.known :])
        self.known = len(workspaces)
        self._spanned = _are_spanned(workspaces, self._request)

    def _swept(self, items: Sequence[Item]) -> Iterator[Swept]:
        """What is left of the contracts of items, once they are checked."""
        if len(items) <= FEW and self._request.jobs < 2 and not self._request.executor:
            yield self.bench.judge(items, self.ledger.checked)
            return
        from phaselint.linting.parallel import spread

        yield from spread(items, self.bench, self.ledger)

    def _judged_so_far(self) -> Iterator[Portion]:
        """Judge the projects to which nothing is added any longer."""
        while self.waiting and not self._spanned and self._is_complete(self.waiting[0].root):
            contents = self._contents(self.waiting.popleft())
            yield from self._judge([contents])

    def _judged_in_the_end(self) -> Iterator[Portion]:
        """Judge all projects that are left."""
        left = [self._contents(each) for each in self.waiting]
        for some in [left] if self._spanned else [[each] for each in left]:
            for _ in some:
                self.waiting.popleft()
            yield from self._judge(some)

    def _is_complete(self, root: str) -> bool:
        """Whether all contracts of a project are found and checked."""
        numbers = self.ledger.gathered.numbers
        return not self._items.get(root) and not self.finder.may_look_again(root, numbers)

    def _contents(self, workspace: Workspace) -> _Contents:
        """The contents of a project. Its rules are looked at here: that none have some
        name should be said before anything is judged."""
        root = workspace.root
        checked, excerpts = self.ledger.hand_out(root)
        self.bench.rules(root, {each.target.dialect for each in checked})
        unread = self.finder.unread_in(root, self.ledger.unread.get(root, {}))
        return _Contents(workspace, checked, excerpts, tuple(unread))

    def _judge(self, some: Sequence[_Contents]) -> Iterator[Portion]:
        """Judge projects together, but for those in which there is nothing to judge."""
        batches = tuple(self._batch(each) for each in some if each.checked or each.unread)
        if batches:
            yield Portion(batches, judge(batches, self._request))
        for each in some:
            self.bench.close(each.workspace.root)

    def _batch(self, contents: _Contents) -> Batch:
        """The contracts of a project, for the judge."""
        workspace, checked, excerpts, unread = contents
        checker = self.bench.checker(workspace.root, (each.target.dialect for each in checked))
        read = frozenset(path for each in checked for path in each.files) if unread else ()
        said = ((path, why) for _, path, why in unread if path not in read)
        return Batch(
            checker,
            self.bench.rules(workspace.root),
            checked,
            workspace.reader,
            lost=unreadable_file_findings(said, checker.plan.rules),
            show=relative(workspace.root),
            kept=excerpts,
            whole=self._is_whole(workspace),
        )

    def _is_whole(self, workspace: Workspace) -> bool:
        """Whether a run is about all contracts of a project; asked only where that matters."""
        if not workspace.config.policies or self._request.dialect:
            return False
        from phaselint.linting.lacking import is_whole

        return is_whole(workspace.root, self._request.paths)


def unreadable_file_findings(
    unread: Iterable[tuple[str, str]], rules: Sequence[Rule]
) -> Iterator[Hit]:
    """What cannot be read may hide a contract, even where none is known of (design §9). It comes
    as path and reason."""
    for path, reason in unread:
        finding = Finding(
            Place(path or ".", (), "document", WHOLE_FILE),
            message("{}", reason),
            "make it readable, or exclude it",
        )
        yield Hit(rule_named(rules, "unreadable-file"), finding)


def _are_spanned(workspaces: Sequence[Workspace], request: Request) -> bool:
    """Whether something is for several projects, so only all of them together tell what is
    to be said: a baseline, or suppressions in a configuration that is outside of them."""
    if request.baseline or request.write_baseline:
        return True
    named = [baseline_path(each.root, each.config, request) for each in workspaces]
    return len(set(named)) < len(named) or any(
        each.config.suppress and os.path.dirname(os.path.abspath(each.config.path)) != each.root
        for each in workspaces
    )
