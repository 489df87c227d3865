"""Runs into a place from which there is no way on (reference vesanor §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.protocol import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.executor.proof import never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.bench import (
    advances,
    completed,
    data_of,
    limited,
    rests_on,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding


@by("explore")
def map_trap(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run enters the phases, goes round in them, and nothing ever leaves them.

    Where no tool enters them, the executor is put there: the map is to blame, not the tools.
    """
    stuck = data_of(finding)["stuck"]
    name = f"never leave {', '.join(stuck)}"
    found = lab.atlas.find(lambda state: state.phase in stuck)
    if found is None:
        return _forced(lab, name, stuck) if lab.atlas.complete else settled(lab.atlas)
    entry = lab.atlas.run_to(found)
    proof = never(lab, name, lab.explore(lab.atlas.states[found]), _outside(stuck), entry)
    lap = _lap(lab, lab.atlas.states[found])
    if proof.status == "proved" and lap:
        script = lab.script(name, (*entry, *lap), {"outcome": "running"})
        return proof._replace(script=script)
    return proof


def _outside(stuck: Collection[str]) -> Callable[[SessionState], bool]:
    return lambda state: state.phase not in stuck


def _forced(lab: Lab[VesanorFacts], name: str, stuck: Sequence[str]) -> Proof:
    for phase in stuck:
        state = lab.start._replace(phase=phase, visited=(phase,))
        proof = never(lab, name, lab.explore(state), _outside(stuck))
        if proof.status != "proved":
            return proof
    return Proof("proved", "explore", None, "no tool enters these phases; the run was put there")


def _lap(lab: Lab[VesanorFacts], state: SessionState) -> tuple[Choice, ...]:
    """A shortest way round that comes back to the phase of a state; empty without one."""
    atlas = lab.explore(state)
    for edge in atlas.edges:
        if edge.choice.value.calls and atlas.states[edge.target].phase == state.phase:
            away = atlas.states[edge.source].phase != state.phase
            if away or advances(lab, edge.choice, state.phase or ""):
                return (*atlas.run_to(edge.source), edge.choice)
    return ()


def _after_path(
    lab: Lab[VesanorFacts], finding: Finding
) -> tuple[Sequence[Choice], SessionState] | Proof:
    """Replay the witness path; the choices and the state after it, or why that failed."""
    path = data_of(finding).get("path_tools")
    if path is None:
        reason = "the order of calls was not examined on this path"
        return Proof("unproved", "replay", None, reason)
    staged = stage(lab.facts.contract, [tuple(response) for response in path])
    if unproved := rests_on(lab, path, staged):
        return unproved
    choices = [Choice("model", turn) for turn in staged.turns]
    run = lab.replay(choices)
    if any(event.data["blocked"] or event.data["error"] for event in run.events):
        if reason := limited(run.events):
            return Proof("unproved", "replay", None, reason)
        script = lab.script(lab.rule.name, choices)
        return Proof("refuted", "replay", script, "a response of the path is blocked")
    return choices, run.last


@by("explore")
def stays_inside(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The path enters the phases, and complete exploration from there never leaves them."""
    replayed = _after_path(lab, finding)
    if isinstance(replayed, Proof):
        return replayed
    choices, state = replayed
    stuck = data_of(finding)["stuck"]
    name = f"never leave {', '.join(stuck)}"
    inside = {*stuck, *lab.facts.trapped}  # a map deadlock behind it has a finding of its own

    def escapes(after: SessionState) -> bool:
        return after.phase not in inside or completed(after)

    return never(lab, name, lab.explore(state), escapes, choices)


@by("explore")
def steps_into_trap(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The path is legal, and complete exploration after it never reaches a terminal phase."""
    replayed = _after_path(lab, finding)
    if isinstance(replayed, Proof):
        return replayed
    choices, state = replayed
    return never(lab, "never finish", lab.explore(state), completed, choices)
