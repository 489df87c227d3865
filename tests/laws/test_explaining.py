"""The law of explanations: what has nothing to do with an end of runs explains none.

Defects that change no run are planted at each phase and each way of a contract, so that something
is found wherever the net may have something to say. What the net reports of the contract without
them it still reports.
"""

from __future__ import annotations

import os
from collections import Counter
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from fresh import SEED, picker, until
from laws.drawing import hits_of
from laws.mutations import value_of, written
from laws.random_contracts import random_contract
from phaselint.linting.exploration import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.vocabulary.hit import Hit

    Files = Mapping[str, str]
    Planted = dict[str, str]

COUNT = int(os.environ.get("PHASELINT_PAIRS", "8")) * 5
"""Random contracts of each dialect."""

CASES = [case for kind in sorted(KINDS) for case in listed(kind, "bad*")]

NO_TOOL = "no_such_tool_anywhere"


def _sweny(value: dict[str, Any]) -> None:
    """Nodes with a retry that nothing starts and an unknown tool to leave out."""
    for node in _mappings(value.get("nodes")):
        if not node.keys() & {"eval", "retry", "output"}:
            node["retry"] = {"max": 1}
        node.setdefault("disallowed_tools", [NO_TOOL])


def _vesanor(value: dict[str, Any]) -> None:
    """Tools and sessions with an unknown field."""
    if "tool" in value or "phases" in value:
        value["notse"] = "x"
    if "tool" in value and isinstance(value.get("transitions"), dict):
        value["transitions"]["notse"] = "x"


def _stud(value: dict[str, Any]) -> None:
    """Stages with a provider, which nothing asks."""
    stages = value.get("stages")
    for stage in stages if isinstance(stages, list) else ():
        if isinstance(stage, dict):
            stage.setdefault("provider", "other")


def _climpt(value: dict[str, Any]) -> None:
    """Gates that list an intent twice."""
    for step in _mappings(value.get("steps")):
        gate = step.get("structuredGate")
        intents = gate.get("allowedIntents") if isinstance(gate, dict) else None
        if isinstance(intents, list) and intents:
            intents.append(intents[0])


def _agents(value: dict[str, Any]) -> None:
    """Agents with a misspelt tool besides their tools."""
    if isinstance(value.get("tools"), list) and value["tools"]:
        value["tools"].append("serach")


PLANTS: Mapping[str, Callable[[dict[str, Any]], None]] = {
    "agents": _agents,
    "climpt": _climpt,
    "stud": _stud,
    "sweny": _sweny,
    "vesanor": _vesanor,
}


def _mappings(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield from (each for each in value.values() if isinstance(each, dict))


def planted(files: Files, plant: Callable[[dict[str, Any]], None]) -> Planted:
    """The files of a contract with defects that change no run of it."""
    found = dict(files)
    for path, text in files.items():
        value = value_of(path, text)
        if isinstance(value, dict):
            changed = deepcopy(value)
            plant(changed)
            if changed != value:
                found[path] = written(path, text, changed)
    return found


def told(hits: list[Hit]) -> Counter[tuple[str, str]]:
    """What the net reports, and no other finding explains."""
    said = ((each.rule.name, str(each.finding.message)) for each in hits)
    return Counter(each for each in said if each[0] in KINDS)


def swallowed(files: Files, dialect: str) -> tuple[bool, Counter[tuple[str, str]]]:
    """Whether something was planted that is found, and what the net says no more for it."""
    more = planted(files, PLANTS[dialect])
    before, after = hits_of({**files}, dry_run=True), hits_of(more, dry_run=True)
    grown = Counter(each.rule.name for each in after) - Counter(each.rule.name for each in before)
    return bool(grown), told(before) - told(after)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_planted_swallows_nothing_of_a_case(case: Any) -> None:
    found = [swallowed(texts(case), dialect) for dialect in PLANTS]
    assert [lost for _, lost in found if lost] == []
    assert any(grown for grown, _ in found), "nothing was planted"


@pytest.mark.parametrize("dialect", sorted(PLANTS))
def test_what_is_planted_swallows_nothing_of_a_random_contract(dialect: str) -> None:
    pick = picker("explaining", dialect)
    seen = Counter[str]()
    for _ in until(seen, {"planted": 1}, COUNT):
        drawn = str(pick.randrange(10**9))
        grown, lost = swallowed(random_contract(dialect, drawn), dialect)
        seen["planted"] += grown
        assert not lost, f"random_contract({dialect!r}, {drawn!r}), PHASELINT_SEED={SEED}"
