"""Made-up answers under which gates pass: data, tool calls and run input (reference §5.5, §5.6).

They are made from what the workflow declares. Whether a gate really passes is for the run to
say: where no such answer can be made up, the plainest one is given.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from posixpath import normpath

from phaselint.dialects.records import OnDemand
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import Rules, by_function, by_value
from phaselint.schema import EACH, Equals, Matches, OneOf, Present, minimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Demand, Input, Located, Match, Node
    from phaselint.dialects.sweny.reading.pathgrammar import Segment
    from phaselint.dialects.sweny.running.gates import Verdict
    from phaselint.schema import Path, Test

ANY_TEXT = "x"

FAILED: Mapping[str, Any] = {"status": "failed", "data": {"error": "the run did not finish"}}
"""A failed model run."""

REFUSAL = "VERDICT: refused\nREASONING: it does not hold"
"""A judge's answer that no judge treats as a pass."""

LOOK = "Look at it once more."
"""What a reflection says before a retry."""

MOST_WANTED = 1_000
"""How many of the values that evaluators ask for are put into a sample; nobody writes more."""

Wanted = tuple["Path", "Test"]


def passing_data(node: Node, later: Iterable[Node] = ()) -> dict[str, Any]:
    """Data that fits the node's schema, its evaluators, and what later nodes require of it."""
    own = (
        wanted
        for evaluator in node.evals
        if evaluator.kind == "value"
        for wanted in _wanted(evaluator.required, evaluator.matches)
    )
    asked = [*islice(own, MOST_WANTED), *_required_of(node.id, later)]
    return _filled(node.output or {}, asked)


def _required_of(name: str, later: Iterable[Node]) -> list[Wanted]:
    """What the `requires` of some nodes demand below one name of the context map."""
    return [
        (path[1:], test)
        for node in later
        if node.requires is not None
        for path, test in _wanted(node.requires.required, node.requires.matches)
        if len(path) > 1 and path[0] == name and path[1] != "evals"
    ]


def _wanted(required: Iterable[Demand], matches: Iterable[Match]) -> Iterator[Wanted]:
    for demand in required:
        steps = _steps(parse(demand.path).segments)
        if steps:
            yield steps, Present()
    for match in matches:
        steps = _steps(parse(match.path).segments)
        test = _test(match)
        if steps and test is not None:
            yield steps, test


def _steps(segments: Iterable[Segment]) -> Path:
    steps: list[Any] = []
    for segment in segments:
        steps.append(segment.name)
        if segment.wildcard:
            steps.append(EACH)
    return tuple(steps)


def _test(match: Match) -> Test | None:
    if match.operator == "equals":
        return Equals(match.value)
    if match.operator == "in":
        return OneOf(tuple(match.value))
    return _pattern_test(match.value)


def _pattern_test(source: str) -> Test | None:
    """A test by pattern, with a string that it accepts; none if the pattern can't be run."""
    from phaselint.patterns.sample import example

    accepts = None if unmatchable(source) else acceptor(source)
    if accepts is None:
        return None
    text = example(source)
    return Matches(accepts, () if text is None else (text,))


def _filled(schema: Any, wanted: list[Wanted]) -> dict[str, Any]:
    """The smallest object of a schema with what is wanted in it; without what cannot be had."""
    whole = {**schema, "type": "object"}  # `$ref` still finds what it names
    for demands in (wanted, ()):
        found = minimal(whole, demands)
        if isinstance(found, dict):
            return found
    return {}


def passing_answer(node: Node, later: Iterable[Node] = ()) -> dict[str, Any]:
    """A scripted answer of the model with which the node's gates pass, as far as they can."""
    calls = []
    for evaluator in node.evals:
        if evaluator.kind == "function":
            calls += [*evaluator.any_called[:1], *evaluator.all_called]
    answer: dict[str, Any] = {"data": passing_data(node, later)}
    if calls:
        answer["toolCalls"] = [{"tool": name} for name in dict.fromkeys(calls)]
    return answer


def visit_answers(node: Node) -> tuple[Any, ...]:
    """The answers in one visit of a node with which its gates pass, as far as they can: that of
    the model, and a verdict of each judge."""
    judges = [each.pass_when for each in node.evals if each.kind == "judge"]
    verdicts = (f"VERDICT: {token}\nREASONING: fine" for token in judges)
    return (passing_answer(node), *verdicts)


def visit_with(node: Node, fields: Sequence[str], value: Any) -> tuple[Any, ...]:
    """The same with a value at a path of the data, on each attempt if an evaluator fails for it."""
    answer, *verdicts = visit_answers(node)
    return whole_visit(node, (with_value(answer, fields, value), *verdicts), Rules())


def whole_visit(node: Node, attempt: tuple[Any, ...], rules: Rules) -> tuple[Any, ...]:
    """The answers in a visit of a node whose judges pass: an attempt, or each attempt if another
    evaluator fails."""
    found = judged_by_engine(node, attempt[0], rules).values()
    return attempt if all(each.passed for each in found) else all_attempts(node, attempt)


def judged_by_engine(node: Node, answer: Mapping[str, Any], rules: Rules) -> dict[int, Verdict]:
    """The verdicts of a node's evaluators other than judges, by their numbers."""
    calls, data = answer.get("toolCalls", ()), answer["data"]
    return {
        number: by_value(each, data, rules)
        if each.kind == "value"
        else by_function(each, calls, rules)
        for number, each in enumerate(node.evals)
        if each.kind in ("value", "function")
    }


def failing_answer(node: Node) -> dict[str, Any]:
    """What is required of a node is there, and nothing that its evaluators ask for; what they
    ban is called."""
    banned = [name for evaluator in node.evals for name in evaluator.no_called]
    answer: dict[str, Any] = {"data": minimal({**(node.output or {}), "type": "object"})}
    if not isinstance(answer["data"], dict) or _only_by_value(node):
        answer["data"] = dict.fromkeys(node.required)
    if banned:
        answer["toolCalls"] = [{"tool": name} for name in dict.fromkeys(banned)]
    return answer


def _only_by_value(node: Node) -> bool:
    return all(evaluator.kind == "value" for evaluator in node.evals)


def failed_visit(node: Node, answer: Mapping[str, Any]) -> tuple[Any, ...]:
    """The answers in a visit of a node with which its gates fail: on each attempt one of the
    model, and a refusal of each judge."""
    judges = sum(each.kind == "judge" for each in node.evals)
    return all_attempts(node, (answer, *[REFUSAL] * judges))


def all_attempts(node: Node, attempt: tuple[Any, ...]) -> tuple[Any, ...]:
    """The answers in a visit each of whose attempts has the same ones and fails, with what a retry
    asks in between."""
    retry = node.retry
    if retry is None:
        return attempt
    asked = [LOOK] if retry.instruction in ("auto", "reflect") else []
    return (*attempt, *(each for _ in range(retry.max) for each in (*asked, *attempt)))


def with_value(answer: Mapping[str, Any], fields: Sequence[str], value: Any) -> dict[str, Any]:
    """An answer of the model with a value at a path of its data."""
    data = inner = dict(answer["data"])
    for field in fields[:-1]:
        below = inner.get(field)
        inner[field] = dict(below) if isinstance(below, dict) else {}
        inner = inner[field]
    inner[fields[-1]] = value
    return {**answer, "data": data}


def without(answer: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """An answer of the model whose data lack what a path leads to."""
    data = inner = dict(answer["data"])
    for field in fields[:-1]:
        if not isinstance(inner.get(field), dict):
            return {**answer, "data": data}
        inner[field] = dict(inner[field])
        inner = inner[field]
    inner.pop(fields[-1], None)
    return {**answer, "data": data}


def run_input(facts: SwenyFacts, later: Iterable[Node] = ()) -> dict[str, Any]:
    """A run input with every declared field, and with what some nodes require of it."""
    declared = facts.workflow.inputs or {}
    properties = {name: _field(name, field) for name, field in declared.items()}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return _filled(schema, _required_of(INPUT, later))


def _field(name: str, field: Input) -> dict[str, Any]:
    """A declared input field as a schema. No run starts with a blank string for a source."""
    if field.enum:
        return {"enum": list(field.enum)}
    text = {"type": "string", "minLength": 1 if name in ("rules", "context") else 0}
    if field.type == "string[]":
        return {"type": "array", "items": text, "minItems": 1}
    return text if field.type == "string" else {"type": field.type}


def everything_there(facts: SwenyFacts, without: str = "") -> dict[str, Any]:
    """A simulated environment in which every source outside the workflow has text, except one."""
    return _with_texts(facts.contract.located, without)


def everything_else(facts: SwenyFacts, without: str) -> Mapping[str, Any]:
    """The same, made when it is read: each of thousands of findings may lack another source."""
    return OnDemand(partial(_with_texts, facts.contract.located, without))


def _with_texts(listed: Sequence[Located], without: str) -> dict[str, Any]:
    left_out = normpath(without)
    sources = [(each, each.source) for each in listed]
    lacking = {
        source.text: ANY_TEXT
        for located, source in sources
        if source.kind == "file" and (located.text is None or located.beside)
    }
    files = {path: text for path, text in lacking.items() if normpath(path) != left_out}
    urls = {source.text: ANY_TEXT for _, source in sources if source.kind == "url"}
    urls.pop(without, None)
    world = {"files": files, "urls": urls}
    return {key: texts for key, texts in world.items() if texts}
