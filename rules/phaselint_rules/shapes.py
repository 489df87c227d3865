"""Problems of shapes (`phaselint.dialects.shape`) as findings, in the phrases of each dialect."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message, quote, retold
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.words import one_of, rechoose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

_PART = r"\{(\w+)\}"


class Phrases(NamedTuple):
    """How a dialect says what is wrong with a value.

    `{what}` is the name of the value, `{found}` what it is, `{wanted}` what it should be. A number
    out of range has its own message and help.
    """

    type: str = "{what} must be {wanted}, not {found}"
    word: str = "{what} is {found}, which isn't an allowed value"
    empty: str = "{what} is empty"
    range: str = "{what} must be {wanted}, not {found}"
    write: str = "write {wanted}"


COMMON = Phrases()


def finding(
    problem: Problem, place: Place, what: Message, found: Message, phrases: Phrases = COMMON
) -> Finding:
    """A finding about an existing value: what is wrong, and what to do.

    Args:
        what: what the value is called.
        found: what it is; a word that isn't allowed is known from the problem.
    """
    parts = {"what": what, "found": found, "wanted": retold(problem.wanted)}
    if problem.kind == "invalid-enum":
        fix = rechoose(problem.found, problem.names, place._replace(part="value"))
        parts["found"] = quote(problem.found) if problem.found else message("empty")
        text = _phrased(phrases.word, parts)
        return Finding(place, text, one_of(problem.found, problem.names), fix=fix)
    if problem.kind == "too-short":
        return Finding(place, _phrased(phrases.empty, parts), f"write {problem.wanted}")
    if problem.kind in ("too-small", "not-whole"):
        return Finding(place, _phrased(phrases.range, parts), _phrased(phrases.write, parts))
    return Finding(place, _phrased(phrases.type, parts), f"write {problem.wanted}")


def _phrased(template: str, parts: dict[str, Message]) -> Message:
    return message(
        re.sub(_PART, "{}", template), *(parts[each] for each in re.findall(_PART, template))
    )
