"""Single files: shapes, words and names (reference vesanor §6.1)."""

from __future__ import annotations

from phaselint.dialects.vesanor.model import HIGH_RISK
from phaselint.dialects.vesanor.reading.files import stem
from phaselint.dialects.vesanor.reading.invariants import OPERATOR, OPERATORS
from phaselint.dialects.vesanor.reading.invariants import meant as meant_operator
from phaselint.vocabulary.claim import All, Notes, Refused, Written
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules import shapes
from phaselint_rules.vesanor.needs import SESSION
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.vocabulary.finding import Pointer

PHRASES = shapes.Phrases(word="{found} isn't a value of {what}")

BY_KIND_OF_FIELD = (
    Grade("error", "if the field is essential"),
    Grade("warning", "for any other base field"),
)


@rule("VE001", ERROR, needs=SESSION, claims="refused", fix="manual")
def phases_not_array(facts: VesanorFacts) -> Iterator[Finding]:
    """Phases written as a mapping instead of a list

    What:
        `phases` in the session file is a mapping from name to settings. Vesanor reads a list of
        entries, each with a `name`.
    Why:
        The session file does not compile, and every session refuses to start.
    Bad:
        phases:
          triage: {initial: true}
          done: {terminal: true}
    Good:
        phases:
          - {name: triage, initial: true}
          - {name: done, terminal: true}
    Fix:
        Turn each entry into a list item, and its key into `name`.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §3.1, §6.1
    """
    if facts.session.phases_form == "mapping":
        yield Finding(
            Place(facts.session.file, ("phases",), "key"),
            message("`phases` must be a list, not a mapping"),
            "write each phase as a list item: `- name: ...`",
            fix=Fix("manual", "turn the mapping into a list of entries with `name`"),
            claim=Refused(),
        )


@rule("VE002", ERROR, needs=SESSION, claims="refused", fix="unsafe")
def transitions_not_map(facts: VesanorFacts) -> Iterator[Finding]:
    """Malformed `transitions`

    What:
        The session's `transitions` isn't a mapping, or one of its values isn't a list of phase
        names.
    Why:
        Vesanor refuses to compile the session file; no session starts.
    Bad:
        transitions:
          triage: review
    Good:
        transitions:
          triage: [review]
    Fix:
        Put the targets of each phase into a list.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §2.1, §6.1
    """
    for pointer in facts.session.bad_transitions:
        place = Place(facts.session.file, pointer)
        whole = len(pointer) == 1
        value = _value(facts, place)
        fix = None
        if isinstance(value, str):
            fix = Fix("unsafe", "wrap it in a list", (Edit(place, f"[{value}]"),))
        yield Finding(
            place if not whole else place._replace(part="key"),
            (
                message("`transitions` must be a mapping")
                if whole
                else message(
                    "the targets of {} must be a list of phase names", quote(str(pointer[-1]))
                )
            ),
            "write a mapping from phase to a list of phases, such as `triage: [review]`",
            fix=fix,
            claim=Refused(),
        )


def _value(facts: VesanorFacts, place: Place) -> Any:
    value = facts.contract.documents[place.file].value
    for key in place.pointer:
        value = value[key]
    return value


@rule("PL007", BY_KIND_OF_FIELD, fix="unsafe")
def missing_required_field(facts: VesanorFacts) -> Iterator[Finding]:
    """Missing required field

    What:
        A tool contract without `tool` or `side_effect`, a phase without `name`, `transitions`
        without `phases`, `timeouts` without `total_ms`, `retries` without `max_attempts`, an
        invariant without `path`, or a test contract without `tool` (errors); a tool contract
        without another of its base fields, or a session file without `schema_version` or `agent`
        (warnings).
    Why:
        Without the first group, the contract has no meaning to Vesanor, and an invariant without a
        path checks nothing. The documentation lists the others as required, although many examples
        omit them.
    Bad:
        tool: lookup_customer
        transitions: {valid_in_phases: [triage]}
    Good:
        tool: lookup_customer
        side_effect: read
        transitions: {valid_in_phases: [triage]}
    Fix:
        Add the field.
    Source:
        vesanor §2.1, §2.2, §6.1, A15
    """
    for file, problem in facts.shape_problems("missing-required-field"):
        slips = _slips(facts, file, problem.pointer)
        yield _respelled(facts, file, problem, slips) or _missing(
            file, problem.pointer, problem.names, problem.grave, slips
        )
    session = facts.session
    if session.phases_form == "absent" and "transitions" in facts.session_value:
        slips = _slips(facts, session.file, ())
        yield _missing(session.file, ("transitions",), ("phases",), True, slips)
    for test in facts.contract.tests:
        if "tool" not in test.value and "multi_tool_call" not in test.value:
            yield _missing(test.file, (), ("tool",), True, {})


def _respelled(
    facts: VesanorFacts, file: str, problem: Problem, slips: Mapping[str, str]
) -> Finding | None:
    """The finding on a mapping below the top that has a misspelled key in place of a missing one,
    if no rule reports unknown keys there."""
    if not problem.pointer or len(problem.names) != 1 or problem.names[0] in slips:
        return None
    [name] = problem.names
    keys = _value(facts, Place(file, problem.pointer))
    slip = next((key for key in keys if isinstance(key, str) and suggest(key, (name,))), None)
    if slip is None:
        return None
    place = Place(file, (*problem.pointer, slip), "key")
    found = _missing(file, problem.pointer, problem.names, problem.grave, {})
    return found._replace(
        place=place,
        help=f"rename {quote(slip)} to {quote(name)}",
        fix=respell(slip, (name,), place),
    )


def _slips(facts: VesanorFacts, file: str, pointer: Pointer) -> dict[str, str]:
    """The known keys that unknown ones of a mapping are a misspelling of."""
    return {
        near: problem.found
        for where, problem in facts.shape_problems("unknown-field")
        if where == file and problem.pointer[:-1] == pointer
        if (near := suggest(problem.found, problem.names))
    }


def _missing(
    file: str,
    pointer: Pointer,
    names: tuple[str, ...],
    grave: bool,
    slips: Mapping[str, str],
) -> Finding:
    place = Place(file, pointer, "key")
    if not pointer:
        place = Place(file, (), "document" if grave else "value")
    noun = "required field" if grave else "documented field"
    plural = "s are" if len(names) > 1 else " is"
    misspelt = [slips[name] for name in names if name in slips]
    remedy = "add it" if len(names) == 1 else "add them"
    return Finding(
        place,
        message("{}{} missing: {}", noun, plural, quote_all(names)),
        f"{remedy}, or correct {quote_all(misspelt)}" if misspelt else remedy,
        severity="error" if grave else "warning",
    )


@rule("VE003", ERROR, fix="unsafe")
def invalid_type(facts: VesanorFacts) -> Iterator[Finding]:
    """Known field with a value of the wrong type

    What:
        A documented field has a value of another type, such as a string instead of a list of
        strings.
    Why:
        Vesanor either refuses the file or silently ignores the field.
    Bad:
        forbids_after: issue_refund
    Good:
        forbids_after: [issue_refund]
    Fix:
        Write a value of the type given in the message.
    Source:
        vesanor §2, §6.1
    """
    for file, problem in facts.shape_problems("invalid-type"):
        place = Place(file, problem.pointer)
        value = _value(facts, place)
        if not problem.pointer and value is None:
            place = Place(file, (), "document")
        fix = None
        if problem.wanted == "a list" and isinstance(value, str):
            fix = Fix("unsafe", "wrap it in a list", (Edit(place, f"[{value}]"),))
        name = next((str(key) for key in reversed(problem.pointer) if isinstance(key, str)), "")
        subject = quote(name) if name else message("the file")
        if problem.pointer and isinstance(problem.pointer[-1], int):
            subject = message("entry {} of {}", problem.pointer[-1] + 1, subject)
        found = shapes.finding(problem, place, subject, message(_describe(value)), PHRASES)
        yield found._replace(fix=fix)


def _describe(value: Any) -> str:
    if value is None:
        return "empty"
    for kinds, noun in (
        (bool, "a boolean"),
        (str, "a string"),
        ((int, float), "a number"),
        (list, "a list"),
    ):
        if isinstance(value, kinds):
            return noun
    return "a mapping"


@rule("VE004", ERROR, fix="unsafe")
def invalid_enum(facts: VesanorFacts) -> Iterator[Finding]:
    """Field with an unknown word

    What:
        `side_effect`, `evidence_class`, `commit_requirement`, `gate` or a value of `risk_defaults`
        isn't one of the documented words.
    Why:
        The contract doesn't compile, or the tool gets a default that its author didn't choose.
    Bad:
        side_effect: delete
    Good:
        side_effect: destructive
    Fix:
        Use one of the words listed in the message.
    Source:
        vesanor §2.1, §2.2, §6.1
    """
    for file, problem in facts.shape_problems("invalid-enum"):
        place = Place(file, problem.pointer)
        field = quote(str(problem.pointer[-1]))
        yield shapes.finding(problem, place, field, quote(problem.found), PHRASES)


@rule("PL008", WARNING, fix="unsafe")
def unknown_field(facts: VesanorFacts) -> Iterator[Finding]:
    """Unknown field

    What:
        An undocumented key at the top of the session file, in `session_limits`, `risk_defaults` or
        a phase, at the top of a tool contract or in its `transitions`; or an undocumented operator
        of an invariant.
    Why:
        A misspelled key is silently ignored; `valid_in_phase` makes a tool available everywhere,
        and an invariant with `greater: 5` tests nothing.
    Bad:
        transitions: {valid_in_phase: [triage]}
    Good:
        transitions: {valid_in_phases: [triage]}
    Fix:
        Correct the spelling or remove the key.
    Source:
        vesanor §2, §6.1
    """
    for file, problem in facts.shape_problems("unknown-field"):
        place = Place(file, problem.pointer, "key")
        key = problem.found
        if problem.wanted == OPERATOR:
            yield _unknown_operator(place, key)
            continue
        general = "remove it, or check its spelling and level"
        if key == "<<":
            general = "write out the fields; YAML 1.2 has no merge keys"
        yield Finding(
            place,
            message("unknown field {}", quote(key)),
            meant(key, problem.names, general),
            fix=respell(key, problem.names, place),
        )


def _unknown_operator(place: Place, word: str) -> Finding:
    better = meant_operator(word)
    return Finding(
        place,
        message("unknown operator {}", quote(word)),
        f"use {quote(better)}" if better else f"use one of {quote_all(OPERATORS)}",
        fix=respell(word, OPERATORS, place),
    )


@rule("VE005", WARNING, needs=SESSION, fix="safe")
def schema_version(facts: VesanorFacts) -> Iterator[Finding]:
    """Schema version other than the string "1.0"

    What:
        The session's `schema_version` is present but isn't the string `"1.0"`.
    Why:
        Only this value is documented. Without quotes, `1.0` is a number.
    Bad:
        schema_version: 1.0
    Good:
        schema_version: "1.0"
    Fix:
        Write `"1.0"` with quotes; the fix is safe if the value is the number 1.0.
    Source:
        vesanor §1.4, §2.1, §6.1
    """
    value = facts.session_value
    if value.get("schema_version", "1.0") == "1.0":
        return
    place = Place(facts.session.file, ("schema_version",))
    number = isinstance(value["schema_version"], float) and value["schema_version"] == 1.0
    yield Finding(
        place,
        message('`schema_version` must be the string `"1.0"`'),
        'write `"1.0"` with quotes',
        fix=Fix("safe", 'write `"1.0"`', (Edit(place, '"1.0"'),)) if number else None,
    )


@rule("VE006", ERROR, claims="refused")
def evidence_class_conflict(facts: VesanorFacts) -> Iterator[Finding]:
    """Acknowledgment as evidence for a high-risk side effect

    What:
        A tool with `side_effect` `destructive`, `admin` or `financial` has `evidence_class:
        ack_only`.
    Why:
        The compiler refuses this pair: an acknowledgment doesn't prove that an irreversible action
        happened.
    Bad:
        side_effect: destructive
        evidence_class: ack_only
    Good:
        side_effect: destructive
        evidence_class: local_transaction
    Fix:
        Use evidence that can be verified.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §2.2, §3.1, §6.1
    """
    for tool in (*facts.contract.tools, *facts.contract.unnamed):
        if tool.evidence_class == "ack_only" and tool.side_effect in HIGH_RISK:
            name = quote(tool.name or stem(tool.file))
            yield Finding(
                Place(tool.file, ("evidence_class",)),
                message("{} is `{}`, but has only `ack_only` evidence", name, tool.side_effect),
                "use `local_transaction` or `unverifiable`",
                related=(Related(Place(tool.file, ("side_effect",)), "high-risk side effect"),),
                claim=Refused(),
            )


@rule("VE007", ERROR)
def duplicate_tool(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool declared in two files

    What:
        Two tool contracts of a directory have the same `tool`.
    Why:
        Only one of them can be used, and the documentation doesn't define which one.
    Bad:
        # refund.yaml and issue_refund.yaml
        tool: issue_refund
    Good:
        # refund.yaml
        tool: refund
    Fix:
        Rename the tool, or remove a file. phaselint uses the first file for all other checks.
    Source:
        vesanor §6.1, §5.4 rule 9
    """
    first: dict[str, str] = {}
    for tool in facts.contract.tools:
        other = first.setdefault(tool.name, tool.file)
        if other != tool.file:
            yield Finding(
                Place(tool.file, ("tool",)),
                message("tool {} is declared in two files", quote(tool.name)),
                "rename one of them, or remove a file",
                related=(Related(Place(other, ("tool",)), "first declared here"),),
            )


@rule("VE008", WARNING, fix="manual")
def tool_file_name_mismatch(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool contract whose file name differs from its tool

    What:
        The file name without its extension differs from `tool`.
    Why:
        The layout is one file per tool, named after the tool; people look for a tool by its file
        name.
    Bad:
        # signoff.yaml
        tool: sign_off
    Good:
        # sign_off.yaml
        tool: sign_off
    Fix:
        Rename the file, or correct `tool`.
    Source:
        vesanor §1.1, §6.1
    """
    for tool in facts.contract.tools:
        if stem(tool.file) != tool.name:
            yield Finding(
                Place(tool.file, ("tool",)),
                message(
                    "tool {} is declared in a file named {}",
                    quote(tool.name),
                    quote(stem(tool.file)),
                ),
                "rename the file, or correct `tool`",
                fix=Fix("manual", "rename the file"),
            )


@rule("VE009", WARNING, needs=SESSION, claims="read_and_notes")
def phase_restriction_ignored(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool restricted to phases that don't exist

    What:
        A tool has `transitions`, but there is no session file, or the session file has no `phases`.
    Why:
        Without phases, Vesanor doesn't track phases: the tool is available at once, the opposite of
        what its author wrote.
    Bad:
        # no session.yaml
        transitions: {valid_in_phases: [approved]}
    Good:
        # session.yaml
        phases: [{name: triage, initial: true}, {name: approved}, {name: done, terminal: true}]
    Fix:
        Declare the phases, or remove `transitions`.
    Dry run:
        The tool is visible in the first turn, or as soon as its preconditions are met.
    Source:
        vesanor §2.1, §6.1
    """
    if facts.session.phases_form != "absent":
        return
    session = facts.contract.session
    why = message("there is no session file" if session is None else "the session has no `phases`")
    related = (Related(Place(session.file, (), "document"), "session file"),) if session else ()
    for tool in facts.tools.values():
        if tool.restricted:
            place = Place(tool.file, ("transitions",), "key")
            yield Finding(
                place,
                message("the phase restriction of {} has no effect: {}", quote(tool.name), why),
                "declare the phases in a `session.yaml` next to it, or remove `transitions`"
                if session is None
                else "declare the phases in `session.yaml`, or remove `transitions`",
                related=related,
                witness=Witness({"tool": tool.name}),
                claim=_seen_without_phases(tool.name, place),
            )


def _seen_without_phases(tool: str, place: Place) -> All:
    """That the model sees a tool though no phase is entered, and the tool has `transitions`."""
    seen = Notes(
        "",
        "turn",
        {"phase_before": None},
        holds={"visible": (tool,)},
        doubt="no run makes the tool visible",
    )
    return All((seen,), (Written(place),), f"that {quote(tool)} has `transitions`")
