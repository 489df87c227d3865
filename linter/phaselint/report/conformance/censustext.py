"""A census as lines of text."""

from __future__ import annotations

from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.census import Census, ContractCount
    from phaselint.report.conformance.naming import Naming
    from phaselint.transcripts.deeds import Deed

MOST_PLACES = 5
MOST_UNUSED = 8
POLICY_HEAD = ("policy", "judged", "held", "broken", "open", "first broken")
WEEK_HEAD = ("week", "runs", "leave")


def census_lines(census: Census, naming: Naming) -> Iterator[str]:
    """The lines of a report."""
    yield head(census)
    for each in census.contracts.values():
        yield ""
        yield title(each)
        yield f"  {runs_line(each)}"
        if each.others:
            yield f"  {plural(each.others, 'log')} probably of another contract"
        yield from (f"  {line}" for line in where_lines(each, naming))
        yield from (f"  {line}" for line in _aligned(POLICY_HEAD, _policy_rows(each, naming)))
        yield from (f"  {line}" for line in other_lines(each, naming))
        yield from (f"  {line}" for line in _aligned(WEEK_HEAD, _week_rows(each)))


def head(census: Census) -> str:
    """How much there is."""
    formats = []
    for name, versions in sorted(census.formats.items()):
        known = sorted(versions, key=_version)
        span = f"{known[0]}–{known[-1]}" if len(known) > 1 else "".join(known)
        formats.append(f"{name} {span}".strip())
    named = f" ({', '.join(formats)})" if formats else ""
    left = []
    if census.unreadable:
        left.append(f"{plural(census.unreadable, 'file')} not used")
    if census.lines:
        left.append(f"{plural(census.lines, 'line')} not JSON")
    rest = f"; {', '.join(left)}" if left else ""
    return f"{plural(census.logs, 'log')}{named}, {plural(census.runs, 'run')}{rest}"


def _version(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(each) if each.isdigit() else -1, each) for each in text.split("."))


def title(count: ContractCount) -> str:
    """What a contract is called."""
    return f"{count.label} ({count.dialect})" if count.label else "without a contract"


def runs_line(count: ContractCount) -> str:
    """How runs ended, and how many of them conform."""
    ends = ", ".join(f"{n:,} {end}" for end, n in count.ends.most_common())
    if not count.label:
        return f"{plural(count.runs, 'run')}: {ends}"
    one, other = (int(each == 1) for each in (count.conforming, count.leaving))
    told = [
        f"{count.conforming:,} conform{'s' * one}",
        f"{count.leaving:,} leave{'s' * other} the contract",
    ]
    if count.undecided:
        told.append(f"{count.undecided:,} not decided")
    return f"{plural(count.runs, 'run')}: {ends}; {', '.join(told)}"


def where_lines(count: ContractCount, naming: Naming) -> Iterator[str]:
    """By which acts runs leave a contract first."""
    some = count.where.most_common(MOST_PLACES)
    for (deed, how), n in some:
        yield f"leaves at {naming.deed(deed)} ({how}): {plural(n, 'run')}"
    more = len(count.where) - len(some)
    if more > 0:
        yield f"leaves at {plural(more, 'more act')}"


def other_lines(count: ContractCount, naming: Naming) -> Iterator[str]:
    """What there is to say besides the table of policies: which of them logs can't decide, calls
    that weren't allowed, broken policies after a summary, and what no run did."""
    yield from _undecidable_lines(count, naming)
    yield from _apart_lines(count, naming)
    if count.unused:
        yield f"never used: {listed(count.unused, naming, MOST_UNUSED)}"


def tables(
    count: ContractCount, naming: Naming
) -> Iterator[tuple[Sequence[str], Sequence[Sequence[str]]]]:
    """The tables of a contract that have rows: of policies and of weeks, each with its header."""
    for header, rows in (
        (POLICY_HEAD, _policy_rows(count, naming)),
        (WEEK_HEAD, _week_rows(count)),
    ):
        if rows:
            yield header, rows


def _policy_rows(count: ContractCount, naming: Naming) -> list[tuple[str, ...]]:
    """How policies stand, a row each."""
    rows = []
    for each in count.policies:
        numbers = (each.judged, each.counts["held"], each.counts["broken"], each.counts["open"])
        share = f"  ({each.counts['broken'] * 100 // each.judged}%)" if each.first else ""
        rows.append((naming.policy(each.title), *(f"{n:,}" for n in numbers), each.first + share))
    return rows


def _undecidable_lines(count: ContractCount, naming: Naming) -> Iterator[str]:
    """How many policies logs can't decide."""
    for each in count.policies:
        n = each.counts["not decidable"]
        if n:
            yield f"not decidable in {plural(n, 'run')}: {naming.policy(each.title)}"


def _apart_lines(count: ContractCount, naming: Naming) -> Iterator[str]:
    """Calls that weren't allowed, and the share of broken policies after a summary."""
    some = count.denied.most_common(MOST_UNUSED)
    if some:
        yield f"denied: {', '.join(f'{naming.deed(deed)} {n:,}' for deed, n in some)}"
    for each in count.policies:
        if each.denied:
            runs = plural(each.denied, "run")
            yield f"broken by a denied call in {runs}: {naming.policy(each.title)}"
    if count.after.judged:
        after, before = (
            f"{each.broken * 100 // each.judged}% of {plural(each.judged, 'verdict')} broken"
            for each in (count.after, count.before)
        )
        yield f"after a compaction: {after}; before: {before}"


def listed(deeds: Sequence[Deed], naming: Naming, most: int) -> str:
    """Some acts in words, and how many more there are."""
    some = [naming.deed(each) for each in deeds[:most]]
    more = len(deeds) - len(some)
    return ", ".join(some) + (f" and {more} more" if more > 0 else "")


def _week_rows(count: ContractCount) -> list[tuple[str, ...]]:
    """Runs by week; none where there is a single week."""
    if len(count.weeks) < 2:
        return []
    return [
        (week, f"{n:,}", f"{count.leaving_weeks[week]:,}")
        for week, n in sorted(count.weeks.items())
    ]


def _aligned(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table, if it has rows; all columns but the first and one of places are numbers."""
    if not rows:
        return
    table = [header, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    for row in table:
        cells = [row[0].ljust(widths[0])]
        for column in range(1, len(header)):
            last = column == len(header) - 1 and len(header) == len(POLICY_HEAD)
            cell = row[column]
            cells.append(cell if last else cell.rjust(widths[column]))
        yield "  ".join(cells).rstrip()
