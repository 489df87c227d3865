"""Evaluators that all data pass that are declared (reference §5.6, §5.7)."""

from __future__ import annotations

from phaselint import schema
from phaselint.dialects.sweny.analysis.matchvalues import passes, wanted
from phaselint.schema import Equals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Evaluator


def cannot_fail(uses: Iterable[Use], evaluator: Evaluator) -> bool:
    """Whether no declared data fail an evaluator, by the paths that are in evaluators."""
    own = [use for use in uses if use.evaluator is not None and use.evaluator is evaluator]
    return bool(own) and all(map(always_holds, own))


def always_holds(use: Use) -> bool:
    """Whether every declared value passes a check; a path through lists is not examined."""
    if use.fault or use.schema is None or any(each.wildcard for each in use.path.segments):
        return False
    if use.match is None:
        return schema.admits(use.schema, use.steps, Equals(None)).answer == "no"
    possible = schema.values_at(use.schema, use.steps)
    test = wanted(use) if possible else None
    return test is not None and all(map(passes(test), possible or ()))
