"""What is drawn and what is reported agree: on the fixtures, and on the corpora where
PHASELINT_CORPUS names their folder."""

from __future__ import annotations

import os
from contextlib import chdir
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed
from conformance.labels import CORPUS, needs_corpus
from phaselint.executor.explore import explore
from phaselint.executor.proof import proof_context
from picture.seeing import Seen, seen_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cases import Written

BOUND = 300
"""States that are explored of a contract."""

LOST = {
    "unreachable-phase": ("phase", "node", "step", "steps", "stage", "agent"),
    "unreachable-without-nesting": ("agent",),
    "subagent-depth-exceeded": ("agent",),
    "unenterable-phase": ("phase",),
    "limit-cuts-off-phase": ("phases",),
    "never-callable-tool": ("phases",),
    "ungated-registry-never-advances": ("others",),
    "step-only-via-continuation": ("steps",),
    "step-only-under-other-verdict": ("step",),
    "join-never-ready": ("join",),
    "iteration-budget-too-small": ("step",),
}
"""Rules that report phases which runs never enter, and where their witnesses name these."""

INERT: dict[str, tuple[str, ...]] = {"section-step-inert": ("step",)}
"""Rules that report steps of which nothing comes, whether runs enter them or not."""

NEVER_CALLED = {
    "never-callable-tool": ("tool", "tools"),
    "blocked-by-risk-default": ("tool",),
    "precondition-cycle": ("cycle",),
    "unsatisfiable-precondition": ("tool",),
    "limit-cuts-off-phase": ("tools",),
    "empty-valid-in-phases": ("tool",),
}
"""Rules that report tools which runs never call."""

UNSTARTED = (
    "reserved-tool-collision",
    "allowed-tool-unregistered",
    "completion-tool-in-allowed-tools",
    "completion-tool-cross-stage-collision",
    "inputs-schema-unsatisfiable",
    "inputs-schema-invalid",
)
"""Rules that report stages which do not start."""

CAUSES = frozenset(
    {
        # a way that is broken, for which its own rule has a finding
        "unknown-key",
        *("unknown-target", "dangling-join", "next-missing", "branch-unreachable"),
        *("branch-path-missing", "branch-value-not-in-enum"),
        *("ambiguous-edges", "fan-out-not-parallel", "illegal-advance", "dead-phase"),
        *("tool-deadlock", "unimplemented-transition", "no-path-to-closure", "dead-end-phase"),
        *(
            "closure-prompt-of-other-step",
            "condition-not-in-handoff",
            "conditional-key-unreachable",
        ),
        *("empty-allowed-intents", "intent-alias-in-contract", "intent-not-allowed-for-kind"),
        *("intent-without-transition", "missing-continuation-pair", "unknown-intent"),
        *("transition-rule-ambiguous", "conditional-not-supported-here", "null-target-not-closing"),
        *("dead-transition", "target-field-missing", "deadlocked-phases", "terminal-has-outgoing"),
        # a tool without which runs go no further
        *NEVER_CALLED,
        *("unknown-tool-reference", "no-viable-path"),
        *UNSTARTED,
        *("parallel-too-few-siblings", "completion-schema-invalid"),
        # a graph that is not started, or whose ways lead elsewhere than they seem to
        *("unknown-entry", "unknown-source", "exclusive-join"),
        *("enum-as-name", "path-map-ignored"),
        *("router-unknown-node", "unknown-goto", "unknown-send", "exit-never-returned"),
        # a limit within which no run ends
        *("limit-below-shortest-path", "iteration-budget-too-small"),
    }
)
"""Rules that report why phases behind a place are never entered, and not these phases."""


@pytest.mark.parametrize("rule", sorted({case.rule for case in listed()}))
def test_on_fixtures(rule: str, written: Written) -> None:
    with chdir(written.rule(rule)):
        paths = sorted(os.listdir())
        assert [line for each in seen_in(paths) for line in disagreements(each)] == []


@needs_corpus
@pytest.mark.parametrize(
    "dialect", ["agents", "climpt", "climpt-1.14", "langgraph", "stud", "sweny", "vesanor"]
)
def test_on_corpora(dialect: str) -> None:
    with chdir(CORPUS):
        found = [line for each in seen_in([dialect]) for line in disagreements(each)]
    assert found == []


@pytest.mark.parametrize(
    "rule", sorted({*LOST, *INERT, *UNSTARTED, "parallel-too-few-siblings"} - {"join-never-ready"})
)
def test_no_run_enters_what_is_drawn_as_never_entered(rule: str, written: Written) -> None:
    """As far as exploration comes; a person may have a join run that waits for nothing."""
    with chdir(written.rule(rule)):
        for each in seen_in(sorted(os.listdir())):
            unentered = {node.name for node in each.drawing.nodes if not node.reachable}
            assert not unentered & visited(each), each.target.path


def visited(seen: Seen) -> set[str]:
    """The phases that runs of a contract are explored in."""
    if not seen.facts.runs_known:
        return set()
    lab = proof_context(seen.dialect, seen.facts, BOUND)
    states = explore(lab.runtime, lab.start, BOUND).states
    return {phase for state in states for phase in lab.runtime.summary(state)["phases_visited"]}


def disagreements(seen: Seen) -> Iterator[str]:
    """What is drawn otherwise than it is reported."""
    where = f"{seen.target.dialect} {seen.target.path}"
    unentered = {node.name for node in seen.drawing.nodes if not node.reachable}
    names = {node.name for node in seen.drawing.nodes}
    reported = {name for name in told(seen, LOST) if name in names}
    for name in sorted(reported - unentered):
        yield f"{where}: {name} is reported as never entered, and drawn as if it were"
    inert = {name for name in told(seen, INERT) if name in names}
    dashed = {node.name for node in seen.drawing.nodes if node.standing != "live"}
    for name in sorted(inert - dashed):
        yield f"{where}: {name} is reported as inert, and drawn as if it were not"
    for name in sorted(unentered - reported - inert):
        if not explained(seen, name, unentered):
            yield f"{where}: {name} is drawn as never entered, and nothing says so"
    live = {each.name for arrow in seen.drawing.arrows for each in arrow.actions if not each.dead}
    for name in sorted(live.intersection(told(seen, NEVER_CALLED))):
        yield f"{where}: {name} is reported as never called, and drawn as if it were"


def told(seen: Seen, rules: dict[str, tuple[str, ...]]) -> set[str]:
    """The names that the witnesses of some rules have under their keys."""
    return {
        name
        for hit in seen.hits
        if hit.finding.witness is not None
        for key in rules.get(hit.rule.name, ())
        for name in texts(hit.finding.witness.data.get(key))
    }


def texts(value: Any) -> Iterable[str]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def explained(seen: Seen, name: str, unentered: set[str]) -> bool:
    """Whether a cause is reported of why a phase is never entered, or it is behind others."""
    if CAUSES.intersection(hit.rule.name for hit in seen.hits):
        return True
    nodes = seen.drawing.nodes
    into = {
        nodes[arrow.source].name
        for arrow in seen.drawing.arrows
        if nodes[arrow.target].name == name and arrow.source != arrow.target
    }
    return bool(into) and into <= unentered
