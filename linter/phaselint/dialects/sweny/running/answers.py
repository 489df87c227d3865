"""Answers to a model run that stand for all others (reference §5.5–5.8, §7.1).

What a node says decides nothing but which gates pass: its own, and the `requires` that read it. So
of all answers those count that satisfy as many of the later readings at once as can be: with its
own gates where that is possible, as a run of the agent that failed where it is not, and one that
satisfies none. Where what the runtime writes into a failed run satisfies a reading, a further
answer is looked for that does not: one that passes, or fails the gates. Data obey the node's
`output`, but that a failed run may leave out what is required.

Gate values are proposals: each answer is tried before it is given. What could not be settled is a
doubt: then more readings may pass together than the answers show.
"""

from __future__ import annotations

from itertools import combinations

from phaselint.dialects.sweny.reading.gatevalues import Wanted, agreement, opposite, presence
from phaselint.dialects.sweny.running.gates import (
    PatternTimeout,
    Verdict,
    by_function,
    by_value,
    missing_fields,
)
from phaselint.dialects.sweny.running.results import Ran, Result, prior_view
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.readings import Reading

AGENT_FAILED: Mapping[str, Any] = {"error": "the agent failed"}
FAILURE = Ran("failed", AGENT_FAILED)
GATES_FAILED: Mapping[str, Any] = {"error": "the gates failed"}
SUMMARY = "summary"
"""What the client itself adds to the data."""
ERROR, SOFT, SKIPPED = WRITTEN = ("error", "fail_soft", "skipped_reason")
"""What the runtime writes into data (reference §5.4)."""
LACKING = "output_required"
"""The evaluator that a run is said to fail which leaves out what is required."""

_MOST_READINGS = 5
"""So many readings are tried in all combinations."""


class Answers(NamedTuple):
    """The answers of a node.

    Attributes:
        passing: those that pass the node's own gates, judges left out.
        others: those that fail, with what a reading may still pass on.
        doubts: the readers that may find more than these answers show.
        unsure: whether the gates may pass though nothing is `passing`.
    """

    passing: tuple[Ran, ...]
    others: tuple[Ran, ...] = ()
    doubts: frozenset[str] = frozenset()
    unsure: bool = False


class Combined(NamedTuple):
    """The result for sets of readings: the largest sets that can be served together, and whether
    larger sets could not be settled."""

    found: tuple[tuple[frozenset[str], Any], ...]
    unsure: bool


class Tried(NamedTuple):
    """The result for one set of readings; without an answer, whether certainly no answer serves
    it."""

    found: Any = None
    sure: bool = True


def answers(node: Node, readings: Sequence[Reading], rules: Rules) -> Answers:
    """The answers of a node whose entry has these readings."""
    return _answers(_Made(node, rules), node, readings, rules)


def _answers(made: _Made, node: Node, readings: Sequence[Reading], rules: Rules) -> Answers:
    found = _serving(made, readings)
    for each in readings:
        if not any(made.leaves(run, each) for run in (*found.passing, *found.others, FAILURE)):
            found = made.leaving(each, found)
    told = frozenset(each.reader for each in readings if _may_tell(node, each, rules))
    return found._replace(doubts=found.doubts | told)


def _serving(made: _Made, readings: Sequence[Reading]) -> Answers:
    """The answers that satisfy as many readings at once as can be."""
    every = made.passing(readings)
    if every.found is not None:
        return Answers((every.found,), made.failed_gates(readings))
    plain = [each for each in readings if not each.evaluators()]
    passing = combined(plain, made.passing)
    others = Combined((), False)
    if plain and not any(names == _names(plain) for names, _ in passing.found):
        others = combined(plain, made.failing)
    served = [names for names, _ in passing.found]
    beside = [run for names, run in others.found if not any(names <= each for each in served)]
    unsettled = others.unsure  # what a run that passes can serve, one that fails can as well
    return Answers(
        tuple(run for _, run in passing.found),
        (*beside, *made.failed_gates(readings)),
        frozenset(each.reader for each in readings if unsettled or each not in plain),
        passing.unsure and not passing.found,
    )


def pinned(
    node: Node, readings: Sequence[Reading], rules: Rules, pins: Iterable[Mapping[str, Any]]
) -> Answers:
    """The answers of a node for each of some schemas that together have all data, and for each, as
    the agent may fail whatever it has said, a failed run."""
    found = []
    for pin in pins:
        output = node.output or {}
        held = node._replace(output={**output, "allOf": [*output.get("allOf", ()), pin]})
        made = _Made(held, rules)
        plain = [each for each in readings if not each.evaluators()]
        failing = combined(plain, made.failing)
        known = _answers(made, held, readings, rules)
        others = (*known.others, *(run for _, run in failing.found))
        unsure = known.unsure or failing.unsure or not made.decided
        found.append(known._replace(others=others, unsure=unsure))
    return Answers(
        tuple(run for each in found for run in each.passing),
        tuple(run for each in found for run in each.others),
        frozenset().union(*(each.doubts for each in found)),
        any(each.unsure for each in found),
    )


def combined(
    readings: Sequence[Reading], attempt: Callable[[Sequence[Reading]], Tried]
) -> Combined:
    """Look for the largest sets of readings that an attempt serves, the empty one included."""
    found: list[tuple[frozenset[str], Any]] = []
    unsure = len(readings) > _MOST_READINGS
    sizes = range(len(readings), -1, -1)
    for size in sizes if not unsure else (len(readings), 1, 0):
        for chosen in combinations(readings, size):
            names = _names(chosen)
            if any(names <= other for other, _ in found):
                continue
            tried = attempt(chosen)
            if tried.found is not None:
                found.append((names, tried.found))
            unsure = unsure or not tried.sure
        if size == len(readings) and found:
            return Combined(tuple(found), False)
    return Combined(tuple(found), unsure)


def proposal(schema: Any, wanted: Iterable[Wanted]) -> Tried:
    """Data of a schema with all that is wanted."""
    from phaselint.schema import conforming

    wishes = list(wanted)
    verdict = conforming(schema, [each.schema for each in wishes])
    if verdict.answer == "yes" and isinstance(verdict.instance, dict):
        return Tried(verdict.instance)
    return Tried(None, verdict.answer == "no" and all(each.exact for each in wishes))


class _Made:
    """Answers of one node, made up and tried."""

    def __init__(self, node: Node, rules: Rules) -> None:
        self._node = node
        self._rules = rules
        self._schema = declared(node)
        self._own = [each for e in node.evals if e.kind == "value" for each in wanted(e, rules)]
        self._calls = _calls(node, rules)
        self._plain: Tried | None = None

    @property
    def decided(self) -> bool:
        """Whether it is known of the node's own gates that data pass them, or that none do."""
        tried = self._proposed(())
        return tried.found is not None or tried.sure

    def _proposed(self, more: Sequence[Wanted]) -> Tried:
        """Data that the node's own gates want, and more that is wanted."""
        if more:
            return proposal(self._schema, (*self._own, *more))
        if self._plain is None:
            self._plain = proposal(self._schema, self._own)
        return self._plain

    def passing(self, readings: Sequence[Reading], more: Sequence[Wanted] = ()) -> Tried:
        """A run that passes the node's gates, and the readings on its result."""
        if self._calls is None:
            return Tried()
        tried = self._proposed((*_of(readings, self._rules), *more))
        if tried.found is None and tried.sure:
            return tried
        data = {**dict.fromkeys(self._node.required), **(tried.found or {})}
        if tried.found is None and not self._is_possible(data):
            return tried
        run = Ran("success", data, self._calls)
        verdicts = tuple(Verdict(each.name, each.kind, True) for each in self._node.evals)
        result = Result(run.status, data, run.calls, verdicts)
        if self._passes(run) and self._serves(result, readings):
            return Tried(run)
        return Tried(None, sure=False)

    def _is_possible(self, data: Mapping[str, Any]) -> bool:
        """Whether data that are tried without a proposal may be as declared."""
        from phaselint.schema import valid

        return valid(self._schema, data) != "no"

    def failing(self, readings: Sequence[Reading]) -> Tried:
        """A failed run on whose result the readings pass anyway."""
        tried = proposal(loosened(self._node, self._schema), _of(readings, self._rules))
        if tried.found is None:
            written = any(each.names((SOFT, SKIPPED)) for each in readings)
            return self._failing_gates(readings) if written and tried.sure else tried
        data = {name: value for name, value in tried.found.items() if name != SOFT}
        run = Ran("failed", {**AGENT_FAILED, **data})
        return Tried(run) if self._serves(self._result(run), readings) else Tried(None, sure=False)

    def _failing_gates(self, readings: Sequence[Reading]) -> Tried:
        """A run that fails the node's gates, on whose result the readings pass anyway: only such a
        run can say itself what else the runtime alone writes into one that fails."""
        loose = {key: value for key, value in self._schema.items() if key != "required"}
        lacking = [Wanted({"properties": {name: False}}) for name in self._node.required]
        sure = True
        for schema, more in ((self._schema, ()), *((loose, (each,)) for each in lacking)):
            tried = proposal(schema, (*_of(readings, self._rules), *more))
            run = Ran("success", tried.found or {})
            if tried.found is None or self._passes(run):
                sure = sure and tried.sure
            elif self._serves(self._result(run), readings):
                return Tried(run)
            else:
                sure = False
        return Tried(None, sure)

    def failed_gates(self, readings: Sequence[Reading]) -> tuple[Ran, ...]:
        """Runs that the node's gates may fail, where a reading looks at their verdicts."""
        if not any(each.evaluators() for each in readings):
            return ()
        plain = [each for each in readings if not each.evaluators()]
        failed = self.failing(plain).found
        data = [{}, *([failed.data] if failed else ())]
        calls = {repr(each): each for each in ((), self._calls or ())}
        runs = (Ran("success", each, made) for each in data for made in calls.values())
        return tuple(run for run in runs if not self._passes(run))

    def leaves(self, run: Ran, reading: Reading) -> bool:
        """Whether a reading does not pass on what comes of a run."""
        return not self._serves(self._result(run), (reading,))

    def leaving(self, reading: Reading, known: Answers) -> Answers:
        """What is known, and a run on which a reading does not pass where one is found."""
        if self.leaves(Ran("failed"), reading):
            return known._replace(others=(*known.others, Ran("failed")))
        against = [(), *((each,) for each in reading.unwanted(self._rules))]
        for more in against:
            run = self.passing((), more).found
            if run is not None and self.leaves(run, reading):
                return known._replace(passing=(*known.passing, run))
        for gates in ((), *((opposite(each),) for each in self._own)):
            for more in against:
                data = proposal(self._schema, (*gates, *more)).found
                run = Ran("success", data or {})
                if not self._passes(run) and self.leaves(run, reading):
                    return known._replace(others=(*known.others, run))
        return known

    def _result(self, run: Ran) -> Result:
        """What comes of a run where every judge is content."""
        node, rules = self._node, self._rules
        if run.status != "success":
            soft = {SOFT: True} if node.fail_soft else {}
            return Result(run.status, {**run.data, **soft})
        try:
            verdicts = tuple(_verdict(each, run, rules) for each in node.evals)
        except PatternTimeout:
            verdicts = ()
        if self._passes(run):
            return Result(run.status, run.data, run.calls, verdicts)
        if missing_fields(node.required, run.data):
            verdicts = (Verdict(LACKING, "value", False),)
        return Result("failed", {**run.data, **GATES_FAILED}, run.calls, verdicts)

    def _serves(self, result: Result, readings: Sequence[Reading]) -> bool:
        view = prior_view(self._node.id, result)
        return all(each.holds(view, self._rules) for each in readings)

    def _passes(self, run: Ran) -> bool:
        node, rules = self._node, self._rules
        if missing_fields(node.required, run.data):
            return False
        try:
            return all(_verdict(each, run, rules).passed for each in node.evals)
        except PatternTimeout:
            return False


def _verdict(evaluator: Evaluator, run: Ran, rules: Rules) -> Verdict:
    """The verdict of an evaluator on a run; a judge is content."""
    if evaluator.kind == "value":
        return by_value(evaluator, run.data, rules)
    if evaluator.kind == "function":
        return by_function(evaluator, run.calls, rules)
    return Verdict(evaluator.name, evaluator.kind, True)


def _names(readings: Iterable[Reading]) -> frozenset[str]:
    return frozenset(each.reader for each in readings)


def _of(readings: Iterable[Reading], rules: Rules) -> Iterator[Wanted]:
    return (wanted for each in readings for wanted in each.wanted(rules))


def wanted(evaluator: Evaluator, rules: Rules) -> Iterator[Wanted]:
    """What a value evaluator wants of data."""
    for demand in evaluator.required:
        yield presence(demand.path, vacuous=rules.vacuous)
    for match in evaluator.matches:
        yield agreement(match)


def declared(node: Node) -> dict[str, Any]:
    """The schema of a node's data; an invalid schema declares nothing. The text that the client
    adds itself is allowed next to the fields of a closed schema (reference §5.18)."""
    from phaselint.schema import check

    output = node.output or {}
    if output and check(output):
        output = {}
    properties = output.get("properties", {})
    if "additionalProperties" in output and SUMMARY not in properties:
        output = {**output, "properties": {**properties, SUMMARY: {"type": "string"}}}
    return {**output, "type": "object"}  # `$ref` still finds what it names


def loosened(node: Node, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of the result of a failed run: the declared fields, all optional, and what the
    client and the runtime write themselves (reference §5.4, §5.18). A visit whose model has run is
    never skipped."""
    loose = {key: value for key, value in schema.items() if key != "required"}
    soft: Any = {"const": True} if node.fail_soft else False
    written = {ERROR: {"type": "string"}, SOFT: soft, SKIPPED: False}
    return {**loose, "properties": {**written, **loose.get("properties", {})}}


def _may_tell(node: Node, reading: Reading, rules: Rules) -> bool:
    """Whether a reading might pass on the text of a visit that `requires` has ended. What that
    says depends on the data that did not meet it, and the answers show a few of these only."""
    if node.requires is None or not reading.names((ERROR, SKIPPED)):
        return False
    key, start = (SKIPPED, "not met") if node.requires.on_fail == "skip" else (ERROR, "failed")
    text = {"type": "string", "pattern": f"^requires {start}:"}
    schema = {"type": "object", "properties": {key: text}, "additionalProperties": False}
    tried = proposal(schema, reading.wanted(rules))
    return tried.found is not None or not tried.sure


def _calls(node: Node, rules: Rules) -> tuple[dict[str, Any], ...] | None:
    """Successful calls that pass the `function` evaluators; none where none do."""
    asked = [each for each in node.evals if each.kind == "function"]
    banned = {other for each in asked for name in each.no_called for other in _same(name, rules)}
    names = [name for each in asked for name in each.all_called]
    for each in asked:
        free = [name for name in each.any_called if name not in banned]
        if each.any_called and not free:
            return None
        names += free[:1]
    if not banned.isdisjoint(names):
        return None
    return tuple({"input": {}, "tool": name, "status": "success"} for name in names)


def _same(name: str, rules: Rules) -> Iterable[str]:
    return rules.aliases.get(name, (name,))
