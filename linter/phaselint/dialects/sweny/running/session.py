"""What a run is made of: its fixed law, its state and what it remembers (§5.2, §5.4).

A state never changes. What a run remembers is a chain from the latest entry back, so a
step costs the same however long the run is; it is told when somebody asks.
"""

from __future__ import annotations

from phaselint.dialects.records import OnDemand
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.running.conduct import CURRENT
from phaselint.dialects.sweny.running.gates import Rules
from phaselint.dialects.sweny.running.results import Result
from phaselint.javascript.members import in_key_order
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from phaselint.dialects.records import Event, Outcome
    from phaselint.dialects.sweny.model import Edge, Workflow
    from phaselint.dialects.sweny.running.answerbook import AnswerBook
    from phaselint.dialects.sweny.running.conduct import Conduct
    from phaselint.dialects.sweny.running.gates import Verdict
    from phaselint.dialects.sweny.running.readings import Seen
    from phaselint.dialects.sweny.running.results import Status
    from phaselint.dialects.sweny.running.toolbox import Tooling
    from phaselint.dialects.sweny.running.wording import Obeyed

    Waiting = Literal["run", "judge", "reflect", "route"]


class Law(NamedTuple):
    """What stays the same for a whole run.

    `out` are the out-edges by node, `bounds` the largest bound by pair of nodes, where an edge
    between them has one; `unbounded` lifts them. `texts` are the resolved sources by field. With
    `documented`, the specification is followed where the reference differs (§6); with `checked`,
    scripts give no data that an output schema forbids. `conduct` is what the release does. `book`
    has the answers that an exploration tries, and what gates read of finished nodes. `obeyed` is
    what binds the router where it is to obey the conditions.
    """

    workflow: Workflow
    given: Any = None
    skills: Mapping[str, Tooling] = {}
    texts: Mapping[str, str] = {}
    out: Mapping[str, tuple[Edge, ...]] = {}
    bounds: Mapping[tuple[str, str], int] = {}
    rules: Rules = Rules()
    max_steps: int | None = None
    documented: bool = False
    bundled: bool = False
    conduct: Conduct = CURRENT
    checked: bool = False
    unbounded: bool = False
    book: AnswerBook | None = None
    obeyed: Obeyed | None = None


# --- what a run remembers -----------------------------------------------------------------------


class Entered(NamedTuple):
    """A visit begins."""

    node: str


class Attempted(NamedTuple):
    """A step of the trace: the end of a visit, or of an attempt that is retried."""

    node: str
    status: Status
    attempt: int | None = None


class Followed(NamedTuple):
    """An edge of the trace."""

    source: str
    target: str
    reason: str


class Finished(NamedTuple):
    """A visit has its result."""

    node: str
    result: Result


class Visits(NamedTuple):
    """The node of the latest visit, and the visits before."""

    node: str
    before: Visits | None


Entry = Entered | Attempted | Followed | Finished


class Log(NamedTuple):
    """The latest entry, and those before."""

    entry: Entry
    before: Log | None


class Calls(NamedTuple):
    """How often the client was called."""

    run: int = 0
    evaluate: int = 0
    ask: int = 0


class Pending(NamedTuple):
    """The question that a run waits for, and how far the visit has come.

    `preamble` precedes the prompt of a retry; `result` is that of the model run that is
    being judged, `verdicts` those of the evaluators so far; `again` tells a judge's second call.
    `halts` tells that the run ends here if no condition is met (documented semantics only).
    `calls` are those of a model run that goes on (`callparts`).
    """

    kind: Waiting
    attempt: int = 0
    preamble: str = ""
    result: Result = Result("success")
    verdicts: tuple[Verdict, ...] = ()
    again: bool = False
    halts: bool = False
    calls: tuple[Mapping[str, Any], ...] = ()


class State(NamedTuple):
    """Where a run stands.

    `counters` count how often bounded pairs were followed, no further than the bound;
    `unfilled` are the nodes whose latest result lacks declared properties, `failing` those
    whose latest result is a failure, `seen` what gates read of finished ones, `known` what
    conditions look at of them, where the router obeys. With `late`, bounded edges count as used up.
    The run has ended when there is an `ended`; `error` is then the reference's own text of what it
    threw, `unseen` that it threw for what is nowhere in the project.
    """

    law: Law
    node: str = ""
    pending: Pending | None = None
    steps: int = 0
    counters: Mapping[tuple[str, str], int] = {}
    unfilled: Mapping[str, tuple[str, ...]] = {}
    failing: frozenset[str] = frozenset()
    seen: Mapping[str, Seen] = {}
    known: Mapping[str, tuple[int, ...]] = {}
    late: bool = False
    visits: Visits | None = None
    log: Log | None = None
    calls: Calls = Calls()
    opening: tuple[Event, ...] = ()
    ended: Outcome | None = None
    error: str = ""
    unseen: bool = False


def visits_of(state: State) -> int:
    """How often the node a run is at has been entered."""
    count, visits = 0, state.visits
    while visits is not None:
        count += visits.node == state.node
        visits = visits.before
    return count


def entries(log: Log | None) -> list[Entry]:
    """The entries of a log, the first one first."""
    found = []
    while log is not None:
        found.append(log.entry)
        log = log.before
    return found[::-1]


def results(log: Log | None) -> dict[str, Result]:
    """The latest result of every finished node, in the order in which they first finished."""
    found: dict[str, Result] = {}
    for entry in entries(log):
        if isinstance(entry, Finished):
            found[entry.node] = entry.result
    return found


def context(
    state: State, view: Callable[[str, Result], Mapping[str, Any]] | None = None
) -> Mapping[str, Any]:
    """The context map (§5.4): the run's input and a view of every finished node, in key order."""
    given, log, show = state.law.given, state.log, view or prior_views(state.law)
    return OnDemand(lambda: _made(given, log, show))


def gate_context(state: State) -> Mapping[str, Any]:
    """The same at once, for a gate that looks at it."""
    return _made(state.law.given, state.log, prior_views(state.law))


def _made(
    given: Any, log: Log | None, show: Callable[[str, Result], Mapping[str, Any]]
) -> Mapping[str, Any]:
    seen = {name: show(name, result) for name, result in results(log).items()}
    return in_key_order({INPUT: given, **seen})


def prior_views(law: Law) -> Callable[[str, Result], Mapping[str, Any]]:
    """How later nodes see a finished one (§5.4, §11.5)."""
    return lambda _, result: law.conduct.with_evals(result.named(), result.data)


def told_results(log: Log | None) -> Mapping[str, Any]:
    """The latest result of every finished node, as the trace has it."""
    return OnDemand(lambda: {name: result.as_json() for name, result in results(log).items()})
