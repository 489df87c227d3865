"""Whether a contract declares what a claim names (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.soundness.search import settings

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence, Set

    from phaselint.executor.proof import ProofContext


class ClaimError(Exception):
    """A claim that no run decides: of another kind than the rule has, or about what the contract
    does not declare."""


def undeclared_phases(lab: ProofContext[Any], phases: Sequence[str]) -> str:
    """Why a contract need not declare some phases: it is refused; empty where it declares each, in
    an element, because runs begin there, or for other runs. That of events in no phase has no name.
    Raises ClaimError where it isn't refused."""
    known = {"", *(each.phase for each in lab.elements)}
    return _excused(lab, "has no phase", _missing(lab, known, phases))


def undeclared_elements(lab: ProofContext[Any], elements: Sequence[Hashable]) -> str:
    """The same of elements, by their ids."""
    known = {each.id for each in lab.elements}
    return _excused(lab, "declares no element", _missing(lab, known, elements))


def _missing(
    lab: ProofContext[Any], known: Set[Hashable], named: Sequence[Hashable]
) -> list[Hashable]:
    """What is named and isn't known, nor a phase that no run has to reach or in which runs
    begin."""
    missing = [each for each in named if each not in known]
    others = lab.runtime.phases(lab.facts.contract) if missing else ()
    missing = [each for each in missing if each not in others]
    if not missing:
        return missing
    begun = {lab.runtime.phase(lab.begin(each)) for each in settings(lab)}
    return [each for each in missing if each not in begun]


def _excused(lab: ProofContext[Any], lacks: str, missing: Sequence[Hashable]) -> str:
    if not missing:
        return ""
    why = lab.runtime.refusal(lab.supplied)
    if not why:
        raise ClaimError(f"the contract {lacks} {missing[0]!r}")
    return f"the contract is refused for {why}"
