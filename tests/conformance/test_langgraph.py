"""The labelled programs that build graphs: findings, their places, and proofs."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from conformance.labels import CORPUS, doubts, findings_of, found_twice, needs_corpus, ours, read

pytestmark = needs_corpus

DIALECT = "langgraph"


class Entry(NamedTuple):
    """A labelled program: its errors and warnings, each with its places (`case/file:line`), what
    must not be reported above info, and whether LangGraph builds it."""

    path: str
    must: frozenset[str]
    places: dict[str, list[str]]
    must_not: frozenset[str]
    valid: bool


def entries() -> list[Entry]:
    files = read(DIALECT, "expected.json").get("files", {})
    return [entry(path, label) for path, label in files.items()]


def entry(path: str, label: dict[str, Any]) -> Entry:
    must, must_not = (ours(DIALECT, label, key) for key in ("ideal", "must_not"))
    valid = label.get("ideal_valid", True)
    return Entry(path, must, label.get("places", {}), must_not, valid)


def shown(path: str) -> list[tuple[str, str]]:
    """The errors and warnings of an entry, each with its place."""
    found = []
    for each in findings_of(DIALECT, path):
        if each.level != "info":
            file = each.place.file.partition(f"/{DIALECT}/")[2]
            line = each.place.range.start.line if each.place.range else 1
            found.append((each.name, f"{file}:{line}"))
    return found


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_errors_and_warnings_are_the_labelled_ones(entry: Entry) -> None:
    assert {name for name, _ in shown(entry.path)} == entry.must


@LABELLED
def test_they_are_at_the_labelled_places(entry: Entry) -> None:
    named = [(name, place) for name, place in shown(entry.path) if name in entry.places]
    wanted = [(name, place) for name, places in entry.places.items() for place in places]
    assert sorted(named) == sorted(wanted)


@LABELLED
def test_what_a_program_tempts_to_report_is_not(entry: Entry) -> None:
    assert not entry.must_not.intersection(name for name, _ in shown(entry.path))


@LABELLED
def test_nothing_is_reported_twice(entry: Entry) -> None:
    assert found_twice(DIALECT, entry.path) == []


@LABELLED
def test_everything_is_proved_or_says_why_not(entry: Entry) -> None:
    assert doubts(DIALECT, entry.path) == []


@LABELLED
def test_a_program_that_langgraph_refuses_has_an_error(entry: Entry) -> None:
    if not entry.valid:
        assert any(each.level == "error" for each in findings_of(DIALECT, entry.path))


def test_the_corpus_is_there() -> None:
    assert CORPUS
    assert entries()
