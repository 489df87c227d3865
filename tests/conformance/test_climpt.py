"""The labelled climpt corpus: findings, refusals and proofs."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import pytest

import phaselint
from conformance.labels import CORPUS, doubts, found_twice, names_at, needs_corpus, ours, read

pytestmark = needs_corpus

DIALECT = "climpt"


class Entry(NamedTuple):
    """A labelled folder or registry: whether the reference refuses it, what has to be found, and
    where the label is complete, what may be."""

    path: str
    refused: bool
    must: frozenset[str]
    may: frozenset[str]
    complete: bool


def entries() -> list[Entry]:
    return [entry(path, label) for path, label in read(DIALECT, "expected.json").items()]


def entry(path: str, label: dict[str, Any]) -> Entry:
    must = ours(DIALECT, label, "ideal", "ideal_includes")
    may = ours(DIALECT, label, "ideal_allowed")
    return Entry(path, bool(label.get("errors")), must, may, "ideal" in label)


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
    loud = names_at(DIALECT, entry.path, "error", "warning")
    assert entry.must <= loud | names_at(DIALECT, entry.path, "info")
    assert not entry.complete or loud <= entry.must | entry.may


@LABELLED
def test_nothing_is_found_twice(entry: Entry) -> None:
    assert found_twice(DIALECT, entry.path) == []


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    assert doubts(DIALECT, entry.path) == []
