"""Fields that the loader drops or does not miss, and that change what runs (reference sweny
§3.1, §4.7, §8.1)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.shapes import METADATA, WORKFLOW
from phaselint.vocabulary.claim import All, Ends, Notes, Written
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.form.subjects import value_at
from phaselint_rules.sweny.needs import GUIDANCE, MAPPING, SOUND
from phaselint_rules.words import respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.finding import Place

SECTIONS = {"rules": "## Rules", "context": "## Background Context"}
"""The start of the prompt section that a root key adds (§5.3)."""

SOURCES_KEYS = ("only", "sources")


@rule("SW007", WARNING, needs=MAPPING, claims="read_and_notes", fix="unsafe")
def top_level_key_typo(facts: SwenyFacts) -> Iterator[Finding]:
    """Misspelled root key

    What:
        A key of the workflow's root isn't one of its fields, but is spelled much like an optional
        field (`schema-violation` covers misspelled required fields). Keys that catalogs of
        workflows use (`author`, `category`, `tags`, …) aren't reported.
    Why:
        Unknown root keys are silently dropped: the rules, the context or the model never reach a
        node.
    Bad:
        contexts: [./docs/conventions.md]
    Good:
        context: [./docs/conventions.md]
    Fix:
        Correct the spelling.
    Dry run:
        The prompt of the entry node lacks the section that the key was meant to add.
    Source:
        sweny §3.1, §8.1
    """
    known = facts.known_keys
    given = value_at(facts, ()) if facts.workflow.unknown_keys else {}
    for key in facts.workflow.unknown_keys:
        if key in METADATA:
            continue
        near = suggest(key, known)
        if near is None or near in WORKFLOW.required:
            continue
        place = facts.place((key,), "key")
        yield Finding(
            place,
            message("unknown root key {} is dropped", quote(key)),
            f"use {quote(near)}",
            witness=Witness({"key": key, "meant": near}),
            claim=_adds_no_section(facts, near, place),
            fix=None if near in given else respell(key, known, place),
        )


def _adds_no_section(facts: SwenyFacts, meant: str, place: Place) -> All | None:
    """That the prompt of the entry node lacks the section that a key is meant for; nothing for
    keys that bring none, or if it is there for another reason."""
    section = SECTIONS.get(meant)
    entry = facts.nodes.get(facts.workflow.entry)
    if section is None or entry is None:
        return None
    if getattr(facts.workflow, meant) or getattr(entry, meant).sources:
        return None
    given = dict.fromkeys((*SECTIONS, "additionalContext"))
    unseen = Notes(entry.id, "model:run", lacks={"prompt": [section]}, given=given)
    read = f"that the workflow has the key `{place.pointer[0]}`"
    return All((unseen,), (Written(place),), read)


@rule("SW008", WARNING, complete_if=SOUND, fix="unsafe", only_if_keys=GUIDANCE)
def node_sources_unknown_key(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown key in a node's `rules` or `context`

    What:
        The mapping form of a node's `rules` or `context` has a key other than `only` and `sources`.
    Why:
        The loader drops it; the published JSON Schema refuses it. A misspelled `only` lets in what
        it was meant to keep out.
    Bad:
        rules: {onyl: true, sources: [./docs/style.md]}
    Good:
        rules: {only: true, sources: [./docs/style.md]}
    Fix:
        Correct or remove the key.
    Source:
        sweny §3.2, §4.6, §8.1
    """
    for node in facts.sound_nodes:
        raw = value_at(facts, node.pointer)
        for field in ("rules", "context"):
            given = raw.get(field)
            if not isinstance(given, dict):
                continue
            for key in given:
                if key in SOURCES_KEYS or key == "<<":
                    continue
                place = facts.place((*node.pointer, field, key), "key")
                near = suggest(key, SOURCES_KEYS)
                yield Finding(
                    place,
                    message(
                        "{} of node {} has unknown key {}, which is dropped",
                        quote(field),
                        quote(node.id),
                        quote(key),
                    ),
                    f"use {quote(near)}" if near else "use `only` or `sources`",
                    fix=None if near in given else respell(key, SOURCES_KEYS, place),
                )


@rule(
    "SW009",
    ERROR,
    needs=MAPPING,
    claims="ends",
    fix="safe",
    ends="failure",
)
def e2e_node_missing_skills(facts: SwenyFacts) -> Iterator[Finding]:
    """Node of an end-to-end workflow without `skills`

    What:
        The file is under `.sweny/e2e/` and a node doesn't have the key `skills`.
    Why:
        These files run unchanged, without the defaults of the loader: the run ends with a TypeError
        when it reaches the node.
    Bad:
        login: {name: Log in, instruction: Log in as the test user.}
    Good:
        login: {name: Log in, instruction: Log in as the test user., skills: []}
    Fix:
        Add `skills: []`.
    Dry run:
        The run ends with a TypeError at the node.
    Source:
        sweny §4.7, §8.1
    """
    if not facts.contract.e2e:
        return
    for node in facts.nodes.values():
        raw = value_at(facts, node.pointer)
        if node.has_skills or not isinstance(raw, dict):
            continue
        yield Finding(
            facts.place(node.pointer, "key"),
            message(
                "node {} is missing `skills`, and files under `.sweny/e2e/` run without defaults",
                quote(node.id),
            ),
            "add `skills: []`",
            witness=Witness({"node": node.id}),
            claim=Ends(facts.workflow.entry, "TypeError", "(reading 'length')"),
            fix=_with_skills(facts, node),
        )


def _with_skills(facts: SwenyFacts, node: Node) -> Fix | None:
    """Put `skills: []` in front of the node's first key, in the style of its mapping."""
    document = facts.contract.documents[facts.file]
    first = next(iter(value_at(facts, node.pointer)), None)
    if first is None or document.format != "yaml" or document.positions is None:
        return None
    place = facts.place((*node.pointer, first), "key")
    text = document.text_of(place.pointer, "key")
    start, _ = document.offsets(node.pointer)
    if document.text[start] == "{":
        return Fix("safe", "add `skills: []`", (Edit(place, f"skills: [], {text}"),))
    column = document.range(place.pointer, "key").start.column
    indent = " " * (column - 1)
    return Fix("safe", "add `skills: []`", (Edit(place, f"skills: []\n{indent}{text}"),))
