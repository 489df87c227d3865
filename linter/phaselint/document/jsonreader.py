"""JSON text → value; positions are scanned for on first use only (design §4, core D.2)."""

from __future__ import annotations

import json

from phaselint.document.limits import DEPTH_LIMIT, NODE_LIMIT, too_deep, too_many
from phaselint.document.model import Problem
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from phaselint.document.positions import Positions

CONSTANTS = ("NaN", "Infinity", "-Infinity")


class Reading(NamedTuple):
    """What reading gave; after a fatal problem there is nothing but that problem."""

    value: Any
    problems: tuple[Problem, ...]


class _Constant(Exception):
    """A number that JSON does not have."""


def locate(text: str) -> Positions:
    """Find where every node of a valid JSON text is."""
    from phaselint.document.jsonplaces import JsonPlaces

    return JsonPlaces(text)


def read(text: str) -> Reading:
    """Read one JSON document. Of keys with the same name the last one counts."""
    problem = _too_many(text)
    if problem:
        return Reading(None, (problem,))
    repeated: list[bool] = []

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) != len(pairs):
            repeated.append(True)
        return value

    try:
        value = _load(text, keep)
    except json.JSONDecodeError as error:
        from phaselint.document.jsonerrors import explain

        return Reading(None, (explain(error, text),))
    except _Constant:
        return Reading(None, (_constant(text),))
    except RecursionError:
        return Reading(None, (_too_deep(text),))
    problem = _check(text, value)
    if problem:
        return Reading(None, (problem,))
    return Reading(value, _duplicates(text) if repeated else ())


def _load(text: str, keep: Callable[[list[tuple[str, Any]]], dict[str, Any]]) -> Any:
    try:
        return json.loads(text, object_pairs_hook=keep, parse_constant=_refuse)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer longer than Python reads
        from phaselint.document.scalars import integer

        return json.loads(text, object_pairs_hook=keep, parse_constant=_refuse, parse_int=integer)


def _refuse(name: str) -> NoReturn:
    raise _Constant(name)


def _check(text: str, value: Any) -> Problem | None:
    """Give the problem that only a string which could be loaded can have."""
    if text.count("[") + text.count("{") > DEPTH_LIMIT and depth(value) > DEPTH_LIMIT:
        return _too_deep(text)
    return None


def depth(value: Any) -> int:
    """Count the levels of collections, one level of the value at a time."""
    depth = 0
    level = [value] if value.__class__ is dict or value.__class__ is list else []
    while level:
        depth += 1
        level = [
            part
            for each in level
            for part in (each.values() if each.__class__ is dict else each)
            if part.__class__ is dict or part.__class__ is list
        ]
    return depth


def _too_deep(text: str) -> Problem:
    from phaselint.document.jsontokens import first_deeper_than

    return too_deep(first_deeper_than(text, DEPTH_LIMIT) or 0)


def _too_many(text: str) -> Problem | None:
    """Give the problem of too many nodes; each takes two characters at least."""
    if len(text) <= 2 * NODE_LIMIT:
        return None
    from phaselint.document.jsontokens import first_node_over

    offset = first_node_over(text, NODE_LIMIT)
    return None if offset is None else too_many(offset)


def _constant(text: str) -> Problem:
    from phaselint.document.jsontokens import tokens

    for token in tokens(text):
        word = text[token.start : token.end]
        if word in CONSTANTS:
            message = f"`{word}` isn't a JSON number"
            help = "use a number, a string or `null`"
            return Problem("syntax-error", message, token.start, token.end, help=help)
    return Problem("syntax-error", "the text contains a number that isn't valid JSON")


def _duplicates(text: str) -> tuple[Problem, ...]:
    from phaselint.document.jsontokens import scan

    positions, duplicates = scan(text)
    note = "first occurrence; its value is lost"
    problems = []
    for first, again in duplicates:
        start, end = positions.span(again)
        key = json.loads(text[start:end])
        message = f"duplicate key `{key}` in this object; the last value is used"
        related = ((*positions.span(first), note),)
        help = "remove or rename one of them"
        problem = Problem("duplicate-key", message, start, end, help=help, related=related)
        problems.append(problem)
    return tuple(problems)
