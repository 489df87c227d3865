"""The end of a report for people: counts per rule, notices, and what was checked."""

from __future__ import annotations

from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.behavior.costs import Bound
    from phaselint.dialects.base import Cost
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.soundness.census import Tally
    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.terminal import Paint
    from phaselint.vocabulary.diagnostic import Diagnostic


def footer(result: Result, style: Style, paint: Paint) -> Iterator[str]:
    """Yield the lines that follow the findings; where quiet is asked for, only those asked for
    by name."""
    if style.statistics and result.findings:
        yield from _statistics(result.findings, paint)
    if style.statistics and (result.costs or result.bounds):
        yield from _costs(result.costs, result.bounds)
    if style.statistics and result.tallies:
        yield from _tallies(result.tallies)
    if result.coverages:
        yield from _coverages(result.coverages)
    if style.quiet:
        return
    for notice in result.notices:
        yield f"{paint('note', 'info')}: {escape(notice)}\n"
    yield _checked(result) + "\n"


def _statistics(findings: Iterable[Diagnostic], paint: Paint) -> Iterator[str]:
    counts: dict[tuple[str, str], int] = {}
    for finding in findings:
        rule = finding.code, finding.name
        counts[rule] = counts.get(rule, 0) + 1
    width = len(str(max(counts.values())))
    for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width}}  {paint(code, 'strong')}  {name}\n"
    yield "\n"


def _costs(
    costs: Mapping[str, Cost], bounds: Mapping[tuple[str, str], Sequence[Bound]]
) -> Iterator[str]:
    from phaselint.report.costs import bounds_in_a_line, in_a_line

    for (_, contract), each in bounds.items():
        if contract not in costs:
            yield f"{escape(contract)}: {escape(bounds_in_a_line(each))}\n"
    for contract, cost in costs.items():
        yield f"{escape(contract)}: {in_a_line(cost)}\n"
    yield "\n"


def _tallies(tallies: Mapping[tuple[str, str], Tally]) -> Iterator[str]:
    columns = zip(*tallies.values(), strict=True)
    used, reported, undecided, unread, stepped, borrowed = map(sum, columns)
    declared = plural(used + reported + undecided, "declared element")
    counts = f"{used} used, {reported} reported, {undecided} not decided"
    yield f"{declared}: {counts}\n"
    if unread:
        conditions = plural(unread, "condition")
        yield f"{conditions} not fully read: the router can choose freely there\n"
    if stepped:
        states = plural(stepped, "state")
        known = f"responses confirmed by a second search in {stepped - borrowed} of them"
        yield f"{states} of certificates: {known}\n"
    yield "\n"


def _coverages(coverages: Mapping[tuple[str, str], Coverage]) -> Iterator[str]:
    from phaselint.report.coverage import as_text

    for (_, contract), coverage in coverages.items():
        yield from as_text(contract, coverage)
    yield "\n"


def _checked(result: Result) -> str:
    """Return the last line: what was checked, the findings, what was not shown."""
    summary = result.summary
    if not summary.contracts and not result.findings:
        return "Nothing to check: no contracts found."
    scope = f"{plural(summary.contracts, 'contract')} ({plural(summary.files, 'file')})"
    found = _counts(
        (summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "info")
    )
    parts = [f"Checked {scope}: {found}" if found else f"No findings in {scope}"]
    if result.dry_run and found:
        from phaselint.report import verdicts

        parts.append(verdicts.in_a_line(summary))
    if result.policies:
        from phaselint.report.policies import in_a_line

        parts.append(in_a_line(result.policies))
    unseen = [(summary.suppressed, "suppressed"), (result.hidden, "hidden")]
    if any(count for count, _ in unseen):
        parts.append(", ".join(f"{count} {word}" for count, word in unseen if count))
    return "; ".join(parts) + "."


def _counts(*counted: tuple[int, str]) -> str:
    return ", ".join(plural(number, noun) for number, noun in counted if number)
