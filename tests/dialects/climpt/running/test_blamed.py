"""What of an agent a refused start is about (reference §3.1): the defects, with their places."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialects.climpt.runs import HOME, RUNTIME, THREE, agent, begin, put, step

AGENT, REGISTRY = f"{HOME}/agent.json", f"{HOME}/steps_registry.json"
DRAFT = ("steps", "initial.draft")
GATE = (*DRAFT, "structuredGate")
CONFIG = ("runner", "verdict", "config")
FILES = agent(step("initial.draft", "next>closure.draft repeat"), THREE[2])

Pointer = tuple[str, ...]
Change = tuple[str, Pointer, Any]


def changed(*changes: Change) -> dict[str, str]:
    """The files of a sound agent with some values changed, or taken away for `...`."""
    values = {path: json.loads(FILES[path]) for path in (AGENT, REGISTRY)}
    for path, place, to in changes:
        put(values[path], place, to)
    return FILES | {path: json.dumps(value) for path, value in values.items()}


def blamed(*changes: Change) -> set[tuple[str, Any]]:
    """The defects of a start with some changes."""
    return {(code, about) for code, about in RUNTIME.blamed(begin(changed(*changes)))}


CASES: tuple[tuple[Change, str, tuple[Any, ...]], ...] = (
    ((AGENT, ("displayName",), ...), "AC-VALID-001", (("displayName",),)),
    ((AGENT, ("version",), "one"), "AC-VALID-001", (("version",),)),
    ((AGENT, (*CONFIG, "maxIterations"), 0), "AC-VALID-001", ((*CONFIG, "maxIterations"),)),
    ((AGENT, ("parameters", "p"), {"type": "x"}), "AC-VALID-001", (("parameters", "p", "cli"),)),
    ((AGENT, ("parameters", "p"), None), "AC-VALID-001", (("parameters", "p"),)),
    ((AGENT, ("runner", "flow"), ...), "AC-VALID-002", (("runner", "flow"),)),
    ((REGISTRY, ("agentId",), "other"), "SR-LOAD-002", (("agentId",),)),
    ((REGISTRY, ("entryStepMapping",), ...), "SR-ENTRY-001", ((),)),
    ((REGISTRY, ("entryStep",), "none"), "SR-ENTRY-002", (("entryStep",),)),
    ((REGISTRY, (*GATE, "fallbackIntent"), "abort"), "SR-VALID-001", ((*GATE, "fallbackIntent"),)),
    (
        (REGISTRY, (*GATE, "allowedIntents"), ["next", "closing", "abort"]),
        "SR-VALID-001",
        ((*GATE, "allowedIntents", 1), (*GATE, "allowedIntents", 2)),
    ),
    ((REGISTRY, (*GATE, "intentField"), ...), "SR-VALID-002", ((*GATE, "intentField"),)),
    ((REGISTRY, (*GATE, "allowedIntents"), ["next"]), "SR-VALID-003", ((*GATE, "allowedIntents"),)),
    ((REGISTRY, (*DRAFT, "transitions"), ...), "SR-GATE-003", ((*DRAFT, "transitions"),)),
    (
        (REGISTRY, (*DRAFT, "outputSchemaRef", "file"), "none.json"),
        "SR-VALID-003",
        ((*DRAFT, "outputSchemaRef"), (*DRAFT, "outputSchemaRef", "file")),
    ),
)


@pytest.mark.parametrize(("change", "code", "places"), CASES)
def test_a_defect_has_its_code_and_its_places(
    change: Change, code: str, places: tuple[Any, ...]
) -> None:
    assert {about for name, about in blamed(change) if name == code} == set(places)


@pytest.mark.parametrize("first", range(len(CASES)))
def test_a_defect_does_not_hide_those_that_are_found_later(first: int) -> None:
    """The start names the first alone, but both are told, with the places of each."""
    one, *_ = CASES[first]
    for other, code, places in CASES[first + 1 :]:
        apart = one[0] != other[0] or not is_below(one[1], other[1])
        if apart:
            assert blamed(one, other) >= {(code, place) for place in places}, (one, other)


def is_below(one: Pointer, other: Pointer) -> bool:
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def test_a_crash_has_a_place_and_hides_what_the_same_check_would_find() -> None:
    crash = (REGISTRY, (*GATE, "allowedIntents"), None)
    word = (REGISTRY, (*GATE, "fallbackIntent"), "abort")
    field = (REGISTRY, (*GATE, "intentField"), ...)
    assert blamed(crash, word, field) >= {
        ("TypeError", (*GATE, "allowedIntents")),
        ("SR-VALID-002", (*GATE, "intentField")),
    }
    assert "SR-VALID-001" not in {code for code, _ in blamed(crash, word, field)}


def test_a_start_that_is_not_refused_has_none() -> None:
    assert blamed() == set()


def test_the_missing_agent_is_blamed_on_its_registry() -> None:
    files = {path: text for path, text in FILES.items() if path != AGENT}
    assert RUNTIME.blamed(begin(files)) == (("AC-SERVICE-001", ()),)
