"""Whether a contract declares what a claim names (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.soundness.search import charts

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.executor.proof import ProofContext


class ClaimError(Exception):
    """A claim that no run decides: of another kind than the rule has, or about what the contract
    does not declare."""


def undeclared_phases(lab: ProofContext[Any], phases: Sequence[str]) -> str:
    """Why a contract need not declare some phases: it is refused; empty where it declares each, in
    an element, because runs begin there, or for other runs. That of events in no phase has no name.
    Raises ClaimError where it isn't refused."""
    known = {"", *(each.phase for each in lab.elements), *_otherwise(lab)}
    return _excused(lab, "has no phase", [each for each in phases if each not in known])


def undeclared_elements(lab: ProofContext[Any], elements: Sequence[Hashable]) -> str:
    """The same of elements, by their ids."""
    known = {each.id for each in lab.elements} | _otherwise(lab)
    return _excused(lab, "declares no element", [each for each in elements if each not in known])


def _otherwise(lab: ProofContext[Any]) -> set[Hashable]:
    """The phases in which runs begin, and those that no run has to reach."""
    begun = {lab.runtime.phase(each.atlas.states[0]) for each in charts(lab)}
    return begun | {*lab.runtime.phases(lab.facts.contract)}


def _excused(lab: ProofContext[Any], lacks: str, missing: Sequence[Hashable]) -> str:
    if not missing:
        return ""
    why = lab.runtime.refusal(lab.supplied)
    if not why:
        raise ClaimError(f"the contract {lacks} {missing[0]!r}")
    return f"the contract is refused for {why}"
