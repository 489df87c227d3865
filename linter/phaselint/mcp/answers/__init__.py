"""What tools answer: one module per tool, with `answer(arguments, overlay, tell)`.

`arguments` are those of the call, checked by the schema of the tool; `overlay` has unsaved files by
absolute path; `tell` passes on how far the work is, and what is known so far.
"""

from __future__ import annotations

from phaselint.report.agent.limits import size
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Data = dict[str, Any]
    Arguments = Mapping[str, Any]
    Overlay = Mapping[str, bytes]

BUDGET = 8_000
"""How many bytes the text of an answer takes at most, and its data: with both, an answer is below
4,000 tokens of 4 bytes."""


class Answer(NamedTuple):
    """An answer as text and as data."""

    text: str
    data: Mapping[str, Any]


class Told(NamedTuple):
    """How far the work is, and the answer so far, where there is one."""

    message: str
    answer: Answer | None = None


if TYPE_CHECKING:
    Tell = Callable[[Told], None]


def shortened(make: Callable[[int], Data], limit: int) -> Data:
    """The data that `make` gives for at most so many elements of a list: fewer, as long as it takes
    more than `BUDGET`, but one."""
    data = make(limit)
    while size(data) > BUDGET and limit > 1:
        limit -= max(1, limit // 8)
        data = make(limit)
    return data
