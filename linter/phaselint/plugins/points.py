"""Entry points of other distributions, imported where a configuration names them (design §3)."""

from __future__ import annotations

from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.metadata import Distribution, EntryPoint
    from typing import Any

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
    """What the named plugins offer in either group, dialects first.

    Raises:
        UsageError: nothing that is installed offers a plugin of some name, or nobody can tell.
    """
    points = _installed()
    wanted = dict.fromkeys(names)
    known = sorted({point.name for _, point in points})
    for name in wanted:
        if name not in known:
            hint = "" if known else "; its distribution isn't installed"
            raise UsageError(f"{unknown('plugin', name, known)}{hint}")
    for group in (DIALECTS, RULES):
        for name in wanted:
            found = [point for where, point in points if (where, point.name) == (group, name)]
            if found:
                yield _offer(name, group, found)


def _installed() -> list[tuple[str, EntryPoint]]:
    """All entry points of other distributions in either group."""
    from importlib.metadata import distributions, entry_points

    groups = (DIALECTS, RULES)
    try:
        points = [(group, point) for group in groups for point in entry_points(group=group)]
    except Exception:  # what is wrong with any distribution at all is raised here
        names = (_name(each) or "one without a name" for each in distributions() if is_broken(each))
        raise UsageError(
            f"the entry points of an installed distribution can't be read: {', '.join(names)}"
        ) from None
    return [(group, point) for group, point in points if point.name != OURS]


def is_broken(distribution: Distribution) -> bool:
    """Whether nobody can tell what a distribution offers."""
    try:
        return distribution.entry_points is None
    except Exception:  # its files may be missing, not be text, or be in no form that is known
        return True


def _offer(name: str, group: str, points: list[EntryPoint]) -> Offer:
    origin = " and ".join(dict.fromkeys(map(_origin, points)))
    if len(points) > 1:
        return Offer(name, group, origin, fault="exists more than once")
    try:
        return Offer(name, group, origin, points[0].load())
    except (Exception, SystemExit) as error:  # whatever it does must not look like our crash
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return Offer(name, group, origin, fault=f"can't be imported: {reason}")


def _origin(point: EntryPoint) -> str:
    """The distribution that an entry point is from, and its version."""
    if point.dist is None or not (name := _name(point.dist)):
        return point.value
    return f"{name} {point.dist.version}"


def _name(distribution: Distribution) -> str:
    """The name of a distribution; empty where its metadata does not tell. What is missing gives no
    name with Python's own `importlib.metadata`, and an error with the package that takes its place
    once somebody imports it (`importlib_metadata`, as dask does)."""
    try:
        return distribution.name or ""
    except Exception:  # its metadata may be missing or not be text
        return ""
