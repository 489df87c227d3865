"""Members of the registry and agent.json that are never read (reference climpt §2, §4.13, §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.climpt.claiming import same_without
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.form.blankkeys import is_required, with_blanks
from phaselint_rules.climpt.form.forms import problems_of
from phaselint_rules.climpt.form.idlefields import (
    IDLE_AGENT,
    IDLE_GATE,
    IDLE_ROOT,
    IDLE_STEP,
    IDLE_STEP_1_14,
    IDLE_VALIDATION,
    LEGACY_PROMPTS,
    LEGACY_ROOT,
    LEGACY_STEP,
    PROMPTS,
    Idle,
)
from phaselint_rules.climpt.gates.steprefusals import is_refused
from phaselint_rules.climpt.needs import BOTH, REGISTRY, STEPS, VALIDATION
from phaselint_rules.climpt.pointertext import owner_of, subject, value_at, written_step
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Part, Place, Pointer

IDLE = (
    Grade("warning", "if it looks as if it controlled a run"),
    Grade("info", "for path templates, `type`, `base` and `outputSchemaRef`"),
)

UNKNOWN_FIELD = (
    Grade("error", "it has blanks around it, but is required without them"),
    Grade("warning", "otherwise: it has no effect"),
)


@rule(
    "PL008",
    UNKNOWN_FIELD,
    needs=REGISTRY,
    claims="same",
    complete_if=(*STEPS, *VALIDATION),
    fix="unsafe",
)
def unknown_field(facts: ClimptFacts) -> Iterator[Finding]:
    """Unknown field in the registry

    What:
        A member of the registry, a step, a gate, a transition, an input, a validator, a validation
        step or a failure pattern that the format doesn't have. An error for a key with blanks
        around it that is required without them; the missing key isn't reported again.
    Why:
        climpt silently accepts unknown members everywhere: a misspelled member has no effect.
    Bad:
        "structuredGate": {"intentFeild": "next_action.action", "allowedIntents": ["next"]}
    Good:
        "structuredGate": {"intentField": "next_action.action", "allowedIntents": ["next"]}
    Fix:
        Correct the spelling, or remove the field.
    Dry run:
        A run without the field takes the same path.
    Source:
        climpt §2, §7.1
    """
    for found, problem in problems_of(facts, "unknown-field"):
        place, owner = found._replace(part="key"), owner_of(found)
        given = value_at(facts, owner)
        free = tuple(name for name in problem.names if name not in given)
        finding = Finding(
            place,
            message("unknown field {} in {}", quote(problem.found), subject(facts, owner)),
            meant(problem.found, free, "remove it; it is never read"),
            severity="warning",
            witness=_removed(place),
            claim=same_without(facts, place),
            fix=respell(problem.found, free, place),
        )
        name = problem.found.strip()
        yield _with_blanks(facts, finding, owner, name) if name in free else finding


def _with_blanks(facts: ClimptFacts, finding: Finding, owner: Place, name: str) -> Finding:
    """The finding about a key that is a name of the format except for the blanks around it."""
    key = str(finding.place.pointer[-1])
    required = is_required(facts, owner, name)
    part: Part = "key" if owner.pointer else "document"
    missing = Related(owner._replace(part=part), f"the required {quote(name)} is therefore missing")
    return finding._replace(
        message=with_blanks(key, subject(facts, owner)),
        help=f"write {quote(name)}",
        severity="error" if required else "warning",
        related=(missing,) if required else (),
    )


@rule(
    "CL006",
    IDLE,
    claims="same",
    complete_if=(*BOTH, *VALIDATION),
    fix="safe",
)
def ignored_field(facts: ClimptFacts) -> Iterator[Finding]:
    """Field without effect

    What:
        `condition`, `priority` or `model` of a step, in release 1.14 its `retry`, `targetMode` of a
        gate other than `explicit`, `defaultModel` of the agent (warnings); `pathTemplate`,
        `pathTemplateNoAdaptation`, `type` of a step, `base` of the agent's schemas and
        `outputSchemaRef` of a validation step (info).
    Why:
        The fields are documented, but no release reads them: a step with a condition always runs. A
        `retry` that boot refuses is reported by `step-retry-pattern` or
        `polling-closure-conditions`.
    Bad:
        "initial.issue": {"condition": "args.issue", "priority": 1, "stepKind": "work"}
    Good:
        "initial.issue": {"stepKind": "work"}
    Fix:
        Remove the field. Choose the step by `entryStepMapping` or transitions instead.
    Dry run:
        A run without the field takes the same path.
    Source:
        climpt §2, §4.13, §5, §7.1
    """
    for place, idle in _idle(facts):
        name = str(place.pointer[-1])
        owner = subject(facts, owner_of(place))
        yield Finding(
            place,
            message("{} of {} has no effect: {}", quote(name), owner, idle.why),
            "remove it",
            severity=idle.severity,
            witness=_removed(place),
            claim=same_without(facts, place),
            fix=_removal(facts, place),
        )


def _idle(facts: ClimptFacts) -> Iterator[tuple[Place, Idle]]:
    """The members that have no effect, in the order of the two files."""
    if facts.registry_read:
        for value, pointer, known in _owners(facts):
            if isinstance(value, dict) and not value.keys().isdisjoint(known):
                yield from _among(value, known, facts.place(pointer))
    if facts.has_agent:
        for path, known in IDLE_AGENT.items():
            place = facts.agent_place((*facts.agent.base, *path))
            value = value_at(facts, place)
            if isinstance(value, dict):
                yield from _among(value, known, place)


def _among(
    value: Mapping[str, Any], known: Mapping[str, Idle], place: Place
) -> Iterator[tuple[Place, Idle]]:
    for name, idle in known.items():
        if name in value and not idle.unless(value[name]):
            yield place._replace(pointer=(*place.pointer, name), part="key"), idle


def _owners(facts: ClimptFacts) -> Iterator[tuple[Any, Pointer, Mapping[str, Idle]]]:
    """The objects of the registry that can have members without effect, and where they are."""
    base = facts.registry.base
    yield value_at(facts, facts.place(base)), base, IDLE_ROOT
    for step in facts.steps.values():
        read = facts.is_1_13 or is_refused(facts, step)
        written = written_step(facts, step)
        yield written, step.pointer, IDLE_STEP if read else IDLE_STEP_1_14
        if step.gate is not None:
            yield written.get("structuredGate"), step.gate.pointer, IDLE_GATE
    for validation in facts.registry.validation.values():
        place = facts.place(validation.pointer)
        yield value_at(facts, place), validation.pointer, IDLE_VALIDATION


@rule(
    "CL007",
    WARNING,
    claims="same",
    complete_if=(*BOTH, *VALIDATION),
    fix="safe",
)
def legacy_field(facts: ClimptFacts) -> Iterator[Finding]:
    """Field of an earlier release, which is never read

    What:
        `fallbackKey` of a step, `userPromptsBase` or `schemasBase` of the registry, or
        `fallbackDir` of the agent's prompts. With the option `legacy` for release 1.13.22, the
        field `fallbackKey` belongs to the format.
    Why:
        Release 1.13.23 removed them. Since then they are never read, so their values are never used
        as a fallback.
    Bad:
        "initial.issue": {"fallbackKey": "initial_issue", "stepKind": "work"}
    Good:
        "initial.issue": {"stepKind": "work"}
    Fix:
        Remove the field; with the option `legacy`, keep it as long as you use the older release.
    Dry run:
        A run without the field takes the same path.
    Source:
        climpt §2.1, §2.2, §3.2, §5, §7.1
    """
    old = facts.options["legacy"]
    for place in _legacy(facts):
        name = quote(str(place.pointer[-1]))
        owner = subject(facts, owner_of(place))
        yield Finding(
            place,
            message(
                "{} of {} is from older releases; 1.13.23 and later never read it", name, owner
            ),
            f"remove it once no agent runs with {old}" if old else "remove it",
            witness=_removed(place),
            claim=same_without(facts, place),
            fix=None if old else _removal(facts, place),
        )


def _legacy(facts: ClimptFacts) -> Iterator[Place]:
    """The remaining members, in the order of the two files."""
    if facts.registry_read:
        yield from _present(facts, facts.place(facts.registry.base), LEGACY_ROOT)
        for step in facts.steps.values() if not facts.options["legacy"] else ():
            if not written_step(facts, step).keys().isdisjoint(LEGACY_STEP):
                yield from _present(facts, facts.place(step.pointer), LEGACY_STEP)
    if facts.has_agent:
        prompts = facts.agent_place((*facts.agent.base, *PROMPTS))
        yield from _present(facts, prompts, LEGACY_PROMPTS)


def _present(facts: ClimptFacts, owner: Place, names: tuple[str, ...]) -> Iterator[Place]:
    value = value_at(facts, owner)
    for name in names if isinstance(value, dict) else ():
        if name in value:
            yield owner._replace(pointer=(*owner.pointer, name), part="key")


def _removed(place: Place) -> Witness:
    """What a run must be made without to see that it makes no difference."""
    return Witness({"file": place.file, "pointer": [*place.pointer]})


def _removal(facts: ClimptFacts, place: Place) -> Fix | None:
    edit = remove(facts.contract.documents, place.file, place.pointer)
    name = quote(str(place.pointer[-1]))
    return Fix("safe", f"remove {name}", (edit,)) if edit else None
