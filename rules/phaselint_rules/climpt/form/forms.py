"""The form of agent.json and the registry, and the generation they are written for (reference
climpt §2, §7.1, §9)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules import shapes
from phaselint_rules.climpt.form.blankkeys import PARTS, unslipped, with_blanks
from phaselint_rules.climpt.needs import AGENT, REGISTRY, VALIDATION
from phaselint_rules.climpt.pointertext import owner_of, subject, value_at
from phaselint_rules.words import kind_of, meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Pointer

MOST_SIGNS = 4
"""Further places that a finding on the format shows."""

FLAT = "move the fields under `runner`, where 1.12 and later have them"
NESTED = "write it in the format of 1.13, or run it with the release it is written for"


# --- which problem is whose --------------------------------------------------------------------


def problems_of(facts: ClimptFacts, transition: str) -> Iterator[tuple[Place, Problem]]:
    """The problems that a rule reports, and their places."""
    for file, problem, name in facts.contract.problems:
        if name == transition:
            yield Place(file, problem.pointer), problem


def _without_slips(facts: ClimptFacts, place: Place, problem: Problem) -> Problem:
    """A problem of missing fields without those of which a misspelling stands beside it."""
    slips = {near for _, near in _slips(facts, place, problem.names)}
    return problem._replace(names=tuple(name for name in problem.names if name not in slips))


def _slips(facts: ClimptFacts, place: Place, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The unknown fields of an object that are much like one of some names, each with that."""
    for found in facts.unknown_fields.get((place.file, place.pointer), ()):
        near = suggest(found, names)
        if near:
            yield found, near


# --- the rules ---------------------------------------------------------------------------------


@rule("CL002", ERROR, needs=AGENT, prove="form.proofs.loading:refused_agent", fix="unsafe")
def agent_schema(facts: ClimptFacts) -> Iterator[Finding]:
    """agent.json is not of the form it has to have.

    What:
        A field of agent.json is missing, unknown, of the wrong type, or none of its words.
        Parameters, tools and the configuration of the verdict have rules of their own.
    Why:
        The runtime refuses the agent with `AC-VALID-001` or `AC-VALID-002`, or `--validate`
        refuses it.
    Bad:
        {"name": "triager", "runner": {"flows": {"systemPromptPath": "prompts/system.md"}}}
    Good:
        {"name": "triager", "runner": {"flow": {"systemPromptPath": "prompts/system.md"}}}
    Fix:
        Write what is expected there. Where a misspelling stands for a missing field, only the
        misspelling is reported.
    Dry run:
        The executor refuses to start the agent, where start-up looks at the field.
    Source:
        climpt §2.9, §3.1, §3.2, §7.1
    """
    for place, problem in problems_of(facts, "agent-schema"):
        if problem.kind != "missing-required-field":
            yield worded(facts, place, problem)
        elif (left := _without_slips(facts, place, problem)).names:
            yield worded(facts, place, left)


@rule(
    "CL005",
    ERROR,
    needs=REGISTRY,
    prove="form.proofs.loading:refused_registry",
    complete_if=VALIDATION,
    fix="unsafe",
)
def registry_schema(facts: ClimptFacts) -> Iterator[Finding]:
    """The registry is not of the form it has to have.

    What:
        A field of the registry is missing, empty, of the wrong type, or none of its words.
        Intents, rules of transitions, entries and gates have rules of their own; fields that a
        flow step sets to `null`, as `"structuredGate": null`, are left to `gate-incomplete`.
    Why:
        `--validate` refuses the registry. Without `agentId`, `version` or `steps`, or with a
        gate that lacks a field, the runtime does not start.
    Bad:
        {"agentId": "triager", "version": "1.0", "c1": "steps", "steps": {}}
    Good:
        {"agentId": "triager", "version": "1.0.0", "c1": "steps", "steps": {}}
    Fix:
        Write what is expected there.
    Dry run:
        The executor refuses to start the agent, where start-up looks at the field.
    Source:
        climpt §2.1 to §2.8, §3.1, §3.2, §7.1
    """
    for place, problem in _together(problems_of(facts, "registry-schema")):
        if _is_lacking(facts, place.pointer):
            continue
        if problem.kind != "missing-required-field":
            yield worded(facts, place, problem)
        elif names := unslipped(value_at(facts, place), problem.names):
            yield worded(facts, place, problem._replace(names=names))


def _is_lacking(facts: ClimptFacts, pointer: Pointer) -> bool:
    """Whether a member is one that `gate-incomplete` takes for absent."""
    if not facts.gated or len(pointer) != 3 or pointer[2] not in PARTS:
        return False
    of_step = pointer[0] == "steps" and not str(pointer[1]).startswith("section.")
    value = value_at(facts, facts.place(pointer))
    return of_step and not value and value not in ({}, [])


def _together(found: Iterable[tuple[Place, Problem]]) -> Iterator[tuple[Place, Problem]]:
    """The problems, with the fields that one place lacks in one of them: some are demanded by
    the JSON Schema of the reference and others by its code."""
    lacking: dict[Place, Problem] = {}
    for place, problem in found:
        if problem.kind != "missing-required-field":
            yield place, problem
            continue
        before = lacking.get(place)
        names = (*before.names, *problem.names) if before else problem.names
        lacking[place] = problem._replace(names=names)
    yield from lacking.items()


def worded(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    """A problem as a finding: what is wrong, where, and what to do."""
    witness = Witness({"kind": problem.kind, "names": [*problem.names]})
    return _finding(facts, place, problem)._replace(witness=witness)


def _finding(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    if problem.kind == "unknown-field":
        return _unknown(facts, place, problem)
    if problem.kind == "missing-required-field":
        return _missing(facts, place, problem)
    found = kind_of(value_at(facts, place))
    if problem.kind == "malformed" and problem.found:
        found = quote(problem.found)
    return shapes.finding(problem, place, subject(facts, place), found)


def _unknown(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    owner = owner_of(place)
    given = value_at(facts, owner)
    free = tuple(name for name in problem.names if name not in given)
    place = place._replace(part="key")
    known, whose = listing(problem.names), subject(facts, owner)
    text = message("{} has the unknown field {}", whose, quote(problem.found))
    moved = MOVED.get(place.pointer[-2:]) if facts.is_1_14 else None
    if moved:
        return Finding(place, text, f"it has no effect: from release 1.14 on it is {moved}")
    if problem.found.strip() in free:
        text = with_blanks(problem.found, whose)
    return Finding(
        place,
        text,
        meant(problem.found, free, f"it takes {known}" if known else "remove it"),
        fix=respell(problem.found, free, place),
    )


MOVED: Mapping[Pointer, str] = {
    ("boundaries", "allowedTools"): "`permissions.allow` of the settings file",
    ("boundaries", "permissionMode"): "`permissions.defaultMode` of the settings file",
}
"""Where members of agent.json went that release 1.14 does not know any more (1.14 §2.5)."""


def _missing(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    names = quote_all(problem.names)
    text = message("{} has no {}", subject(facts, place), names)
    hint = f"add {names}"
    for slip, near in _slips(facts, place, problem.names):
        hint = f"did you mean {quote(near)} with {quote(slip)}?"
    return Finding(place._replace(part="key" if place.pointer else "document"), text, hint)


@rule(
    "CL008",
    ERROR,
    needs=("is_agent",),
    prove="form.proofs.loading:refused_generation",
    complete_if=(*AGENT, *VALIDATION),
)
def format_generation(facts: ClimptFacts) -> Iterator[Finding]:
    """The agent is written for another generation of the format.

    What:
        A part of a registry for release 1.13 has the form of 1.14 (`address` or `kind` on a step,
        an object as an entry, `preflightConditions` or `postLLMConditions`, `adaptationChain`),
        agent.json has that of 1.11 (no `runner`, but `behavior`, `prompts` or `logging`), or the
        agent is written for another release than the option `climpt.target` names.
    Why:
        No generation reads another: release 1.13 does not start the agent, or, where only the
        validation is in the form of 1.14, never validates an answer. The part concerned is not
        linted any further.
    Bad:
        "entryStepMapping": {"poll:state": {"initial": "initial.issue"}}
    Good:
        "entryStepMapping": {"poll:state": "initial.issue"}
    Fix:
        Write all of it for one release, or run the agent with the release it is written for.
    Dry run:
        The executor refuses to start the agent, unless only the validation is concerned.
    Source:
        climpt §2.9, §7.1, §9, climpt 1.14 §1.2, §10
    """
    if not facts.wanted:
        yield _of_other_release(facts)
        return
    signs = facts.contract.signs
    flat = [Place(*sign, "key") for sign in signs if facts.in_agent(*sign)]
    nested = [Place(*sign, "key") for sign in signs if not facts.in_agent(*sign)]
    if flat:
        yield _of_generation(flat, "1.11", "the agent", FLAT)
    if nested and facts.is_1_13:
        part = nested[0].pointer[len(facts.registry.base)]
        yield _of_generation(nested, "1.14", _PARTS.get(part, _VALIDATION_PART), NESTED)


_PARTS: Mapping[str | int, str] = {"steps": "a step", "entryStepMapping": "an entry"}
_VALIDATION_PART = "the validation of the registry"


def _of_other_release(facts: ClimptFacts) -> Finding:
    """That the whole agent is of a release that is not the one to lint for."""
    contract = facts.contract
    release, wanted = contract.generation, facts.options["target"]
    signs = contract.former if release == "1.13" else contract.signs
    places = [Place(*sign, "key") for sign in signs]
    files = (part.file for part in (contract.registry, contract.agent) if part is not None)
    place, *others = places or [Place(next(files, contract.target.path), (), "document")]
    return Finding(
        place,
        message("the agent is written for release {}, and `climpt.target` is {}", release, wanted),
        f"rewrite it for {wanted}, or set `climpt.target` to `auto` or `{release}`",
        related=tuple(Related(other, f"as in {release}") for other in others[:MOST_SIGNS]),
        witness=Witness({"generation": release, "target": wanted}),
    )


def _of_generation(signs: list[Place], release: str, what: str, hint: str) -> Finding:
    place, *others = signs
    return Finding(
        place,
        message(
            "{} is written in the format of release {}, which 1.13 does not read", what, release
        ),
        hint,
        related=tuple(Related(other, f"as in {release}") for other in others[:MOST_SIGNS]),
        witness=Witness({"generation": release}),
    )
