"""Proofs of what a start refuses, and of what makes no difference to a run (reference climpt
§3.1, §7.1, §7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint.vocabulary.rule import by
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.proofs.bench import Plan, closing, refused_with, same_without
from phaselint_rules.climpt.proofs.copies import having, without

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Pointer, Proof

CRASH = "TypeError"
"""What a start dies of that meets a shape it does not expect."""

CONFIGURATION = ("AC-VALID-001", "AC-VALID-002")

CHECKED_FIELDS = frozenset(
    {
        ("name",),
        ("version",),
        ("runner", "boundaries", "permissionMode"),
        ("runner", "flow", "prompts", "registry"),
        ("runner", "logging", "directory"),
        ("runner", "logging", "format"),
        ("runner", "verdict", "type"),
    }
)
"""The fields of agent.json whose values a start looks at (§3.2, agent-config)."""

CHECKED_NAMES: Mapping[Pointer, tuple[str, ...]] = {
    (): ("name", "displayName", "runner"),
    ("runner",): ("flow",),
    ("runner", "flow"): ("systemPromptPath",),
}
"""The fields that a start misses, by the object they belong to."""


@by("refusal")
def refused(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with the code that the witness names."""
    return refused_with(lab, data_of(finding)["code"])


@by("refusal")
def refused_agent(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with a code of the configuration, where it looks at the field."""
    pointer = finding.place.pointer[len(lab.facts.agent.base) :]
    data = data_of(finding)
    if data["kind"] == "missing-required-field":
        looked_at = not set(data["names"]).isdisjoint(CHECKED_NAMES.get(pointer, ()))
    elif data["kind"] == "unknown-field":
        meant = suggest(str(pointer[-1]), CHECKED_NAMES.get(pointer[:-1], ()))
        looked_at = meant is not None
    else:
        looked_at = pointer in CHECKED_FIELDS
    return refused_with(lab, *CONFIGURATION) if looked_at else STATIC


@by("refusal")
def refused_registry(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with a code of the registry, where it looks at the field."""
    pointer = finding.place.pointer[len(lab.facts.registry.base) :]
    code = _registry_code(pointer, data_of(finding))
    return refused_with(lab, *code) if code else STATIC


def _registry_code(pointer: Pointer, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes that a start may be refused with; none where it does not look at the field."""
    missing = data["kind"] == "missing-required-field"
    named = set(data["names"]) if missing else {pointer[-1]} if pointer else set()
    owner = pointer if missing else pointer[:-1]
    if not owner and data["kind"] in ("missing-required-field", "too-short"):
        return ("SR-LOAD-001",) if named & {"agentId", "version", "steps"} else ()
    if owner == ("entryStepMapping",) and data["kind"] == "invalid-type":
        return ("SR-ENTRY-003",)
    in_gate = len(owner) == 3 and owner[0] == "steps" and owner[2] == "structuredGate"
    if in_gate and data["kind"] in ("missing-required-field", "too-short"):
        if "allowedIntents" in named:
            return (CRASH, "SR-VALID-002")
        return ("SR-VALID-002",) if named & {"intentSchemaRef", "intentField"} else ()
    return ()


@by("refusal")
def refused_generation(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, where what it looks at is in the other form."""
    facts = lab.facts
    if data_of(finding)["generation"] == "1.11":
        return refused_with(lab, *CONFIGURATION)
    mapping = (*facts.registry.base, "entryStepMapping")
    signs = [pointer for _, pointer in facts.contract.signs]
    if any(pointer[: len(mapping)] == mapping for pointer in signs):
        return refused_with(lab, "SR-ENTRY-003")
    return STATIC


@by("refusal")
def other_registry(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start misses the file that it always reads; where that is there, a run does not change
    when agent.json names it."""
    facts = lab.facts
    if facts.registry.file.rpartition("/")[2] != REGISTRY_FILE:
        return refused_with(lab, data_of(finding)["code"])
    plan = _whole_run(facts)
    if plan is None:
        return unscripted("no run of this agent comes to an end")
    copy = having(facts, finding.place.file, finding.place.pointer, REGISTRY_FILE)
    return same_without(lab, "read the registry", plan, copy)


@by("differential")
def makes_no_difference(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run of a copy without the member goes the same way, through the step it belongs to where
    it belongs to one."""
    facts, data = lab.facts, data_of(finding)
    pointer = data["pointer"][len(facts.registry.base) :]
    of_step = data["file"] == facts.registry.file and pointer[:1] == ["steps"]
    plan = _whole_run(facts, pointer[1] if of_step and len(pointer) > 1 else "")
    if plan is None:
        return unscripted("no run comes there")
    copy = without(facts, data["file"], data["pointer"])
    return same_without(lab, f"ignore {pointer[-1]}", plan, copy)


def _whole_run(facts: ClimptFacts, through: str = "") -> Plan | None:
    """A run from the entry to the nearest closure step, through some step on request; where no
    closure step is reached, one to that step."""
    if not facts.graph_known:
        return None
    start = facts.active or facts.entries[0]
    way = facts.way(through, start=start) if through else (start,)
    if not way:
        return None
    ends = [facts.way(s.key, start=way[-1]) for s in facts.steps.values() if s.kind == "closure"]
    rest = min(filter(None, ends), key=len, default=(way[-1],))
    last = facts.steps[rest[-1]]
    said = closing(facts, last) if last.kind == "closure" else None
    return Plan((*way, *rest[1:]), said)
