"""What a run finds, given away as soon as nothing to come sorts before it (design §9, §11).

Findings leave in the order of `Result.findings`, and contracts that could not be judged between
them, by path. All that is found in a project is below its root: what sorts before the roots of all
projects that are not judged yet is final. So the run holds the findings in the projects under
way, and what sorts behind them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import accumulate

from phaselint.linting.filtering import baseline_path, is_measured
from phaselint.linting.pipeline import Pipeline
from phaselint.linting.result import Result, Summary, Unjudged
from phaselint.linting.run import shown_of, summary_of
from phaselint.project.paths import first_below
from phaselint.vocabulary.diagnostic import order_of
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.detection import Workspace
    from phaselint.linting.pipeline import Portion, Progress
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


class Stream:
    """One run whose findings nobody has to wait for.

    Args:
        progress: see `Pipeline`.

    Attributes:
        summary: the counts of what was judged so far.
    """

    def __init__(
        self, request: Request, rules: Sequence[Rule], progress: Progress | None = None
    ) -> None:
        self.summary = Summary()
        self._request = request
        self._course = Pipeline(request, rules, progress)
        self._lines: list[tuple[str, int, tuple[object, ...], int, Diagnostic | Unjudged]] = []
        self._made = 0
        self._known = 0
        self._bounds: list[str] = []

    def lines(self) -> Iterator[list[Diagnostic | Unjudged]]:
        """Lint, and give what is final, a few lines at a time.

        Raises:
            UsageError: as `run`. A bad configuration comes before the first line, and so does a
                baseline that cannot be read.
        """
        begun = False
        for portion in self._course.portions():
            self._take(portion)
            final = list(self._final())
            if final and not begun:
                self._course.vet()
                begun = True
            if final:
                yield final
        yield list(self._final())

    def result(self) -> Result:
        """What else came of the run, once all lines are given: without findings, and without what
        belongs to them."""
        discovery = self._course.concluded()
        return Result(
            summary=self.summary,
            wrong=(*discovery.wrong, *discovery.faults, *self._course.ledger.wrong),
            empty=discovery.empty,
        )

    def _take(self, portion: Portion) -> None:
        """Count what was judged, and put it among what waits."""
        shown = shown_of(portion.judged.diagnostics, self._request)
        own = summary_of(shown, portion.batches)
        self.summary = Summary(*map(sum, zip(self.summary, own, strict=True)))
        for batch in portion.batches:
            for each in batch.unjudged:
                self._put(each.contract, 0, each, each)
            self._course.bench.workspaces[batch.root].reader.release()
        for finding in shown.findings:
            order = order_of(finding.rule, finding.finding)
            self._put(str(order[0]), 1, order, finding)

    def _put(
        self, path: str, kind: int, order: tuple[object, ...], line: Diagnostic | Unjudged
    ) -> None:
        """Have a line wait. Of lines that are alike the first comes first."""
        self._made += 1
        heappush(self._lines, (path, kind, order, self._made, line))

    def _final(self) -> Iterator[Diagnostic | Unjudged]:
        """The lines that nothing to come sorts before."""
        waiting = self._course.waiting
        if self._known != self._course.known:  # as after the first portion of a round
            self._known = self._course.known
            self._bounds = list(accumulate(map(self._bound, reversed(waiting)), min))
        bound = self._bounds[len(waiting) - 1] if waiting else None
        while self._lines and (bound is None or self._lines[0][0] < bound):
            yield heappop(self._lines)[-1]

    def _bound(self, workspace: Workspace) -> str:
        """What nothing that is to come of a project sorts before. If its baseline cannot be read
        there will be no report at all, provided that there is a contract."""
        path = baseline_path(workspace.root, workspace.config, self._request)
        if is_measured(path, self._request):
            from phaselint.suppression.measure import entries_at

            try:
                entries_at(path, workspace.root, self._request)
            except UsageError:
                return ""
        return first_below(workspace.root)
