"""Contracts side by side: what claims assert of runs with some edits of a contract, and without
(`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.claimed_runs import noting, reaching, stood_in_for, with_stand_ins
from phaselint.executor.declared import undeclared_phases
from phaselint.executor.lockstep import first_difference
from phaselint.executor.mending import edited
from phaselint.executor.planning import beside, under
from phaselint.executor.proof import standing_in
from phaselint.executor.soundness.search import settings
from phaselint.executor.unshown import taking, unentered, unused
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.vocabulary.claim import Differs, Notes, Same
    from phaselint.vocabulary.finding import Finding


def same_as_claimed(lab: ProofContext[Any], finding: Finding, claim: Same) -> Proof:
    """Whether every run is the same with the edits of a claim."""
    try:
        contract = edited(lab, finding, claim.edits)
    except LookupError as error:
        return Proof("unproved", "differential", None, str(error))
    lab = under(lab, claim.options, claim.given)
    proof = same_runs(lab, contract)
    if proof.status != "proved":
        return proof
    reason = _untaken(lab, claim)
    if not reason:
        return _by_way(lab, claim, proof)
    completed = with_stand_ins(lab)
    if completed is None or unused(completed, claim.via):
        return Proof("unproved", "differential", None, reason)
    if leaning := stood_in_for(completed, claim.after):
        return standing_in(_by_way(completed, claim, same_runs(completed, contract)), leaning)
    return Proof("unproved", "differential", None, reason)


def _untaken(lab: ProofContext[Any], claim: Same) -> str:
    """That no run reaches what the edits of a claim are about; empty where one does."""
    return (unentered(lab, claim.after) if claim.after else "") or unused(lab, claim.via)


def _by_way(lab: ProofContext[Any], claim: Same, proof: Proof) -> Proof:
    """A proof with the script of a run that takes the way of a claim, if that names one."""
    way = next(taking(lab, claim.via), None) if claim.via is not None else None
    if way is None or proof.status != "proved":
        return proof
    setting, choices = way
    run = lab.replay(choices, setting)
    return proof._replace(script=lab.script_of("take this path", run, setting))


def same_runs(lab: ProofContext[Any], contract: Any) -> Proof:
    """Whether every run of the contract on the bench is the same with an edited one."""
    for setting, found in _compared(lab, contract):
        if isinstance(found, str):
            return Proof("unproved", "differential", None, found)
        if found is not None:
            script = lab.script("a changed run", found, setting=setting)
            reason = "with the edits of the finding, a run behaves differently"
            return Proof("refuted", "differential", script, reason)
    return Proof("proved", "differential")


def differs_as_claimed(lab: ProofContext[Any], finding: Finding, claim: Differs) -> Proof:
    """Whether some run differs with the edits of a claim, in what it says."""
    try:
        contract = edited(lab, finding, claim.edits)
    except LookupError as error:
        return Proof("unproved", "differential", None, str(error))
    lab = under(lab, claim.options)
    if claim.only is not None:
        return _only_edited(lab, contract, claim.only, claim.doubt)
    undecided = ""
    for setting, found in _compared(lab, contract):
        if isinstance(found, str):
            undecided = found
        elif found is not None:
            script = lab.script("a changed run", found, setting=setting)
            return Proof("proved", "differential", script)
    if undecided or claim.doubt:
        return Proof("unproved", "differential", None, undecided or claim.doubt)
    reason = "with the edits of the finding, every run behaves the same"
    return Proof("refuted", "differential", None, reason)


def _only_edited(lab: ProofContext[Any], contract: Any, claim: Notes, doubt: str) -> Proof:
    """The verdict on what runs are said to do in a phase with edits of the contract only."""
    if why := undeclared_phases(lab, (claim.phase,)):
        return Proof("unproved", "differential", None, why)
    reached = next(reaching(lab, claim.phase), None)
    if reached is None:
        return Proof("unproved", "differential", None, f"no run reaches {quote(claim.phase)}")
    setting, choices = reached
    run = lab.replay(choices, setting)
    script = lab.script_of(f"reach {claim.phase}", run, setting)
    if any(noting(claim, lab)):
        reason = "a run does this without the edits too"
        return Proof("refuted", "differential", script, reason)
    if any(noting(claim, beside(lab, contract))):
        return Proof("proved", "differential", script)
    if doubt:
        return Proof("unproved", "differential", script, doubt)
    return Proof("refuted", "differential", script, "even with the edits, no run does this")


def _compared(
    lab: ProofContext[Any], contract: Any
) -> Iterator[tuple[RunInput, Sequence[Choice] | str | None]]:
    """For each input that runs are started with, the choices of a run that goes otherwise in the
    edited contract; none where none does, and why that is not known where it is not."""
    other = beside(lab, contract)
    for setting in settings(lab):
        pair = (lab.runtime.relax(each.begin(setting)) for each in (lab, other))
        yield setting, first_difference(lab.runtime, *pair, bound=lab.bound)
