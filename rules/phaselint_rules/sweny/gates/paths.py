"""Gate paths as places, words and witness data."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable
from phaselint.dialects.sweny.model import INPUT
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.claim import Notes, Undecided
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
    from phaselint.dialects.sweny.model import Evaluator
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

Slip = tuple["Use", tuple["Use", ...]]
"""The first path with a slip, and the others in the same node with the same slip."""

LONGEST_REASON = 500
"""Of the reason of an evaluator the engine keeps so many characters."""

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


def unmet(use: Use, *parts: str) -> Notes | Undecided:
    """That a gate fails, and why: some parts of the reason that a run gives."""
    if use.evaluator is None:
        return Notes(use.node.id, "warn", holds={"message": parts})
    if _may_be_cut(use, use.evaluator):
        return Undecided("the evaluator's reason is cut off before it mentions the path")
    from phaselint_rules.sweny.samples import visit_answers

    told = (f"  - {use.evaluator.name} ({use.evaluator.kind}): ", *parts)
    answers = visit_answers(use.node)
    return Notes(use.node.id, "warn", holds={"message": told}, answers=answers)


def unmet_with(facts: SwenyFacts, use: Use, data: Any) -> Notes | Undecided:
    """That a gate fails since some data lack the segment at which its path is wrong; without data,
    that those lack it with which the gates of their node pass. They are what the node says that
    the path names, or what the run input has at its first name."""
    lacks = f"'{use.text}' missing segment '{use.segment}'"
    claim = unmet(use, lacks)
    if isinstance(claim, Undecided):
        return claim
    from phaselint_rules.sweny.samples import run_input, visit_answers

    if use.evaluator is None and use.root == INPUT:
        given = run_input(facts)
        if data is not None:
            given[use.path.segments[1].name] = data
        return claim._replace(given=given)
    answer, *verdicts = visit_answers(facts.nodes[use.root])
    if data is not None:
        answer = {**answer, "data": data}
    claim = claim._replace(answers=(answer, *verdicts))
    if use.evaluator is not None:
        return claim
    requires = use.node.requires
    key = "skipped_reason" if requires and requires.on_fail == "skip" else "error"
    told = {("result", "data", key): (lacks,)}
    return claim._replace(event="node:exit", holds=told, asked=use.root)


def unmet_as_declared(facts: SwenyFacts, use: Use) -> Notes | Undecided:
    """The same of data that are as declared up to there."""
    from phaselint_rules.sweny.gates.pathdata import prefix_data

    return unmet_with(facts, use, prefix_data(use))


def _may_be_cut(use: Use, evaluator: Evaluator) -> bool:
    """Whether the reason of an evaluator may be cut off before it mentions a path."""
    before = [each.path for each in evaluator.required]
    if use.match is not None:
        matches = evaluator.matches[: evaluator.matches.index(use.match)]
        before += [f"{each.path} {json_of(each.value)}" for each in matches]
    written = (*before, use.text)
    return sum(map(len, written)) + LONGEST_REASON // 10 * len(written) > LONGEST_REASON


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
