"""The labelled corpus of the dialect: the graph and the transitions, as `--validate` sees them.

The environment variable PHASELINT_CORPUS names the folder.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects import dialect
from phaselint.dialects.climpt.analysis.facts import ClimptFacts
from phaselint.dialects.climpt.detect import claim
from phaselint.dialects.climpt.reading.load import load
from phaselint.dialects.options import merge
from phaselint.project.disk import DiskReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Finding

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

OTHER_FORMATS = ("drift-1.14/", "mutants/next-generation-shape")
"""What is recognised as another release and not linted."""


def read_labels() -> dict[str, Any]:
    path = Path(CORPUS, "climpt", "expected.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}
    return found


LABELS = read_labels()
ENTRIES = [path for path in LABELS if not path.startswith(OTHER_FORMATS)]


@cache
def facts(path: str) -> ClimptFacts:
    full = Path(CORPUS, "climpt", path)
    folder, name = (full, "") if full.is_dir() else (full.parent, full.name)
    reader = DiskReader(str(folder))
    (target,) = claim(reader, name, forced=True)
    options = merge(dialect("climpt"), {}, {}, {"validate-parity": True})
    return ClimptFacts(load(reader, target), options, 1)


def said(path: str, pattern: str) -> list[str]:
    """What a pattern finds in the messages of the flow layer, sorted."""
    label = LABELS[path]
    messages = [each for each in (*label["errors"], *label["warnings"]) if each.startswith("flow:")]
    return sorted(found for each in messages for found in re.findall(pattern, each))


def findings(path: str, name: str) -> list[Finding]:
    (rule,) = (rule for rule in RULES if rule.name == name and rule.dialect == "climpt")
    return list(rule.check(facts(path)))


def steps(path: str, name: str) -> list[str]:
    """The steps in which a rule reports something, once for each finding."""
    return sorted(str(finding.place.pointer[1]) for finding in findings(path, name))


def is_read(path: str) -> bool:
    """Whether `--validate` comes to the registry at all: it does not where the configured one is
    not there."""
    return not any("registry" in each and "not found" in each for each in LABELS[path]["errors"])


READ = [path for path in ENTRIES if is_read(path)]


@pytest.mark.parametrize("path", READ)
def test_gated_steps_are_orphans_for_both(path: str) -> None:
    orphans = said(path, r"Orphan flow step '([^']*)'")
    assert sorted(facts(path).documented.orphans) == orphans
    if facts(path).graph_known:
        assert set(orphans) <= set(steps(path, "unreachable-phase"))


@pytest.mark.parametrize("path", READ)
def test_cycles_without_closure_are_the_same(path: str) -> None:
    cycles = said(path, r"flow: Steps (.*) form a cycle")
    assert sorted(", ".join(sorted(each)) for each in facts(path).documented.cycles) == cycles


@pytest.mark.parametrize("path", READ)
def test_entries_without_a_way_to_closure_are_the_same(path: str) -> None:
    stuck = set(said(path, r"\(step '([^']*)'\) cannot reach"))
    assert {e for e in facts(path).entries if e not in facts(path).documented.closed} == stuck
    assert len(findings(path, "no-path-to-closure")) >= len(stuck)


@pytest.mark.parametrize("path", READ)
def test_transitions_are_judged_alike(path: str) -> None:
    loops = said(path, r"Step '([^']*)': 'next' transition targets itself")
    assert steps(path, "next-self-loop") == loops
    assert steps(path, "initial-handoff") == sorted(
        set(said(path, r"Step '([^']*)': initial steps should not"))
    )
    assert len(findings(path, "kind-boundary-crossing")) == len(said(path, "(should target)"))
    assert len(findings(path, "unknown-target")) == len(said(path, "(does not exist in steps)"))
