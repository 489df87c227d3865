"""Invariants of tool and test contracts: where they are, their operators, and what is wrong with
the form of one (reference §2.2)."""

from __future__ import annotations

from phaselint.dialects.shape import Problem
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

OPERATORS = (
    "equals",
    "exists",
    "type",
    "one_of",
    "regex",
    "contains",
    "gte",
    "lte",
    "length_gte",
    "length_lte",
    "ref",
)
"""The operators of invariants that are documented."""

OPERATOR = "an operator"
"""What is expected in the place of an unknown one, in a `Problem`."""

SYNONYMS: Mapping[str, str] = {
    **dict.fromkeys(("eq", "equal", "equal_to", "is", "value", "const"), "equals"),
    **dict.fromkeys(("present", "required", "not_null"), "exists"),
    **dict.fromkeys(("is_type", "kind"), "type"),
    **dict.fromkeys(("in", "any_of", "enum", "values", "options", "allowed"), "one_of"),
    **dict.fromkeys(("pattern", "match", "matches", "regexp"), "regex"),
    **dict.fromkeys(("includes", "include", "has", "substring"), "contains"),
    **dict.fromkeys(("ge", "gt", "min", "minimum", "at_least", "greater_than"), "gte"),
    **dict.fromkeys(("le", "lt", "max", "maximum", "at_most", "less_than"), "lte"),
    **dict.fromkeys(("min_length", "minlength", "min_items", "length_min"), "length_gte"),
    **dict.fromkeys(("max_length", "maxlength", "max_items", "length_max"), "length_lte"),
}
"""What other languages call an operator, in lower case → the operator."""

REMARKS = frozenset(
    ("id", "name", "label", "description", "message", "reason", "note", "comment", "severity")
)
"""Keys that say something to a reader and test nothing."""


def meant(word: str) -> str:
    """The operator that an unknown key most likely stands for; empty where there is none."""
    return SYNONYMS.get(word.lower()) or suggest(word, OPERATORS) or ""


def form_of(value: Any, pointer: Pointer) -> Iterator[Problem]:
    """What is wrong with the form of a list of invariants; entries that aren't mappings are
    ignored: some without a path, with an unknown operator, or with a pattern that isn't a
    string."""
    for index, each in enumerate(value):
        if not isinstance(each, dict):
            continue
        here = (*pointer, index)
        if "path" not in each:
            merged = "<<" in each
            yield Problem("missing-required-field", here, names=("path",), merged=merged)
        elif not isinstance(each["path"], str):
            yield Problem("invalid-type", (*here, "path"), "a string")
        if isinstance(each.get("regex", ""), bool | int | float | list | None):
            yield Problem("invalid-type", (*here, "regex"), "a string")
        yield from _unknown(each, here)


def _unknown(invariant: Mapping[Any, Any], pointer: Pointer) -> Iterator[Problem]:
    """The operators that do not exist; a misspelled `path` has its own problem."""
    for key in invariant:
        word = str(key)
        known = word == "path" or word in OPERATORS or word in REMARKS
        slip = "path" not in invariant and suggest(word, ("path",))
        if not known and not slip and word != "<<":
            yield Problem("unknown-field", (*pointer, key), OPERATOR, names=OPERATORS, found=word)


def lists(value: Mapping[str, Any]) -> Iterator[tuple[Pointer, list[Any]]]:
    """The lists of invariants of a tool or test contract, each with where it is."""
    for pointer in _POINTERS:
        found: Any = value
        for key in pointer:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, list):
            yield pointer, found
    calls = value.get("expected_tool_calls")
    for index, call in enumerate(calls if isinstance(calls, list) else ()):
        found = call.get("argument_invariants") if isinstance(call, dict) else None
        if isinstance(found, list):
            yield ("expected_tool_calls", index, "argument_invariants"), found


_POINTERS: tuple[Pointer, ...] = (
    ("argument_value_invariants",),
    ("execution_constraints", "arguments"),
    ("assertions", "input_invariants"),
    ("assertions", "output_invariants"),
)
