"""What planned files would bring: found out by linting with them, before they are written."""

from __future__ import annotations

from collections import Counter

from phaselint.linting.request import Request
from phaselint.linting.run import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


def brought(
    folder: str, rules: Sequence[Rule], before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> str:
    """The first error or warning that a folder has with the strings of `after` in place of files,
    and not with those of `before`, and how many there are; empty where there is none."""
    left = Counter(map(_kind, _grave(folder, rules, before)))
    grown = []
    for each in _grave(folder, rules, after):
        if left[_kind(each)]:
            left[_kind(each)] -= 1
        else:
            grown.append(each)
    more = f", and {len(grown) - 1} more" if len(grown) > 1 else ""
    return f"`{grown[0].name}`: {grown[0].finding.message}{more}" if grown else ""


def _grave(
    folder: str, rules: Sequence[Rule], overlay: Mapping[str, bytes]
) -> Sequence[Diagnostic]:
    return run(Request((folder,), overlay=overlay, min_severity="warning"), rules).findings


def _kind(each: Diagnostic) -> tuple[str, str]:
    return each.finding.place.file, each.name
