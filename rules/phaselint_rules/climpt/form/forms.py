"""The form of agent.json and the registry, and the release they are written for (reference climpt
§2, §7.1, §9)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused
from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.climpt.form.blankkeys import PARTS, unslipped, with_blanks
from phaselint_rules.climpt.needs import AGENT, REGISTRY, VALIDATION
from phaselint_rules.climpt.pointertext import owner_of, subject, value_at
from phaselint_rules.climpt.refusing import CONFIGURATION, refused_if_checked
from phaselint_rules.words import kind_of, meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Pointer

MOST_SIGNS = 4
"""How many more places a finding on the format shows."""

FLAT = "move the fields under `runner`, as in 1.12 and later"
NESTED = "write it in the format of 1.13, or run it with the release it is written for"


# --- which problem is whose --------------------------------------------------------------------


def problems_of(facts: ClimptFacts, transition: str) -> Iterator[tuple[Place, Problem]]:
    """The problems that a rule reports, and their places."""
    for file, problem, name in facts.contract.problems:
        if name == transition:
            yield Place(file, problem.pointer), problem


def _without_slips(facts: ClimptFacts, place: Place, problem: Problem) -> Problem:
    """A problem of missing fields without those with a misspelled key in the same object."""
    slips = {near for _, near in _slips(facts, place, problem.names)}
    return problem._replace(names=tuple(name for name in problem.names if name not in slips))


def _slips(facts: ClimptFacts, place: Place, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The unknown fields of an object that are similar to one of some names, each with that
    name."""
    for found in facts.unknown_fields.get((place.file, place.pointer), ()):
        near = suggest(found, names)
        if near:
            yield found, near


# --- the rules ---------------------------------------------------------------------------------


@rule("CL002", ERROR, needs=AGENT, claims="refused", fix="unsafe")
def agent_schema(facts: ClimptFacts) -> Iterator[Finding]:
    """`agent.json` that doesn't match its schema

    What:
        A field of agent.json is missing, unknown, of the wrong type, or has a value that isn't
        allowed. Parameters, tools and the configuration of the verdict have their own rules.
    Why:
        The runtime refuses the agent with `AC-VALID-001` or `AC-VALID-002`, or `--validate` refuses
        it.
    Bad:
        {"name": "triager", "runner": {"flows": {"systemPromptPath": "prompts/system.md"}}}
    Good:
        {"name": "triager", "runner": {"flow": {"systemPromptPath": "prompts/system.md"}}}
    Fix:
        Write what the message asks for. If a misspelled field replaces a missing one, only the
        misspelling is reported.
    Dry run:
        The executor refuses to start the agent, if the start checks this field.
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
    claims="refused",
    complete_if=VALIDATION,
    fix="unsafe",
)
def registry_schema(facts: ClimptFacts) -> Iterator[Finding]:
    """Registry that doesn't match its schema

    What:
        A field of the registry is missing, empty, of the wrong type, or has a value that isn't
        allowed. Intents, transitions, entries and gates have their own rules; fields that a step of
        the flow sets to `null`, as `"structuredGate": null`, are left to `gate-incomplete`.
    Why:
        `--validate` refuses the registry. Without `agentId`, `version` or `steps`, or with a gate
        that lacks a field, the runtime doesn't start.
    Bad:
        {"agentId": "triager", "version": "1.0", "c1": "steps", "steps": {}}
    Good:
        {"agentId": "triager", "version": "1.0.0", "c1": "steps", "steps": {}}
    Fix:
        Write what the message asks for.
    Dry run:
        The executor refuses to start the agent, if the start checks this field.
    Source:
        climpt §2.1 to §2.8, §3.1, §3.2, §7.1
    """
    for place, problem in _together(problems_of(facts, "registry-schema")):
        if _is_lacking(facts, place.pointer):
            continue
        if problem.kind != "missing-required-field":
            yield worded(facts, place, problem, ())
        elif names := unslipped(value_at(facts, place), problem.names):
            yield worded(facts, place, problem._replace(names=names), ())


def _is_lacking(facts: ClimptFacts, pointer: Pointer) -> bool:
    """Whether `gate-incomplete` treats a member as absent."""
    if not facts.gated or len(pointer) != 3 or pointer[2] not in PARTS:
        return False
    of_step = pointer[0] == "steps" and not str(pointer[1]).startswith("section.")
    value = value_at(facts, facts.place(pointer))
    return of_step and not value and value not in ({}, [])


def _together(found: Iterable[tuple[Place, Problem]]) -> Iterator[tuple[Place, Problem]]:
    """The problems, with the missing fields of one place in one of them: some are required by the
    JSON Schema of the reference and others by its code."""
    lacking: dict[Place, Problem] = {}
    for place, problem in found:
        if problem.kind != "missing-required-field":
            yield place, problem
            continue
        before = lacking.get(place)
        names = (*before.names, *problem.names) if before else problem.names
        lacking[place] = problem._replace(names=names)
    yield from lacking.items()


def worded(
    facts: ClimptFacts, place: Place, problem: Problem, codes: tuple[str, ...] = CONFIGURATION
) -> Finding:
    """A problem as a finding: what is wrong, where, and what to do. The start is refused with one
    of some codes, if it checks what is wrong."""
    witness = Witness({"kind": problem.kind, "names": [*problem.names]})
    claim = refused_if_checked(facts, codes, *_checked(facts, place, problem))
    return _finding(facts, place, problem)._replace(witness=witness, claim=claim)


def _checked(facts: ClimptFacts, place: Place, problem: Problem) -> Iterator[Place]:
    """The places that a start looks at if a problem concerns it: those of what is missing, also
    where it is only misspelled."""
    names, owner = problem.names, place
    if problem.kind == "unknown-field":
        owner = owner_of(place)
        near = suggest(problem.found, _free(facts, owner, names))
        names = (near,) if near else ()
    elif problem.kind != "missing-required-field":
        yield place
        return
    for name in names:
        yield owner._replace(pointer=(*owner.pointer, name))


def _free(facts: ClimptFacts, owner: Place, names: Iterable[str]) -> tuple[str, ...]:
    """Those of some fields that an object lacks."""
    given = value_at(facts, owner)
    return tuple(name for name in names if name not in given)


def _finding(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    from phaselint_rules import shapes

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
    free = _free(facts, owner, problem.names)
    place = place._replace(part="key")
    known, whose = listing(problem.names), subject(facts, owner)
    text = message("unknown field {} in {}", quote(problem.found), whose)
    moved = MOVED.get(place.pointer[-2:]) if facts.is_1_14 else None
    if moved:
        return Finding(place, text, f"it has no effect; from release 1.14 on, use {moved}")
    if problem.found.strip() in free:
        text = with_blanks(problem.found, whose)
    return Finding(
        place,
        text,
        meant(problem.found, free, f"use one of {known}" if known else "remove it"),
        fix=respell(problem.found, free, place),
    )


MOVED: Mapping[Pointer, str] = {
    ("boundaries", "allowedTools"): "`permissions.allow` of the settings file",
    ("boundaries", "permissionMode"): "`permissions.defaultMode` of the settings file",
}
"""Where members of agent.json that release 1.14 no longer knows went (1.14 §2.5)."""


def _missing(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    names = quote_all(problem.names)
    text = message("{} is missing {}", subject(facts, place), names)
    hint = f"add {names}"
    for slip, near in _slips(facts, place, problem.names):
        hint = f"replace {quote(slip)} with {quote(near)}"
    return Finding(place._replace(part="key" if place.pointer else "document"), text, hint)


@rule(
    "CL008",
    ERROR,
    needs=("is_agent",),
    claims="refused",
    complete_if=(*AGENT, *VALIDATION),
)
def format_generation(facts: ClimptFacts) -> Iterator[Finding]:
    """Agent written for another release of the format

    What:
        A part of a registry for release 1.13 has the form of 1.14 (`address` or `kind` on a step,
        an object as an entry, `preflightConditions` or `postLLMConditions`, `adaptationChain`),
        agent.json has that of 1.11 (no `runner`, but `behavior`, `prompts` or `logging`), or the
        agent is written for a release other than the option `climpt.target` names.
    Why:
        No release reads another's format: release 1.13 doesn't start the agent or, if only the
        validation has the form of 1.14, never validates an answer. The rest of this part isn't
        checked.
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
        claim = Refused(CONFIGURATION, tuple(place.pointer[-1:] for place in flat))
        yield _of_generation(flat, "1.11", "the agent", FLAT)._replace(claim=claim)
    if nested and facts.is_1_13:
        part = nested[0].pointer[len(facts.registry.base)]
        found = _of_generation(nested, "1.14", _PARTS.get(part, _VALIDATION_PART), NESTED)
        yield found._replace(claim=refused_if_checked(facts, ("SR-ENTRY-003",), *nested))


_PARTS: Mapping[str | int, str] = {"steps": "a step", "entryStepMapping": "an entry"}
_VALIDATION_PART = "the validation of the registry"


def _of_other_release(facts: ClimptFacts) -> Finding:
    """The whole agent is for a release other than the one to lint for."""
    contract = facts.contract
    release, wanted = contract.generation, facts.options["target"]
    signs = contract.former if release == "1.13" else contract.signs
    places = [Place(*sign, "key") for sign in signs]
    files = (part.file for part in (contract.registry, contract.agent) if part is not None)
    place, *others = places or [Place(next(files, contract.target.path), (), "document")]
    return Finding(
        place,
        message("the agent is written for release {}, but `climpt.target` is {}", release, wanted),
        f"rewrite it for {wanted}, or set `climpt.target` to `auto` or `{release}`",
        related=tuple(Related(other, f"as in {release}") for other in others[:MOST_SIGNS]),
        witness=Witness({"generation": release, "target": wanted}),
    )


def _of_generation(signs: list[Place], release: str, what: str, hint: str) -> Finding:
    place, *others = signs
    return Finding(
        place,
        message("{} has the format of release {}, which 1.13 doesn't read", what, release),
        hint,
        related=tuple(Related(other, f"as in {release}") for other in others[:MOST_SIGNS]),
        witness=Witness({"generation": release}),
    )
