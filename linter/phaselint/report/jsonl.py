"""The `jsonl` format: a finding per line as in the `json` format, then the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.report.jsonformat import dump, finding_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield a JSON object per finding and a last one with the key `summary`."""
    for finding in result.findings:
        yield dump(finding_data(finding)) + "\n"
    yield dump({"summary": result.summary._asdict()}) + "\n"
