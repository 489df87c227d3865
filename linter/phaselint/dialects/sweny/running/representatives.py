"""Answers that stand for all others in an exploration (reference §7.1).

What a node says never decides where a run goes: failed nodes do not stop it, and of the router
only the target counts. So one answer to a model run is enough, one that lets the visit end at
once: a success that passes the gates where one is found, else a failure of the agent, of which
no gate is asked. A second one stands beside it where the two lead apart: with documented
semantics, where a failed gate halts the run, and where a reserved `eval_policy` throws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import Choice
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import (
    PatternTimeout,
    by_function,
    by_value,
    missing_fields,
)
from phaselint.dialects.sweny.running.judges import passing_answer
from phaselint.dialects.sweny.running.questions import node_of
from phaselint.dialects.sweny.running.session import Ran, Said
from phaselint.dialects.sweny.running.steps import route_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.session import State
    from phaselint.schema import Matches, Path, Step, Test

NOWHERE = "none of these"
"""An answer of the router that names no target, unless a node has that very id."""

FAILURE = Ran("failed", {"error": "the agent failed"})


def representatives(state: State) -> Sequence[Choice]:
    """The answers to try in a state; none when the run has ended."""
    pending = state.pending
    if pending is None:
        return ()
    if pending.kind == "run":
        return tuple(Choice("model", answer) for answer in _runs(state))
    if pending.kind == "route":
        return tuple(Choice("model", Said(text), "route") for text in _routes(state))
    if pending.kind == "reflect":
        return (Choice("model", Said(""), "ask"),)
    evaluator = node_of(state).evals[len(pending.verdicts)]
    return (Choice("model", Said(passing_answer(evaluator)), "ask"),)


def _runs(state: State) -> Sequence[Ran]:
    node, law = node_of(state), state.law
    success = passing_run(node, law.rules)
    if success is None:
        return (FAILURE,)
    throws = bool(node.evals) and node.eval_policy not in ("", "all_pass")
    gated = bool(node.evals or node.required)
    if throws:
        return (success, FAILURE)
    if law.documented and gated:
        return (success, Ran())
    return (success,)


def _routes(state: State) -> Sequence[str]:
    asked = route_question(state)["choices"]
    targets = list(dict.fromkeys(choice["id"] for choice in asked))
    ends = all(edge.condition for edge in state.law.out[state.node])
    if ends and not state.law.bundled and NOWHERE not in targets:
        targets.append(NOWHERE)
    return targets


def passing_run(node: Node, rules: Rules) -> Ran | None:
    """A successful run that passes a node's gates, judges left out; none when the obvious one
    does not."""
    data = _data(node)
    calls: list[dict[str, Any]] = []
    for evaluator in node.evals:
        if evaluator.kind == "function":
            names = (*evaluator.any_called[:1], *evaluator.all_called)
            calls += ({"input": {}, "tool": name, "status": "success"} for name in names)
    run = Ran("success", data, tuple(calls))
    return run if _passes(node, run, rules) else None


def _data(node: Node) -> dict[str, Any]:
    """Small data of the declared shape that has what the evaluators ask for, as far as one can
    be found; required fields are there in any case."""
    from phaselint.schema import minimal

    demands = [
        demand
        for evaluator in node.evals
        if evaluator.kind == "value"
        for demand in _demands(evaluator)
    ]
    schema = {"type": "object", **(node.output or {})}
    found = minimal(schema, demands)
    data = dict(found) if isinstance(found, dict) else {}
    return {**dict.fromkeys(node.required), **data}


def _demands(evaluator: Evaluator) -> Iterator[tuple[Path, Test]]:
    from phaselint.schema import Equals, OneOf, Present

    for demand in evaluator.required:
        yield _steps(demand.path), Present()
    for match in evaluator.matches:
        if match.operator == "equals":
            yield _steps(match.path), Equals(match.value)
        elif match.operator == "in":
            yield _steps(match.path), OneOf(tuple(match.value))
        else:
            yield _steps(match.path), _pattern(match.value)


def _pattern(source: str) -> Matches:
    from phaselint.patterns.matching import matches
    from phaselint.patterns.sample import example
    from phaselint.schema import Matches

    text = example(source)
    samples = () if text is None else (text,)
    return Matches(lambda value: matches(source, value) is True, samples)


def _steps(text: str) -> Path:
    """The steps of a gate path; a wildcard means every element."""
    from phaselint.schema import EACH

    found: list[Step] = []
    for segment in parse(text).segments:
        found += (segment.name, EACH) if segment.wildcard else (segment.name,)
    return tuple(found)


def _passes(node: Node, run: Ran, rules: Rules) -> bool:
    if missing_fields(node.required, run.data):
        return False
    try:
        return all(
            evaluator.kind == "judge"
            or (evaluator.kind == "value" and by_value(evaluator, run.data, rules).passed)
            or (evaluator.kind == "function" and by_function(evaluator, run.calls, rules).passed)
            for evaluator in node.evals
        )
    except PatternTimeout:
        return False
