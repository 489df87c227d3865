"""The `markdown` format of what real runs did."""

from __future__ import annotations

from phaselint.linting.census import counted
from phaselint.report.conformance.censustext import (
    head,
    other_lines,
    runs_line,
    tables,
    title,
    where_lines,
)
from phaselint.report.conformance.text import log_lines
from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.census import Census, ContractCount
    from phaselint.linting.conforming import JudgedLog
    from phaselint.report.conformance.naming import Naming


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    naming: Naming,
    *,
    verbose: bool = False,
) -> Iterator[str]:
    """Yield the lines of a document: counts, and with each log what comes of its runs."""
    found = counted(logs, ()) if census is None else census
    yield "# phaselint conform\n\n"
    yield f"{_cell(head(found))}\n"
    for each in found.contracts.values():
        yield from _contract(each, naming)
    if logs:
        yield "\n## Runs\n"
    for judged in logs:
        first, *rest = log_lines(judged, naming, verbose=verbose)
        yield f"\n### {_cell(first)}\n\n"
        yield "```text\n"
        yield from (f"{escape(line).replace('`' * 3, '')}\n" for line in rest)
        yield "```\n"


def _contract(count: ContractCount, naming: Naming) -> Iterator[str]:
    yield f"\n## {_cell(title(count))}\n\n{_cell(runs_line(count))}\n"
    lines = [*where_lines(count, naming), *other_lines(count, naming)]
    if lines:
        yield "\n"
        yield from (f"* {_cell(line)}\n" for line in lines)
    for header, rows in tables(count, naming):
        yield from _table(header, rows)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"\n| {' | '.join(header)} |\n|{' --- |' * len(header)}\n"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |\n"


def _cell(text: str) -> str:
    """A text that means nothing to Markdown."""
    safe = escape(text).replace("\\", "\\\\").replace("|", "\\|")
    for sign in "*_`<>[]#":
        safe = safe.replace(sign, f"\\{sign}")
    return safe
