"""Declared run inputs (reference sweny §3.8, §5.1, §8.7)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.pathfaults import SPECIAL_INPUTS
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.equality import equal
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.needs import INPUTS, MAPPING, NODES, NONE_BROKEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Input, Node

READ_AS: Mapping[str, str] = {
    "rules": "puts it into every prompt as rules",
    "context": "puts it into every prompt as background",
    "dryRun": "ends the run before the first choice if it is `true`",
    "additionalContext": "puts it into prompts that have neither rules nor context",
}
"""What the engine does with a key of the run input that it reads itself (§5.1)."""

DRY_RUN = "dryRun"
ADDITIONAL = "additionalContext"
MARK = "the-text-that-the-run-was-given"

_TEXTS = {"rules": ("string", "string[]"), "context": ("string", "string[]")}
_READ_TYPES = {**_TEXTS, "dryRun": ("boolean",), "additionalContext": ("string",)}
"""The types of values that the engine uses; it ignores values of other types."""


def _sound(facts: SwenyFacts) -> Iterator[Input]:
    """The declared inputs in which the schema pass found nothing."""
    inside = [p.pointer for p in facts.contract.problems if p.pointer[:1] == ("inputs",)]
    broken = {pointer[1] for pointer in inside if len(pointer) > 1}
    for name, field in (facts.workflow.inputs or {}).items():
        if name not in broken:
            yield field


@rule("SW708", WARNING, needs=MAPPING, claims="notes", only_if_keys=INPUTS)
def input_default_not_in_enum(facts: SwenyFacts) -> Iterator[Finding]:
    """Input default outside its `enum`

    What:
        An input has both `default` and `enum`, but the default isn't one of the listed values.
    Why:
        The default is filled in unchecked: a run without the input gets a value that nobody is
        allowed to pass.
    Bad:
        level: {type: string, enum: [low, high], default: none}
    Good:
        level: {type: string, enum: [low, high, none], default: none}
    Fix:
        Use one of the listed values as the default, or add the default to the list.
    Dry run:
        A run without the input starts, and its first node sees the default.
    Source:
        sweny §3.8, §5.1, §8.7
    """
    for field in _sound(facts):
        allowed = field.enum
        if not field.has_default or allowed is None:
            continue
        if not any(equal(field.default, value) for value in allowed):
            shown = ", ".join(quote(json_of(value)) for value in allowed[:5])
            more = f" and {len(allowed) - 5} more" if len(allowed) > 5 else ""
            yield Finding(
                facts.place((*field.pointer, "default")),
                message(
                    "default {} of input {} isn't in its `enum`, but is filled in anyway",
                    quote(json_of(field.default)),
                    quote(field.name),
                ),
                f"use one of {shown}{more}, or add it to `enum`",
                related=(Related(facts.place((*field.pointer, "enum"), "key"), "allowed values"),),
                witness=Witness({"input": field.name, "default": field.default}),
                claim=_filled_in(facts, field),
            )


def _filled_in(facts: SwenyFacts, field: Input) -> All:
    """That a run without the input passes the check, and its first node sees the default."""
    seen = Notes(
        facts.workflow.entry,
        "model:run",
        {("context", INPUT, field.name): field.default},
        options={"validate-inputs": True},
        given={field.name: None},
    )
    allowed = Written(facts.place((*field.pointer, "enum")), lacks=(field.default,))
    return All((seen,), (allowed,))


@rule("SW709", WARNING, needs=MAPPING, claims="notes", only_if_keys=INPUTS)
def reserved_input_name(facts: SwenyFacts) -> Iterator[Finding]:
    """Input name that the engine uses itself

    What:
        An input is named `rules`, `context`, `dryRun` or `additionalContext`. If the engine ignores
        values of its type, the confidence is medium.
    Why:
        The engine reads these keys of the run input itself: it puts the value into prompts, or ends
        the run before the first choice.
    Bad:
        inputs: {context: {type: string}}
    Good:
        inputs: {customer_context: {type: string}}
    Fix:
        Rename it, unless the engine should read it.
    Dry run:
        A run gets a string, which appears in the first prompt; or it gets `dryRun: true` and ends
        at the first choice.
    Source:
        sweny §5.1, §5.3, §5.13, §8.7
    """
    for field in _sound(facts):
        if field.name in SPECIAL_INPUTS:
            place = facts.place(field.pointer, "key")
            yield Finding(
                place,
                message(
                    "the engine reads input {} itself and {}",
                    quote(field.name),
                    message(READ_AS[field.name]),
                ),
                "rename it, unless this is intended",
                confidence="high" if field.type in _READ_TYPES[field.name] else "medium",
                witness=Witness({"input": field.name, "type": field.type}),
                claim=All((_read_by_engine(facts, field),), (Written(place),)),
            )


def _read_by_engine(facts: SwenyFacts, field: Input) -> Notes | Undecided:
    """That a string given to the run appears in a prompt, or that the run ends at the first
    choice."""
    if field.type not in _READ_TYPES[field.name]:
        return Undecided("the engine ignores a value of this type")
    if not facts.graph_known:
        return Undecided("a run ends before its first node: an edge or the entry is broken")
    if field.name == DRY_RUN:
        return _ends_early(facts)
    readers = [name for name in facts.ways.depth if _reads(facts, facts.nodes[name], field.name)]
    if not readers:
        return Undecided("no prompt of this workflow contains the value")
    given: dict[str, Any] = dict.fromkeys(("rules", "context")) if field.name == ADDITIONAL else {}
    given[field.name] = [MARK] if field.type == "string[]" else MARK
    first, *others = readers
    told = {"prompt": [MARK]}
    return Notes(first, "model:run", holds=told, given=given, others=tuple(others))


def _ends_early(facts: SwenyFacts) -> Notes | Undecided:
    """That a dry run ends at a node that has conditions."""
    asking = [
        name for name in facts.ways.depth if any(edge.condition for edge in facts.ways.out[name])
    ]
    if not asking:
        reason = "no edge that a run reaches has a condition, so the input never ends a run"
        return Undecided(reason)
    first, *others = asking
    given = {DRY_RUN: True}
    return Notes(first, "route", {"reason": "dry run"}, given=given, others=tuple(others))


def _reads(facts: SwenyFacts, node: Node, name: str) -> bool:
    """Whether the prompt of a node uses a key of the run input."""
    workflow = facts.workflow
    if name != ADDITIONAL:
        return not (node.rules if name == "rules" else node.context).only
    shared = (workflow.rules and not node.rules.only) or (
        workflow.context and not node.context.only
    )
    return not (shared or node.rules.sources or node.context.sources)


@rule("SW710", INFO, needs=NONE_BROKEN, complete_if=NODES, default=False, only_if_keys=INPUTS)
def unused_input(facts: SwenyFacts) -> Iterator[Finding]:
    """Unused input

    What:
        The name of the input doesn't appear as a word in any inline text (instructions, rules,
        context, rubrics, guidance for retries, skills), condition or gate path. Not checked if some
        source is a file or a URL, which might name it. Silent for inputs that the engine reads
        itself.
    Why:
        The model gets the whole input, but rarely uses a value that no prompt mentions. Often a
        name was changed in one place only.
    Bad:
        inputs: {owner: {type: string}}   # and no text speaks of `owner`
    Good:
        instruction: Find the open tickets of input.owner.
    Fix:
        Remove it, or tell the model what it is for.
    Source:
        sweny §3.8, §8.7
    """
    if any(located.source.kind != "inline" for located in facts.contract.located):
        return
    words = set(re.findall(r"[\w-]+", "\n".join(_texts(facts))))
    words |= {part for word in words for part in word.split("-")}
    for field in _sound(facts):
        if field.name not in words and field.name not in SPECIAL_INPUTS:
            yield Finding(
                facts.place(field.pointer, "key"),
                message(
                    "input {} is never named in a prompt, condition or gate", quote(field.name)
                ),
                "remove it, or explain in an instruction what it is for",
            )


def _texts(facts: SwenyFacts) -> Iterator[str]:
    """Everything in which an input may be named."""
    workflow = facts.workflow
    for located in facts.contract.located:
        yield located.source.text
    for edge in workflow.edges:
        yield edge.condition
    for skill in (*workflow.skills.values(), *facts.contract.registry.values()):
        yield skill.instruction
    for node in facts.nodes.values():
        yield from (each.rubric for each in node.evals)
        yield node.retry.text if node.retry else ""
        if node.requires is not None:
            yield from map(_input_of, (each.path for each in node.requires.required))
            yield from map(_input_of, (each.path for each in node.requires.matches))


def _input_of(text: str) -> str:
    """The input that a gate path leads into; empty for any other path."""
    path = parse(text)
    named = path.root == INPUT and len(path.segments) > 1
    return path.segments[1].name if named else ""
