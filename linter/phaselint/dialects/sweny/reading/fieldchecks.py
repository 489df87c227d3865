"""What single fields of a workflow may hold beyond their types (reference §3.4, §3.7, §3.8)."""

from __future__ import annotations

from phaselint.dialects.shape import Problem, is_number
from phaselint.javascript.spaces import has_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer


def is_url(value: str, pointer: Pointer) -> Sequence[Problem]:
    """A string is an absolute URL."""
    from phaselint.dialects.sweny.reading.urls import parse

    return () if parse(value) else (Problem("malformed", pointer, "an absolute URL", found=value),)


def without_space(value: str, pointer: Pointer) -> Sequence[Problem]:
    """A string is a single word."""
    if not has_space(value):
        return ()
    return (Problem("malformed", pointer, "a word without white space", found=value),)


JUDGE_KEYS = ("rubric", "pass_when", "model")


def evaluator_keys(value: Mapping[str, Any], pointer: Pointer) -> Iterator[Problem]:
    """What each kind of evaluator has and has not (§3.4)."""
    if value["kind"] == "judge":
        if not value.get("rubric"):
            yield Problem("conflict", pointer, "a `rubric`", ("rubric",))
        if "rule" in value:
            yield Problem("conflict", (*pointer, "rule"), "no `rule`", ("rule",))
        return
    if "rule" not in value:
        yield Problem("conflict", pointer, "a `rule`", ("rule",))
    foreign = tuple(key for key in JUDGE_KEYS if key in value)
    if foreign:
        listed = ", ".join(f"`{key}`" for key in foreign)
        yield Problem("conflict", pointer, f"no {listed}", foreign)


INPUT_NOUNS = {
    "string": "a string",
    "number": "a finite number",
    "boolean": "`true` or `false`",
    "string[]": "a list of strings",
}
"""The types of an input (§3.8), and what a value of each is."""


def is_input(value: Any, type: str) -> bool:
    """Whether a value has the type of an input (§3.8)."""
    if type == "string":
        return isinstance(value, str)
    if type == "number":
        return is_number(value) and abs(value) < float("inf")
    if type == "boolean":
        return isinstance(value, bool)
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def input_values(value: Mapping[str, Any], pointer: Pointer) -> Iterator[Problem]:
    """Default and allowed values have the type of the input (§3.8)."""
    if value.get("required") is True and "default" in value:
        wanted = "either `required: true` or a `default`"
        yield Problem("conflict", (*pointer, "required"), wanted, ("required", "default"))
    noun = INPUT_NOUNS[value["type"]]
    if "default" in value and not is_input(value["default"], value["type"]):
        yield Problem("malformed", (*pointer, "default"), noun)
    for index, item in enumerate(value.get("enum", ())):
        if not is_input(item, value["type"]):
            yield Problem("malformed", (*pointer, "enum", index), noun)
