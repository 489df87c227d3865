"""Entry points of other distributions, imported where a configuration names them (design §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.metadata import EntryPoint

DIALECTS = "phaselint.dialects"
"""The group whose entry points lead to a `phaselint.dialects.base.Dialect` each."""

RULES = "phaselint.rules"
"""The group whose entry points lead to a sequence of `phaselint.vocabulary.rule.Rule` each."""

OURS = "builtin"
"""The entry point of the rules that are always there."""


class Offer(NamedTuple):
    """What an entry point leads to: the name the configuration gives, the group, the
    distribution and its version, and the object; `fault` says why there is none."""

    plugin: str
    group: str
    origin: str
    value: Any = None
    fault: str = ""


def offers(names: Iterable[str]) -> Iterator[Offer]:
    """What the named plug-ins offer in either group, dialects first.

    Raises:
        UsageError: nothing that is installed offers a plug-in of some name.
    """
    from importlib.metadata import entry_points

    points = [(group, point) for group in (DIALECTS, RULES) for point in entry_points(group=group)]
    points = [(group, point) for group, point in points if point.name != OURS]
    wanted = dict.fromkeys(names)
    known = sorted({point.name for _, point in points})
    for name in wanted:
        if name not in known:
            hint = "" if known else "; the distribution that brings it is not installed"
            raise UsageError(f"{unknown('plug-in', name, known)}{hint}")
    for group in (DIALECTS, RULES):
        for name in wanted:
            found = [point for where, point in points if (where, point.name) == (group, name)]
            if found:
                yield _offer(name, group, found)


def _offer(name: str, group: str, points: list[EntryPoint]) -> Offer:
    origin = " and ".join(dict.fromkeys(map(_origin, points)))
    if len(points) > 1:
        return Offer(name, group, origin, fault="is there more than once")
    try:
        return Offer(name, group, origin, points[0].load())
    except (Exception, SystemExit) as error:  # whatever it does must not look like our crash
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return Offer(name, group, origin, fault=f"cannot be imported: {reason}")


def _origin(point: EntryPoint) -> str:
    """The distribution that an entry point is from, and its version."""
    if point.dist is None:
        return point.value
    return f"{point.dist.name} {point.dist.version}"
