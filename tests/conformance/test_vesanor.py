"""The labelled corpus of the dialect: findings, witnesses, proofs and recorded runs.

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
from phaselint.dialects.base import Target
from phaselint.dialects.options import check_options
from phaselint.dialects.vesanor import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.project.disk import DiskReader
from samples import document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
ALIASES = {"yaml-syntax": "syntax-error", "circular-deadlock": "deadlocked-phases"}

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")


def ours(name: str) -> str:
    """The product's name of a rule of the catalogue."""
    return ALIASES.get(name, name)


def folder() -> Path:
    return Path(CORPUS, "vesanor")


def read_json(name: str) -> Any:
    path = folder() / name
    return json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}


class Entry(NamedTuple):
    """A labelled set: what has to be reported, what may be, how often, and with what."""

    path: str
    must: frozenset[str]
    notes: frozenset[str]
    counts: Mapping[str, int]
    witness: Mapping[str, list[dict[str, Any]]]
    valid: bool


def entries() -> list[Entry]:
    return [
        Entry(
            path=path,
            must=frozenset(map(ours, (*label.get("checks", ()), *label.get("ideal", ())))),
            notes=frozenset(map(ours, label.get("notes", ()))),
            counts={ours(name): count for name, count in label.get("counts", {}).items()},
            witness={ours(name): listed for name, listed in label.get("witness", {}).items()},
            valid=label["valid"],
        )
        for path, label in read_json("expected.json").items()
    ]


@cache
def findings_of(path: str) -> tuple[Diagnostic, ...]:
    """The findings of a set, all rules selected and proved."""
    paths = (str(folder() / path),)
    result = phaselint.lint(paths, dialect="vesanor", dry_run=True, select=("ALL",), isolated=True)
    return result.findings


def names_at(path: str, *levels: str) -> list[str]:
    return [finding.name for finding in findings_of(path) if finding.level in levels]


LABELLED = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.path)


@LABELLED
def test_errors_and_warnings_are_those_of_the_label(entry: Entry) -> None:
    assert set(names_at(entry.path, "error", "warning")) == entry.must


@LABELLED
def test_infos_are_those_of_the_label(entry: Entry) -> None:
    """The sets that a workflow names are sets of their own, which the label leaves out."""
    own = os.path.relpath(folder() / entry.path).replace(os.sep, "/")
    infos = [f for f in findings_of(entry.path) if f.level == "info"]
    assert {f.name for f in infos if os.path.dirname(f.place.file) == own} == entry.notes


@LABELLED
def test_there_are_as_many_as_the_label_counts_and_none_twice(entry: Entry) -> None:
    found = Counter(finding.name for finding in findings_of(entry.path))
    assert {name: found[name] for name in entry.counts} == entry.counts
    places = Counter((f.name, f.place.file, f.place.range) for f in findings_of(entry.path))
    assert set(places.values()) <= {1}


@LABELLED
def test_a_set_is_valid_exactly_when_nothing_is_an_error(entry: Entry) -> None:
    """The labels are of a plain lint, which has no errors for what a dry run shows of all runs."""
    raised = {
        finding.name
        for finding in findings_of(entry.path)
        if any(each.raised for each in finding.explains)
    }
    errors = set(names_at(entry.path, "error")) - raised
    assert (not errors) is entry.valid


@LABELLED
def test_nothing_is_refuted_and_every_doubt_has_a_reason(entry: Entry) -> None:
    for finding in findings_of(entry.path):
        proof = finding.proof
        assert proof is not None
        assert proof.status in ("proved", "static", "unproved")
        assert proof.status != "unproved" or proof.reason


@pytest.mark.parametrize(
    ("path", "name", "wanted"),
    [(e.path, name, listed) for e in entries() for name, listed in e.witness.items()],
)
def test_witnesses_are_of_the_rank_the_label_gives(
    path: str, name: str, wanted: list[dict[str, Any]]
) -> None:
    """Of several paths of equal rank any is right, so lengths are compared (reference §7)."""
    found = [f.witness.data for f in findings_of(path) if f.name == name and f.witness]
    keys = {key for data in wanted for key in data}
    assert normal(found, keys) == normal(wanted, keys)


def normal(listed: Iterable[Mapping[str, Any]], keys: set[str]) -> list[str]:
    """Witness data in a form in which witnesses of equal rank are equal."""
    return sorted(
        json.dumps({key: ranked(key, data[key]) for key in sorted(keys & set(data))})
        for data in listed
    )


def ranked(key: str, value: Any) -> Any:
    if key == "path_tools":
        responses = [[entry] if isinstance(entry, str) else entry for entry in value]
        return [sum(map(len, responses)), len(responses)]
    if key in ("path", "path_phases"):
        return [len(value), value[0]]
    return sorted(value) if key in ("stuck", "cycle", "requires", "from", "reached") else value


# --- recorded runs ----------------------------------------------------------------------------

OPTION_NAMES = {"unmatched": "unmatched-policy"}
"""Native options that have another name in a script; the others are the dialect's own."""

MORE = frozenset({"failed", "not_simulated"})
"""What the executor says beyond the record of reference §4.2, 7 and §4.5."""


def script_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """A native case as a script; a turn is an answer as it stands. Every native key has its
    counterpart, else this or the reading of the script fails."""
    rest = dict(case)
    for key in ("expected", "basis", "why", "contracts", "source"):
        rest.pop(key, None)
    options = {OPTION_NAMES.get(name, name): value for name, value in rest.pop("options").items()}
    scenario: dict[str, Any] = {"name": rest.pop("name"), "options": options}
    request = rest.pop("request_tools", None)
    if request is not None:
        scenario["input"] = {"tools": request}
    scenario["model"] = rest.pop("turns")
    assert rest == {}, "native keys without a counterpart"
    return {"version": 1, "contract": case["contracts"], "scenarios": [scenario]}


def cases() -> list[dict[str, Any]]:
    return list(read_json("runs/cases.json"))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_recorded_runs_replay_turn_by_turn(case: dict[str, Any]) -> None:
    script = read_script(document("case.script.json", json.dumps(script_of(case))))
    assert script.flaws == ()
    (scenario,) = script.scenarios
    reader = DiskReader(str(folder() / "runs"))
    contract = DIALECT.load(reader, Target("vesanor", script.contract))
    defaults = {option.name: option.default for option in DIALECT.options}
    options = {**defaults, **check_options(DIALECT, scenario.options)}
    played = play(DIALECT.runtime(), contract, options, scenario)
    assert played.flaws == ()
    assert outcome(played.run) == expected(case["expected"])


def outcome(done: Any) -> dict[str, Any]:
    turns = [documented(event.data) for event in done.events]
    return {"turns": turns, **documented(done.summary)}


def documented(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in MORE}


def expected(native: Mapping[str, Any]) -> dict[str, Any]:
    turns = [dict(turn) for turn in native["turns"]]
    for turn in turns:
        if "config_errors" in turn:
            turn["config_errors"] = [ours(name) for name in turn["config_errors"]]
    return {**native, "turns": turns}
