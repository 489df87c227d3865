"""Where a run begins (reference climpt §3.1, §4.1, §7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import Message, say, tick
from phaselint.vocabulary.rule import ERROR, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.blankkeys import ENTRIES, unslipped
from phaselint_rules.climpt.edits import add_member, spelt
from phaselint_rules.climpt.needs import GRAPH, SOUND, STEPS
from phaselint_rules.climpt.subjects import value_at
from phaselint_rules.words import meant, respell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place, Safety

MAPPING = "entryStepMapping"
ENTRY = "entryStep"


def no_entry_step(facts: ClimptFacts) -> Iterator[Finding]:
    """The registry does not say where a run begins.

    What:
        There is neither an `entryStep` nor an `entryStepMapping` with an entry in it.
    Why:
        The runtime does not start the agent: `SR-ENTRY-001`, or `SR-GATE-002` where the mapping
        is there and empty.
    Bad:
        {"agentId": "triager", "c1": "steps", "steps": {"initial.issue": {"stepKind": "work"}}}
    Good:
        {"entryStep": "initial.issue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Fix:
        Name the first step. Where only one step's name begins with `initial.`, it is offered.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §2.1, §3.1, §7.2
    """
    registry = facts.registry
    if not without_entry(facts) or unslipped(given(facts), ENTRIES) != ENTRIES:
        return
    first = [key for key in facts.steps if key.startswith("initial.")]
    place = facts.place(registry.base)
    yield Finding(
        facts.place((*registry.base, MAPPING), "key")
        if registry.mapping is not None
        else place._replace(part="document" if not registry.base else "key"),
        (
            say("`{}` is empty and there is no `{}`: no run can begin", MAPPING, ENTRY)
            if registry.mapping is not None
            else say("there is neither an `{}` nor an `{}`: no run can begin", ENTRY, MAPPING)
        ),
        f"add `{ENTRY}`" + (f" with {tick(first[0])}" if len(first) == 1 else ""),
        witness=Witness(
            {"code": "SR-GATE-002" if registry.mapping is not None else "SR-ENTRY-001"}
        ),
        fix=add_entry(facts, first[0], "unsafe") if len(first) == 1 else None,
    )


def without_entry(facts: ClimptFacts) -> bool:
    """Whether no entry is given; one of the wrong type is reported as such."""
    return no_step_named(facts) and given(facts).get(MAPPING, {}) == {}


def no_step_named(facts: ClimptFacts) -> bool:
    """Whether `entryStep` is missing; one of the wrong type is reported as such."""
    return bool(given(facts).get(ENTRY, "") == "")


def given(facts: ClimptFacts) -> Mapping[str, Any]:
    """The registry as it is written."""
    value = value_at(facts, facts.place(facts.registry.base))
    return value if isinstance(value, dict) else {}


def add_entry(facts: ClimptFacts, key: str, safety: Safety) -> Fix | None:
    """Name an entry; where one is given, it is empty and the step takes its place."""
    registry = facts.registry
    if ENTRY in given(facts):
        edit: Edit | None = Edit(facts.place((*registry.base, ENTRY)), spelt(key))
    else:
        edit = add_member(facts.contract.documents, registry.file, registry.base, ENTRY, key)
    return Fix(safety, f"add `{ENTRY}` {tick(key)}", (edit,)) if edit else None


def unknown_entry(facts: ClimptFacts) -> Iterator[Finding]:
    """An entry is no step.

    What:
        `entryStep`, or a value of `entryStepMapping`, is no key of `steps`.
    Why:
        The runtime does not start the agent, whether this run needs the entry or not:
        `SR-ENTRY-002` or `SR-ENTRY-003`. `--validate` does not look at `entryStep`.
    Bad:
        {"entryStep": "initial.isue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Good:
        {"entryStep": "initial.issue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Fix:
        Correct the name, or declare the step.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §2.1, §3.1, §7.2 (`entry-step-unknown`)
    """
    registry = facts.registry
    if registry.entry_step and registry.entry_step not in facts.steps:
        place = facts.place((*registry.base, ENTRY))
        yield _unknown(facts, place, registry.entry_step, tick(ENTRY), "SR-ENTRY-002")
    for verdict, key in (registry.mapping or {}).items():
        if key not in facts.steps:
            place = facts.place(registry.entry_at(verdict))
            yield _unknown(
                facts, place, key, say("the entry for {}", tick(verdict)), "SR-ENTRY-003"
            )


def _unknown(facts: ClimptFacts, place: Place, key: str, what: Message, code: str) -> Finding:
    known = tuple(facts.steps)
    return Finding(
        place,
        say("{} is {}, which is no step", what, tick(key)),
        meant(key, known, "declare it in `steps`, or correct the name"),
        witness=Witness({"code": code, "entry": key}),
        fix=respell(key, known, place),
    )


def entry_step_not_executable(facts: ClimptFacts) -> Iterator[Finding]:
    """A run begins in a step that cannot be executed.

    What:
        An entry is a section: its name begins with `section.`, or its `c2` is `section`, and it
        has no gate. Of any other step that lacks its gate `gate-incomplete` says so.
    Why:
        Sections hold texts and lead nowhere. In a registry with gates the run ends in its
        second iteration with `FAILED_STEP_ROUTING`, if not before for want of a prompt.
    Bad:
        "entryStepMapping": {"poll:state": "section.rules"}
    Good:
        "entryStepMapping": {"poll:state": "initial.issue"}
    Fix:
        Name the first step that does work.
    Dry run:
        A run of a registry with gates ends with an error, and comes to no other step.
    Source:
        climpt §2.3, §4.2, §7.2
    """
    for key, place in _named_entries(facts):
        step = facts.steps.get(key)
        if step is None or not _inert(step):
            continue
        yield Finding(
            place,
            say("the entry {} is a section, which is no step to run", tick(key)),
            "name the first step that does work",
            related=(Related(facts.place(step.pointer, "key"), "the section"),),
            witness=Witness({"step": key}),
        )


def _named_entries(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """What is named as an entry, and where."""
    registry = facts.registry
    if registry.entry_step:
        yield registry.entry_step, facts.place((*registry.base, ENTRY))
    for verdict, key in (registry.mapping or {}).items():
        yield key, facts.place(registry.entry_at(verdict))


def _inert(step: Step) -> bool:
    """Whether a step is a section and nothing besides."""
    return step.section and step.gate is None and step.kind != "closure"


RULES = (
    Rule("CL101", no_entry_step, ERROR, STEPS, proofs.starts.no_entry, fix="unsafe"),
    Rule(
        "PL105",
        unknown_entry,
        ERROR,
        STEPS,
        proofs.starts.unknown_entry,
        fix="unsafe",
        catalogue=("entry-step-unknown",),
    ),
    Rule("CL106", entry_step_not_executable, ERROR, GRAPH, proofs.entry.ends_at_once, whole=SOUND),
)
