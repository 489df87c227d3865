"""Where a run starts (reference climpt §3.1, §4.1, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation
from phaselint.vocabulary.claim import Ends, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.claiming import first_step
from phaselint_rules.climpt.edits import add_member, spelt
from phaselint_rules.climpt.entry.entrywords import ENTRY, MAPPING
from phaselint_rules.climpt.form.blankkeys import ENTRIES, unslipped
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.needs import GRAPH, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place, Safety

NO_INTENT = "FAILED_STEP_ROUTING"
"""How a run ends in a step that has no gate, where others have one."""


@rule("CL101", ERROR, needs=STEPS, claims="refused", fix="unsafe")
def no_entry_step(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing entry step

    What:
        The registry has neither `entryStep` nor an `entryStepMapping` with an entry.
    Why:
        The runtime doesn't start the agent: `SR-ENTRY-001`, or `SR-GATE-002` if the mapping exists
        but is empty, in release 1.14 `A3`.
    Bad:
        {"agentId": "triager", "c1": "steps", "steps": {"initial.issue": {"stepKind": "work"}}}
    Good:
        {"entryStep": "initial.issue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Fix:
        Name the first step. If only one step's name starts with `initial.`, a fix adds that.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §2.1, §3.1, §7.2, climpt 1.14 §3.1, §3.3, §7.1
    """
    registry = facts.registry
    if not without_entry(facts) or unslipped(given(facts), ENTRIES) != ENTRIES:
        return
    first = [key for key in facts.steps if key.startswith("initial.")]
    mapped = registry.mapping is not None
    code = release_of(facts).empty_mapping if mapped else "SR-ENTRY-001"
    place = (
        facts.place((*registry.base, MAPPING), "key")
        if mapped
        else facts.place(registry.base, "document" if not registry.base else "key")
    )
    yield Finding(
        place,
        (
            message("`{}` is empty and `{}` isn't set, so no run can start", MAPPING, ENTRY)
            if mapped
            else message("neither `{}` nor `{}` is set, so no run can start", ENTRY, MAPPING)
        ),
        f"add `{MAPPING if registry.paired else ENTRY}`"
        + (f" with {quote(first[0])}" if len(first) == 1 else ""),
        witness=Witness({"code": code}),
        claim=refused_for(facts, code, place),
        fix=_first_entry(facts, first[0]) if len(first) == 1 else None,
    )


def without_entry(facts: ClimptFacts) -> bool:
    """Whether no entry is given; one with the wrong type is reported as such."""
    return no_step_named(facts) and given(facts).get(MAPPING, {}) == {}


def no_step_named(facts: ClimptFacts) -> bool:
    """Whether `entryStep` is missing; one with the wrong type is reported as such."""
    return bool(given(facts).get(ENTRY, "") == "")


def given(facts: ClimptFacts) -> Mapping[str, Any]:
    """The registry as it is in the file."""
    value = value_at(facts, facts.place(facts.registry.base))
    return value if isinstance(value, dict) else {}


def add_entry(facts: ClimptFacts, key: str, safety: Safety) -> Fix | None:
    """Name an entry; if the existing entry is empty, the step takes its place."""
    registry = facts.registry
    if ENTRY in given(facts):
        edit: Edit | None = Edit(facts.place((*registry.base, ENTRY)), spelt(key))
    else:
        edit = add_member(facts.contract.documents, registry.file, registry.base, ENTRY, key)
    return Fix(safety, f"add `{ENTRY}` {quote(key)}", (edit,)) if edit else None


def _first_entry(facts: ClimptFacts, key: str) -> Fix | None:
    """Name the only step that a run can start with: if entries are pairs, for the verdict type of
    the agent."""
    registry = facts.registry
    if not registry.paired:
        return add_entry(facts, key, "unsafe")
    verdict = facts.agent.verdict if facts.has_agent else ""
    if not verdict:
        return None
    pair = {"initial": key, "continuation": continuation(registry, facts.steps[key]) or key}
    documents, file, place = facts.contract.documents, registry.file, (*registry.base, MAPPING)
    edit = (
        add_member(documents, file, place, verdict, pair)
        if registry.mapping is not None
        else add_member(documents, file, registry.base, MAPPING, {verdict: pair})
    )
    return Fix("unsafe", f"add an entry with {quote(key)}", (edit,)) if edit else None


@rule(
    "PL105",
    ERROR,
    needs=STEPS,
    claims="refused",
    fix="unsafe",
    catalogue=("entry-step-unknown",),
)
def unknown_entry(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry that isn't a step

    What:
        `entryStep`, or a value of `entryStepMapping`, isn't a key of `steps`; in release 1.14,
        where entries are pairs, `initial` or `continuation` of an entry.
    Why:
        The runtime doesn't start the agent, even if this run doesn't need the entry: `SR-ENTRY-002`
        or `SR-ENTRY-003`. `--validate` doesn't check `entryStep`.
    Bad:
        {"entryStep": "initial.isue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Good:
        {"entryStep": "initial.issue", "steps": {"initial.issue": {"stepKind": "work"}}}
    Fix:
        Correct the name, or declare the step.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §2.1, §3.1, §7.2 (`entry-step-unknown`), climpt 1.14 §2.1, §7.1
    """
    registry = facts.registry
    if registry.entry_step and registry.entry_step not in facts.steps:
        place = facts.place((*registry.base, ENTRY))
        yield _unknown(facts, place, registry.entry_step, quote(ENTRY), "SR-ENTRY-002")
    for key, place, what in (*_mapped(facts), *_lent(facts)):
        if key not in facts.steps:
            yield _unknown(facts, place, key, what, "SR-ENTRY-003")


def _mapped(facts: ClimptFacts) -> Iterator[tuple[str, Place, Message]]:
    """The steps that the mapping names as entries, with their places and what they are. A name in
    place of a pair has its own rule."""
    registry = facts.registry
    for verdict, key in (registry.mapping or {}).items():
        place = facts.place(registry.entry_at(verdict))
        if value_at(facts, place) is not None:
            yield key, place, message("the entry for {}", quote(verdict))


def _lent(facts: ClimptFacts) -> Iterator[tuple[str, Place, Message]]:
    """The steps whose prompts the mapping lends, likewise."""
    registry = facts.registry
    for verdict, key in registry.lent.items():
        place = facts.place((*registry.base, MAPPING, verdict, "continuation"))
        yield key, place, message("the `continuation` for {}", quote(verdict))


def _unknown(facts: ClimptFacts, place: Place, key: str, what: Message, code: str) -> Finding:
    known = tuple(facts.steps)
    return Finding(
        place,
        message("{} is {}, which isn't a step", what, quote(key)),
        meant(key, known, "declare it in `steps`, or correct the name"),
        witness=Witness({"code": code, "entry": key}),
        claim=refused_for(facts, code, place),
        fix=respell(key, known, place),
    )


@rule(
    "CL106",
    ERROR,
    needs=GRAPH,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def entry_step_not_executable(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry that is a section, which can't run

    What:
        An entry is a section: its name starts with `section.`, or its `c2` is `section`, and it has
        no gate. `gate-incomplete` reports any other step without a gate.
    Why:
        Sections hold text and have no next step. In a registry with gates, the run ends in its
        second iteration with `FAILED_STEP_ROUTING`, or earlier because a prompt is missing.
    Bad:
        "entryStepMapping": {"poll:state": "section.rules"}
    Good:
        "entryStepMapping": {"poll:state": "initial.issue"}
    Fix:
        Name the first step that does work.
    Dry run:
        A run of a registry with gates ends with an error and reaches no other step.
    Source:
        climpt §2.3, §4.2, §7.2
    """
    for key, place in _named_entries(facts):
        step = facts.steps.get(key)
        if step is None or not _inert(step):
            continue
        yield Finding(
            place,
            message("entry {} is a section, which can't run", quote(key)),
            "name the first step that does work",
            related=(Related(facts.place(step.pointer, "key"), "the section"),),
            witness=Witness({"step": key}),
            claim=_ending(facts, key),
        )


def _ending(facts: ClimptFacts, step: str) -> Ends | Undecided | None:
    """That runs end in a section in which they start; none if no gate makes them leave a step."""
    if not facts.gated:
        return None
    if first_step(facts) != step:
        return Undecided("no run of this agent starts there")
    return Ends(step, NO_INTENT, why=quote(step))


def _named_entries(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """Each entry: what it is, and where."""
    registry = facts.registry
    if registry.entry_step:
        yield registry.entry_step, facts.place((*registry.base, ENTRY))
    yield from ((key, place) for key, place, _ in _mapped(facts))


def _inert(step: Step) -> bool:
    """Whether a step is a section and nothing else."""
    return step.section and step.gate is None and step.kind != "closure"
