"""The top of a report: the findings in all, how to narrow it down, and the contracts."""

from __future__ import annotations

from phaselint.report.html.markup import NOTHING, Markup, prose, tag, text
from phaselint.report.html.rules import anchor
from phaselint.report.verdicts import in_a_line
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.linting.result import Result
    from phaselint.report.html.page import Contract

FEW, MANY = 3, 12
"""Rules up to which there is no table of them; rows from which a table is closed at first."""


def title(result: Result) -> str:
    """The findings, in a line."""
    summary = result.summary
    if not summary.contracts and not result.findings:
        return "Nothing to check"
    scope = plural(summary.contracts, "contract")
    counted = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "info"))
    found = [plural(number, noun) for number, noun in counted if number]
    if not found:
        return f"No findings in {scope}"
    if len(found) == 1:
        return f"{found[0]} in {scope}"
    return f"{', '.join(found[:-1])} and {found[-1]} in {scope}"


def top(result: Result) -> Markup:
    """The heading, the line below it, and what could not be done."""
    notices = [tag("li", prose(line), class_="wrong") for line in result.wrong]
    notices += [
        tag("li", prose(f"`{each.contract}` could not be judged: {each.reason}"), class_="wrong")
        for each in result.unjudged
    ]
    notices += [tag("li", prose(line)) for line in result.notices]
    return tag(
        "header",
        tag("p", text("phaselint"), class_="brand"),
        tag("h1", text(title(result))),
        tag("p", text(" · ".join(_below(result))), class_="about"),
        tag("ul", *notices, class_="notices") if notices else NOTHING,
        class_="top",
    )


def filters(result: Result) -> Markup:
    """Where the viewer puts the means to narrow findings down; nothing without scripts."""
    if not result.findings:
        return NOTHING
    return tag(
        "search",
        NOTHING,
        class_="filters",
        hidden=True,
        aria_label="findings",
    )


def tables(
    result: Result, targets: Mapping[tuple[str, str], str], contracts: Sequence[Contract]
) -> Markup:
    """The rules that found something, and the contracts with the findings in each.

    Args:
        targets: where a link to a contract leads, by its key.
    """
    parts = []
    rules = _rules(result)
    if len(rules) > FEW:
        parts.append(_table("Rules", ("rule", "findings"), rules))
    if len(contracts) > 1:
        parts.append(_contracts(contracts, targets))
    return tag("div", *parts, class_="tables") if parts else NOTHING


def _below(result: Result) -> Iterator[str]:
    summary = result.summary
    yield f"{plural(summary.files, 'file')} read"
    if result.dry_run and result.findings:
        yield in_a_line(summary)
    if summary.fixable:
        yield f"{summary.fixable} fixable"
    if summary.suppressed:
        yield f"{summary.suppressed} suppressed"
    if result.hidden:
        yield f"{result.hidden} hidden"


def _rules(result: Result) -> list[tuple[Markup, Markup]]:
    counts: dict[tuple[str, str], int] = {}
    targets: dict[tuple[str, str], str] = {}
    for finding in result.findings:
        rule = finding.code, finding.name
        counts[rule] = counts.get(rule, 0) + 1
        targets.setdefault(rule, f"#{anchor(finding.rule)}")
    ordered = sorted(counts, key=lambda rule: (-counts[rule], rule))
    return [
        (tag("a", text(rule[1]), href=targets[rule], class_="rule"), text(str(counts[rule])))
        for rule in ordered
    ]


def _table(caption: str, heading: tuple[str, ...], rows: Sequence[tuple[Markup, ...]]) -> Markup:
    head = tag("tr", *(tag("th", text(word), scope="col") for word in heading))
    body = (
        tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in rest))
        for first, *rest in rows
    )
    return tag(
        "details",
        tag("summary", text(f"{caption} ({len(rows)})")),
        tag("table", tag("thead", head), tag("tbody", *body)),
        open=len(rows) < MANY,
        class_="table",
    )


def _contracts(contracts: Sequence[Contract], targets: Mapping[tuple[str, str], str]) -> Markup:
    rows = []
    for each in contracts:
        link = tag("a", text(each.heading), href=targets[each.key])
        cells = (
            tag("span", text(str(count)), class_=level) if count else NOTHING
            for level, count in each.counts().items()
        )
        rows.append((link, *cells))
    return _table("Contracts", ("contract", "errors", "warnings", "infos"), rows)
