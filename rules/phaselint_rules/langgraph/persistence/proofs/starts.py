"""Runs that are started as an invocation does, and how they end (reference langgraph §5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.claims import says_so
from phaselint.executor.proof import OTHERWISE, RunInput, data_of
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Invocation
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

NO_CHECKPOINTER = "RuntimeError"
"""How a run ends that is interrupted, and is to go on without a checkpointer."""


def cannot_resume(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run that is started as the invocation does ends with the error of a resume."""
    return _fails(lab, finding, NO_CHECKPOINTER)


def needs_thread(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run that is started as the invocation does ends with the error of a missing thread."""
    return _fails(lab, finding, "ValueError")


def _fails(lab: ProofContext[LanggraphFacts], finding: Finding, error: str) -> Proof:
    """The verdict on a run that is to end with an error before anything runs."""
    invocations = lab.facts.graph.invocations
    invocation = next((each for each in invocations if each.place == finding.place), None)
    if invocation is None or not says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    setting = _started(lab, invocation)
    run = lab.replay((), setting)
    outcome = str(run.outcome)
    script = lab.script(lab.rule.name, (), {"outcome": outcome}, setting=setting)
    if outcome == f"error({error})":
        return Proof("proved", "replay", script)
    return Proof("refuted", "replay", script, f"the run is {outcome}")


def _started(lab: ProofContext[LanggraphFacts], invocation: Invocation) -> RunInput:
    """What a run is started with by an invocation: a resume or any input, with a thread or none."""
    given = lab.runtime.sample_input(lab.facts.contract)
    resume = {"resume": True} if invocation.kind == "resume" else {}
    return RunInput({**given, **resume}, {"thread": None if invocation.thread == "no" else "1"})


def stops(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run is interrupted at the node, and where it is to go on it fails: nobody supplies a
    checkpointer."""
    if not says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    node, script = data_of(finding)["node"], None
    for given in lab.runtime.sample_inputs(lab.facts.contract):
        setting = RunInput(given)
        atlas = lab.explore(lab.begin(setting))
        found = atlas.find(lambda state: node in state.stopped)
        if found is None:
            continue
        resumed = lab.runtime.read(atlas.states[found], "yes")
        run = lab.replay((*atlas.run_to(found), resumed), setting)
        script = lab.script_of(f"resume {node}", run, setting)
        if str(run.outcome) == f"error({NO_CHECKPOINTER})":
            return Proof("proved", "replay", script)
    return Proof("refuted", "replay", script, "no run stops there for good")
