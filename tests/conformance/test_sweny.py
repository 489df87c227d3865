"""The labelled SWEny corpus: findings, refusals and proofs."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from conformance.labels import doubts, found_twice, names_at, needs_corpus, ours, read

pytestmark = needs_corpus

DIALECT = "sweny"
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


class Entry(NamedTuple):
    """A labelled workflow: what the reference says, and the whole truth where it is known."""

    path: str
    valid: bool
    codes: frozenset[str]
    must: frozenset[str] | None
    may: frozenset[str]


def entries() -> list[Entry]:
    return [
        entry(f"{folder}{name}", label)
        for folder in ("", "mutations/")
        for name, label in read(DIALECT, f"{folder}expected.json").items()
    ]


def entry(path: str, label: dict[str, Any]) -> Entry:
    must = ours(DIALECT, label, "ideal") if "ideal" in label else None
    may = ours(DIALECT, label, "also_ok")
    return Entry(path, label["valid"], frozenset(label["errors"]), must, may)


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_what_the_reference_refuses_is_an_error(entry: Entry) -> None:
    assert entry.valid or names_at(DIALECT, entry.path, "error")


@LABELLED
def test_every_code_of_the_reference_is_matched_by_its_rule(entry: Entry) -> None:
    loud = names_at(DIALECT, entry.path, "error", "warning")
    assert [code for code in sorted(entry.codes & CODES.keys()) if not CODES[code] & loud] == []


@LABELLED
def test_complete_labels_are_met_exactly(entry: Entry) -> None:
    if entry.must is None:
        pytest.skip("the label of this file is not complete")
    loud = names_at(DIALECT, entry.path, "error", "warning")
    assert entry.must <= loud | names_at(DIALECT, entry.path, "info")
    assert loud <= entry.must | entry.may


@LABELLED
def test_nothing_is_found_twice(entry: Entry) -> None:
    assert found_twice(DIALECT, entry.path) == []


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    assert doubts(DIALECT, entry.path) == []
