"""How policies stand, as a line and as JSON."""

from __future__ import annotations

from phaselint.behavior.standing import held
from phaselint.report.wording import extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.behavior.standing import Standing

    Policies = Mapping[tuple[str, str], tuple[Standing, ...]]


def in_a_line(policies: Policies) -> str:
    """How many policies hold, of how many, and how many states were explored."""
    return held(policies.values()).line


def as_data(policies: Policies) -> list[dict[str, Any]]:
    """The same as JSON values, in the order of contracts and of how the policies are written."""
    return [
        _data(dialect, contract, each)
        for (dialect, contract), standings in policies.items()
        for each in standings
    ]


def _data(dialect: str, contract: str, standing: Standing) -> dict[str, Any]:
    where = extent(standing.place)
    return {
        "dialect": dialect,
        "contract": contract,
        "title": standing.title,
        "rule": standing.rule,
        "why": standing.why,
        "severity": standing.severity,
        "status": standing.status,
        "tested": standing.tested,
        "states": standing.states,
        "reason": standing.reason,
        "file": standing.place.file,
        "range": {"start": where.start._asdict(), "end": where.end._asdict()},
    }
