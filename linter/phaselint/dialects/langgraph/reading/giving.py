"""What an expression gives: answers as records, or constants."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import (
    UNKNOWN,
    Answers,
    Known,
    Send,
    Values,
)
from phaselint.dialects.langgraph.reading.answering import options
from phaselint.dialects.langgraph.reading.optionsets import as_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.flowing import Given
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.vocabulary.finding import Place


_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def answers_of(ev: Evaluation, given: Given, frame: Frame, place: Place) -> Answers:
    """The answers of an expression, as records with a place."""
    found, complete = options(ev, given.expression, given.names, frame)
    return Answers(tuple(as_answer(each, place) for each in found), complete)


def constants(ev: Evaluation, given: Given, frame: Frame) -> Values:
    """The constants that an expression may be, local names followed."""
    if isinstance(given.expression, _CONTAINERS):
        return UNKNOWN
    found, complete = options(ev, given.expression, given.names, frame)
    known: list[Known] = []
    for each in found:
        plain = each.single and not each.unhashable and len(each.targets) == 1
        if not plain or isinstance(each.targets[0].value, Send):
            complete = False
        else:
            known.append(each.targets[0])
    return Values(tuple(known), complete) if known else UNKNOWN
