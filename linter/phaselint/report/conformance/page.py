"""The `html` format of what real runs did: one page with counts, the runs that leave a
contract played on its graph and, unless it is a census, what comes of each run."""

from __future__ import annotations

from phaselint.linting.census import counted
from phaselint.linting.episodes import episodes
from phaselint.report.conformance.censustext import (
    head,
    other_lines,
    runs_line,
    tables,
    title,
    where_lines,
)
from phaselint.report.conformance.player import played
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
    from phaselint.linting.episodes import Episode
    from phaselint.report.conformance.naming import Naming
    from phaselint.report.html.markup import Markup


MOST_SHOWN, MOST_OF_CENSUS = 30, 10
"""As many runs of a contract are played, and of a census."""


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
        *(
            _contract(each, naming, f"contract-{number}", _shown(each, logs))
            for number, each in enumerate(found.contracts.values(), 1)
        ),
        *(_log(each, naming, verbose=verbose) for each in logs),
    ]
    line = head(found)
    body = (
        tag("header", tag("h1", text("phaselint conform")), tag("p", text(line)), class_="top"),
        main(found.leaving + found.breaking, *sections),
        tag("footer", tag("p", text("names and counts only; nothing of what was said is here"))),
    )
    yield whole(f"phaselint conform: {line}", body, assets.inlined())


def _shown(count: ContractCount, logs: Sequence[JudgedLog]) -> list[Episode]:
    """The runs that are played: of a census, one for each act by which runs leave and for each
    policy that is broken; else every run that does."""
    if count.scene is None:
        return []
    if not logs:
        return list(count.episodes.values())[:MOST_OF_CENSUS]
    found: list[Episode] = []
    for each in logs:
        for number, run in enumerate(each.runs if each.contract == count.label else (), 1):
            found += episodes(run, each.log.name, number, count.scene)
    return found[:MOST_SHOWN]


def _contract(count: ContractCount, naming: Naming, key: str, shown: Sequence[Episode]) -> Markup:
    lines = [*where_lines(count, naming), *other_lines(count, naming)]
    return tag(
        "section",
        tag("header", tag("h2", text(title(count))), tag("p", text(runs_line(count)))),
        tag("ul", *(tag("li", text(each)) for each in lines)) if lines else NOTHING,
        *(_table(header, rows) for header, rows in tables(count, naming)),
        played(count.scene, shown, naming, key) if count.scene and shown else NOTHING,
        class_="contract",
        id=key,
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
