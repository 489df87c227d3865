"""Runs started as by an invocation, and how they end (reference langgraph §5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor import claims
from phaselint.executor.proof import OTHERWISE, RunInput, data_of, partly
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Invocation
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Place

NO_CHECKPOINTER = "RuntimeError"
"""How an interrupted run ends if it continues without a checkpointer."""


def needs_thread(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run started as by the invocation ends with the error of a missing thread."""
    return _fails(lab, finding, "ValueError")


def _fails(lab: ProofContext[LanggraphFacts], finding: Finding, error: str) -> Proof:
    """The verdict on a run that should end with an error before any node runs."""
    invocations = lab.facts.graph.invocations
    invocation = next((each for each in invocations if each.place == finding.place), None)
    if invocation is None or not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    setting = _started(lab, invocation)
    run = lab.replay((), setting)
    outcome = str(run.outcome)
    script = lab.script(lab.rule.name, (), {"outcome": outcome}, setting=setting)
    if outcome == f"error({error})":
        return Proof("proved", "replay", script)
    return Proof("refuted", "replay", script, f"the run is {outcome}")


def _started(lab: ProofContext[LanggraphFacts], invocation: Invocation) -> RunInput:
    """The start of a run by an invocation: a resume or any input, with or without a thread."""
    given = lab.runtime.sample_input(lab.facts.contract)
    resume = {"resume": True} if invocation.kind == "resume" else {}
    return RunInput({**given, **resume}, {"thread": None if invocation.thread == "no" else "1"})


def stops(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run is interrupted at the node, and fails when it should continue: there is no
    checkpointer."""
    if not claims.says_so(lab, finding):
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


@by("static+replay")
def runs_again(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run is interrupted at the node, and reaches it again after the answer. The work before the
    interrupt is read from the file."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    node = str(data_of(finding)["node"])
    work = _work_at(lab.facts, node, finding.place)
    if not work:
        return Proof("refuted", "replay", None, "there is no work before the interrupt")
    for chart in charts(lab):
        found = chart.atlas.find(lambda state: node in state.stopped)
        if found is None:
            continue
        choices = chart.atlas.run_to(found)
        resumed = lab.runtime.read(chart.atlas.states[found], "yes")
        run = lab.replay((*choices, resumed), chart.setting)
        script = lab.script_of(f"resume {node}", run, chart.setting)
        if lab.runtime.phase(run.last) == node:
            read = message("that {} is before the interrupt", quote(work))
            return partly(Proof("proved", "replay", script), read)
    return Proof("refuted", "replay", None, "no run reaches the node again")


def _work_at(facts: LanggraphFacts, node: str, place: Place) -> str:
    """The name of the work at a place before an interrupt of a node; empty if there is none."""
    for each in facts.graph.nodes:
        if each.name == node and each.function is not None:
            for interrupt in each.function.interrupts:
                for name, where in interrupt.work:
                    if where == place:
                        return name
    return ""
