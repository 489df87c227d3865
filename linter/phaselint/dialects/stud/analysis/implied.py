"""Conditions of branches that follow from others as written (reference §3.3, §6.2)."""

from __future__ import annotations

from phaselint.dialects.stud.model import VERDICTS
from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.model import Condition


def implies(narrow: Condition, wide: Condition) -> bool:
    """Whether one condition holds wherever another one does."""
    return (
        (wide.verdicts is None or {*wide.verdicts} >= {*(narrow.verdicts or VERDICTS)})
        and (wide.cap_hit is None or wide.cap_hit is narrow.cap_hit)
        and (wide.path is None or (narrow.path is not None and _path_implies(narrow, wide)))
    )


def _path_implies(narrow: Condition, wide: Condition) -> bool:
    """The same of what both say about a path. A thousand branches are half a million pairs, most of
    them of two paths."""
    if wide.exists is False:
        absent = narrow.exists is False and wide.values is None
        return absent and _goes_on(wide.path, narrow.path)
    if narrow.exists is False:
        return False
    if wide.values is None:
        return _goes_on(narrow.path, wide.path)
    if narrow.path != wide.path or narrow.values is None:
        return False
    return all(any(equal(value, each) for each in wide.values) for value in narrow.values)


def _goes_on(path: str | None, start: str | None) -> bool:
    """Whether a path is another one, or begins with its parts."""
    return path == start or (path or "").startswith(f"{start}.")
