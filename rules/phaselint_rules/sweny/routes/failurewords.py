"""Words by which conditions ask whether a node failed (reference §5.12, §7.4 d)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.conditions import enumerated
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.sweny.routes.readings import OWN_FIELDS, seen, standing, values_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from phaselint.dialects.sweny.analysis.conditions import Condition, Word
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node

_TELLING = r"error|fail|success|succe|status|state|result|outcome|reason|skip|^ok$|passed|exit|code"
"""Parts of the names of properties that show how a run went."""


_NOUNS = frozenset({"error", "failure"})


_AFTER_NOUN = (
    r"(?i)\s*(?:$|[,;:.)!?]|(?:and|or|but|detected|found|happened|in|is|occurred|occurs|of|on|raised"
    r"|reported|returned|thrown|was|during|after|while|with)\b)"
)


_SUBJECT = r"([\w-]+)(?:\s+(?:has|had|is|was|been|got|just)){0,3}\s+$"


_ITSELF = frozenset({"it", "node", "step"})


_FAMILIES = ("fail", "error", "skip")


class Blind(NamedTuple):
    """A failure word, the node it is about, and whether the text names that node."""

    word: str
    node: str
    named: bool


def unobservable(facts: SwenyFacts, edge: Edge, condition: Condition) -> Blind | None:
    """The failure that a condition asks for and the router cannot see; none where it can, or
    where the text does not say so plainly."""
    for reference in condition.references:
        if standing(facts, edge, reference) == "undeclared":
            field = reference.fields[0].lower()
            if field in OWN_FIELDS and (field != "status" or condition.failures):
                return Blind(reference.text, reference.node, True)
            return None
    if condition.evals or not condition.failures:
        return None
    word = next((each for each in condition.failures if _predicate(condition, each)), None)
    if word is None:
        return None
    named = _named(facts, edge, condition)
    nodes = named or [facts.nodes[edge.source]]
    if not all(node.sound and node.properties for node in nodes):
        return None
    shown = [*nodes, facts.nodes[edge.source]]
    results = {evaluator.name for each in shown for evaluator in each.evals}
    if any(each.text in results for each in condition.words):
        return None
    itself = _of_a_node(facts, condition, word)
    said = {w.text.lower() for w in condition.words if not (itself and w.text in facts.nodes)}
    if any(_tells(node, said, itself) for node in shown) or _value_named(facts, shown, condition):
        return None
    return Blind(word.text, nodes[0].id, bool(named))


def ends_run(found: Blind, node: Node) -> bool:
    """Whether a run ends where the node fails of which a condition says that it failed: one that
    is skipped, or whose failed run passes for a success, goes on."""
    return node.policy.halts and not node.fail_soft and "skip" not in found.word.lower()


def _predicate(condition: Condition, word: Word) -> bool:
    """Whether a failure word says that something failed, and is not part of a longer name such
    as "error rate"."""
    if word.text.lower() not in _NOUNS:
        return True
    return bool(re.compile(_AFTER_NOUN).match(condition.text, word.end))


def _named(facts: SwenyFacts, edge: Edge, condition: Condition) -> list[Node]:
    """The nodes that a condition names and that have run by then, in the order of the text."""
    names: dict[str, None] = {reference.node: None for reference in condition.references}
    names.update((word.text, None) for word in condition.words)
    known = (facts.nodes[name] for name in names if name in facts.nodes)
    return [node for node in known if seen(facts, edge.source, node.id)]


def _tells(node: Node, said: Collection[str], itself: bool) -> bool:
    """Whether the router can see from a node's properties how its run went, or the words of the
    text are about one of them. Of the node itself, listed values tell only if one is of failure."""
    for name in node.properties:
        if any(stem in said or f"{stem}s" in said for stem in map(_stem, _parts(name))):
            return True
        values = values_at(node, (name,)) if itself else None
        if re.search(_TELLING, name.lower()) and (values is None or any(map(_is_failure, values))):
            return True
    return False


def _is_failure(value: object) -> bool:
    return not isinstance(value, str) or any(family in value.lower() for family in _FAMILIES)


def _parts(name: str) -> Iterator[str]:
    """The words of a property's name, those too short to mean anything left out."""
    for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name):
        if len(part) > 3 or part == name:
            yield part.lower()


def _stem(part: str) -> str:
    """A word in the singular."""
    return part[:-1] if part.endswith("s") and len(part) > 3 else part


def _of_a_node(facts: SwenyFacts, condition: Condition, word: Word) -> bool:
    """Whether a failure word says it of a node as such: "assess was skipped"."""
    subject = re.compile(_SUBJECT).search(condition.text, 0, word.start)
    return subject is not None and (subject[1] in facts.nodes or subject[1].lower() in _ITSELF)


def _value_named(facts: SwenyFacts, nodes: Iterable[Node], condition: Condition) -> bool:
    """Whether a condition names a declared value, or the nodes at hand declare a related value,
    such as `fail` for "failed"."""
    words = {word.text for word in condition.words}.difference(facts.nodes)
    if any(word.lower() in facts.declared_values for word in words):
        return True
    own = {value for node in nodes for value in enumerated(node.output)}
    said = {
        word.text.lower() for word in condition.failures if not _of_a_node(facts, condition, word)
    }
    return any(
        family in value.lower() and any(word.startswith(family) for word in said)
        for value in own
        for family in _FAMILIES
    )
