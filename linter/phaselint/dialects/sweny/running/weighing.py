"""Verdicts of `value` evaluators about the data of a model run: an exploration answers with the
same few data in thousands of states, so each verdict on these is kept."""

from __future__ import annotations

from phaselint.dialects.sweny.running.gates import by_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.answerbook import AnswerBook
    from phaselint.dialects.sweny.running.gates import Verdict
    from phaselint.dialects.sweny.running.session import Law

    Verdicts = dict[int, Verdict]
    """By the numbers of evaluators."""

    Known = dict[int, tuple[Mapping[str, Any], Verdicts]]
    """By the identity of data, which are kept with it."""


def remember(book: AnswerBook, node: Node, some: Iterable[Mapping[str, Any]]) -> None:
    """Have the verdicts on some data of a node kept once they are given."""
    known: Known = book.kept.setdefault(_key(node), {})
    for data in some:
        known.setdefault(id(data), (data, {}))


def weighed(node: Node, number: int, data: Mapping[str, Any], law: Law) -> Verdict:
    """The verdict of a `value` evaluator of a node, by its number.

    Raises PatternTimeout as `by_value`.
    """
    known: Known = law.book.kept.get(_key(node), {}) if law.book is not None else {}
    kept = known.get(id(data))
    if kept is None:
        return by_value(node.evals[number], data, law.rules)
    verdicts = kept[1]
    if number not in verdicts:
        verdicts[number] = by_value(node.evals[number], data, law.rules)
    return verdicts[number]


def _key(node: Node) -> tuple[str, str]:
    return ("verdicts", node.id)
