"""How the executor shows what single validators do (reference climpt §2.6, §4.9, §7.7)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.extractors import EXTRACTORS, Result, extract
from phaselint.executor.planning import shown
from phaselint.executor.proof import STATIC, Decided, data_of, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import run_plan, same_without
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import without
from phaselint_rules.climpt.validation.proofs.validation import (
    EXCEPTION,
    consulted,
    to_closure,
    to_failure,
    world_of,
)
from phaselint_rules.climpt.validation.retryprompts import COMMANDS, OTHERS, wanted_names, why_never

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Validator
    from phaselint.executor.planning import Plan, PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim

ADDED = frozenset({"summary", "rootCause", "suggestedAction", "relatedFiles", "severity"})
"""Parameters that exist automatically if nothing else is extracted under their names."""


# --- what findings say --------------------------------------------------------------------------


def _validator(claim: Claim, *inner: str) -> tuple[Validator, str] | None:
    """The validator that the place of a finding is, or is in, and the last key of the place."""
    keys = claim.below("validators", ANY, *inner)
    found = claim.facts.registry.validators.get(keys[0]) if keys else None
    return (found, str(claim.place.pointer[-1])) if found else None


def _no_success(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "successWhen")
    if found is None or found[0].type not in COMMANDS or not isinstance(claim.value, str):
        return None
    return claim.here(validator=found[0].name) if why_never(claim.value) else None


def _no_extractor(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "extractParams", ANY)
    if found is None or not isinstance(claim.value, str) or claim.value in EXTRACTORS:
        return None
    return claim.here(validator=found[0].name, param=found[1])


def _not_extracted(claim: Claim) -> ExpectedFinding | None:
    """A name that a failure pattern uses but the first of its validators doesn't pass on."""
    name, registry = claim.name("param"), claim.facts.registry
    for pattern in registry.patterns.values():
        wanted = wanted_names(claim.facts, pattern)
        users = [each for each in registry.validators.values() if each.pattern == pattern.name]
        users = [each for each in users if each.type in COMMANDS]
        lacking = [each.name for each in users if name not in _given(each, name)]
        place, file = wanted.get(name, (None, ""))
        if place is not None and lacking and place == claim.place._replace(part=place.part):
            return ExpectedFinding(place, {"param": name, "validator": lacking[0], "file": file})
    return None


def _given(validator: Validator, name: str) -> Collection[str]:
    """The names that a validator passes on; not asked for validators without extractors."""
    return (name,) if validator.extractors is None else extract(validator.extractors, Result())


def _other_type(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "type")
    if found is None or found[0].type != claim.value or found[0].type == "command":
        return None
    return claim.here(validator=found[0].name, known=found[0].type in OTHERS)


# --- runs ---------------------------------------------------------------------------------------


def _failing(lab: ProofContext[ClimptFacts], finding: Finding) -> Plan:
    """A run to the closure step in which the validator of a finding fails. Raises Decided if
    there isn't one."""
    facts = lab.facts
    validator = facts.registry.validators[data_of(finding)["validator"]]
    if not consulted(facts, validator.name):
        raise Decided(STATIC)
    return to_failure(facts, [validator])


@checks_claim(_no_success, "that no result of `{validator}` is a success")
def never_succeeds(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The command ends with status 0 and some output, but the validator fails."""
    facts, name = lab.facts, data_of(finding)["validator"]
    if not consulted(facts, name):
        return STATIC
    plan = to_closure(facts, world_of({name: Result(0, "all is well")}))

    def validator_never_passes(driven: PlannedRun) -> bool:
        ran = [event.data for event in driven.events if event.kind == "validator"]
        mine = [each for each in ran if each["name"] == name]
        return bool(mine) and not any(each["holds"] for each in mine)

    return shown(run_plan(lab, f"succeed in {name}", plan), validator_never_passes)


@checks_claim(_no_extractor, "that the extractor of `{param}` doesn't exist")
@by("differential")
def says_nothing(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The validator fails, and the run is the same without the parameter."""
    data, facts = data_of(finding), lab.facts
    plan = _failing(lab, finding)
    if data["param"] in ADDED:
        return unproved("without it, the parameter might exist automatically")
    copy = without(facts, finding.place.file, finding.place.pointer)
    return same_without(lab, f"extract {data['param']}", plan, copy)


@checks_claim(_not_extracted, "that `{validator}` doesn't extract `{param}`")
@by("differential")
def stays_empty(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The validator fails, and the run is the same with a prompt without the name."""
    data, facts = data_of(finding), lab.facts
    if not data["file"]:
        return STATIC
    plan = _failing(lab, finding)
    name = re.escape(data["param"])
    shown_name = re.compile(r"\{\{" + name + r"(?:\.[\w.]*)?\}\}")
    repeated = re.compile(r"\{\{#each " + name + r"[\w.]*\}\}.*?\{\{/each\}\}", re.DOTALL)
    text = shown_name.sub("", repeated.sub("", facts.contract.documents[data["file"]].text))
    run = run_plan(lab, f"ask for {data['param']}", plan)
    world = run.setting.world
    files = {**world.get("files", {}), data["file"]: text}
    twin = run_plan(lab, "leave it out", plan._replace(world={**world, "files": files}))
    if run.events == twin.events and run.run.outcome == twin.run.outcome:
        return Proof("proved", "differential", run.script)
    return Proof("refuted", "differential", run.script, "the prompt says something there")


@checks_claim(_other_type, "that the type of `{validator}` isn't `command`")
def runs_or_ends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the validator, and runs it, whatever its type is; or ends with the
    exception."""
    facts, data = lab.facts, data_of(finding)
    name = data["validator"]
    if not consulted(facts, name):
        return STATIC
    plan = to_closure(facts)

    def validator_runs_or_run_ends(driven: PlannedRun) -> bool:
        ran = any(e.kind == "validator" and e.data["name"] == name for e in driven.events)
        return ran if data["known"] else driven.code == EXCEPTION and not ran

    return shown(run_plan(lab, f"run {name}", plan), validator_runs_or_run_ends)
