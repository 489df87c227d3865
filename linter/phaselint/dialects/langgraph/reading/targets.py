"""What an expression may name."""

from __future__ import annotations

import ast

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.langgraph.reading.resolving import Defined, Scope

_MOST = 64


class Targets(NamedTuple):
    """What an expression may name: things of the project, and dotted names of others; not all
    unless `complete`."""

    defined: tuple[Defined, ...] = ()
    outside: tuple[str, ...] = ()
    complete: bool = False

    @property
    def only(self) -> Defined | None:
        """The one thing of the project that it is; none where it may be another."""
        alone = len(self.defined) == 1 and self.complete and not self.outside
        return self.defined[0] if alone else None

    def value_of(self, expression: ast.expr) -> tuple[ast.expr, Scope] | None:
        """The one expression that another one stands for, with where that is written."""
        only = self.only
        if only is None or only.kind != "value" or only.node is expression:
            return None
        return (only.node, only.scope) if isinstance(only.node, ast.expr) else None


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
