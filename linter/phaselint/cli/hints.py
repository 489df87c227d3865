"""Notices about how a run ends, for people who read its report."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.linting.result import Result

_AGENTS = frozenset({"unknown-target", "unknown-subagent", "unknown-prompt-agent"})
_CLOSED = "`--set agents.closed=true` makes unknown agents errors"


def with_hint(result: Result) -> Result:
    """A result whose notices say why a run with warnings passes, and what makes it fail. Missing
    agents are warnings unless a team is closed: users can have agents of their own."""
    summary = result.summary
    if summary.errors or not summary.warnings:
        return result
    unknown = any(each.name in _AGENTS and each.dialect == "agents" for each in result.findings)
    more = f", and {_CLOSED}" if unknown else ""
    hint = f"warnings don't change the exit status; `--fail-on warning` makes them do so{more}"
    return result._replace(notices=(*result.notices, hint))
