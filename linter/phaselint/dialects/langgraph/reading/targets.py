"""What an expression may name."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.langgraph.reading.resolving import Defined

_MOST = 64


class Targets(NamedTuple):
    """What an expression may name: things of the project, and dotted names of others; not all
    unless `complete`."""

    defined: tuple[Defined, ...] = ()
    outside: tuple[str, ...] = ()
    complete: bool = False


NOTHING = Targets()


def together(parts: Iterable[Targets]) -> Targets:
    """Whatever any of them names; unknown where there is none."""
    listed = list(parts)
    if len(listed) < 2:
        return listed[0] if listed else NOTHING
    defined = {
        (id(each.node), id(each.scope.body)): each for part in listed for each in part.defined
    }
    outside = tuple(dict.fromkeys(name for part in listed for name in part.outside))
    complete = all(part.complete for part in listed) and len(defined) <= _MOST
    return Targets(tuple(defined.values())[:_MOST], outside, complete)
