"""The targets of transitions, one by one (reference climpt §7.5)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends, Refused, Same
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.climpt.claiming import noted
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.needs import SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import (
    NULL,
    can_be_asked,
    code_of_unknown,
    counts,
    refuses,
    replaced,
    spoken,
    step_place,
    targets_of,
    transition_data,
    transitions_of,
    within,
    witness_at,
)
from phaselint_rules.words import meant, replace, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Kind, Step, Transition
    from phaselint.vocabulary.finding import Pointer


BOUNDARY: Mapping[tuple[Kind, str], tuple[Kind, ...]] = {
    ("work", "next"): ("work", "verification"),
    ("work", "jump"): ("work", "verification"),
    ("work", "handoff"): ("closure",),
    ("verification", "escalate"): ("work", "verification"),
}
"""Kind and intent → the kinds of step they should go to (reference §3.2, row boundary)."""

NEXT_SELF_LOOP = (
    Grade("warning", "with `validate-parity`"),
    Grade("info", "otherwise"),
)

NULL_TARGET_NOT_CLOSING = (
    Grade("error", "under `next`, `jump`, `handoff` or `escalate`"),
    Grade("warning", "under `repeat`"),
)


@rule(
    "PL106",
    ERROR,
    needs=STEPS,
    claims="ends_or_refused_or_same",
    complete_if=SOUND,
    fix="unsafe",
    catalogue=("transition-target-unknown",),
    ends="failure",
)
def unknown_target(facts: ClimptFacts) -> Iterator[Finding]:
    """Transition to an unknown step

    What:
        `target`, a value of `targets` or `fallback` of a transition isn't a key of `steps`. Steps
        that are unreachable because of it aren't reported again.
    Why:
        The run ends with an error when it takes the transition. climpt's `--validate` refuses the
        registry even if no run ever takes it.
    Bad:
        "next": {"target": "verify.issue"}
    Good:
        "next": {"target": "verification.issue"}
    Fix:
        Correct the name, or declare the step.
    Dry run:
        A run takes the transition and ends with SR-TRANS-001, -006 or -008. A fallback, and a
        transition that no run takes, isn't confirmed. Release 1.14 refuses the start for any
        `target` (`S2`).
    Source:
        climpt §3.2, §3.3, §7.5 (`transition-target-unknown`), climpt 1.14 §3.3, §7.1
    """
    steps = facts.steps
    for step, transition, pointer, name in targets_of(facts):
        if name is None or name in steps:
            continue
        spare = pointer == (*transition.pointer, "fallback")
        place = facts.place(pointer)
        code = code_of_unknown(step, transition, pointer)
        asked = can_be_asked(facts, step, transition) and counts(transition, pointer)
        data = transition_data(transition, pointer) if asked and not refuses(step, code) else {}
        near = facts.intended.near(name)
        known = (near,) if near else ()
        yield Finding(
            place,
            message(
                "{}{} points to {}{}, which isn't a step",
                "the fallback of " if spare else "",
                spoken(step, transition.intent),
                quote(name),
                within(transition, pointer),
            ),
            meant(name, known, "declare it in `steps`, or correct the name"),
            witness=witness_at(facts, step.key, code=code, **data),
            claim=Refused((code,))
            if refuses(step, code)
            else _going(facts, step, transition, pointer, code, quote(name))
            if asked
            else None,
            fix=respell(name, known, place),
        )


def _going(
    facts: ClimptFacts, step: Step, transition: Transition, pointer: Pointer, code: str, why: str
) -> Ends | Same | None:
    """That a run which takes a transition fails because of what is at a pointer in it; that what
    `repeat` names is never read. None where something else says what comes of it."""
    intent, key = transition.intent, transition_data(transition, pointer).get("key")
    taken = noted(step.key, intent=intent)
    if intent == "repeat":
        edit = Edit(facts.place(pointer), spelt(step.key))
        return Same((edit,), after=step.key, via=(step.key, intent))
    doubt = message("no run is known in which the condition has {}", quote(key or ""))
    return Ends(step.key, code, why, via=taken, doubt=doubt if key else "") if code else None


@rule(
    "CL402",
    NEXT_SELF_LOOP,
    needs=STEPS,
    claims="notes",
    complete_if=SOUND,
)
def next_self_loop(facts: ClimptFacts) -> Iterator[Finding]:
    """Step followed by itself

    What:
        The target of a step's `next` transition is the step itself. A warning with
        `validate-parity`, because climpt's `--validate` warns about it; otherwise an info, because
        the simplest agents in climpt's documentation are built this way.
    Why:
        `next` has the effect of `repeat`: a model that says it is done with the step is in it
        again. climpt's documentation uses `repeat` for that.
    Bad:
        "continuation.x": {"transitions": {"next": {"target": "continuation.x"}}}
    Good:
        "continuation.x": {"transitions": {"repeat": {"target": "continuation.x"}}}
    Fix:
        Let `next` go to the following step; use `repeat` to run the step again.
    Dry run:
        A run answers `next` in the step and is in it again.
    Source:
        climpt §3.2, §7.5
    """
    for step, transition in transitions_of(facts):
        if transition.intent == "next" and transition.simple and transition.target == step.key:
            data = {"intent": "next"} if can_be_asked(facts, step, transition) else {}
            yield Finding(
                facts.place((*transition.pointer, "target")),
                message("{} points back to its own step", spoken(step, "next")),
                "use `repeat` to run the step again, or let `next` go to another step",
                severity="warning" if facts.parity else "info",
                witness=witness_at(facts, step.key, **data),
                claim=noted(step.key, intent="next", next=step.key) if data else None,
            )


@rule("CL403", ERROR, needs=STEPS, complete_if=SOUND)
def kind_boundary_crossing(facts: ClimptFacts) -> Iterator[Finding]:
    """Transition to the wrong kind of step

    What:
        From work steps, `next` and `jump` should go to work or verification, and `handoff` to
        closure; from verification steps, `escalate` should go to work or verification. A step can
        always go to itself. In parity mode, `repeat` of closure steps should go to work.
    Why:
        climpt's `--validate` refuses the registry. A run takes the transition anyway, except a
        fallback or a `repeat`, because these are never taken.
    Bad:
        # a work step
        "next": {"target": "closure.x"}
    Good:
        "handoff": {"target": "closure.x"}
    Fix:
        Use the intent for that kind of step, or let the transition go to a step in between.
    Source:
        climpt §3.2, §5, §7.5
    """
    known = dict(BOUNDARY)
    if facts.parity:
        known["closure", "repeat"] = ("work",)
    steps = facts.steps
    for step, transition, pointer, name in targets_of(facts):
        target = steps.get(name or "")
        if target is None or target is step:
            continue
        kind, wanted = target.kind, known.get((step.kind, transition.intent))
        if kind and wanted and kind not in wanted:
            yield Finding(
                facts.place(pointer),
                message(
                    "`{}` of {} step {} should go to a {} step, but {}{} is a {} step",
                    transition.intent,
                    step.kind,
                    quote(step.key),
                    " or ".join(wanted),
                    quote(target.key),
                    within(transition, pointer),
                    kind,
                ),
                _instead(step, target),
                related=(Related(step_place(facts, target.key), f"a {kind} step"),),
            )


def _instead(step: Step, target: Step) -> str:
    """Another intent for the target, in words."""
    if step.kind == "work" and target.kind == "closure":
        return "use `handoff` to go to a closure step"
    if step.kind == "verification":
        return "use `next` to go to a closure step"
    return "use a step of the right kind, or another intent"


@rule(
    "CL404",
    NULL_TARGET_NOT_CLOSING,
    needs=STEPS,
    claims="ends_or_same",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def null_target_not_closing(facts: ClimptFacts) -> Iterator[Finding]:
    """Transition to `null` that needs a step

    What:
        `target` is `null` under `next`, `jump`, `handoff` or `escalate`, or a value of `targets`
        under `next` or `jump` is `null` without a `default` next to it; as a warning, `target` is
        `null` under `repeat`, which always repeats the step. Transitions of intents that the step
        doesn't list are left to `dead-transition`.
    Why:
        `null` is intended for `closing`. Everywhere else the run ends with an error.
    Bad:
        "next": {"target": null}
    Good:
        "handoff": {"target": "closure.x"}
    Fix:
        Name the following step.
    Dry run:
        A run takes the transition and ends with SR-TRANS-002, -005 or -009; after `repeat` it is in
        the same step, as all runs are that name it there.
    Source:
        climpt §2.5, §3.3, §5, §7.5
    """
    for step, transition, pointer, name in targets_of(facts):
        if name is not None or transition.intent in ("closing", "abort"):
            continue
        if not can_be_asked(facts, step, transition):
            continue
        if not counts(transition, pointer) or replaced(transition, pointer):
            continue
        repeats, code = transition.intent == "repeat", NULL.get(transition.intent, "")
        yield Finding(
            facts.place(pointer),
            message(
                "{} goes to `null`{}: {}",
                spoken(step, transition.intent),
                within(transition, pointer),
                "the step is repeated anyway" if repeats else f"the run ends with {code}",
            ),
            f"name {quote(step.key)}" if repeats else "name the following step",
            severity="warning" if repeats else "error",
            witness=witness_at(facts, step.key, code=code, **transition_data(transition, pointer)),
            claim=_going(facts, step, transition, pointer, code, quote(step.key)),
            fix=Fix(
                "safe",
                f"write {quote(step.key)}",
                replace("null", step.key, facts.place(pointer)).edits,
            )
            if repeats
            else None,
        )
