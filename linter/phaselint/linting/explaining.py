"""Which findings of rules explain what the net has found.

Every error and warning of a rule that is on by default explains, however it is selected, ignored,
suppressed or in the baseline. It explains a claim of the net where it says the same end of runs
(`Rule.ends`) of the same thing; to have a name in common is not enough:

- a refusal is explained by what is proved by it or has the name of its code, by an error that says
  no other end of runs, and by what is said about things that are not read;
- a failing run is explained by a finding that says how it fails, one proved by a run that ends the
  same way; where it fails before its first answer, by an error that says no other end of runs, of
  a rule whose findings runs can prove;
- what never completes is explained by a finding that says so of one of its phases, and by one that
  a way out of it, or what that waits for, is not used; where that is every run, the first must
  be an error, and the second an error or proved;
- that limits leave no run is explained by an error at one of them, or by findings at each of them;
- an element that no run uses is explained by a finding that what is at its place, or just above
  or below it, is not used, or what has its names in the witness, or leads to it; and by one at a
  limit that cuts it off;
- a phase that never succeeds, or has no answer, is explained by an error in it that says that
  nothing meets the demand there;
- what no run uses whose router obeys also by findings that say so at all that leads to its phase.
"""

from __future__ import annotations

from phaselint.executor.ends import failures
from phaselint.executor.soundness.model import (
    Failure,
    LimitExceeded,
    NeverDone,
    NoRun,
    Trap,
    Unanswerable,
    Unused,
)
from phaselint.linting.names_said import names_of, words_in
from phaselint.linting.proofs import TOO_MANY
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.message import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Element, Limit
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.vocabulary.finding import Finding, Place, Pointer, Proof
    from phaselint.vocabulary.hit import Hit

    _Around = tuple[str, Pointer, bool]
    """A file, a place in it, and whether it is the one just below that is meant."""


def explained(
    lab: ProofContext[Any],
    found: Iterable[NetFinding],
    hits: Iterable[Hit],
    proof_of: Callable[[Hit], Proof],
) -> Iterator[tuple[NetFinding, Iterator[Hit]]]:
    """The findings, each with the findings that explain it; `proof_of` gives the proof of a
    finding."""
    explaining = _Explaining(lab, [hit for hit in hits if hit.explains], proof_of)
    for each in found:
        yield each, explaining.of(each)


class _Explaining:
    """The findings of a contract, as explanations of what the net finds there."""

    def __init__(
        self, lab: ProofContext[Any], hits: Sequence[Hit], proof_of: Callable[[Hit], Proof]
    ) -> None:
        self._lab = lab
        self._hits = hits
        self._proof_of = proof_of
        self._ends: dict[int, frozenset[tuple[str, str]]] = {}
        self._all_names: dict[int, frozenset[str]] = {}
        self._witnessed: dict[int, frozenset[str]] = {}
        self._labels: dict[str, frozenset[str]] = {}

    def of(self, told: NetFinding) -> Iterator[Hit]:
        """The findings that explain a claim."""
        claim = told.claim
        if isinstance(claim, NeverDone):
            return iter(())
        if isinstance(claim, NoRun):
            return self._of_no_run(claim)
        if isinstance(claim, Trap):
            return self._of_trap(claim)
        if isinstance(claim, Unused):
            return self._of_unused(claim, (claim.element,))
        if isinstance(claim, LimitExceeded):
            return self._of_unused(claim, (claim.element, *claim.further))
        if isinstance(claim, Failure):
            return (hit for hit in self._hits if self._fails_so(hit, claim))
        if isinstance(claim, Unanswerable):
            return (hit for hit in self._hits if self._leaves_no_answer(hit, claim))
        return (hit for hit in self._hits if self._says_refused(hit))

    # --- ends -------------------------------------------------------------------------------------

    def _says_refused(self, hit: Hit) -> bool:
        """Whether a finding may say why the runtime refuses the contract. An error may that says no
        other end of runs."""
        if hit.rule.ends == "unknown" or (hit.is_error and not hit.rule.ends):
            return True
        proof = self._proof_of(hit)
        if proof.status == "proved" and proof.method == "refusal":
            return True
        runtime = self._lab.runtime
        codes = runtime.refusal(self._lab.refused).split(", ")
        return any(not runtime.reporting(code).isdisjoint(hit.rule.names) for code in codes)

    def _fails_so(self, hit: Hit, claim: Failure) -> bool:
        if hit.rule.ends not in ("failure", "unknown"):
            says_none = hit.rule.ends or claim.way.choices or hit.rule.prove is None
            return hit.is_error and not says_none
        if self._proof_of(hit) == TOO_MANY or not hit.rule.prove:
            return hit.is_error and self._names_it(hit, (claim.phase,))
        return (claim.fault.phase, claim.fault.code) in self._ends_of(hit)

    def _leaves_no_answer(self, hit: Hit, claim: Unanswerable) -> bool:
        """Whether a finding says that nothing meets what a phase asks for, or is an error in that
        phase by which each answer fails."""
        if not hit.is_error:
            return False
        if hit.rule.ends == "unmet":
            return self._names_it(hit, (claim.phase, *names_of(claim.demand)))
        return hit.rule.ends == "failure" and self._is_in(hit, claim.phase)

    def _ends_of(self, hit: Hit) -> frozenset[tuple[str, str]]:
        """How the run failed by which a finding is proved, if it is."""
        if id(hit) not in self._ends:
            proof = self._proof_of(hit)
            script = proof.script if proof.status == "proved" else None
            self._ends[id(hit)] = frozenset(failures(self._lab, script))
        return self._ends[id(hit)]

    def _of_trap(self, claim: Trap) -> Iterator[Hit]:
        """The findings that no run completes from a phase of a trap, and those about paths out of
        it that no run takes, or about what these wait for."""
        waiting = {name for _, why in claim.withheld for name in names_of(why)} - claim.phases
        ways = (*self._ways_out(claim), *self._named(waiting))
        for hit in self._hits:
            if claim.certain and not (hit.is_error or self._proof_of(hit).status == "proved"):
                continue
            says = hit.rule.ends == "trap" and (hit.is_error or not claim.certain)
            if (says and self._names_it(hit, claim.phases)) or (
                _is_never(hit) and any(self._is_about(hit, each) for each in ways)
            ):
                yield hit

    def _ways_out(self, claim: Trap) -> Iterator[Element]:
        """What would leave a trap, and is not used in it."""
        for each in self._lab.elements:
            if each.phase in claim.phases and not (each.is_phase or each.success):
                stays = each.targets and claim.phases.issuperset(each.targets)
                if each.id not in claim.taken and not stays:
                    yield each

    def _named(self, names: set[str]) -> Iterator[Element]:
        """What may be used and has only some names."""
        for each in self._lab.elements if names else ():
            own = set() if each.is_phase or each.success else {*names_of(each.label)}
            if own and own <= names:
                yield each

    def _of_no_run(self, claim: NoRun) -> Iterator[Hit]:
        """The errors at limits that leave no run; where none is, the findings at each of them, if
        there are some at all of them."""
        wrong = [hit for hit in self._hits if self._ends_all(hit, claim)]
        at = [[hit for hit in wrong if _has_place(hit, each.place)] for each in claim.limits]
        hits = {id(hit): hit for some in at for hit in some}.values()
        errors = [hit for hit in hits if hit.is_error]
        if errors or (at and all(at)):
            yield from errors or hits

    def _ends_all(self, hit: Hit, claim: NoRun) -> bool:
        """Whether a finding says that no run completes, or that something isn't used by which one
        would without limits."""
        if hit.rule.ends in ("trap", "failure"):
            return True
        used = self._used(claim) if _is_never(hit) else frozenset()
        return any(self._is_about(hit, each) for each in self._lab.elements if each.id in used)

    def _used(self, claim: NoRun) -> frozenset[Hashable]:
        """What the run uses that completes without limits, as far as it asks what was answered."""
        runtime, way = self._lab.runtime, claim.way
        state = runtime.relax(self._lab.begin(way.setting))
        found = set(runtime.moves(runtime.opening(state)))
        for choice in way.choices:
            question = runtime.asks(state)
            if question is None or question.channel != choice.channel:
                break
            state, events = runtime.step(state, choice)
            found.update(runtime.moves(events))
        return frozenset(found)

    # --- what no run uses -------------------------------------------------------------------------

    def _of_unused(
        self, claim: Unused | LimitExceeded, elements: Sequence[Element]
    ) -> Iterator[Hit]:
        first = elements[0]
        obeyed = isinstance(claim, Unused) and claim.obeyed
        limits: tuple[Place, ...] = ()
        if isinstance(claim, LimitExceeded) or claim.limited:
            limits = tuple(each.place for each in self._limits)
        # Each run that enters the phase ends there, as if it were none.
        ended = isinstance(claim, Unused) and claim.way is None and bool(claim.withheld)
        for hit in self._candidates(elements, in_phase=ended):
            cut_off = any(hit.finding.place == each for each in limits)
            if self._says_unused(hit, elements, ended=ended) or (
                cut_off and self._names_of(hit).issuperset(names_of(first.label))
            ):
                yield hit
        if obeyed:
            yield from self._at_all_ways_to(first.phase)

    def _says_unused(self, hit: Hit, elements: Sequence[Element], *, ended: bool) -> bool:
        """Whether a finding says that no run uses an element, or what leads to it; of the demands
        in a phase for its success, that nothing meets it."""
        first = elements[0]
        if first.success:
            return hit.is_error and hit.rule.ends == "unmet" and self._is_in(hit, first.phase)
        if first.is_phase and hit.rule.ends == "trap" and _has_place(hit, first.place):
            return True  # the rule that says so of phases leaves those out of which none leads
        if not _is_never(hit):
            return ended and hit.is_error and self._is_in(hit, first.phase)
        if any(_has_place(hit, each.place) for each in elements):
            return True
        if first.is_phase or ended:
            return self._says_of_phase(hit, first.phase)
        return self._names_move(hit, first)

    @cached_property
    def _limits(self) -> Sequence[Limit]:
        runtime, contract = self._lab.runtime, self._lab.facts.contract
        return (*runtime.limits(contract), *runtime.ceilings(contract))

    def _candidates(self, elements: Sequence[Element], *, in_phase: bool) -> Sequence[Hit]:
        """The findings to look at: of what is not used, which is found by the thousand in a large
        contract with as many findings, those that have a place or all its names, or are of its
        phase."""
        first = elements[0]
        keys: set[Hashable] = {key for each in elements for key in _around(each.place)}
        if in_phase or first.is_phase or first.success:
            keys.add(first.phase)
        numbers = {number for key in keys for number in self._numbers.get(key, ())}
        if names := () if first.is_phase or first.success else names_of(first.label):
            numbers.update(set.intersection(*(set(self._numbers.get(each, ())) for each in names)))
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

    def _says_of_phase(self, hit: Hit, phase: str) -> bool:
        """Whether a finding about what is not used names a phase, or is about what leads to it."""
        if phase in set(_said(hit.finding)):
            return True
        return any(self._is_about(hit, each) for each in self._leading(phase))

    def _at_all_ways_to(self, phase: str) -> Iterator[Hit]:
        """The findings at what leads to a phase that say that nothing meets what it asks for, if
        there is one at each."""
        wrong = [hit for hit in self._hits if hit.rule.ends in ("unused", "unmet")]
        at = [
            [hit for hit in wrong if _has_place(hit, each.place)] for each in self._leading(phase)
        ]
        if at and all(at):
            yield from {id(hit): hit for some in at for hit in some}.values()

    def _leading(self, phase: str) -> Iterator[Element]:
        """What leads to a phase; what only waits for its success is left out."""
        return (each for each in self._lab.elements if phase in each.targets and not each.success)

    def _is_about(self, hit: Hit, element: Element) -> bool:
        """Whether a finding is at an element, or has its names in the witness."""
        return _has_place(hit, element.place) or self._names_move(hit, element)

    def _names_move(self, hit: Hit, element: Element) -> bool:
        """Whether the witness of a finding has all names of what may be used in a phase; one that
        no exploration shows is about the phases alone that it has."""
        own, words = self._own_names(element), self._words_of(hit)
        if not own or not own.issubset(words):
            return False
        everywhere = hit.rule.method in ("explore", "static+explore")
        return everywhere or element.phase in words or (words - own).isdisjoint(self._declared)

    def _own_names(self, element: Element) -> frozenset[str]:
        """The names of what may be used in a phase, which is asked for each finding."""
        if element.label not in self._labels:
            self._labels[element.label] = frozenset(names_of(element.label))
        return self._labels[element.label]

    def _words_of(self, hit: Hit) -> frozenset[str]:
        """The strings in the witness of a finding, which are asked for each claim."""
        if id(hit) not in self._witnessed:
            witness = hit.finding.witness
            self._witnessed[id(hit)] = frozenset(words_in(witness.data) if witness else ())
        return self._witnessed[id(hit)]

    def _is_in(self, hit: Hit, phase: str) -> bool:
        """Whether a finding is in a phase, where it is declared. What it names as related need
        not be wrong."""
        place = hit.finding.place
        return any(
            place.file == each.file and place.pointer[: len(each.pointer)] == each.pointer
            for each in self._declared.get(phase, ())
        )

    @cached_property
    def _declared(self) -> Mapping[str, Sequence[Place]]:
        """Phase → where it is declared, or its success is."""
        found: dict[str, list[Place]] = {}
        for each in self._lab.elements:
            if each.is_phase or each.success:
                found.setdefault(each.phase, []).append(each.place)
        return found

    # --- names ------------------------------------------------------------------------------------

    def _names_it(self, hit: Hit, names: Iterable[str]) -> bool:
        """Whether a finding names one of some names."""
        return not self._names_of(hit).isdisjoint(names)

    def _names_of(self, hit: Hit) -> frozenset[str]:
        """Every name in a finding, which is asked for each claim."""
        if id(hit) not in self._all_names:
            self._all_names[id(hit)] = frozenset(_named(hit.finding))
        return self._all_names[id(hit)]


def _is_never(hit: Hit) -> bool:
    """Whether a finding says that no run uses something."""
    return hit.rule.ends == "unused"


# --- places ---------------------------------------------------------------------------------------


def _has_place(hit: Hit, place: Place) -> bool:
    """Whether a finding has a place, also as a related one, or one just above or below it."""
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


def _named(finding: Finding) -> Iterator[str]:
    """Every name in a finding: in its places, its message and its witness."""
    for place in _places(finding):
        yield from (token for token in place.pointer if isinstance(token, str))
    yield from _said(finding)


def _said(finding: Finding) -> Iterator[str]:
    """The names in the message of a finding and in its witness."""
    yield from names_in(finding.message)
    if finding.witness is not None:
        yield from words_in(finding.witness.data)
