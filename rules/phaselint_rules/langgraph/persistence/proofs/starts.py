"""Runs that cannot be started as an invocation does (reference langgraph §5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.claims import says_so
from phaselint.executor.proof import OTHERWISE, RunInput
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def cannot_resume(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run that is started by a resume ends with the error of LangGraph."""
    given = lab.runtime.sample_input(lab.facts.contract)
    setting = RunInput({**given, "resume": True})
    return _fails(lab, finding, setting, "RuntimeError")


def needs_thread(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run that is started without a thread ends with the error of LangGraph."""
    given = lab.runtime.sample_input(lab.facts.contract)
    return _fails(lab, finding, RunInput(given, {"thread": None}), "ValueError")


def _fails(
    lab: ProofContext[LanggraphFacts], finding: Finding, setting: RunInput, error: str
) -> Proof:
    """The verdict on a run that is to end with an error before anything runs."""
    if not says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    run = lab.replay((), setting)
    outcome = str(run.outcome)
    script = lab.script(
        f"start as `{lab.rule.name}` says", (), {"outcome": outcome}, setting=setting
    )
    if outcome == f"error({error})":
        return Proof("proved", "replay", script)
    return Proof("refuted", "replay", script, f"the run is {outcome}")
