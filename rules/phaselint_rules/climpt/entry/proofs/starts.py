"""How the executor shows that a start misses what it needs: files, names, an entry (reference
climpt §3.1, §7.1, §7.2)."""

from __future__ import annotations

from posixpath import normpath

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.dialects.climpt.model import ISSUE
from phaselint.executor.mending import twin_of
from phaselint.executor.proof import data_of, unproved
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.blankkeys import ENTRIES, unslipped
from phaselint_rules.climpt.form.proofs.unreadfields import whole_run
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import refused_with, same_without
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Prover

ENTRY = "entryStep"
MAPPING = "entryStepMapping"
REGISTRY = ("runner", "flow", "prompts", "registry")
VERDICT = ("runner", "verdict")
GRAPH = "detect:graph"
COMPOSITE = "meta:composite"
SIMPLE = ("count:iteration", "detect:keyword", "count:check", "detect:structured", "poll:state")
"""The types that a condition of a composite can have."""


@by("refusal")
def _refused(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with the code that a reader found."""
    return refused_with(lab, data_of(finding)["code"])


# --- files and names ----------------------------------------------------------------------------


def _no_agent(claim: Claim) -> ExpectedFinding | None:
    contract = claim.facts.contract
    file = claim.facts.registry.file or contract.target.path
    return (
        ExpectedFinding(Place(file), {"code": "AC-SERVICE-001"}) if contract.agent_missing else None
    )


def _no_registry(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not facts.contract.registry_missing or not facts.has_agent:
        return None
    inner = (*facts.agent.base, *REGISTRY) if facts.agent.registry else ()
    return ExpectedFinding(Place(facts.agent.file, inner), {"code": release_of(facts).no_registry})


def _other_folder(claim: Claim) -> ExpectedFinding | None:
    contract = claim.facts.contract
    folder = contract.folder.rpartition("/")[2]
    if not claim.agent_place("name") or contract.root is None:
        return None
    name, code = claim.facts.agent.name, release_of(claim.facts).other_folder
    return claim.here(code=code, folder=folder) if name and name != folder else None


def _other_registry(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not claim.agent_place(*REGISTRY) or facts.contract.registry_missing:
        return None
    named = facts.agent.registry
    if not named or normpath(named) == REGISTRY_FILE:
        return None
    return claim.here(code="SR-LOAD-003", path=named)


agent_missing: Prover = checks_claim(_no_agent)(_refused)
registry_missing: Prover = checks_claim(_no_registry)(_refused)
other_folder: Prover = checks_claim(_other_folder)(_refused)


@checks_claim(_other_registry, "that agent.json names `{path}`")
def other_registry(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start misses the file that it always reads; if that exists, a run doesn't change when
    agent.json names it."""
    facts = lab.facts
    if facts.registry.file.rpartition("/")[2] != REGISTRY_FILE:
        return _refused(lab, finding)
    plan = whole_run(facts)
    if plan is None:
        return unproved("no run of this agent reaches an end")
    copy = twin_of(
        lab,
        finding,
        having,
        finding.place.file,
        finding.place.pointer,
        REGISTRY_FILE,
    )
    return same_without(lab, "read the registry", plan, copy)


# --- entries --------------------------------------------------------------------------------------


def _written(facts: ClimptFacts) -> Mapping[str, Any]:
    """The registry as it is in the file."""
    value = value_at(facts, facts.place(facts.registry.base))
    return value if isinstance(value, dict) else {}


def _no_entry(claim: Claim) -> ExpectedFinding | None:
    written = _written(claim.facts)
    if written.get(ENTRY, "") != "" or written.get(MAPPING, {}) != {}:
        return None
    if unslipped(written, ENTRIES) != ENTRIES:
        return None
    base = claim.facts.registry.base
    if MAPPING in written:
        code = release_of(claim.facts).empty_mapping
        return ExpectedFinding(claim.facts.place((*base, MAPPING)), {"code": code})
    return ExpectedFinding(claim.facts.place(base), {"code": "SR-ENTRY-001"})


def _unknown_entry(claim: Claim) -> ExpectedFinding | None:
    key = claim.value
    if not isinstance(key, str) or key in claim.facts.steps:
        return None
    if key and claim.below(ENTRY) is not None:
        return claim.here(code="SR-ENTRY-002", entry=key)
    shape = (MAPPING, ANY, ANY) if claim.facts.registry.paired else (MAPPING, ANY)
    return claim.here(code="SR-ENTRY-003", entry=key) if claim.below(*shape) else None


def _no_entry_for_verdict(claim: Claim) -> ExpectedFinding | None:
    facts, written = claim.facts, _written(claim.facts)
    mapping = written.get(MAPPING, {})
    release = release_of(facts)
    if not facts.has_agent or not isinstance(mapping, dict) or facts.agent.verdict in mapping:
        return None
    given = bool(written.get(ENTRY))
    if not (mapping or given) or (given and release.stands_in):
        return None
    member = MAPPING if MAPPING in written else ENTRY
    return ExpectedFinding(facts.place((*facts.registry.base, member)), {"code": release.no_entry})


def _no_entry_for_graph(claim: Claim) -> ExpectedFinding | None:
    facts, written = claim.facts, _written(claim.facts)
    if not facts.has_agent or facts.agent.verdict != GRAPH or written.get(ENTRY):
        return None
    mapping = written.get(MAPPING)
    if any((facts.agent.config or {}).get(key) for key in (ENTRY, "registryPath")):
        return None
    mapped = (GRAPH,) if isinstance(mapping, dict) and GRAPH in mapping else ()
    place = facts.place((*facts.registry.base, MAPPING, *mapped))
    return ExpectedFinding(place, {"code": "SR-ENTRY-004"})


no_entry: Prover = checks_claim(_no_entry)(_refused)
unknown_entry: Prover = checks_claim(_unknown_entry)(_refused)
no_entry_for_verdict: Prover = checks_claim(_no_entry_for_verdict)(_refused)
no_entry_for_graph: Prover = checks_claim(_no_entry_for_graph)(_refused)


# --- composites -----------------------------------------------------------------------------------


def _unsupported(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    shape = (*VERDICT, "config", "conditions", ANY, "type")
    if not claim.agent_place(*shape) or facts.agent.verdict != COMPOSITE:
        return None
    code = _refusal(facts, claim.place._replace(pointer=claim.place.pointer[:-1]))
    return claim.here(code=code) if code else None


def _refusal(facts: ClimptFacts, place: Place) -> str:
    """The code with which a start refuses a condition of a composite; empty if it doesn't."""
    condition = value_at(facts, place)
    if not isinstance(condition, dict):
        return ""
    config = condition.get("config")
    inner = config if isinstance(config, dict) else {}
    kind = condition.get("type")
    if kind not in SIMPLE:
        return "AC-VERDICT-010"
    signal = inner.get("signalType") or condition.get("signalType")
    if kind == "detect:structured" and not signal:
        return "AC-VERDICT-008"
    lacking = kind == "poll:state" and ISSUE not in facts.agent.parameters
    return "AC-VERDICT-009" if lacking else ""


unsupported_condition: Prover = checks_claim(_unsupported)(_refused)
