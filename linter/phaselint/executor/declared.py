"""Whether a contract declares what a claim names (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.soundness.search import charts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.executor.proof import ProofContext


class ClaimError(Exception):
    """A claim that no run decides: of another kind than the rule has, or about what the contract
    does not declare."""


def declared_phases(lab: ProofContext[Any], phases: Sequence[str]) -> None:
    """Make sure that a contract declares some phases. Raises ClaimError."""
    known = _phases(lab)
    for phase in phases:
        if phase not in known:
            raise ClaimError(f"the contract has no phase {phase!r}")


def unstarted(lab: ProofContext[Any], phase: str) -> str:
    """That a contract is refused, which need not declare a phase; empty where it isn't."""
    if phase in _phases(lab):
        return ""
    why = lab.runtime.refusal(lab.supplied)
    return f"the contract is refused for {why}" if why else ""


def _phases(lab: ProofContext[Any]) -> set[str]:
    """The phases that a contract declares: those of its elements, and where runs begin."""
    begun = {lab.runtime.phase(each.atlas.states[0]) for each in charts(lab)}
    return begun | {each.phase for each in lab.elements}
