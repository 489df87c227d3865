"""The labelled stud corpus: findings, severities and proofs."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from conformance.labels import doubts, findings_of, found_twice, needs_corpus, ours, read

pytestmark = needs_corpus

DIALECT = "stud"


class Entry(NamedTuple):
    """A labelled file: what has to be an error or a warning, what an info, and whether there is
    an error among them."""

    path: str
    must: frozenset[str]
    info: frozenset[str]
    valid: bool


def entries() -> list[Entry]:
    files = read(DIALECT, "expected.json").get("files", {})
    return [entry(path, label) for path, label in files.items()]


def entry(path: str, label: dict[str, Any]) -> Entry:
    must, info = (ours(DIALECT, label, key) for key in ("ideal", "ideal_info"))
    return Entry(path, must, info, label.get("ideal_valid", True))


def names_in(path: str, *levels: str) -> set[str]:
    """The rules that report something of some severities in an entry: a stage of a pipeline is
    an entry of its own, and brings all of the pipeline's findings."""
    return {
        finding.name
        for finding in findings_of(DIALECT, path)
        if finding.level in levels and finding.place.file.endswith(path)
    }


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_errors_and_warnings_are_the_labelled_ones(entry: Entry) -> None:
    assert names_in(entry.path, "error", "warning") == entry.must


@LABELLED
def test_infos_are_the_labelled_ones(entry: Entry) -> None:
    assert names_in(entry.path, "info") - entry.must == entry.info - entry.must


@LABELLED
def test_a_file_without_errors_is_valid(entry: Entry) -> None:
    assert bool(names_in(entry.path, "error")) is not entry.valid


@LABELLED
def test_nothing_is_found_twice(entry: Entry) -> None:
    assert found_twice(DIALECT, entry.path) == []


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    assert doubts(DIALECT, entry.path) == []
