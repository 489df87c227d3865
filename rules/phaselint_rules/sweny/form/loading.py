"""Loading: what the schema pass refuses (reference sweny §4.3, §4.4, §8.1)."""

from __future__ import annotations

import re
from itertools import pairwise

from phaselint.dialects.sweny.reading.shapes import SYNONYMS
from phaselint.document.plain import NOT_PLAIN, PLAIN
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place
from phaselint.vocabulary.message import message, quote, quote_all, retold
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import choice, listing, suggest
from phaselint_rules import shapes
from phaselint_rules.sweny.form.subjects import subject, value_at
from phaselint_rules.sweny.needs import MAPPING, NODES, VERIFY
from phaselint_rules.words import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Part, Pointer

MERGE = "<<"
EDGES = "edges"
MOST_EXAMPLES = 3
"""Number of nodes in an example of edges."""
TAGS = frozenset({"inline", "file", "url"})
"""The keys of a source, which has exactly one of them (reference §3.7)."""
STRINGY = "a string"
DATE = "a date"
_DATE_TAG = r"!!timestamp\s+"


PHRASES = shapes.Phrases(write="use a value that is {wanted}")

E2E = (
    Grade("error", "in a file read by the loader"),
    Grade("warning", "in a file under `.sweny/e2e/`, which runs without this check"),
)

MERGED = (
    Grade("error", "in a node, an edge or another mapping that doesn't accept unknown fields"),
    Grade("warning", "elsewhere"),
)


# --- which problem is whose --------------------------------------------------------------------


def schema_problems(facts: SwenyFacts) -> Iterator[Problem]:
    """The problems that no more specific rule reports."""
    for problem in facts.contract.problems:
        if problem.found == MERGE and problem.kind == "unknown-field":
            continue
        if is_scalar_slip(facts, problem):
            continue
        if problem.kind != "missing-required-field":
            yield problem
            continue
        missing = _really_missing(facts, problem)
        if missing.names:
            yield missing


def is_scalar_slip(facts: SwenyFacts, problem: Problem) -> bool:
    """Whether an unquoted number, boolean or null is used as a string, or a string that a tag turns
    into something else."""
    if problem.kind != "invalid-type" or not problem.wanted.startswith(STRINGY):
        return False
    if problem.pointer in facts.contract.tagged:
        return True
    value = value_at(facts, problem.pointer)
    return value is None or isinstance(value, (bool, int, float))


def _really_missing(facts: SwenyFacts, problem: Problem) -> Problem:
    """The problem without the fields that a merge key was supposed to add, and without those whose
    misspelling is present: that one is reported."""
    mapping = value_at(facts, problem.pointer)
    merged = _merged_keys(mapping.get(MERGE)) if isinstance(mapping, dict) else frozenset()
    meant = {
        nearest(other.found, other.names)
        for other in facts.contract.problems
        if other.kind == "unknown-field" and other.pointer[:-1] == problem.pointer
    }
    names = tuple(name for name in problem.names if name not in merged and name not in meant)
    return problem._replace(names=names)


def _merged_keys(value: object) -> frozenset[str]:
    """The keys that a YAML 1.1 reader would merge in."""
    listed = value if isinstance(value, list) else [value]
    return frozenset(key for each in listed if isinstance(each, dict) for key in each)


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The field that an unknown key was meant for: a synonym, or one spelled much like it."""
    synonym = SYNONYMS.get(word)
    if synonym is not None and synonym in known:
        return synonym
    return choice(word, known)


# --- the rules ---------------------------------------------------------------------------------


@rule("SW004", E2E, complete_if=NODES, fix="unsafe", ends="unknown")
def schema_violation(facts: SwenyFacts) -> Iterator[Finding]:
    """Workflow that doesn't match the schema

    What:
        A field is missing, unknown, of the wrong type or out of range, or fields contradict each
        other.
    Why:
        The loader refuses the file with `SCHEMA`. Files under `.sweny/e2e/` run without this check;
        for them it is a warning, since other commands refuse them.
    Bad:
        requires: {on_fail: skip}
    Good:
        requires: {on_fail: skip, output_required: [plan.steps]}
    Fix:
        Write the expected value. If a field is missing because its name is misspelled, only the
        misspelling is reported.
    Source:
        sweny §3, §4.4, §8.1
    """
    for problem in schema_problems(facts):
        yield _worded(facts, problem)._replace(severity="warning" if facts.contract.e2e else None)


def _worded(facts: SwenyFacts, problem: Problem) -> Finding:
    """A problem as a finding: what is wrong, where, and what to do."""
    if problem.kind == "unknown-field":
        return _unknown(facts, problem)
    if problem.kind == "missing-required-field":
        return _missing(facts, problem)
    if problem.kind == "conflict":
        return _conflict(facts, problem)
    value = value_at(facts, problem.pointer)
    place = facts.place(problem.pointer, _part(facts, problem.pointer))
    found = quote(problem.found) if problem.found else kind_of(value)
    if problem.kind in ("too-small", "not-whole"):
        found = quote(str(value))
    return shapes.finding(problem, place, subject(facts, problem.pointer), found, PHRASES)


def _part(facts: SwenyFacts, pointer: Pointer) -> Part:
    """What part of an entry is marked: its key if a collection begins on a later line, since the
    first line of the collection isn't wrong."""
    document = facts.contract.documents[facts.file]
    if not pointer or isinstance(pointer[-1], int):
        return "value"
    key, value = (document.range(pointer, part).start.line for part in ("key", "value"))
    collection = isinstance(value_at(facts, pointer), (dict, list))
    return "key" if collection and key != value else "value"


def _unknown(facts: SwenyFacts, problem: Problem) -> Finding:
    owner = problem.pointer[:-1]
    place = facts.place(problem.pointer, "key")
    near = nearest(problem.found, problem.names)
    taken = near is not None and near in value_at(facts, owner)
    known = listing(problem.names)
    if problem.found in TAGS and TAGS.intersection(problem.names):
        both = (quote(problem.names[0]), quote(problem.found))
        text = message("{} is both {} and {}", subject(facts, owner), *both)
        return Finding(place, text, "keep one of the two")
    hint = f"use {known}" if known else "remove it"
    if near and not taken:
        hint = f"use {quote(near)}"
    text = message("{} has the unknown field {}", subject(facts, owner), quote(problem.found))
    fix = None if taken else _respelling(place, problem.found, near)
    return Finding(place, text, hint, fix=fix)


def _missing(facts: SwenyFacts, problem: Problem) -> Finding:
    names = quote_all(problem.names)
    text = message("{} is missing {}", subject(facts, problem.pointer), names)
    whole = not problem.pointer or isinstance(problem.pointer[-1], int)
    hint = f"add {names}"
    if not problem.pointer and EDGES in problem.names:
        hint += f", for example {quote(_some_edges(facts))}"
    for key in facts.workflow.unknown_keys if not problem.pointer else ():
        near = suggest(key, problem.names)
        if near:
            hint = f"rename {quote(key)} to {quote(near)}"
    place = facts.place(problem.pointer, "value" if whole else "key")
    return Finding(place, text, hint)


def _some_edges(facts: SwenyFacts) -> str:
    """How the edges between the first nodes might be written, on a line."""
    pairs = pairwise([name for name in facts.nodes if re.fullmatch(PLAIN, name)][:MOST_EXAMPLES])
    return f"{EDGES}: [{', '.join(f'{{from: {one}, to: {other}}}' for one, other in pairs)}]"


def _conflict(facts: SwenyFacts, problem: Problem) -> Finding:
    pointer = problem.pointer
    forbidding = problem.wanted.startswith("no ")
    owner = pointer[:-1] if pointer and pointer[-1] in problem.names else pointer
    whole = not pointer or isinstance(pointer[-1], int)
    place = facts.place(pointer, "value" if whole else "key")
    what, wanted = subject(facts, owner), retold(problem.wanted)
    if forbidding:
        kind = value_at(facts, (*owner, "kind"))
        text = message("{} has kind {}, which takes {}", what, quote(str(kind)), wanted)
        return Finding(place, text, f"remove {quote_all(problem.names)}, or change the `kind`")
    return Finding(place, message("{} must have {}", what, wanted), f"add {wanted}")


def _respelling(place: Place, found: str, near: str | None) -> Fix | None:
    if near is None or not re.fullmatch(PLAIN, near) or near.lower() in NOT_PLAIN:
        return None
    return Fix("unsafe", f"replace {quote(found)} with {quote(near)}", (Edit(place, near),))


@rule("SW005", E2E, complete_if=NODES, fix="safe", ends="unknown")
def non_string_scalar(facts: SwenyFacts) -> Iterator[Finding]:
    """Unquoted number, boolean or null used as a string

    What:
        A field for a string contains a scalar that YAML reads as another type, possibly because of
        its tag (`!!timestamp`, `!!binary`).
    Why:
        The loader refuses the file with `SCHEMA`, although the value looks right.
    Bad:
        pass_when: true
    Good:
        pass_when: "true"
    Fix:
        Quote it; remove the tag from a date.
    Source:
        sweny §2, §2.1, §4.4, §8.1
    """
    for problem in facts.contract.problems:
        if is_scalar_slip(facts, problem):
            place = facts.place(problem.pointer)
            text = facts.contract.documents[facts.file].text_of(problem.pointer)
            made = facts.contract.tagged.get(problem.pointer)
            hint, fix = _untagged(place, text, made) if made else _quoted(place, text, problem)
            yield Finding(
                place,
                message(
                    "{} must be {}, not {}",
                    subject(facts, problem.pointer),
                    problem.wanted,
                    made or kind_of(value_at(facts, problem.pointer)),
                ),
                hint,
                severity="warning" if facts.contract.e2e else None,
                fix=fix,
            )


def _quoted(place: Place, text: str, problem: Problem) -> tuple[str, Fix | None]:
    """What to write for an unquoted scalar, and the change that does it."""
    if not text:
        return f"use {problem.wanted}", None
    return f'quote it: "{text}"', Fix("safe", "quote it", (Edit(place, f'"{text}"'),))


def _untagged(place: Place, text: str, made: str) -> tuple[str, Fix | None]:
    """What to write instead of a scalar with a tag. The bytes of a binary can't be copied."""
    if made != DATE:
        return "write the intended string, without the tag", None
    plain = re.sub(_DATE_TAG, "", text, count=1)
    return "remove the tag", Fix("safe", "remove the tag", (Edit(place, plain),))


@rule("SW006", ERROR, complete_if=NODES, fix="manual", only_if_keys=VERIFY)
def legacy_verify(facts: SwenyFacts) -> Iterator[Finding]:
    """Removed key `verify`

    What:
        The root or a node has the key `verify`.
    Why:
        The loader refuses the file before it checks anything else; `eval` has replaced this key.
    Bad:
        verify: {any_tool_called: [linear_create_issue]}
    Good:
        eval: [{name: filed, kind: function, rule: {any_tool_called: [linear_create_issue]}}]
    Fix:
        Write one `function` evaluator for the tool keys and one `value` evaluator for the output
        keys.
    Source:
        sweny §4.3, §8.1
    """
    for pointer in facts.contract.legacy:
        owner = subject(facts, pointer[:-1])
        yield Finding(
            facts.place(pointer, "key"),
            message("{} uses `verify`, which is no longer supported", owner),
            "move its checks to evaluators under `eval`, each with `name`, `kind` and `rule`",
            fix=Fix("manual", "turn it into evaluators under `eval`"),
        )


@rule("SW002", MERGED, needs=MAPPING, complete_if=NODES)
def merge_key_unsupported(facts: SwenyFacts) -> Iterator[Finding]:
    """Merge key without effect

    What:
        A mapping has the key `<<`.
    Why:
        Workflows are read as YAML 1.2, where `<<` is an ordinary key: nothing is merged. Nodes,
        edges and evaluators that contain it are refused; elsewhere the fields are just missing.
    Bad:
        fix: {<<: *defaults, name: Fix}
    Good:
        fix: {name: Fix, instruction: Repair it., max_turns: 30}
    Fix:
        Write the fields out.
    Source:
        sweny §2, §8.1
    """
    refused = {
        p.pointer for p in facts.contract.problems if p.found == MERGE and p.kind == "unknown-field"
    }
    for pointer in _merge_keys(facts):
        written = value_at(facts, pointer[:-1])
        brought = sorted(_merged_keys(written[MERGE]).difference(written))
        few = 0 < len(brought) <= 8
        named = message(", so it doesn't add {}", quote_all(brought)) if few else ""
        yield Finding(
            facts.place(pointer, "key"),
            message(
                "`<<` in {} is an ordinary key that doesn't merge anything{}",
                subject(facts, pointer[:-1]),
                named,
            ),
            "write out the fields",
            severity="error" if pointer in refused else "warning",
        )


def _merge_keys(facts: SwenyFacts) -> Iterator[Pointer]:
    """The merge keys of the document, in order. What an alias stands for is looked at once."""
    document = facts.contract.documents.get(facts.file)
    if document is None or document.format != "yaml" or MERGE not in document.text:
        return
    seen: set[int] = set()
    waiting: list[tuple[Pointer, object]] = [((), document.value)]
    while waiting:
        pointer, value = waiting.pop()
        if not isinstance(value, (dict, list)) or id(value) in seen:
            continue
        seen.add(id(value))
        items = value.items() if isinstance(value, dict) else enumerate(value)
        if isinstance(value, dict) and MERGE in value:
            yield (*pointer, MERGE)
        waiting += [((*pointer, key), item) for key, item in reversed([*items])]
