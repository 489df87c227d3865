"""The labelled SWEny corpus: findings, refusals and proofs.

The environment variable PHASELINT_CORPUS names the folder. Labels use the catalogue names of
the dialect reference; the aliases are written out here.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import phaselint

if TYPE_CHECKING:
    from phaselint.finding import Finding

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
ALIASES = {
    "parse-error": "syntax-error",
    "missing-entry": "unknown-entry",
    "unknown-edge-target": "unknown-target",
    "unreachable-node": "unreachable-phase",
    "no-terminal-node": "no-terminal-phase",
}
CODES = {
    "MISSING_ENTRY": {"unknown-entry"},
    "UNKNOWN_EDGE_SOURCE": {"unknown-edge-source"},
    "UNKNOWN_EDGE_TARGET": {"unknown-target"},
    "UNREACHABLE_NODE": {"unreachable-phase"},
    "SELF_LOOP": {"unbounded-self-loop"},
    "UNBOUNDED_CYCLE": {"unbounded-cycle"},
    "AMBIGUOUS_EDGES": {"ambiguous-edges", "fan-out-not-parallel"},
    "UNSUPPORTED_EVAL_POLICY": {"unsupported-eval-policy"},
}
"""The rules that report what the reference refuses; any error stands for the other codes."""

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")


class Entry(NamedTuple):
    """A labelled workflow: what the reference says, and the whole truth where it is known."""

    path: str
    valid: bool
    codes: frozenset[str]
    must: frozenset[str] | None
    may: frozenset[str]


def entries() -> list[Entry]:
    found = []
    for folder in ("sweny", "sweny/mutations"):
        path = Path(CORPUS, folder, "expected.json")
        labels = json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}
        found += [entry(f"{folder}/{name}", label) for name, label in labels.items()]
    return found


def entry(path: str, label: dict[str, Any]) -> Entry:
    def ours(key: str) -> frozenset[str]:
        return frozenset(ALIASES.get(name, name) for name in label.get(key) or ())

    must = ours("ideal") if "ideal" in label else None
    return Entry(path, label["valid"], frozenset(label["errors"]), must, ours("also_ok"))


@cache
def findings_of(path: str) -> tuple[Finding, ...]:
    """The findings of a workflow, all rules selected and proved."""
    paths = (os.path.join(CORPUS, path),)
    result = phaselint.lint(paths, dialect="sweny", dry_run=True, select=("ALL",), isolated=True)
    return result.findings


def names_at(path: str, *levels: str) -> set[str]:
    return {finding.name for finding in findings_of(path) if finding.level in levels}


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_what_the_reference_refuses_is_an_error(entry: Entry) -> None:
    assert entry.valid or names_at(entry.path, "error")


@LABELLED
def test_every_code_of_the_reference_is_matched_by_its_rule(entry: Entry) -> None:
    loud = names_at(entry.path, "error", "warning")
    assert [code for code in sorted(entry.codes & CODES.keys()) if not CODES[code] & loud] == []


@LABELLED
def test_complete_labels_are_met_exactly(entry: Entry) -> None:
    if entry.must is None:
        pytest.skip("the label of this file is not complete")
    loud = names_at(entry.path, "error", "warning")
    assert entry.must <= loud | names_at(entry.path, "info")
    assert loud <= entry.must | entry.may


@LABELLED
def test_nothing_is_found_twice(entry: Entry) -> None:
    places = Counter((f.name, f.place.file, f.place.range) for f in findings_of(entry.path))
    assert [place for place, count in places.items() if count > 1] == []


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    for finding in findings_of(entry.path):
        proof = finding.proof
        assert proof is not None
        assert proof.status in ("proved", "static", "unproved")
        assert proof.status != "unproved" or proof.reason
