"""How the executor shows that a start refuses the shape of agent.json or of the registry
(reference climpt §2.9, §3.1, §3.2, §7.1, §7.8)."""

from __future__ import annotations

from phaselint.executor.proof import STATIC, data_of
from phaselint.javascript.values import is_truthy
from phaselint.vocabulary.rule import by
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.form.blankkeys import unslipped
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import refused_with
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.registrycodes import LACKING, codes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.shape import Problem
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Place, Pointer, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Reader

CONFIGURATION = ("AC-VALID-001", "AC-VALID-002")
UNKNOWN = "unknown-field"

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
"""The fields of agent.json whose values a start checks (§3.2, agent-config)."""

DEFAULTED = frozenset(
    {
        ("runner", "boundaries", "permissionMode"),
        ("runner", "flow", "prompts", "registry"),
        ("runner", "verdict", "type"),
    }
)
"""Those of them that have their default if they are null (§2.9)."""

SYSTEM_PROMPT = ("runner", "flow", "systemPromptPath")
"""The field that a start only checks for being empty (§2.9)."""

CHECKED_NAMES: Mapping[Pointer, tuple[str, ...]] = {
    (): ("name", "displayName", "runner"),
    ("runner",): ("flow",),
    ("runner", "flow"): ("systemPromptPath",),
}
"""The fields that a start misses, by the object they belong to."""


# --- what is wrong with a document ----------------------------------------------------------------


def shape_of(transition: str) -> Reader:
    """The reader of what is wrong with the shape of a document, by the rule that reports it."""

    def read(claim: Claim) -> ExpectedFinding | None:
        kind = claim.name("kind")
        found = [
            each for each in _problems(claim.facts, transition, claim.place) if each.kind == kind
        ]
        if not found:
            return None
        names = [name for problem in found for name in problem.names]
        if kind == LACKING:
            slips = _slips(claim.facts, claim.place, names) if transition == "agent-schema" else []
            names = [name for name in names if name not in slips]
            names = [*unslipped(claim.value, names)]
            if not names:
                return None
        return claim.here(kind=kind, names=names)

    return read


def _problems(facts: ClimptFacts, transition: str, place: Place) -> Iterator[Problem]:
    for file, problem, name in facts.contract.problems:
        if name == transition and (file, problem.pointer) == (place.file, place.pointer):
            yield problem


def _slips(facts: ClimptFacts, place: Place, names: list[str]) -> list[str]:
    """Those of the names that an object lacks but has a misspelling of."""
    found = []
    for file, problem, _ in facts.contract.problems:
        if problem.kind != UNKNOWN or (file, problem.pointer[:-1]) != (place.file, place.pointer):
            continue
        near = suggest(problem.found, tuple(names))
        found += [near] if near else []
    return found


# --- agent.json ---------------------------------------------------------------------------------


@checks_claim(shape_of("agent-schema"))
@by("refusal")
def refused_agent(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with a code of the configuration, if it checks the field."""
    pointer = finding.place.pointer[len(lab.facts.agent.base) :]
    data = data_of(finding)
    if data["kind"] == LACKING:
        looked_at = not set(data["names"]).isdisjoint(CHECKED_NAMES.get(pointer, ()))
    elif data["kind"] == UNKNOWN:
        beside = value_at(lab.facts, finding.place._replace(pointer=finding.place.pointer[:-1]))
        meant = suggest(str(pointer[-1]), CHECKED_NAMES.get(pointer[:-1], ()))
        looked_at = meant is not None and meant not in (beside or {})
    else:
        value = value_at(lab.facts, finding.place)
        looked_at = pointer in CHECKED_FIELDS and not (value is None and pointer in DEFAULTED)
        looked_at = looked_at or (pointer == SYSTEM_PROMPT and not is_truthy(value))
    return refused_with(lab, *CONFIGURATION) if looked_at else STATIC


COUNTS = ("maxIterations", "maxChecks")
CONFIG = ("runner", "verdict", "config")


def _configured(claim: Claim) -> ExpectedFinding | None:
    """What the configuration of a verdict lacks, or what is wrong in it."""
    read = shape_of("verdict-config-incomplete")(claim)
    if read is not None or claim.name("kind") != LACKING:
        return read
    facts = claim.facts
    if not facts.has_agent:
        return None
    agent = facts.agent
    names = [name for name in _needed(agent.verdict) if not (agent.config or {}).get(name)]
    names = [name for name in names if not _reported(facts, name)]
    owner = CONFIG if agent.config is not None else CONFIG[:-1]
    return claim.here(kind=LACKING, names=names) if names and claim.agent_place(*owner) else None


def _needed(verdict: str) -> tuple[str, ...]:
    from phaselint.dialects.climpt.reading.shapes import VERDICT_NEEDS

    return VERDICT_NEEDS.get(verdict, ())


def _reported(facts: ClimptFacts, name: str) -> bool:
    """Whether a member of the configuration exists but is wrong."""
    place = facts.agent_place((*facts.agent.base, *CONFIG, name))
    return any(_problems(facts, "verdict-config-incomplete", place))


@checks_claim(_configured)
@by("refusal")
def refused_config(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, if it checks the value: it misses what is absent or empty, but accepts
    any positive number and any other string."""
    missing = data_of(finding)["kind"] == LACKING
    value = value_at(lab.facts, finding.place)
    name = finding.place.pointer[-1]
    positive = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    wrong = not positive if name in COUNTS else name == "conditions" or not value
    whole = finding.place.pointer[-2:-1] == ("config",)
    if missing and name in ("config", "verdict"):
        return refused_with(lab, *CONFIGURATION)
    return refused_with(lab, *CONFIGURATION) if wrong and whole else STATIC


@checks_claim(shape_of("parameter-definition"))
@by("refusal")
def refused_parameter(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, if it checks the field: a flag only needs to start like a flag."""
    value = value_at(lab.facts, finding.place)
    kind = data_of(finding)["kind"]
    taken = isinstance(value, str) and value.startswith("--")
    if finding.place.pointer[-1] == "cli" and taken and kind != "conflict":
        return STATIC
    return refused_with(lab, *CONFIGURATION)


# --- the registry -------------------------------------------------------------------------------


@checks_claim(shape_of("registry-schema"))
@by("refusal")
def refused_registry(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with a code of the registry, if it checks the field."""
    code = codes_of(lab.facts, finding.place.pointer, data_of(finding))
    return refused_with(lab, *code) if code else STATIC


def _generation(claim: Claim) -> ExpectedFinding | None:
    """The release whose format the first of some signs has."""
    facts, place = claim.facts, claim.place
    if not facts.wanted:
        return claim.here(generation=facts.contract.generation, target=str(facts.options["target"]))
    flat = facts.in_agent(place.file, place.pointer)
    fellows = [sign for sign in facts.contract.signs if facts.in_agent(*sign) is flat]
    if fellows[:1] != [(place.file, place.pointer)]:
        return None
    return claim.here(generation="1.11" if flat else "1.14")


@checks_claim(_generation)
@by("refusal")
def refused_generation(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, if what it checks has the other form."""
    facts = lab.facts
    if not facts.wanted:
        return STATIC
    if data_of(finding)["generation"] == "1.11":
        return refused_with(lab, *CONFIGURATION)
    mapping = (*facts.registry.base, "entryStepMapping")
    signs = [pointer for _, pointer in facts.contract.signs]
    if any(pointer[: len(mapping)] == mapping for pointer in signs):
        return refused_with(lab, "SR-ENTRY-003")
    return STATIC
