"""An entry of `nodes` → typed data (reference §3.2, §3.4 to §3.7).

What is malformed is left out: the schema pass says what is wrong with it.
"""

from __future__ import annotations

from phaselint.dialects.shape import integer, string_at
from phaselint.dialects.sweny.model import Demand, Evaluator, Match, Node, Requires, Retry
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.sources import read_source, read_sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import EvaluatorKind, Operator
    from phaselint.vocabulary.finding import Pointer

_KINDS: tuple[EvaluatorKind, ...] = ("value", "function", "judge")
_OPERATORS: tuple[Operator, ...] = ("equals", "in", "matches")


def read_node(value: Any, id: str, sound: bool) -> Node:
    """The node of an id, as far as it is well formed; `sound` is whether nothing is wrong."""
    pointer = ("nodes", id)
    if not isinstance(value, dict):
        return Node(id, pointer, sound=False)
    output, tools = value.get("output"), value.get("tools")
    filters = tools if isinstance(tools, dict) else {}
    return Node(
        id,
        pointer,
        name=string_at(value, "name"),
        instruction=read_source(value.get("instruction"), (*pointer, "instruction")),
        skills=texts(value.get("skills")),
        has_skills="skills" in value,
        output=output if isinstance(output, dict) else None,
        max_turns=integer(value.get("max_turns")),
        disallowed=texts(value.get("disallowed_tools")),
        allow=texts(filters["allow"]) if "allow" in filters else None,
        deny=texts(filters["deny"]) if "deny" in filters else None,
        fail_soft=value.get("fail_soft") is True,
        rules=read_sources(value.get("rules"), (*pointer, "rules")),
        context=read_sources(value.get("context"), (*pointer, "context")),
        evals=tuple(_read_evaluators(value.get("eval"), (*pointer, "eval"))),
        eval_policy=string_at(value, "eval_policy"),
        judge_model=string_at(value, "judge_model"),
        model=string_at(value, "model"),
        requires=_read_requires(value.get("requires"), (*pointer, "requires")),
        retry=_read_retry(value.get("retry"), (*pointer, "retry")),
        sound=sound,
    )


def texts(value: Any) -> tuple[str, ...]:
    """The strings of a list."""
    if not isinstance(value, list):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def _read_evaluators(value: Any, pointer: Pointer) -> Iterator[Evaluator]:
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        kind = entry.get("kind") if isinstance(entry, dict) else None
        if kind in _KINDS:
            yield _read_evaluator(entry, kind, (*pointer, index))


def _read_evaluator(entry: Mapping[str, Any], kind: EvaluatorKind, pointer: Pointer) -> Evaluator:
    given = entry.get("rule")
    rule = given if isinstance(given, dict) else {}
    place = (*pointer, "rule")
    known = (*shapes.TOOL_RULES, *shapes.OUTPUT_RULES)
    return Evaluator(
        string_at(entry, "name"),
        kind,
        pointer,
        rule_keys=tuple(key for key in rule if key in known),
        any_called=texts(rule.get("any_tool_called")),
        all_called=texts(rule.get("all_tools_called")),
        no_called=texts(rule.get("no_tool_called")),
        required=_read_demands(rule.get("output_required"), (*place, "output_required")),
        matches=tuple(_read_matches(rule.get("output_matches"), (*place, "output_matches"))),
        rubric=string_at(entry, "rubric"),
        pass_when=string_at(entry, "pass_when") or "yes",
        model=string_at(entry, "model"),
    )


def _read_demands(value: Any, pointer: Pointer) -> tuple[Demand, ...]:
    listed = enumerate(value if isinstance(value, list) else ())
    return tuple(Demand(path, (*pointer, index)) for index, path in listed if isinstance(path, str))


def _read_matches(value: Any, pointer: Pointer) -> Iterator[Match]:
    """The entries with a path and exactly one operator, with a value that it can have."""
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if not isinstance(entry, dict) or not isinstance(entry.get("path"), str):
            continue
        given = [operator for operator in _OPERATORS if operator in entry]
        if len(given) == 1 and _fits(given[0], entry[given[0]]):
            yield Match(entry["path"], given[0], entry[given[0]], (*pointer, index))


def _fits(operator: Operator, value: Any) -> bool:
    """Whether a value is of the type that an operator takes."""
    if operator == "equals":
        return True
    return isinstance(value, list if operator == "in" else str)


def _read_requires(value: Any, pointer: Pointer) -> Requires | None:
    if not isinstance(value, dict):
        return None
    return Requires(
        pointer,
        _read_demands(value.get("output_required"), (*pointer, "output_required")),
        tuple(_read_matches(value.get("output_matches"), (*pointer, "output_matches"))),
        "skip" if value.get("on_fail") == "skip" else "fail",
    )


def _read_retry(value: Any, pointer: Pointer) -> Retry | None:
    most = integer(value.get("max")) if isinstance(value, dict) else None
    if most is None:
        return None
    guidance = value.get("instruction")
    if isinstance(guidance, str):
        return Retry(pointer, most, "text", guidance)
    if isinstance(guidance, dict) and guidance.get("auto") is True:
        return Retry(pointer, most, "auto")
    if isinstance(guidance, dict) and isinstance(guidance.get("reflect"), str):
        return Retry(pointer, most, "reflect", guidance["reflect"])
    return Retry(pointer, most)
