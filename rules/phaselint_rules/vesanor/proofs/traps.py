"""Runs into a place that can't be left (reference vesanor §5)."""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.executor.proof import never, settled, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import (
    altered,
    entered,
    opened,
    over_map,
    ways,
)
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    advances,
    completed,
    data_of,
    doubted,
    incomplete,
    limited,
    names,
    other_assumptions,
    path_of,
    placed,
    staged_path,
    text,
    tools_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.analysis.assumptions import Staged
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def map_trap(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """A run enters the phases, stays in them, and no run ever leaves them.

    Where no tool enters them, the executor is put there: the map is to blame, not the tools.
    """
    stuck = names(data_of(finding), "stuck")
    if reason := absent(lab, phases=stuck):
        return unproved(reason)
    return doubted(_stays(lab, stuck), _map_leads_out(lab, stuck))


def _stays(lab: ProofContext[VesanorFacts], stuck: Sequence[str]) -> Proof:
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


def _forced(lab: ProofContext[VesanorFacts], name: str, stuck: Sequence[str]) -> Proof:
    for phase in stuck:
        proof = never(lab, name, lab.explore(placed(lab, phase)), _outside(stuck))
        if proof.status != "proved":
            return proof
    return Proof(
        "proved", "explore", None, "no tool enters these phases; the run was started there"
    )


def _lap(lab: ProofContext[VesanorFacts], state: SessionState) -> tuple[Choice, ...]:
    """A shortest way round that comes back to the phase of a state; empty without one."""
    atlas = lab.explore(state)
    for edge in atlas.edges:
        if edge.choice.value.calls and atlas.states[edge.target].phase == state.phase:
            away = atlas.states[edge.source].phase != state.phase
            if away or advances(lab, edge.choice, state.phase or ""):
                return (*atlas.run_to(edge.source), edge.choice)
    return ()


def _map_leads_out(lab: ProofContext[VesanorFacts], stuck: Sequence[str]) -> Iterator[str]:
    mapped = over_map(lab).atlas
    yield incomplete(mapped)
    if not entered(mapped).issuperset(stuck):
        yield "transitions don't reach these phases"
    yield _no_knot(ways(mapped), stuck, lab.start.law.terminals)


def _no_knot(
    after: Mapping[str, Collection[str]], stuck: Sequence[str], ends: Collection[str]
) -> str:
    """A reason where some phases are not all of those that lead only to each other: each to all,
    or one alone to nothing."""
    if not stuck or not set(ends).isdisjoint(stuck):
        return "the finding names a terminal phase, or no phase"
    alone = len(stuck) == 1 and not after.get(stuck[0])
    if not alone and any(sorted(after.get(phase, ())) != list(stuck) for phase in stuck):
        return "the phases of the closed loop differ from the finding"
    return ""


class _Replayed(NamedTuple):
    """The path of a finding as it was run: its choices, and the states before the last response
    and after it."""

    staged: Staged
    choices: Sequence[Choice]
    before: SessionState
    after: SessionState


def _replayed(lab: ProofContext[VesanorFacts], finding: Finding) -> _Replayed | Proof:
    """Replay the path of a finding; or say why that failed."""
    path = path_of(data_of(finding).get("path_tools"))
    if path is None:
        return unproved("the order of calls wasn't explored on this path")
    staged = staged_path(lab, path)
    if isinstance(staged, Proof):
        return staged
    choices = [Choice("model", turn) for turn in staged.turns]
    run = lab.replay(choices)
    if any(event.data["blocked"] or event.data["error"] for event in run.events):
        if reason := limited(run.events):
            return unproved(reason)
        script = lab.script(lab.rule.name, choices)
        return Proof("refuted", "replay", script, "a response of the path is blocked")
    return _Replayed(staged, choices, run.states[max(0, len(run.states) - 2)], run.last)


@by("explore")
def steps_into_trap(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The path is legal, and complete exploration after it never reaches a terminal phase; before
    its last response some run does."""
    run = _replayed(lab, finding)
    if isinstance(run, Proof):
        return run
    behind = lab.explore(run.after)
    proof = never(lab, "never finish", behind, completed, run.choices)
    data = data_of(finding)
    doubts = _not_for_outputs if "held" in data else _no_step_into_it
    return doubted(proof, doubts(lab, run, behind, data))


def _not_for_outputs(
    lab: ProofContext[VesanorFacts], run: _Replayed, behind: Atlas[Any], data: Mapping[str, Any]
) -> Iterator[str]:
    """What does not hold of a trap for want of outputs: each tool that is held would be called,
    were it not for its conditions on the output of the other, which was not called last."""
    yield incomplete(behind, lab.atlas)
    if lab.runtime.key(lab.runtime.relax(run.before)) not in _finishing(lab):
        yield "no run reaches a terminal phase before the last response either"
    if text(data, "phase") != run.after.phase:
        yield "the path reaches another phase than the finding names"
    yield other_assumptions(run.staged, data)
    pairs = path_of(data.get("held"))
    if not pairs or any(len(each) != 2 for each in pairs):
        yield "the finding names no held tools"
    for name, made in pairs or ():
        yield absent(lab, tools=(name, made)) or _held_by(lab, run, name, made)


def _held_by(lab: ProofContext[VesanorFacts], run: _Replayed, name: str, made: str) -> str:
    """A reason where a tool is not kept from being called by its conditions on the output of
    another alone."""
    tool = tools_of(lab)[name]
    if _is_called(lab.explore(run.after), name):
        return f"`{name}` is called after the path"
    freed = tuple(
        each._replace(conditions=()) if each.tool == made else each for each in tool.preconditions
    )
    if not any(each.tool == made and each.conditions for each in tool.preconditions):
        return f"`{name}` has no conditions on the output of `{made}`"
    free = altered(lab, name, preconditions=freed)
    after = free.explore(free.replay(run.choices).last)
    if not _is_called(after, name):
        return f"`{name}` isn't called after the path without these conditions either"
    return ""


def _is_called(atlas: Atlas[Any], name: str) -> bool:
    """Whether some run calls a tool."""
    return any(name in {each.tool for each in edge.choice.value.calls} for edge in atlas.edges)


def _no_step_into_it(
    lab: ProofContext[VesanorFacts], run: _Replayed, behind: Atlas[Any], data: Mapping[str, Any]
) -> Iterator[str]:
    free = opened(lab)
    stuck = behind if free.facts is lab.facts else free.explore(free.replay(run.choices).last)
    yield incomplete(stuck, lab.atlas)
    if lab.runtime.key(lab.runtime.relax(run.before)) not in _finishing(lab):
        yield "no run reaches a terminal phase before the last response either"
    if text(data, "phase") != run.after.phase:
        yield "the path reaches another phase than the finding names"
    if names(data, "stuck") != tuple(sorted(entered(stuck))):
        yield "runs continue to other phases than the finding names"
    yield other_assumptions(run.staged, data)


def _finishing(lab: ProofContext[VesanorFacts]) -> frozenset[Hashable]:
    """The states, by what tells them apart, from which some run reaches a terminal phase."""
    if "finishing" not in lab.kept:
        into: dict[int, list[int]] = {}
        for edge in lab.atlas.edges:
            into.setdefault(edge.target, []).append(edge.source)
        waiting = [number for number, state in enumerate(lab.atlas.states) if completed(state)]
        alive = set(waiting)
        while waiting:
            new = set(into.get(waiting.pop(), ())) - alive
            alive |= new
            waiting += new
        keys = (lab.runtime.key(lab.atlas.states[number]) for number in alive)
        lab.kept["finishing"] = frozenset(keys)
    found: frozenset[Hashable] = lab.kept["finishing"]
    return found
