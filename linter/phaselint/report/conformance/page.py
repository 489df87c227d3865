"""The `html` format of what real runs did: one page with counts and, unless it is a census, with
each run."""

from __future__ import annotations

from phaselint.linting.census import counted
from phaselint.report.conformance.censustext import (
    POLICY_HEAD,
    WEEK_HEAD,
    head,
    policy_rows,
    runs_line,
    title,
    undecidable_lines,
    unused,
    week_rows,
    where_lines,
)
from phaselint.report.conformance.text import log_lines
from phaselint.report.html import assets
from phaselint.report.html.markup import NOTHING, joined, tag, text
from phaselint.report.html.page import main, whole
from phaselint.report.terminal import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.census import Census, ContractCount
    from phaselint.linting.conforming import JudgedLog
    from phaselint.report.conformance.naming import Naming
    from phaselint.report.html.markup import Markup


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    naming: Naming,
    *,
    verbose: bool = False,
) -> Iterator[str]:
    """Yield the page, all at once."""
    found = counted(logs, ()) if census is None else census
    sections = [
        *(_contract(each, naming) for each in found.contracts.values()),
        *(_log(each, naming, verbose=verbose) for each in logs),
    ]
    line = head(found)
    body = (
        tag("header", tag("h1", text("phaselint conform")), tag("p", text(line))),
        main(found.leaving + found.breaking, *sections),
        tag("footer", tag("p", text("names and counts only; nothing of what was said is here"))),
    )
    yield whole(f"phaselint conform: {line}", body, assets.inlined())


def _contract(count: ContractCount, naming: Naming) -> Markup:
    lines = [*where_lines(count, naming), *undecidable_lines(count, naming)]
    if count.unused:
        lines.append(f"never used: {unused(count, naming)}")
    weeks = week_rows(count)
    return tag(
        "section",
        tag("header", tag("h2", text(title(count))), tag("p", text(runs_line(count)))),
        tag("ul", *(tag("li", text(each)) for each in lines)) if lines else NOTHING,
        _table(POLICY_HEAD, policy_rows(count, naming)) if count.policies else NOTHING,
        _table(WEEK_HEAD, weeks) if len(weeks) > 1 else NOTHING,
        class_="contract",
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    return tag(
        "table",
        tag("thead", tag("tr", *(tag("th", text(each)) for each in header))),
        tag("tbody", *(tag("tr", *(tag("td", text(cell)) for cell in row)) for row in rows)),
    )


def _log(judged: JudgedLog, naming: Naming, *, verbose: bool) -> Markup:
    first, *rest = log_lines(judged, naming, verbose=verbose)
    told = joined(text(f"{escape(line)}\n") for line in rest)
    return tag("section", tag("h2", text(escape(first))), tag("pre", told), class_="contract")
