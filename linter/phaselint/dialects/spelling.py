"""Messages about options in older spellings, once per run.

Imported only if there are any.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Respelled(NamedTuple):
    """An option written in an older spelling.

    Attributes:
        before: how it is written.
        now: how it is spelled now.
        where: the file that contains it, or another word for its source.
        line: its line there, from 1; 0 if unknown.
    """

    before: str
    now: str
    where: str
    line: int = 0


def spelling_lines(found: Iterable[Respelled]) -> Iterator[str]:
    """A line for each older spelling, with the first place of it and how many others there are."""
    places: dict[tuple[str, str], dict[tuple[str, int], None]] = {}
    for each in found:
        places.setdefault((each.before, each.now), {})[each.where, each.line] = None
    for (before, now), known in places.items():
        (where, line), *others = known
        place = f"{where}:{line}" if line else where
        more = f", and in {plural(len(others), 'other place')}" if others else ""
        yield f"{place}: `{before}` is now spelled `{now}`{more}"
