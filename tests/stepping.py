"""Choices stepped side by side: what answers of two derivations lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.clean_certificate_checker import GRADES

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice


def reached(
    runtime: Runtime[Any], state: Any, choices: Iterable[Choice], *, used: bool = False
) -> dict[Hashable, int]:
    """The states that choices lead to, by their keys, each with the least that one of the choices
    takes for granted, as an index of `GRADES`. With `used`, states that are reached by using other
    things are told apart."""
    found: dict[Hashable, int] = {}
    for choice in choices:
        after, events = runtime.step(state, choice)
        key: Hashable = runtime.key(after)
        if used:
            key = key, frozenset(runtime.moves(events))
        grade = GRADES.index(runtime.grade(state, choice))
        found[key] = min(found.get(key, grade), grade)
    return found
