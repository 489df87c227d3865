"""The coverage of a contract by its scripts, as a part of a page: counts, and the uncovered
elements with their places."""

from __future__ import annotations

from phaselint.executor.coverage import KINDS
from phaselint.report.coverage import summed
from phaselint.report.html.markup import NOTHING, Markup, prose, tag, text
from phaselint.report.wording import spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.executor.coverage import Coverage

MOST = 200
"""How many things of a kind are listed that no script takes; the rest is counted."""


def covered(coverage: Coverage) -> Markup:
    """What scripts take of a contract, as a list that can be opened. Where there are no scripts,
    nothing is told apart."""
    line = f"Scripts: {summed(coverage)}"
    if not coverage.scenarios:
        return tag("p", text(line), class_="coverage")
    head = (
        tag("th", text(word), scope="col")
        for word in ("", "taken", "of", "not covered by any script")
    )
    body = tag("tbody", *_points(coverage), *_bounds(coverage))
    table = tag("table", tag("thead", tag("tr", *head)), body)
    unknown = "Reachability isn't fully known, so all declared elements count."
    return tag(
        "details",
        tag("summary", text(line)),
        tag("div", table, class_="table", tabindex=0, role="region", aria_label="coverage"),
        NOTHING if coverage.known else tag("p", text(unknown)),
        class_="coverage",
    )


def _points(coverage: Coverage) -> Iterator[Markup]:
    """A row for each kind of thing that runs can take."""
    for kind in KINDS:
        points = coverage.of(kind)
        missed = [
            tag("li", prose(point.label), tag("span", text(spot(point.place)), class_="where"))
            for point in points
            if not point.taken
        ]
        if points:
            yield _row(kind, len(points), missed)


def _bounds(coverage: Coverage) -> Iterator[Markup]:
    """A row for the limits, with those that no run of a script uses up."""
    short = [
        tag("li", text(f"{each.name}: {each.used:g} of {each.most:g}"))
        for each in coverage.bounds
        if each.used < each.most
    ]
    if coverage.bounds:
        yield _row("bound", len(coverage.bounds), short)


def _row(kind: str, count: int, missed: list[Markup]) -> Markup:
    more = len(missed) - MOST
    rest = tag("li", text(f"{more} more")) if more > 0 else NOTHING
    return tag(
        "tr",
        tag("th", text(kind), scope="row"),
        tag("td", text(str(count - len(missed)))),
        tag("td", text(str(count))),
        tag("td", tag("ul", *missed[:MOST], rest, class_="ways") if missed else NOTHING),
    )
