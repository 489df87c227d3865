"""Gate paths as places, words and witness data."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable
from phaselint.vocabulary.finding import Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote
from phaselint_rules.sweny.run_descriptions import node_place
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Fault, Use
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

Slip = tuple["Use", tuple["Use", ...]]
"""The first path with a slip, and the others in the same node with the same slip."""

NOUNS = {
    "null": "null",
    "boolean": "a boolean",
    "integer": "an integer",
    "number": "a number",
    "string": "a string",
    "array": "a list",
    "object": "a mapping",
}


def slips(uses: Iterable[Use], *faults: Fault) -> Iterator[Slip]:
    """The paths with one of some faults; paths of one node with the same slip count once, the
    first of those that no empty list passes before the others."""
    found: dict[Any, list[Use]] = {}
    for use in uses:
        if use.fault in faults:
            found.setdefault((use.node.id, use.fault, _slip(use)), []).append(use)
    for group in found.values():
        first, *others = sorted(group, key=is_unsatisfiable) if len(group) > 1 else group
        yield first, tuple(others)


def _slip(use: Use) -> str:
    """What of a path is wrong: the text itself, its root, or the path up to the fault."""
    if use.fault in ("syntax", "unaddressable-evaluator"):
        return use.text
    if use.fault == "unaddressable-node":
        return use.root
    if use.fault in ("unknown-root", "self", "not-upstream"):
        return use.path.root
    return f"{use.before}.{use.segment}"


def also(facts: SwenyFacts, others: Iterable[Use]) -> tuple[Related, ...]:
    """The other places of a slip."""
    return tuple(Related(facts.place(use.pointer), "and here") for use in others)


def declarations(facts: SwenyFacts, use: Use, message: str) -> tuple[Related, ...]:
    """Where that is declared which a path goes against."""
    return tuple(Related(facts.place(pointer), message) for pointer in use.places)


def gate(use: Use) -> Message:
    """The gate that contains a path, in words."""
    if use.evaluator is None:
        return message("`requires` of {}", quote(use.node.id))
    return message("evaluator {} of {}", quote(use.evaluator.name), quote(use.node.id))


def types(use: Use) -> str:
    """The declared types, in words: "a string or null"."""
    return " or ".join(NOUNS.get(word, word) for word in use.types)


def witness(facts: SwenyFacts, use: Use, why: str, **more: Any) -> Witness:
    """What a proof needs to run into a path that fails, and that run in words."""
    data = {
        "node": use.node.id,
        "gate": "requires" if use.evaluator is None else "eval",
        "evaluator": "" if use.evaluator is None else use.evaluator.name,
        "root": use.root,
        "path": use.text,
        **more,
    }
    steps = (
        WitnessStep(
            f"a run reaches {quote(use.node.id)}", node_place(facts, use.node.id), use.node.id
        ),
        WitnessStep(f"{gate(use)} fails: {why}", facts.place(use.pointer)),
    )
    return Witness(data, steps)


def paths(facts: SwenyFacts) -> tuple[Use, ...]:
    """Every path in a gate, those of `requires` first."""
    return (*facts.required_paths, *facts.evaluated_paths)


def misses(name: str) -> str:
    """What the runtime says about a missing name (reference §5.7)."""
    return f"missing segment {quote(name)}"


def rewrite(facts: SwenyFacts, use: Use, text: str) -> Fix:
    """Offer another path."""
    return replace(use.text, text, facts.place(use.pointer))


def with_segment(use: Use, name: str) -> str:
    """The path with another name at the place of the fault."""
    segments = list(use.path.segments)
    segments[use.at] = segments[use.at]._replace(name=name)
    prefix = "any:" if use.path.mode == "any" else "all:" if use.text.startswith("all:") else ""
    return prefix + ".".join(map(str, segments))
