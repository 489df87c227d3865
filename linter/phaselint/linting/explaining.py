"""Which findings of rules explain what the net has found.

Every error and warning of a rule that is on by default explains, however it is selected, ignored,
suppressed or in the baseline; what it has to do with a claim of the net depends on the claim:

- a failing run is explained by a finding a run of which ends the same way, and before the first
  answer by any finding with effect;
- an element that no run uses by a finding that stands at its place, names its place as related or
  in its witness, or stands just above or below it;
- an element that no run uses whose router obeys the conditions also by a finding that names its
  phase and stands at what leads there;
- what is never entered or never completes by a finding with effect that has a name in common with
  it, and a question without an answer by such an error.

A finding has effect if it is an error, or what a run shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.executor.ends import failures
from phaselint.executor.soundness.model import (
    Failure,
    NeverDone,
    NoRun,
    TooFar,
    Trap,
    Unanswerable,
    Unused,
)
from phaselint.linting.proofs import TOO_MANY
from phaselint.vocabulary.lazily import cached_property
from phaselint.vocabulary.message import names_in, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Element
    from phaselint.executor.proof import Lab
    from phaselint.executor.soundness.telling import Told
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.finding import Finding, Place, Pointer, Proof

    _Around = tuple[str, Pointer, bool]
    """A file, a place in it, and whether it is the one just below that is meant."""


def explained(
    lab: Lab[Any], found: Iterable[Told], hits: Iterable[Hit], proof_of: Callable[[Hit], Proof]
) -> Iterator[tuple[Told, Iterator[Hit]]]:
    """What was found, each with the findings that explain it; `proof_of` gives the proof of a
    finding."""
    explaining = _Explaining(lab, [hit for hit in hits if hit.explains], proof_of)
    for each in found:
        yield each, explaining.of(each)


class _Explaining:
    """The findings of a contract, as explanations of what the net has found in it."""

    def __init__(
        self, lab: Lab[Any], hits: Sequence[Hit], proof_of: Callable[[Hit], Proof]
    ) -> None:
        self._lab = lab
        self._hits = hits
        self._proof_of = proof_of
        self._ends: dict[int, frozenset[tuple[str, str]]] = {}
        self._named: dict[int, frozenset[str]] = {}

    def of(self, told: Told) -> Iterator[Hit]:
        """The findings that explain a claim."""
        claim = told.claim
        for hit in self._candidates(claim):
            if isinstance(claim, Failure):
                holds = self._ends_so(hit, claim)
            elif isinstance(claim, Unanswerable):
                holds = _is_error(hit) and self._names_it(hit, (claim.phase, *_names(claim.demand)))
            elif isinstance(claim, Trap):
                holds = _has_effect(hit) and self._names_it(hit, _in_trap(claim, told.finding))
            elif isinstance(claim, Unused):
                holds = _stands_at(hit, claim.element) or self._names_unused(hit, claim.element)
                holds = holds or (claim.obeyed and self._leads_to(hit, claim.element))
            elif isinstance(claim, TooFar):
                elements = (claim.element, *claim.further)
                holds = any(_stands_at(hit, each) for each in elements) or self._names_unused(
                    hit, claim.element
                )
            elif isinstance(claim, NeverDone):
                holds = False
            elif isinstance(claim, NoRun):
                holds = _is_error(hit) and any(_has_place(hit, each.place) for each in claim.limits)
            else:
                holds = True
            if holds:
                yield hit

    def _candidates(self, claim: object) -> Sequence[Hit]:
        """The findings to look at: of what is not used, which is found by the thousand in a large
        contract with as many findings, those that have a place or a name in common with it."""
        if not isinstance(claim, (Unused, TooFar)):
            return self._hits
        element = claim.element
        further = claim.further if isinstance(claim, TooFar) else ()
        keys: set[Hashable] = {key for each in (element, *further) for key in _around(each.place)}
        in_phase = element.is_phase or element.success
        keys.update((element.phase,) if in_phase else _names(element.label))
        numbers = {number for key in keys for number in self._numbers.get(key, ())}
        return [self._hits[number] for number in sorted(numbers)]

    @cached_property
    def _numbers(self) -> Mapping[Hashable, Sequence[int]]:
        """Place, place just above, or name → the numbers of the findings that have it."""
        numbers: dict[Hashable, list[int]] = {}
        for number, hit in enumerate(self._hits):
            places = (key for place in _places(hit.finding) for key in _known_by(place))
            for key in {*places, *self._names_of(hit)}:
                numbers.setdefault(key, []).append(number)
        return numbers

    def _names_unused(self, hit: Hit, element: Element) -> bool:
        """Whether the witness of a finding names an element; of a phase, whether anything in it
        does."""
        if element.is_phase or element.success:
            return self._names_it(hit, (element.phase,)) and _has_effect(hit)
        witness = hit.finding.witness
        own = set(_names(element.label))
        return witness is not None and bool(own) and own.issubset(_words(witness.data))

    def _leads_to(self, hit: Hit, element: Element) -> bool:
        """Whether a finding names the phase of an element, at something that leads there."""
        if not self._names_it(hit, (element.phase,)):
            return False
        elements = self._lab.runtime.elements(self._lab.facts.contract)
        return any(_stands_at(hit, each) for each in elements if element.phase in each.targets)

    def _names_it(self, hit: Hit, names: Iterable[str]) -> bool:
        """Whether a finding names one of some names."""
        return not self._names_of(hit).isdisjoint(names)

    def _names_of(self, hit: Hit) -> frozenset[str]:
        """Every name in a finding, which is asked for each claim."""
        if id(hit) not in self._named:
            self._named[id(hit)] = frozenset(_named(hit.finding))
        return self._named[id(hit)]

    def _ends_so(self, hit: Hit, claim: Failure) -> bool:
        if not claim.way.choices and _has_effect(hit):
            return True
        if self._proof_of(hit) == TOO_MANY:
            return _has_effect(hit) and self._names_it(hit, (claim.phase,))
        return (claim.fault.phase, claim.fault.code) in self._ends_of(hit)

    def _ends_of(self, hit: Hit) -> frozenset[tuple[str, str]]:
        """How the runs failed that a finding comes with, as far as they did."""
        if id(hit) not in self._ends:
            self._ends[id(hit)] = frozenset(failures(self._lab, self._proof_of(hit).script))
        return self._ends[id(hit)]


def _is_error(hit: Hit) -> bool:
    return hit.rule.level(hit.finding) == "error"


def _has_effect(hit: Hit) -> bool:
    return _is_error(hit) or hit.rule.method != "static"


# --- places ---------------------------------------------------------------------------------------


def _stands_at(hit: Hit, element: Element) -> bool:
    """Whether a finding stands at the place of an element, or just above or below it; places that
    it names as related count as well."""
    return _has_place(hit, element.place)


def _has_place(hit: Hit, place: Place) -> bool:
    """Whether a finding has a place, or one just above or below it."""
    return any(_near(each, place) for each in _places(hit.finding))


def _places(finding: Finding) -> Iterator[Place]:
    yield finding.place
    for related in finding.related:
        yield related.place


def _near(one: Place, other: Place) -> bool:
    if one.file != other.file:
        return False
    shorter, longer = sorted((one.pointer, other.pointer), key=len)
    return len(longer) - len(shorter) <= 1 and longer[: len(shorter)] == shorter


def _known_by(place: Place) -> Iterator[_Around]:
    """What a place is looked up by: itself, and as one that is just below another."""
    yield place.file, place.pointer, False
    if place.pointer:
        yield place.file, place.pointer[:-1], True


def _around(place: Place) -> Iterator[_Around]:
    """What the places that are `_near` one are known by."""
    yield place.file, place.pointer, False
    yield place.file, place.pointer, True
    yield place.file, place.pointer[:-1], False


# --- names ----------------------------------------------------------------------------------------


def _in_trap(claim: Trap, finding: Finding) -> Iterator[str]:
    """The names that have to do with a trap: its phases, and what is said to keep runs in it."""
    yield from claim.phases
    for line in finding.witness.blocked if finding.witness else ():
        yield from names_in(line)


def _named(finding: Finding) -> Iterator[str]:
    """Every name in a finding: in its places, its message and its witness."""
    for place in _places(finding):
        yield from (token for token in place.pointer if isinstance(token, str))
    yield from names_in(finding.message)
    if finding.witness is not None:
        yield from _words(finding.witness.data)


def _words(value: Any) -> Iterator[str]:
    """The texts in JSON values."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, (list, tuple)):
            waiting += each


def _names(text: str) -> tuple[str, ...]:
    """The names in words of a runtime, which stand in backticks."""
    return names_in(retold(text))
