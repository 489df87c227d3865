"""Texts that look like sources and are none (reference sweny §3.4, §3.6, §3.7)."""

from __future__ import annotations

from phaselint.javascript.spaces import trim
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.finding import Pointer


class PlainText(NamedTuple):
    """Text that is sent unchanged: a `rubric`, or the `instruction` or the question of `reflect`
    for a retry, by its `key`; `pointer` is its place."""

    node: Node
    key: str
    pointer: Pointer
    text: str


def plain_texts(facts: SwenyFacts) -> Iterator[PlainText]:
    """The plain text of sound nodes that can't come from a file."""
    for node in facts.sound_nodes:
        for evaluator in node.evals:
            if evaluator.kind == "judge":
                pointer = (*evaluator.pointer, "rubric")
                yield PlainText(node, "rubric", pointer, trim(evaluator.rubric))
        retry = node.retry
        if retry is not None and retry.instruction in ("text", "reflect"):
            pointer = (*retry.pointer, "instruction")
            if retry.instruction == "reflect":
                yield PlainText(node, "reflect", (*pointer, "reflect"), trim(retry.text))
            else:
                yield PlainText(node, "instruction", pointer, trim(retry.text))
