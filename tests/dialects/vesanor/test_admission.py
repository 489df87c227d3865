"""A session refuses to start exactly where a compile-level finding is reported (§3.1, §6)."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.vesanor.build import files, lint, load
from dialects.vesanor.random_contracts import random_files
from phaselint.dialects.vesanor.running.admission import config_errors

if TYPE_CHECKING:
    from dialects.vesanor.build import Files

COMPILE_LEVEL = {
    "syntax-error",
    "duplicate-key",
    "phases-not-array",
    "transitions-not-map",
    "evidence-class-conflict",
    "initial-phase-count",
    "no-terminal-phase",
    "unknown-phase",
    "unreachable-phase",
    "deadlocked-phases",
}
DEFECTS = ("initial", "terminal", "map", "list", "name", "risk", "file", "twice")


def reported(given: Files) -> set[str]:
    """The compile-level findings; an unreachable phase is one unless it is terminal."""
    return {
        finding.name
        for finding in lint(given, dry_run=False)
        if finding.name in COMPILE_LEVEL and finding.level == "error"
    }


def spoiled(seed: int) -> Files:
    """A random contract with up to three defects of the kind a compiler refuses."""
    pick = random.Random(seed)
    given = random_files(seed)
    session = json.loads(given["session.yaml"])
    names = [phase["name"] for phase in session["phases"]]
    for _ in range(pick.choice((0, 1, 1, 2, 3))):
        phases: Any = session["phases"]
        defect = pick.choice(DEFECTS)
        if defect in ("initial", "terminal") and isinstance(phases, list):
            pick.choice(phases)[defect] = pick.choice((True, True, False, False, "yes"))
        elif defect == "map":
            session["transitions"] = pick.choice(([], {names[0]: names[-1]}, {names[0]: [1]}))
        elif defect == "list" and isinstance(phases, list):
            session["phases"] = {phase["name"]: {} for phase in phases}
        elif defect == "name" and isinstance(session["transitions"], dict):
            session["transitions"][pick.choice([*names, "nowhere"])] = [pick.choice(names), "there"]
        elif defect == "twice" and isinstance(phases, list):
            phases.append({"name": pick.choice(names), "terminal": True})
        elif defect == "risk":
            given["x.yaml"] = _risky(pick.choice(("write", "admin", "financial")))
        elif defect == "file":
            given["broken.yaml"] = pick.choice(("tool: [\n", "tool: x\ntool: y\n", "- a\n"))
    return {**given, "session.yaml": json.dumps(session)}


def _risky(side_effect: str) -> str:
    return json.dumps({"tool": "x", "side_effect": side_effect, "evidence_class": "ack_only"})


@settings(max_examples=150)
@given(st.integers(0, 2**32 - 1).map(spoiled))
def test_the_executor_refuses_what_the_rules_report(given: Files) -> None:
    assert set(config_errors(load(given))) == reported(given)


@pytest.mark.parametrize(
    ("given", "errors"),
    [
        (files("a! z*", "a:z"), []),
        (files("a z*", "a:z"), ["initial-phase-count"]),
        (files("a! b! z*", "a:b b:z"), ["initial-phase-count"]),
        (files("a! b", "a:b"), ["no-terminal-phase"]),
        (files("a b", "a:b"), ["initial-phase-count", "no-terminal-phase"]),
        (files("a! m z*", "a:z m:z"), ["unreachable-phase"]),
        (files("a! z* y*", "a:z"), []),
        (files("a! b c z*", "a:b,z b:c c:b"), ["deadlocked-phases"]),
        (files("a! b z*", "a:b,z b:b"), ["deadlocked-phases"]),
        (files("a! b z*", "a:b,z"), []),
        (files("a! b c z*", "a:b,z b:b,c"), []),
        (files("a! b c z*", "a:b,c,z b:b"), ["deadlocked-phases"]),
        (files("a! z*", "a:z,nowhere"), ["unknown-phase"]),
        (files("a! z*", "a:z", ["t[b]"]), ["unknown-phase"]),
        (files("a! z*", "a:z", ["t->b"]), ["unknown-phase"]),
        (files("a! m n", "a:nowhere m:n"), ["unknown-phase", "no-terminal-phase"]),
        (files(tools=["t"], t={"evidence_class": "ack_only"}), []),
        (
            files(tools=["t"], t={"evidence_class": "ack_only", "side_effect": "destructive"}),
            ["evidence-class-conflict"],
        ),
        ({"session.yaml": "agent: x\nphases: {a: 1}\n"}, ["phases-not-array"]),
        ({"session.yaml": "agent: x\ntransitions: [a]\n"}, ["transitions-not-map"]),
        ({"session.yaml": "agent: [\n"}, ["syntax-error"]),
        ({"session.yaml": "agent: x\nagent: y\n"}, ["duplicate-key"]),
    ],
)
def test_each_condition(given: Files, errors: list[str]) -> None:
    assert list(config_errors(load(given))) == errors
    assert reported(given) == set(errors)
