"""The document of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message, quote_all
from phaselint.vocabulary.rule import ERROR, Rule
from phaselint_lanes.detect import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Part
    from phaselint.vocabulary.message import Message
    from phaselint_lanes.analysis.facts import LanesFacts


def malformed_board(facts: LanesFacts) -> Iterator[Finding]:
    """A board is not written as boards are.

    What:
        A key that boards and lanes do not have, one that is missing, or a value of another type.
    Why:
        Nobody starts a card on it.
    Bad:
        lanes: {triage: {to: done}, done: {}}
    Good:
        lanes: {triage: {to: [done]}, done: {}}
    Fix:
        Correct the value that the message names.
    Source:
        lanes §1
    """
    for problem in facts.contract.problems:
        part: Part = "key" if problem.kind == "unknown-field" else "value"
        yield Finding(facts.place(problem.pointer, part), _message(problem), "see lanes §1")


def _message(problem: Problem) -> Message:
    if problem.kind == "unknown-field":
        return message("`{}` is no key here; there are {}", problem.found, quote_all(problem.names))
    if problem.kind == "missing-required-field":
        return message("the board lacks {}", quote_all(problem.names))
    return message("this must be {}", problem.wanted)


RULES = (Rule("LA001", malformed_board, ERROR, dialect=NAME),)
