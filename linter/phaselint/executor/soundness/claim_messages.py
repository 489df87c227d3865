"""Claims as findings: what is said, where, and the run that shows it."""

from __future__ import annotations

from itertools import islice, pairwise

from phaselint.executor.replay import Tape
from phaselint.executor.soundness.model import (
    Failure,
    LimitExceeded,
    NeverDone,
    NoRun,
    Trap,
    Unanswerable,
    Unused,
)
from phaselint.executor.soundness.whereabouts import whole
from phaselint.vocabulary.finding import Finding, Place, Proof, Related, Witness, WitnessStep
from phaselint.vocabulary.message import joined, message, quote, retold
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import Any

    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.executor.replay import Run
    from phaselint.executor.soundness.model import Claim, Way
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

REFUSED = "refused-without-reason"
FAILING = "failing-run"
DEAD = "dead-element"
TRAPPED = "no-way-to-complete"
MUTE = "no-possible-answer"
LIMITED = "limit-leaves-no-run"
BLOCKED = "blocked-by-conditions"

_WIDEST = 80


class NetFinding(NamedTuple):
    """A finding, the name of the rule that it is reported under, and the run that shows it. The
    claim is none where the contract was refused."""

    rule: str
    finding: Finding
    proof: Proof
    claim: Claim | None = None


def refusal(lab: ProofContext[Any], setting: RunInput, reason: str) -> NetFinding:
    """What is said about a contract that the runtime refuses for a reason."""
    finding = Finding(
        whole(lab),
        message("the runtime refuses this contract with `{}`, but no rule explains it", reason),
        "please report this with the contract",
        witness=Witness({"code": reason}),
    )
    script = lab.script(REFUSED, (), setting=setting, refusal=True)
    return NetFinding(REFUSED, finding, Proof("found", "refusal", script))


def findings_for(lab: ProofContext[Any], claims: Iterable[Claim]) -> Iterator[NetFinding]:
    """The findings for claims, without those whose run a run-wide limit ends before."""
    teller = _Teller(lab)
    for claim in claims:
        run = teller.run(claim)
        if teller.is_shown(claim, run):
            yield teller.tell(claim, run)


class _Said(NamedTuple):
    """What is said about a claim: the rule, the finding, and its witness but for the run."""

    rule: str
    finding: Finding
    witness: Witness


class _Teller:
    """Says claims about the contract on a bench."""

    def __init__(self, lab: ProofContext[Any]) -> None:
        self._lab = lab
        self._elements = tuple(lab.elements)
        self._places: dict[str, Place] = {}
        for element in self._elements:
            if element.is_phase:
                self._places.setdefault(element.phase, element.place)

    def run(self, claim: Claim) -> Run[Any] | None:
        """The run that shows a claim; none where the contract with its limits has
        none."""
        way = claim.way
        if way is None or (isinstance(claim, Unused) and claim.limited):
            return None
        return self._answering(way, cut=isinstance(claim, LimitExceeded | NoRun))

    def _answering(self, way: Way, *, cut: bool) -> Run[Any] | None:
        """The run of a way; none where the contract with its limits asks for another answer than
        the one that is given then. With `cut` as much of it as is asked for."""
        runtime = self._lab.runtime
        tape = Tape(runtime, self._lab.begin(way.setting))
        for choice in way.choices:
            question = runtime.asks(tape.last)
            if question is not None and question.channel != choice.channel:
                return tape.run() if cut else None
            tape.take(choice)
        return tape.run()

    def is_shown(self, claim: Claim, run: Run[Any] | None) -> bool:
        """Whether a claim that is nothing without its run is shown by it."""
        if not isinstance(claim, Failure | Trap | Unanswerable):
            return True
        if run is None:
            return False
        if isinstance(claim, Failure):
            fault = self._lab.runtime.fault(run.last)
            return fault is not None and fault[:2] == claim.fault[:2]
        return run.outcome.kind == "running"

    def tell(self, claim: Claim, run: Run[Any] | None) -> NetFinding:
        """What is said about a claim, with its run as the steps that lead there and as a script
        that ends as the finding says."""
        if isinstance(claim, Unused) and run is None:
            claim = claim._replace(way=None)
        if isinstance(claim, Failure) and run is not None:
            # Runs that fail in one phase with one code may do so for different reasons.
            claim = claim._replace(fault=self._lab.runtime.fault(run.last) or claim.fault)
        rule, finding, witness = self._said(claim)
        proof = Proof("found", "explore")
        if run is not None and claim.way is not None:
            witness = witness._replace(steps=tuple(self._steps(run)))
            expect = {"outcome": str(run.outcome), "phases": run.summary["phases_visited"]}
            script = self._lab.script(rule, run.choices, expect, setting=claim.way.setting)
            proof = proof._replace(script=script)
        return NetFinding(rule, finding._replace(witness=witness), proof, claim)

    def _said(self, claim: Claim) -> _Said:
        if isinstance(claim, Failure):
            return self._failure(claim)
        if isinstance(claim, Unanswerable):
            return self._unanswerable(claim)
        if isinstance(claim, Trap):
            return self._trap(claim)
        if isinstance(claim, LimitExceeded):
            return self._too_far(claim)
        if isinstance(claim, NoRun):
            return self._no_run(claim)
        if isinstance(claim, NeverDone):
            return self._never_done()
        if claim.obeyed:
            return self._blocked(claim)
        if claim.open:
            return self._unanswered(claim)
        return self._success(claim) if claim.element.success else self._unused(claim)

    def _failure(self, claim: Failure) -> _Said:
        fault = claim.fault
        finding = Finding(
            self._place(fault.phase),
            message(
                "a valid run fails at `{}` with `{}`: {}",
                fault.phase,
                fault.code,
                retold(fault.why.rstrip(".")),
            ),
            "let the contract handle the last answer of this run, or disallow it",
            severity="error" if claim.certain else "warning",
        )
        return _Said(FAILING, finding, Witness({"phase": fault.phase, "code": fault.code}))

    def _unanswerable(self, claim: Unanswerable) -> _Said:
        finding = Finding(
            self._place(claim.phase),
            message("no answer satisfies {}", retold(claim.demand)),
            "change the requirements so that an answer is possible",
            severity="error",
        )
        return _Said(MUTE, finding, Witness({"phase": claim.phase}))

    def _of_element(
        self, rule: str, claim: Unused, message: Message, help_: str, *, withheld: str = ""
    ) -> _Said:
        """A warning at an element, with why the runtime does not offer it, where that is said."""
        element = claim.element
        finding = Finding(element.place, message, help_, severity="warning")
        blocked = (self._withheld(element.id, withheld),) if withheld else ()
        return _Said(rule, finding, Witness({"phase": claim.phase}, blocked=blocked))

    def _success(self, claim: Unused) -> _Said:
        text = message("no data lets {} succeed", retold(claim.element.label))
        wanted = "change its requirements so that some data meet them"
        return self._of_element(MUTE, claim, text, wanted)

    def _unused(self, claim: Unused) -> _Said:
        element = claim.element
        text = message("{} is never {}", retold(element.label), element.use)
        if claim.limited:
            text = message("{} within the limits of this contract", text)
        elif claim.way is not None:
            text = message("{}: no reachable state of `{}` offers it", text, claim.phase)
        else:
            text = message("{} in any run", text)
        wanted = f"{'raise the limits' if claim.limited else 'let a run reach it'}, or remove it"
        return self._of_element(DEAD, claim, text, wanted, withheld=claim.withheld)

    def _unanswered(self, claim: Unused) -> _Said:
        text = message("{} never returns", retold(claim.element.label))
        return self._of_element(TRAPPED, claim, text, "let it end, or remove it")

    def _blocked(self, claim: Unused) -> _Said:
        """What is said about an element that no run uses whose router obeys the conditions."""
        element = claim.element
        text = message("{} is never {}", retold(element.label), element.use)
        if element.success:
            text = message("no visit of {} succeeds", retold(element.label))
        text = message("if the router obeys its conditions, {}", text)
        wanted = "change a condition or a gate so that a run gets there"
        return self._of_element(BLOCKED, claim, text, wanted, withheld=claim.withheld)

    def _never_done(self) -> _Said:
        finding = Finding(
            whole(self._lab),
            message("if the router obeys its conditions, no run of this contract completes"),
            "change a condition so that a run gets to an end",
            severity="warning",
        )
        return _Said(BLOCKED, finding, Witness({}))

    def _no_run(self, claim: NoRun) -> _Said:
        """What is said about limits; where none can be named, of the contract."""
        first, *others = claim.limits or (None,)
        named = joined(
            " and ", (message("{} ({})", quote(each.name), each.most) for each in claim.limits)
        )
        finding = Finding(
            first.place if first else whole(self._lab),
            message("no run of this contract completes within {}", named or "its limits"),
            "raise the limit" if len(claim.limits) == 1 else "raise one of the limits",
            severity="error",
            related=tuple(Related(each.place, "the other limit") for each in others if each),
        )
        data = {"limits": {each.name: each.most for each in claim.limits}}
        return _Said(LIMITED, finding, Witness(data))

    def _trap(self, claim: Trap) -> _Said:
        severity: Severity = "error" if claim.certain else "warning"
        text = message("no run of this contract completes")
        remedy = "add a transition that leads on from there, or remove the one that leads there"
        if claim.way.choices:
            text = message("after {}, no run completes", self._last_step(claim))
        if claim.unforeseen:
            text = message("{} unless {}", text, retold(self._lab.runtime.unforeseen))
            remedy = "let an ordinary answer lead to an end, or name the exception in a condition"
        if claim.twin is not None:
            severity = "info"
            text = message("{}, depending on what a tool returns", text)
            remedy = f"with {self._words(claim.twin)} instead, runs complete"
        finding = Finding(
            self._place(claim.phase),
            text,
            remedy,
            severity=severity,
        )
        blocked = tuple(self._withheld(element, why) for element, why in claim.withheld)
        data = {"phase": claim.phase, "phases": sorted(claim.phases)}
        return _Said(TRAPPED, finding, Witness(data, blocked=blocked))

    def _withheld(self, element: Hashable, why: str) -> Message:
        """Why an element is not offered, with what it is called."""
        labels = (retold(each.label) for each in self._elements if each.id == element)
        return joined(": ", (*islice(labels, 1), retold(why)))

    def _last_step(self, claim: Trap) -> Message:
        """What the last choice of a run into a trap did."""
        for element in self._elements:
            if element.id in claim.moves and not element.is_phase:
                label = retold(element.label)
                return message("{} is {} in `{}`", label, element.use, claim.source)
        return message("this answer in `{}`", claim.source)

    def _too_far(self, claim: LimitExceeded) -> _Said:
        limit = claim.limit
        others = (Related(each.place, "this limit is too low as well") for each in claim.further)
        finding = Finding(
            claim.element.place,
            message(
                "{} needs {} {}, but `{}` is {}",
                retold(claim.element.label),
                claim.amount,
                limit.unit,
                limit.name,
                limit.most,
            ),
            "raise the limit",
            severity="warning",
            related=(Related(limit.place, "the limit"), *others),
        )
        data = {"phase": claim.phase, "needs": claim.amount, "limit": limit.most}
        return _Said(DEAD, finding, Witness(data))

    # --- parts ------------------------------------------------------------------------------------

    def _place(self, phase: str) -> Place:
        return self._places.get(phase) or whole(self._lab)

    def _steps(self, run: Run[Any]) -> Iterator[WitnessStep]:
        phases = [self._lab.runtime.phase(state) for state in run.states]
        for (phase, then), choice in zip(pairwise(phases), run.choices, strict=True):
            text = message("`{}`: {}", phase, self._words(choice))
            yield WitnessStep(text, self._places.get(phase), then)

    def _words(self, choice: Choice) -> Message:
        """An answer in script form, cut off where it is long."""
        import json

        text = json.dumps(self._lab.runtime.write(choice), ensure_ascii=False)
        return quote(text if len(text) <= _WIDEST else f"{text[:_WIDEST]}…")
