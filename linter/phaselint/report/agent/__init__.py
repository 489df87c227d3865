"""The `agent` format: findings for a coding agent, small enough for its context window.

`phaselint mcp` gives the same as data and as text (`phaselint.mcp`).
"""

from __future__ import annotations

from phaselint.report.agent.data import Page, as_data
from phaselint.report.agent.text import as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style

BUDGET = 14_000
"""How many bytes the findings of a report take at most, as JSON: 3,500 tokens of 4 bytes."""

HOW = "`phaselint lint --format agent` with a path or `--select RULE` shows fewer at a time"


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield the findings by cause with their runs and tried fixes, as many as fit."""
    yield from as_text(as_data(result, Page(limit=0, how=HOW), BUDGET))
