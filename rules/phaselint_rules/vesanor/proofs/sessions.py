"""How the executor shows each finding (reference vesanor §6, column "run"; design §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.protocol import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.dialects.vesanor.running.session import LIMIT_ERROR
from phaselint.executor.proof import STATIC, by_refusal, by_replay, cut_off_at, never
from phaselint.finding import Proof
from phaselint_rules.vesanor.verdicts import (
    TEXT,
    call,
    data_of,
    limited,
    look,
    over_limit,
    rests_on,
    settled,
    unseen,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from phaselint.dialects.protocol import Event
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.proof import Lab
    from phaselint.finding import Finding

LONGEST_SCRIPT = 1_000


# --- start ------------------------------------------------------------------------------------


def refused(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The session refuses to start, naming this rule."""
    return by_refusal(lab, finding.name)


def visible_at_once(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible in the first turn, or as soon as what else it waits for has come."""
    tool = data_of(finding)["tool"]
    found = lab.atlas.find(lambda state: tool in look(lab, state)["visible"])
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    return by_replay(
        lab,
        f"see {tool} without any phase",
        (*lab.atlas.run_to(found), TEXT),
        lambda events: (
            tool in events[-1].data["visible"]
            and not any(event.data["removed"].get(tool) == "wrong_phase" for event in events)
        ),
        cut_off=limited,
    )


# --- never ------------------------------------------------------------------------------------


def never_entered(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No run visits the phase."""
    phase = data_of(finding)["phase"]
    return never(lab, f"enter {phase}", lab.atlas, lambda state: state.phase == phase)


def never_completes(lab: Lab[VesanorFacts], _: Finding) -> Proof:
    """No run reaches a terminal phase."""
    return never(lab, "reach a terminal phase", lab.atlas, _completed)


def _completed(state: SessionState) -> bool:
    return state.phase in state.law.terminals


def never_taken(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No step of any run goes from the one phase to the other."""
    source, target = data_of(finding)["edge"]
    atlas = lab.atlas
    for edge in atlas.edges:
        if atlas.states[edge.source].phase == source and atlas.states[edge.target].phase == target:
            if source == target and not _advances(lab, edge.choice, target):
                continue
            choices = (*atlas.run_to(edge.source), edge.choice)
            script = lab.script(f"go from {source} to {target}", choices)
            return Proof("refuted", "explore", script, "a run takes the transition")
    return settled(atlas)


def _advances(lab: Lab[VesanorFacts], choice: Choice, target: str) -> bool:
    """Whether a response advances to a phase and does not just stay in it."""
    return any(lab.start.law.target(call.tool) == target for call in choice.value.calls)


def never_visible(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown the tool."""
    tool = data_of(finding).get("tool")
    if tool is None:
        return STATIC
    return _never_shown(lab, (tool,))


def none_visible(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown any of the tools."""
    return _never_shown(lab, data_of(finding)["cycle"])


def _never_shown(lab: Lab[VesanorFacts], tools: Collection[str]) -> Proof:
    return never(
        lab,
        f"see {' or '.join(tools)}",
        lab.atlas,
        lambda state: not set(tools).isdisjoint(look(lab, state)["visible"]),
    )


def never_executed(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No run executes the tool; or, for a step count, the session ends before it is met."""
    data = data_of(finding)
    tool = data["tool"]
    if "max_steps" in data:
        turns = data["max_steps"] + 1
        if turns > LONGEST_SCRIPT:
            return Proof("unproved", "replay", None, f"the run would have {turns} turns")
        return by_replay(
            lab,
            f"wait for {tool}",
            (TEXT,) * turns,
            lambda events: (
                events[-1].data["error"] == LIMIT_ERROR
                and not any(tool in event.data["visible"] for event in events[:-1])
            ),
        )
    atlas = lab.atlas
    for edge in atlas.edges:  # a call may lead to no new state, so states alone do not tell
        if any(tool in event.data["released"] for event in edge.events):
            script = lab.script(f"execute {tool}", (*atlas.run_to(edge.source), edge.choice))
            return Proof("refuted", "explore", script, "a run executes the tool")
    return settled(atlas)


# --- runs into a place from which there is no way on ------------------------------------------


def lists_nothing(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run enters the phase, and no tool that is restricted to phases is visible there."""
    phase = data_of(finding)["phase"]
    found = lab.atlas.find(lambda state: state.phase == phase)
    if found is None and lab.atlas.complete:
        return Proof("static", reason="no run enters the phase")
    if found is None:
        return settled(lab.atlas)
    tools = lab.start.law.tools
    return by_replay(
        lab,
        f"look around in {phase}",
        (*lab.atlas.run_to(found), TEXT),
        lambda events: (
            events[-1].data["phase_before"] == phase
            and all(tools[name].valid_in is None for name in events[-1].data["visible"])
        ),
        cut_off=limited,
    )


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
            if away or _advances(lab, edge.choice, state.phase or ""):
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
        script = lab.script(finding.name, choices)
        return Proof("refuted", "replay", script, "a response of the path is blocked")
    return choices, run.last


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
        return after.phase not in inside or _completed(after)

    return never(lab, name, lab.explore(state), escapes, choices)


def steps_into_trap(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The path is legal, and complete exploration after it never reaches a terminal phase."""
    replayed = _after_path(lab, finding)
    if isinstance(replayed, Proof):
        return replayed
    choices, state = replayed
    return never(lab, "never finish", lab.explore(state), _completed, choices)


# --- calls that are blocked -------------------------------------------------------------------


def _blocked(events: Sequence[Event], tool: str, reason: str) -> bool:
    return {"tool": tool, "reason": reason} in events[-1].data["blocked"]


def limit_ends_run(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The shortest complete run ends in `session_limit_exceeded`."""
    path = data_of(finding).get("path_tools")
    if path is None:
        return Proof("unproved", "replay", None, "the order of calls was not examined")
    staged = stage(lab.facts.contract, [tuple(response) for response in path], limits=False)
    if unproved := rests_on(lab, path, staged):
        return unproved
    choices = [Choice("model", turn) for turn in staged.turns]
    return by_replay(
        lab,
        f"exceed {data_of(finding)['limit']}",
        choices,
        over_limit,
        cut_off=limited,
    )


def blocked_as_illegal(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to the phase and calls the tool there; the call is blocked."""
    data = data_of(finding)
    phase, tool = data["phase"], data["tool"]
    found = lab.atlas.find(lambda state: state.phase == phase)
    if found is None:
        return unseen(lab.atlas, f"no run enters `{phase}`")
    return by_replay(
        lab,
        f"call {tool} in {phase}",
        (*lab.atlas.run_to(found), call(tool)),
        lambda events: _blocked(events, tool, "illegal_phase_transition"),
        cut_off=limited,
    )


def gate_blocks(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to where the tool is visible and calls it; the gate blocks the call."""
    tool = data_of(finding)["tool"]
    calling = call(tool)

    def shut(state: SessionState) -> bool:
        _, events = lab.runtime.step(state, calling)
        return _blocked(events, tool, "risk_gate_blocked")

    found = lab.atlas.find(shut)
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    return by_replay(
        lab,
        f"call {tool}",
        (*lab.atlas.run_to(found), calling),
        lambda events: (
            tool in events[-1].data["visible"] and _blocked(events, tool, "risk_gate_blocked")
        ),
        cut_off=limited,
    )


def ambiguous(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to the phase and calls two of the tools at once; both are blocked."""
    data = data_of(finding)
    names = data["tools"]
    for position, first in enumerate(names):
        for second in names[position + 1 :]:
            calling = call(first, second)

            def shut(state: SessionState, calling: Choice = calling) -> bool:
                if state.phase != data["phase"]:
                    return False
                _, events = lab.runtime.step(state, calling)
                reasons = {block["reason"] for block in events[0].data["blocked"]}
                return reasons == {"ambiguous_phase_transition"}

            found = lab.atlas.find(shut)
            if found is not None:
                return by_replay(
                    lab,
                    f"call {first} and {second} at once",
                    (*lab.atlas.run_to(found), calling),
                    lambda events: len(events[-1].data["blocked"]) == 2,
                    cut_off=limited,
                )
    return unseen(lab.atlas, "no run can call two of them at once")


def visible_everywhere(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible in every one of the phases that a run enters."""
    data = data_of(finding)
    tool, atlas = data["tool"], lab.atlas
    entered = {state.phase for state in atlas.states}.intersection(data["phases"])
    seen = {
        state.phase
        for state in atlas.states
        if state.phase in entered and tool in look(lab, state)["visible"]
    }
    if seen >= entered:
        return Proof("proved", "explore")
    if not atlas.complete:
        return Proof("unproved", "explore", None, cut_off_at(atlas))
    missing = ", ".join(f"`{phase}`" for phase in sorted(entered - seen))
    return Proof("unproved", "explore", None, f"an earlier call always forbids it in {missing}")
