"""The `html` format: one page that holds everything, with the graph of each contract and what
findings mark in it. It needs no network, and is readable without scripts."""

from __future__ import annotations

from phaselint.report.folding import folded
from phaselint.report.html import assets, overview
from phaselint.report.html.page import CARDS, Contract, foot, main, section, suppressed, whole
from phaselint.report.html.rules import explained
from phaselint.report.terminal import escape
from phaselint.vocabulary.finding import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.html.markup import Markup
    from phaselint.vocabulary.diagnostic import Diagnostic


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield the page, all at once."""
    contracts = gathered(result)
    targets = {each.key: f"#contract-{number}" for number, each in enumerate(contracts, 1)}
    sections = []
    room = CARDS
    for number, each in enumerate(contracts, 1):
        sections.append(section(each, result.lines, number, clean="no findings", room=room))
        room = max(0, room - len(each.folds))
    body = (
        overview.top(result),
        main(
            len(result.findings),
            overview.tables(result, targets, contracts),
            overview.filters(result),
            *sections,
            suppressed(result.suppressed),
            explained(result.findings),
        ),
        foot(result.summary._asdict()),
    )
    yield whole(f"phaselint: {overview.title(result)}", body, assets.inlined())


def alone(result: Result, parts: tuple[Markup, Markup] | None = None) -> str:
    """A page of contracts without what is said about a whole run: the graph, and the findings;
    `parts` are what `assets` puts into it, by default for a page that stands alone."""
    contracts = gathered(result)
    heading = "h1" if len(contracts) == 1 else "h2"
    sections = (
        section(each, result.lines, at, heading=heading) for at, each in enumerate(contracts, 1)
    )
    title = ", ".join(escape(each.heading) for each in contracts)
    body = main(len(result.findings), *sections, explained(result.findings))
    return whole(f"phaselint: {title}", (body,), parts or assets.inlined())


def gathered(result: Result) -> list[Contract]:
    """The contracts of a result, each with its findings and its graph: those with errors first,
    then by name, before them what belongs to none. Findings are numbered through, in their
    order."""
    found: dict[tuple[str, str], list[tuple[str, Diagnostic]]] = {
        key: [] for key in (*result.drawings, *result.coverages, *result.policies)
    }
    for number, finding in enumerate(result.findings, 1):
        key = (finding.dialect, finding.contract)
        found.setdefault(key, []).append((f"finding-{number}", finding))
    every = [
        Contract(
            name,
            dialect,
            findings=tuple(findings),
            folds=folded(finding for _, finding in findings),
            drawing=result.drawings.get((dialect, name)),
            coverage=result.coverages.get((dialect, name)),
            policies=result.policies.get((dialect, name), ()),
        )
        for (dialect, name), findings in sorted(found.items(), key=lambda item: item[0][::-1])
    ]
    return sorted(every, key=_worst)


def _worst(contract: Contract) -> int:
    """How severe the worst finding of a contract is, 0 for an error."""
    levels = [SEVERITIES.index(finding.level) for _, finding in contract.findings]
    return min(levels, default=len(SEVERITIES))
