"""Claims as findings: what is said, where, and the run that shows it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from phaselint.executor.soundness.model import Failure, TooFar, Trap, Unanswerable, Unused, Way
from phaselint.vocabulary.finding import Finding, Place, Proof, Related, Step, Witness
from phaselint.vocabulary.message import joined, retold, say, tick
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.protocol import Choice
    from phaselint.executor.proof import Lab, Setting
    from phaselint.executor.soundness.model import Claim
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

REFUSED = "refused-without-reason"
FAILING = "failing-run"
DEAD = "dead-element"
TRAPPED = "no-way-to-complete"
MUTE = "no-possible-answer"
KINDS = (REFUSED, FAILING, DEAD, TRAPPED, MUTE)
"""The rules under whose names the net reports."""

_WIDEST = 80


class Told(NamedTuple):
    """A finding, the name of the rule that it is reported under, and the run that shows it. The
    claim is none where the contract was refused."""

    rule: str
    finding: Finding
    proof: Proof
    claim: Claim | None = None


def refusal(lab: Lab[Any], setting: Setting, reason: str) -> Told:
    """What is said of a contract that the runtime refuses for a reason."""
    finding = Finding(
        whole(lab),
        say("the runtime refuses this contract with `{}`, and no rule says why", reason),
        "please report this with the contract",
        witness=Witness({"code": reason}),
    )
    script = lab.script(REFUSED, (), setting=setting, refusal=True)
    return Told(REFUSED, finding, Proof("found", "refusal", script))


def whole(lab: Lab[Any]) -> Place:
    """The place of the contract as a whole: its main file, or that in which most is declared."""
    contract = lab.facts.contract
    if contract.target.main:
        return Place(contract.target.main, (), "document")
    files = Counter(each.place.file for each in lab.runtime.elements(contract) if each.is_phase)
    file = next((name for name, _ in files.most_common(1)), contract.target.path)
    return Place(file, (), "document")


def told(lab: Lab[Any], claims: Iterable[Claim]) -> Iterator[Told]:
    """The findings for claims, without those whose run a run-wide limit ends before."""
    teller = _Teller(lab)
    for claim in claims:
        if teller.holds(claim):
            yield teller.tell(claim)


class _Teller:
    """Says claims about the contract on a bench."""

    def __init__(self, lab: Lab[Any]) -> None:
        self._lab = lab
        self._elements = tuple(lab.runtime.elements(lab.facts.contract))
        self._places: dict[str, Place] = {}
        for element in self._elements:
            if element.is_phase:
                self._places.setdefault(element.phase, element.place)

    def holds(self, claim: Claim) -> bool:
        """Whether the run that is to be shown is one of the contract with its limits."""
        if not isinstance(claim, Failure | Trap | Unanswerable):
            return True
        if not self._fits(claim.way):
            return False
        run = self._lab.replay(claim.way.choices, claim.way.setting)
        if isinstance(claim, Failure):
            return self._lab.runtime.fault(run.last) == claim.fault
        return run.outcome.kind == "running"

    def _fits(self, way: Way) -> bool:
        """Whether the contract with its limits asks for each answer of a run when it is given."""
        runtime, state = self._lab.runtime, self._lab.begin(way.setting)
        for choice in way.choices:
            question = runtime.asks(state)
            if question is not None and question.channel != choice.channel:
                return False
            state, _ = runtime.step(state, choice)
        return True

    def tell(self, claim: Claim) -> Told:
        """What is said of a claim."""
        if isinstance(claim, Failure):
            return self._failure(claim)
        if isinstance(claim, Unanswerable):
            return self._unanswerable(claim)
        if isinstance(claim, Trap):
            return self._trap(claim)
        if isinstance(claim, Unused):
            if claim.way is not None and not self._fits(claim.way):
                claim = claim._replace(way=None)
            return self._success(claim) if claim.element.success else self._unused(claim)
        return self._too_far(claim)

    def _failure(self, claim: Failure) -> Told:
        fault = claim.fault
        finding = Finding(
            self._place(fault.phase),
            say(
                "a run that obeys the contract ends with `{}` at `{}`: {}",
                fault.code,
                fault.phase,
                retold(fault.why.rstrip(".")),
            ),
            "let the contract take the last answer of this run, or not allow it",
            severity="error" if claim.certain else "warning",
            witness=self._witness(claim.way, {"phase": fault.phase, "code": fault.code}),
        )
        return Told(FAILING, finding, self._proof(FAILING, claim.way), claim)

    def _unanswerable(self, claim: Unanswerable) -> Told:
        finding = Finding(
            self._place(claim.phase),
            say("no answer satisfies {}", retold(claim.demand)),
            "change what is asked for so that an answer is possible",
            severity="error",
            witness=self._witness(claim.way, {"phase": claim.phase}),
        )
        return Told(MUTE, finding, self._proof(MUTE, claim.way), claim)

    def _success(self, claim: Unused) -> Told:
        element = claim.element
        finding = Finding(
            element.place,
            say("no data lets {} succeed", retold(element.label)),
            "change what is required of it so that some data meet it",
            severity="warning",
            witness=self._witness(claim.way, {"phase": claim.phase}),
        )
        return Told(MUTE, finding, self._proof(MUTE, claim.way), claim)

    def _unused(self, claim: Unused) -> Told:
        element = claim.element
        message = say("{} can never be {}", retold(element.label), element.use)
        if claim.way is not None:
            message = say("{}: in no reachable state of `{}` is it offered", message, claim.phase)
        withheld = (self._withheld(element.id, claim.withheld),)
        finding = Finding(
            element.place,
            message,
            "let a run come to it, or remove it",
            severity="warning",
            witness=self._witness(
                claim.way, {"phase": claim.phase}, withheld if claim.withheld else ()
            ),
        )
        return Told(DEAD, finding, self._proof(DEAD, claim.way), claim)

    def _trap(self, claim: Trap) -> Told:
        severity: Severity = "warning" if claim.way.choices else "error"
        message = say("no run of this contract completes")
        remedy = "let a way lead on from there, or remove what leads into it"
        if claim.way.choices:
            message = say("after {} no run completes", self._last_step(claim))
        if claim.twin is not None:
            severity = "info"
            message = say("{}, depending on what a tool returns", message)
            remedy = f"with {self._words(claim.twin)} instead runs complete"
        finding = Finding(
            self._place(claim.phase),
            message,
            remedy,
            severity=severity,
            witness=self._witness(
                claim.way,
                {"phase": claim.phase, "phases": sorted(claim.phases)},
                tuple(self._withheld(element, why) for element, why in claim.withheld),
            ),
        )
        return Told(TRAPPED, finding, self._proof(TRAPPED, claim.way), claim)

    def _withheld(self, element: Hashable, why: str) -> Message:
        """Why an element is not offered, with what it is called."""
        labels = (retold(each.label) for each in self._elements if each.id == element)
        return joined(": ", (*islice(labels, 1), retold(why)))

    def _last_step(self, claim: Trap) -> Message:
        """What the last choice of a run into a trap did."""
        for element in self._elements:
            if element.id in claim.moves and not element.is_phase:
                label = retold(element.label)
                return say("{} is {} in `{}`", label, element.use, claim.source)
        return say("this answer in `{}`", claim.source)

    def _too_far(self, claim: TooFar) -> Told:
        limit = claim.limit
        others = (Related(each.place, "so does this, at least") for each in claim.further)
        finding = Finding(
            claim.element.place,
            say(
                "{} needs {} {}, `{}` is {}",
                retold(claim.element.label),
                claim.amount,
                limit.unit,
                limit.name,
                limit.most,
            ),
            "raise the limit",
            severity="warning",
            related=(Related(limit.place, "the limit"), *others),
            witness=self._witness(
                claim.way, {"phase": claim.phase, "needs": claim.amount, "limit": limit.most}
            ),
        )
        return Told(DEAD, finding, self._proof(DEAD, claim.way), claim)

    # --- parts ------------------------------------------------------------------------------------

    def _place(self, phase: str) -> Place:
        return self._places.get(phase) or whole(self._lab)

    def _witness(
        self, way: Way | None, data: Mapping[str, Any], blocked: Sequence[str] = ()
    ) -> Witness:
        steps = () if way is None else tuple(self._steps(way))
        return Witness(data, steps, tuple(blocked))

    def _steps(self, way: Way) -> Iterator[Step]:
        state = self._lab.begin(way.setting)
        for choice in way.choices:
            phase = self._lab.runtime.phase(state)
            yield Step(say("`{}`: {}", phase, self._words(choice)), self._places.get(phase))
            state, _ = self._lab.runtime.step(state, choice)

    def _words(self, choice: Choice) -> Message:
        """An answer in script form, cut off where it is long."""
        text = json.dumps(self._lab.runtime.write(choice), ensure_ascii=False)
        return tick(text if len(text) <= _WIDEST else f"{text[:_WIDEST]}…")

    def _proof(self, name: str, way: Way | None) -> Proof:
        """The run as a script that ends as the finding says."""
        if way is None:
            return Proof("found", "explore")
        run = self._lab.replay(way.choices, way.setting)
        expect = {"outcome": str(run.outcome), "phases": run.summary["phases_visited"]}
        script = self._lab.script(name, way.choices, expect, setting=way.setting)
        return Proof("found", "explore", script)
