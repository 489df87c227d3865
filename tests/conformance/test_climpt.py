"""The labelled climpt corpus: findings, refusals and proofs.

The environment variable PHASELINT_CORPUS names the folder. Labels use the catalogue names of
the dialect reference.
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
from rules.catalogue import ALIASES

if TYPE_CHECKING:
    from phaselint.finding import Finding

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")


class Entry(NamedTuple):
    """A labelled folder or registry: whether the reference refuses it, what has to be found, and
    where the label is complete, what may be."""

    path: str
    refused: bool
    must: frozenset[str]
    may: frozenset[str]
    complete: bool


def entries() -> list[Entry]:
    path = Path(CORPUS, "climpt", "expected.json")
    labels = json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}
    return [entry(name, label) for name, label in labels.items()]


def entry(path: str, label: dict[str, Any]) -> Entry:
    def ours(*keys: str) -> frozenset[str]:
        names = (name for key in keys for name in label.get(key) or ())
        return frozenset(ALIASES["climpt"].get(name, name) for name in names)

    must, may = ours("ideal", "ideal_includes"), ours("ideal_allowed")
    return Entry(path, bool(label.get("errors")), must, may, "ideal" in label)


@cache
def findings_of(path: str) -> tuple[Finding, ...]:
    """The findings of an entry, all rules selected and proved."""
    paths = (os.path.join(CORPUS, "climpt", path),)
    result = phaselint.lint(paths, dialect="climpt", dry_run=True, select=("ALL",), isolated=True)
    return result.findings


def names_at(path: str, *levels: str) -> set[str]:
    return {finding.name for finding in findings_of(path) if finding.level in levels}


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_what_the_reference_refuses_is_an_error_in_parity_mode(entry: Entry) -> None:
    if not entry.refused:
        pytest.skip("the reference accepts it")
    paths = (os.path.join(CORPUS, "climpt", entry.path),)
    options = {"climpt": {"validate-parity": True}}
    result = phaselint.lint(
        paths, dialect="climpt", select=("ALL",), isolated=True, options=options
    )
    assert result.summary.errors


@LABELLED
def test_labels_are_met(entry: Entry) -> None:
    loud = names_at(entry.path, "error", "warning")
    assert entry.must <= loud | names_at(entry.path, "info")
    assert not entry.complete or loud <= entry.must | entry.may


@LABELLED
def test_nothing_is_found_twice(entry: Entry) -> None:
    places = Counter((f.name, f.place.file, f.place.range) for f in findings_of(entry.path))
    assert [place for place, count in places.items() if count > 1] == []


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    for finding in findings_of(entry.path):
        proof = finding.proof
        assert finding.name != "internal-error"
        assert proof is not None
        assert proof.status in ("proved", "static", "unproved")
        assert proof.status != "unproved" or proof.reason
