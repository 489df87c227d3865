"""The kind of a step: given, missing, or in conflict with its place (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import noted
from phaselint_rules.climpt.edits import add_member
from phaselint_rules.climpt.form.blankkeys import blank_key
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.gates.stepparts import kind_by_phase
from phaselint_rules.climpt.needs import GRAPH, OF_1_13, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.pointertext import written_step
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.climpt.ways.transitiontext import step_place, witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step

FITTING = {
    "initial": ("work", "verification"),
    "continuation": ("work", "verification"),
    "verification": ("verification",),
    "closure": ("closure",),
}
"""Phase word `c2` → the kinds that match it."""

NO_KIND = "PR-C3L-003"
"""How every run ends if no step has a kind."""

KIND_PHASE_MISMATCH = (
    Grade("error", "with `validate-parity` in 1.13, where only one of the two says closure"),
    Grade("warning", "otherwise"),
)


def _without_kind(facts: ClimptFacts) -> Iterator[Step]:
    """The steps without a kind that need it: gated steps, or all steps if no kind is inferred."""
    for step in facts.steps.values():
        if step.kind_key or step.key in facts.odd_steps:
            continue
        gated = step.gate is not None and (facts.parity or not step.section)
        if gated or not step.spelling.infers:
            yield step


def _no_prompt(facts: ClimptFacts) -> str:
    """A reached step that needs a prompt, although none can be built because no step has a kind;
    empty if there is none, and if such a start is refused."""
    if (
        facts.is_1_14
        or not facts.graph_known
        or any(step.kind_key for step in facts.steps.values())
    ):
        return ""
    flow = (s for s in facts.steps.values() if s.kind != "closure" and not s.section)
    return next((step.key for step in flow if step.key in facts.reach), "")


@rule(
    "CL214",
    ERROR,
    needs=STEPS,
    claims="ends_or_refused",
    complete_if=(*GRAPH, *RESOLVED),
    fix="safe",
    ends="failure",
)
def kind_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Step without a kind

    What:
        A step with a gate has no `stepKind`. If no step of the registry has one and a step other
        than a closure step can be reached, this is reported once for all of them. In release 1.14:
        any step without `kind`.
    Why:
        The kind decides which tools a step can use. The runtime infers it from `c2`, but climpt's
        `--validate` requires it; and without a single `stepKind` no prompt is built, so every run
        ends in its first step. Release 1.14 infers nothing and doesn't start (`SR-VALID-005`).
    Bad:
        "stepId": "initial.audit", "c2": "initial"
    Good:
        "stepId": "initial.audit", "stepKind": "work", "c2": "initial"
    Fix:
        Set the kind: work, verification or closure.
    Dry run:
        A run reaches the first step and ends with PR-C3L-003. If only some steps lack the kind,
        runs aren't affected, so it isn't confirmed. Release 1.14 refuses the start.
    Source:
        climpt §2.2, §2.3, §3.2, §3.3, §7.3, climpt 1.14 §2.2, §3.1, §7.1
    """
    stuck = _no_prompt(facts)
    if stuck:
        lacking = list(_without_kind(facts)) or [facts.steps[stuck]]
        yield Finding(
            facts.place((*facts.registry.base, "steps"), "key"),
            message(
                "no step has `stepKind`, so no prompt can be built and a run ends in {}",
                quote(stuck),
            ),
            "set it on each step: work, verification or closure",
            related=tuple(
                Related(step_place(facts, step.key), _inferred(step)) for step in lacking
            ),
            witness=witness_at(facts, stuck, any=False),
            claim=Ends(stuck, NO_KIND),
        )
        return
    for step in _without_kind(facts):
        if blank_key(written_step(facts, step), step.spelling.kind):
            continue
        yield _lacking(facts, step)


def _lacking(facts: ClimptFacts, step: Step) -> Finding:
    """The finding about a step without a kind."""
    kind, key, code = kind_by_phase(step), step.spelling.kind, release_of(facts).no_kind
    edit = kind and add_member(
        facts.contract.documents, facts.registry.file, step.pointer, key, kind
    )
    said = "has no {}, so the start ends with {}" if code else "has a gate but no {}"
    return Finding(
        step_place(facts, step.key),
        message(f"step {{}} {said}", quote(step.key), quote(key), *filter(None, [code])),
        f"add {quote(key)}; its `c2` implies {quote(kind)}"
        if kind
        else f"add {quote(key)}: work, verification or closure",
        witness=Witness(
            {"step": step.key, "kind": kind, "any": True} | ({"code": code} if code else {})
        ),
        claim=refused_for(facts, code, facts.place((*step.pointer, key))) if code else None,
        fix=Fix("safe", f"add the kind {quote(kind)}", (edit,)) if edit else None,
    )


def _inferred(step: Step) -> str:
    return f"{step.kind} by its `c2`" if step.kind else "without kind"


@rule("CL215", KIND_PHASE_MISMATCH, needs=STEPS, complete_if=SOUND)
def kind_phase_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Step kind that contradicts its phase word

    What:
        `stepKind` is closure, but `c2` is initial or continuation; or `c2` is closure or
        verification, but the kind is another. Verification also matches initial and continuation.
    Why:
        The runtime uses the kind; climpt's flow check recognizes closure steps by `c2`, so it
        reports steps that don't close or misses those that do.
    Bad:
        "stepKind": "closure", "c2": "continuation"
    Good:
        "stepKind": "closure", "c2": "closure"
    Fix:
        Change the wrong one; the prompt must be in the directory that `c2` names.
    Source:
        climpt §2.3, §3.2, §5, §7.3, §7.9, climpt 1.14 §3.5
    """
    for step in facts.steps.values():
        kind = step.kind_given
        if step.c2 not in FITTING or kind not in ("work", "verification", "closure"):
            continue
        if kind in FITTING[step.c2]:
            continue
        misled = "closure" in (kind, step.c2)
        effect = (
            message("the flow check of `--validate` treats it as {}", _taken(step))
            if misled
            else "its tools and intents follow its kind"
        )
        yield Finding(
            facts.place(step.kind_at),
            message(
                "step {} has kind {} but phase {}: {}",
                quote(step.key),
                quote(kind),
                quote(step.c2),
                effect,
            ),
            f"make them match: phase {quote(step.c2)} needs kind "
            + " or ".join(map(quote, FITTING[step.c2])),
            severity="error" if misled and facts.parity and step.spelling.infers else "warning",
            related=(Related(facts.place(step.address_at("c2")), "the phase"),),
            witness=Witness({"step": step.key, "kind": kind, "c2": step.c2}),
        )


def _taken(step: Step) -> str:
    return "a closure step" if step.c2 == "closure" else "a step that doesn't close"


@rule(
    "CL216",
    WARNING,
    needs=(*OF_1_13, *STEPS),
    claims="notes",
    complete_if=SOUND,
)
def gate_on_kindless_step(facts: ClimptFacts) -> Iterator[Finding]:
    """Gate on a step without a kind

    What:
        The step has a gate, no `stepKind`, and a `c2` that implies no kind. Sections are left to
        `section-with-flow`.
    Why:
        Such a step can have any intent: closing and abort end the run there as a success, without
        any validation.
    Bad:
        "c2": "custom", "structuredGate": {…}
    Good:
        "stepKind": "work", "c2": "custom", "structuredGate": {…}
    Fix:
        Set the kind.
    Dry run:
        A run reaches the step, answers closing or abort and is complete. If neither is listed, it
        isn't confirmed.
    Source:
        climpt §2.3, §4.3, §7.3
    """
    for step in facts.steps.values():
        gate = step.gate
        told = step.kind or step.kind_given or step.key in facts.odd_steps
        if gate is None or told or step.section:
            continue
        ends = [intent for intent in ("closing", "abort") if intent in gate.allowed]
        effect = (
            message("{} ends the run there", quote(ends[0]))
            if ends
            else "no intent is forbidden there"
        )
        yield Finding(
            facts.place(gate.pointer, "key"),
            message("step {} has a gate but no kind: {}", quote(step.key), effect),
            "add `stepKind`: work, verification or closure",
            related=(Related(facts.place(step.address_at("c2")), "implies no kind"),),
            witness=witness_at(facts, step.key, ends=ends),
            claim=noted(step.key, intent=ends[0], complete=True) if ends else None,
        )
