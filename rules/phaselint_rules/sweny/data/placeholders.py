"""Placeholders in text for the model (reference sweny §5.3, §5.16)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.finding import Finding, Place, Range, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.sweny.needs import SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

_PLACEHOLDER = (
    r"\{\{-?\s*([A-Za-z_][\w-]{0,60}(?:\.[\w-]{1,60}){0,8})\s*-?\}\}"
    r"|\$\{\s*([A-Za-z_][\w-]{0,60}(?:\.[\w-]{1,60}){0,8})\s*\}"
)
"""`{{a.b}}` or `${a.b}`."""


@rule("SW711", WARNING, complete_if=SOUND)
def placeholder_not_filled(facts: SwenyFacts) -> Iterator[Finding]:
    """Placeholder that is never replaced

    What:
        An inline instruction or a rubric contains `{{name}}` or `${name}`, with or without fields,
        and the name is `input`, an input or a node. Other braces aren't reported.
    Why:
        SWEny doesn't replace placeholders in this text. The model reads the braces.
    Bad:
        instruction: Clone {{input.repo}} and run its tests.
    Good:
        instruction: Clone the repository that the input names in `repo` and run its tests.
    Fix:
        Describe the value in words. The model sees the input and the data of earlier nodes.
    Source:
        sweny §5.3, §5.16
    """
    known = {INPUT, *facts.nodes, *(facts.workflow.inputs or ())}
    for pointer, text, where in _texts(facts):
        for found in re.finditer(_PLACEHOLDER, text) if "{" in text else ():
            name = found[1] or found[2]
            if name.partition(".")[0] in known:
                yield Finding(
                    _place_of(facts, pointer, found[0]),
                    message(
                        "{} has {}, but SWEny doesn't replace placeholders", where, quote(found[0])
                    ),
                    f"refer to {quote(name)} in words, without braces",
                    witness=Witness({"placeholder": found[0], "name": name}),
                )
                break


def _texts(facts: SwenyFacts) -> Iterator[tuple[Pointer, str, Message]]:
    """The text in which placeholders are looked for: where, what, and how to call it."""
    for node in facts.sound_nodes:
        given = node.instruction
        if given is not None and given.kind == "inline":
            yield given.pointer, given.text, message("the instruction of {}", quote(node.id))
        for each in node.evals:
            if each.kind == "judge":
                place = (*each.pointer, "rubric")
                yield place, each.rubric, message("the rubric of {}", quote(each.name))


def _place_of(facts: SwenyFacts, pointer: Pointer, word: str) -> Place:
    """Where a placeholder is; the whole text if it is written differently."""
    document = facts.contract.documents[facts.file]
    start, end = document.offsets(pointer)
    at = document.text.find(word, start, end)
    if at < 0:
        return facts.place(pointer)
    first, last = document.position(at), document.position(at + len(word))
    return Place(facts.file, pointer, "value", Range(first, last))
