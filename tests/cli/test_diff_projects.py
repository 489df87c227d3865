"""The example projects against their repaired twins: whatever is wrong in a way that runs show is
seen in the difference, one by one, and its report is short."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.report.difference.text import LINES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cli.command import Command

    Defect = tuple[str, str]
    """A contract, by its path, and a rule."""

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
NAMES = sorted(each.name for each in PROJECTS.iterdir() if Path(f"{each}-fixed").is_dir())

DIGEST, ADVISORY, UPDATE = (
    f".sweny/workflows/{name}.yml"
    for name in ("release-digest", "security-advisory", "update-dependencies")
)
RETIRER, LOANS = ".agent/retirer", "loans.stud.yaml"
REQUESTS, REMINDERS = "seeds/requests.py::builder", "seeds/reminders.py::builder"

SHOWN: Mapping[str, Mapping[Defect, str]] = {
    "dependency-bot": {
        (DIGEST, "gate-does-not-halt"): (
            "holds now: `skip draft` and `pass review` never happen in the same run"
        ),
        (DIGEST, "eval-without-retry"): "cost: judge calls",
        (DIGEST, "path-syntax"): "can happen now: pass publish",
        (ADVISORY, "regex-invalid"): "can happen now: pass patch",
        (UPDATE, "eval-kind-rule-mismatch"): "gone: enter open_pr, pass open_pr",
        (UPDATE, "requires-not-on-all-paths"): "new: enter report, pass report",
        (UPDATE, "exhausted-loop-dead-end"): "gone: pass repair, end failed",
    },
    "flag-retirement": {
        (".agent/auditor", "enum-transition-mismatch"): "refused before: SR-VALID-003",
        (RETIRER, "conditional-without-default"): "gone: enter initial.flag, end failed",
        (RETIRER, "intent-field-optional"): "gone: enter verification.owner, end failed",
        (RETIRER, "unknown-target"): (
            "new: enter verification.owner, take escalate of verification.owner"
        ),
        (RETIRER, "uv-no-source"): "gone: enter continuation.question, end failed",
        (RETIRER, "validation-step-never-consulted"): "new: enter closure.flag, end limit",
    },
    "loan-desk": {
        ("couriers/crate-label.md", "completion-schema-unsatisfiable"): "undecided before",
        (LOANS, "unreachable-phase"): "removed: enter postpone",
        (LOANS, "deadlocked-phases"): "new: complete reminder, take branch 1 of reminder",
        (LOANS, "body-names-out-of-envelope-tool"): "new: enter insurance, call appraise_object",
        (LOANS, "allowed-tool-unregistered"): "gone: take default of assess, enter refusal (fails)",
    },
    "refund-desk": {
        ("chargebacks", "precondition-cycle"): "can happen now: call notify_merchant",
        ("chargebacks", "limit-below-shortest-path"): "cost: tool calls",
        ("gift-cards", "unknown-phase"): "undecided before",
        ("refunds", "policy-violated"): "policy: nobody is approved without a verified identity",
        ("refunds", "order-trap"): (
            "holds now: `call approve_refund` happens only after `call verify_identity`"
        ),
        ("refunds", "tool-deadlock"): "new: enter fraud_review, call confirm_fraud",
    },
    "release-crew": {
        (".", "unknown-target"): (
            "new: reach Release Captain, take Write the notes of Release Captain"
        ),
        (".", "misspelt-tool"): (
            "new: reach Change Scout, call tool search/fileSearch in Change Scout"
        ),
        (".", "boolean-not-recognized"): "gone: reach agent, reach Change Scout",
        (".", "incomplete-handoff"): (
            "new: reach Notes Checker, take Back to the notes of Notes Checker"
        ),
        (".", "agents-without-agent-tool"): "new: reach Publisher, call agent Change Scout",
        (".", "tool-not-enabled"): (
            "new: reach Publisher, call tool execute/runInTerminal in Publisher"
        ),
        (".", "unreachable-phase"): "can happen now: reach Rollback",
        ("handbook", "no-usable-tool"): "new: reach main, call agent figure-maker",
        ("handbook", "denied-with-specifier"): (
            "new: reach link-checker, call tool Bash in link-checker"
        ),
    },
    "seed-library": {
        ("seeds/jars.py::pictured.catalogue", "concurrent-write"): "gone: enter weigh, end error",
        ("seeds/jars.py::builder", "exclusive-join"): "can happen now: enter file_card",
        (REQUESTS, "unknown-goto"): "new: resume look_over, goto read_letter of look_over",
        (REQUESTS, "unreachable-phase"): "removed: enter offer_swap",
        (REQUESTS, "label-not-in-map"): "gone: enter read_letter, fail read_letter",
    },
}
"""What shows each planted defect in the difference."""

NOT_IN_ACTS: Mapping[str, Mapping[Defect, str]] = {
    "dependency-bot": {
        (ADVISORY, "routing-enum-uncovered"): "what a node answers is no act",
        (ADVISORY, "failure-route-unobservable"): "what the router sees is no act",
        (UPDATE, "source-looks-like-path"): "a text that a model is given",
    },
    "flag-retirement": {(RETIRER, "ignored-field"): "runs are the same with it and without it"},
    "loan-desk": {
        (LOANS, "upstream-parsed-path-missing"): "a text that a model is given",
        (LOANS, "placeholder-ctx-attempts"): "a text that a model is given",
    },
    "release-crew": {
        (".", "handoff-to-hidden-agent"): "the twin has no such handoff, and no run takes it",
        (".", "auto-send-cycle"): "Autopilot is off; people take the same handoffs in both",
    },
    "seed-library": {
        (REMINDERS, "accumulated-twice"): "what a node writes is no act",
        (REMINDERS, "recursion-limit-too-low"): "a limit of one call of the graph",
        (REMINDERS, "resume-without-checkpointer"): "one call of the graph",
        (REQUESTS, "unknown-state-key"): "what a node writes is no act",
    },
}
"""Planted defects that a replay shows and that change no act of any run, and why."""

OF_RUNS = ("replay", "explore", "refusal", "differential", "static+replay", "static+explore")
"""How a finding is proved that runs tell of."""


def planted(phaselint: Command, name: str) -> set[Defect]:
    """The defects of a project that are proved by runs: those that are gone in its repaired
    twin."""

    def found(folder: str) -> dict[Defect, dict[str, Any]]:
        ended = phaselint("lint", "--dry-run", "--format=json", str(PROJECTS / folder))
        return {
            (os.path.relpath(each["contract"], PROJECTS / folder), each["name"]): each
            for each in json.loads(ended.out)["findings"]
            if each["proof"] and each["proof"]["status"] == "proved"
        }

    kept = found(f"{name}-fixed")
    return {
        key
        for key, each in found(name).items()
        if key not in kept
        and each["proof"]["method"] in OF_RUNS
        and key[1] != "failed-expectation"  # of a scenario, not of a contract
    }


def told(contract: dict[str, Any]) -> Iterator[str]:
    """What is told of the runs of a contract, as far as it differs."""
    runs, undecided = contract["runs"], contract["undecided"]
    if undecided["old"]:
        yield "undecided before"
    yield from (f"policy: {each['title']}" for each in contract["policies"])
    yield from (f"cost: {each['unit']}" for each in contract["costs"])
    if runs is None:
        return
    if runs["refused"]["old"] and not runs["refused"]["new"]:
        yield f"refused before: {runs['refused']['old']}"
    for each in (*runs["differences"], *runs["endings"]):
        yield f"{each['side']}: {each['before']}, {each['act']}"
    yield from (f"no longer holds: {each['text']}" for each in runs["lost_facts"])
    yield from (f"holds now: {each['text']}" for each in runs["new_facts"])
    for kind, head in (("added", "added"), ("gone", "removed"), ("revived", "can happen now")):
        yield from (f"{head}: {each}" for each in runs["elements"][kind])


@pytest.mark.parametrize("name", NAMES)
def test_each_planted_defect_that_runs_tell_of_is_visible(phaselint: Command, name: str) -> None:
    shown, hidden = SHOWN[name], NOT_IN_ACTS.get(name, {})
    assert planted(phaselint, name) == {*shown, *hidden}
    assert not {*shown} & {*hidden}
    folders = (str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
    data = json.loads(phaselint("diff", *folders, "--format=json").out)
    contracts = {each["path"]: each for each in data["contracts"]}
    lines = {path: {*told(each)} for path, each in contracts.items()}
    missing = [(*defect, line) for defect, line in shown.items() if line not in lines[defect[0]]]
    assert missing == []
    for path, rule in (*shown, *hidden):
        contract = contracts[path]
        fixed = {each["name"] for each in contract["findings"]["fixed"]}
        assert rule in fixed | ({"policy-violated"} if contract["policies"] else set())


@pytest.mark.parametrize("name", NAMES)
def test_its_report_is_short(phaselint: Command, name: str) -> None:
    ended = phaselint("diff", str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
    assert (ended.status, ended.err) == (0, "")
    assert 3 < len(ended.lines) <= LINES
