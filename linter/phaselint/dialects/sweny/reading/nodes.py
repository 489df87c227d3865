"""An entry of `nodes` → typed data (reference §3.2, §3.4 to §3.7).

What is malformed is left out: the schema pass says what is wrong with it.
"""

from __future__ import annotations

from phaselint.dialects.shape import integer, string_at
from phaselint.dialects.sweny.model import Demand, Evaluator, Match, Node, Requires, Retry
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.sources import read_source, read_sources
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import EvaluatorKind, Operator
    from phaselint.vocabulary.finding import Pointer

_KINDS: tuple[EvaluatorKind, ...] = ("value", "function", "judge")
_OPERATORS: tuple[Operator, ...] = ("equals", "in", "matches")


@pure
def read_node(value: Any, id: str, sound: bool) -> Node:
    """The node of an id, as far as it is well formed; `sound` is whether nothing is wrong."""
    pointer = ("nodes", id)
    if not isinstance(value, dict):
        return Node(id, pointer, sound=False)
    tools = value.get("tools")
    filters = tools if isinstance(tools, dict) else {}
    # Most nodes have few of the keys there are.
    given = {
        _READERS[key][0]: _READERS[key][1](value[key], (*pointer, key))
        for key in value
        if key in _READERS
    }
    return Node(
        id,
        pointer,
        has_skills="skills" in value,
        allow=texts(filters["allow"]) if "allow" in filters else None,
        deny=texts(filters["deny"]) if "deny" in filters else None,
        sound=sound,
        **given,
    )


def texts(value: Any) -> tuple[str, ...]:
    """The strings of a list."""
    if not isinstance(value, list):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def _read_text(value: Any, _pointer: Pointer) -> str:
    return value if isinstance(value, str) else ""


def _read_texts(value: Any, _pointer: Pointer) -> tuple[str, ...]:
    return texts(value)


def _read_number(value: Any, _pointer: Pointer) -> int | None:
    return integer(value)


def _read_true(value: Any, _pointer: Pointer) -> bool:
    return value is True


def _read_mapping(value: Any, _pointer: Pointer) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _read_evaluators(value: Any, pointer: Pointer) -> tuple[Evaluator, ...]:
    return tuple(_evaluators_in(value, pointer))


def _evaluators_in(value: Any, pointer: Pointer) -> Iterator[Evaluator]:
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


_READERS: Mapping[str, tuple[str, Callable[[Any, Pointer], Any]]] = {
    "name": ("name", _read_text),
    "instruction": ("instruction", read_source),
    "skills": ("skills", _read_texts),
    "output": ("output", _read_mapping),
    "max_turns": ("max_turns", _read_number),
    "disallowed_tools": ("disallowed", _read_texts),
    "fail_soft": ("fail_soft", _read_true),
    "rules": ("rules", read_sources),
    "context": ("context", read_sources),
    "eval": ("evals", _read_evaluators),
    "eval_policy": ("eval_policy", _read_text),
    "judge_model": ("judge_model", _read_text),
    "model": ("model", _read_text),
    "requires": ("requires", _read_requires),
    "retry": ("retry", _read_retry),
}
"""What is read of a node by the names of its keys: the field that it goes into, and how."""
