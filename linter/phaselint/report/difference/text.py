"""The `text` format of a difference: short, and most telling first."""

from __future__ import annotations

from phaselint.report.difference.points import in_order, in_words, not_compared, points
from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.linting.difference.model import Comparison, ContractDifference
    from phaselint.report.difference.points import Point

LINES = 25
"""How many lines a report has at most where not all is asked for."""

ALIKE = "no difference in runs"
"""What is told of contracts with changed files whose runs are the same."""

WIDTH = 160
"""How wide a line of a run is before its middle is left out."""


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines of a report."""
    for line in lines(comparison, verbose=verbose):
        yield f"{escape(line)}\n"


def lines(comparison: Comparison, *, verbose: bool = False) -> list[str]:
    """The lines of a report, without line ends."""
    told = in_order(each for each in comparison.contracts if not each.behaves_alike)
    alike = [each for each in comparison.contracts if each.behaves_alike]
    head = [f"{comparison.old} -> {comparison.new}: {_sum(comparison)}"]
    tail = alike_in_words(alike)
    if not told:
        return head + tail
    every = [list(points(each)) for each in told]
    room = LINES - len(head) - len(tail) - 1
    shown = every if verbose else _fitted(every, room)
    body: list[str] = []
    starts: list[int] = []
    for contract, some, whole in zip(told, shown, every, strict=True):
        starts.append(len(body))
        body += _contract(contract, some, len(whole) - len(some), verbose=verbose)
    if not verbose:
        body = _with_runs(body, shown, room)
        if len(body) > room:
            kept = max((start for start in starts if start < room), default=0)
            left = sum(start >= kept for start in starts)
            body = [*body[:kept], f"... {plural(left, 'more contract')} differ"]
        tail.append("`--verbose` shows all, with each run")
    return head + body + tail


def alike_in_words(contracts: Iterable[ContractDifference]) -> list[str]:
    """The lines about contracts with changed files and nothing else to tell."""
    told: dict[str, list[str]] = {}
    for each in contracts:
        reason = not_compared(*each.unknown) if any(each.unknown) else ALIKE
        told.setdefault(reason, []).append(each.path)
    return [line for reason, paths in told.items() for line in _listed(paths, reason)]


def _listed(paths: Sequence[str], told: str) -> list[str]:
    """A line about contracts of which the same is told, if there are any."""
    return [f"{', '.join(paths[:3])}{_more(len(paths) - 3)}: {told}"] if paths else []


def _sum(comparison: Comparison) -> str:
    contracts = [each for each in comparison.contracts if not each.behaves_alike]
    if not comparison.files:
        return "no changed files"
    if not contracts:
        return f"{plural(comparison.files, 'changed file')}, no difference in contracts"
    broken = sum(len(each.lost_policies) for each in contracts)
    told = f"{plural(len(contracts), 'contract')} differ{'s' if len(contracts) == 1 else ''}"
    return f"{told}, {broken} {'policy' if broken == 1 else 'policies'} broken" if broken else told


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""


def _contract(
    contract: ContractDifference, some: Sequence[Point], left: int, *, verbose: bool
) -> list[str]:
    found = [f"{contract.path} ({contract.dialect})"]
    for each in some:
        found.append(f"  {each.head}: {each.text}")
        if verbose:
            found += (f"    {in_words(run)}" for run in each.runs)
    return found if not left else [*found[:-1], f"{found[-1]}; {plural(left, 'more difference')}"]


def _fitted(every: Sequence[Sequence[Point]], room: int) -> list[list[Point]]:
    """As many points of each contract as fit: the most telling of all contracts first."""
    counts = [0] * len(every)
    left = room - len(every)
    while left > 0 and any(count < len(some) for count, some in zip(counts, every, strict=True)):
        for number, some in enumerate(every):
            if counts[number] < len(some) and left > 0:
                counts[number] += 1
                left -= 1
    return [list(some[: max(1, count)]) for count, some in zip(counts, every, strict=True)]


def _with_runs(body: list[str], shown: Sequence[Sequence[Point]], room: int) -> list[str]:
    """The lines with the shortest run of each point under it, as far as there is room."""
    found = list(body)
    at = 0
    for some in shown:
        at += 1
        for each in some:
            at += 1
            if each.runs and len(found) < room:
                found.insert(at, f"    {shortened(in_words(each.runs[0]))}")
                at += 1
    return found


def shortened(run: str) -> str:
    """A run in a line, without its middle where it is long."""
    if len(run) <= WIDTH:
        return run
    half = WIDTH // 2
    start = run[:half].rpartition(", ")[0]
    end = run[-half:].partition(", ")[2]
    return f"{start}, ..., {end}" if start and end else run
