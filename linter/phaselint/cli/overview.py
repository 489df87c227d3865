"""`phaselint` without a command: the contracts that are here, their most frequent problems, and
what to type next."""

from __future__ import annotations

from collections import Counter

from phaselint.cli import streams
from phaselint.cli.common import write_lines
from phaselint.cli.outcome import FAILURE, OK
from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.result import Result

NOUNS = {
    "agents": "agent team",
    "climpt": "climpt agent",
    "langgraph": "LangGraph graph",
    "stud": "stud pipeline",
    "sweny": "SWEny workflow",
    "vesanor": "Vesanor session",
}
"""Dialect → what one of its contracts is called."""

MOST = 5
"""How many rules are listed."""

NEXT = (
    ("phaselint lint", "show each problem, the most important first"),
    ("phaselint lint --dry-run", "also confirm each one in a simulated run"),
    ("phaselint lint --fix --diff", "preview safe fixes"),
    ("phaselint --help", "list all commands"),
)
CLEAN = (
    ("phaselint lint --dry-run", "explore all runs of these contracts"),
    ("phaselint policies --suggest", "see what holds in all runs today"),
    ("phaselint init", "set up pre-commit, CI and editors"),
    ("phaselint --help", "list all commands"),
)


def overview() -> int | None:
    """Print what is in the current directory; the exit status, or None where no contract is.

    Raises:
        UsageError: the configuration is invalid.
    """
    from phaselint.api import builtin_rules
    from phaselint.linting.request import Request
    from phaselint.linting.run import run

    result = run(Request(min_severity="warning"), builtin_rules())
    if not result.summary.contracts and not result.findings:
        return None
    write_lines(_lines(result), "-")
    for line in result.wrong:
        streams.complain(line)
    return FAILURE if result.wrong else OK


def _lines(result: Result) -> Iterator[str]:
    summary = result.summary
    yield f"{_contracts(result)} ({plural(summary.files, 'file')})\n\n"
    if result.findings:
        counts = [(summary.errors, "error"), (summary.warnings, "warning")]
        told = ", ".join(plural(count, noun) for count, noun in counts if count)
        yield f"{told}:\n"
        yield from _rules(result)
        yield "\n"
    else:
        yield "No errors or warnings.\n\n"
    yield "Next:\n"
    yield from _table(NEXT if result.findings else CLEAN)


def _contracts(result: Result) -> str:
    """How many contracts of which kinds there are."""
    found = sorted(result.dialects.items(), key=lambda each: -each[1])
    kinds = [plural(count, NOUNS.get(name, f"{name} contract")) for name, count in found]
    return ", ".join(kinds) or plural(result.summary.contracts, "contract")


def _rules(result: Result) -> Iterator[str]:
    """The rules with the worst and most findings."""
    from phaselint.rulebook.page import parse

    found = Counter(each.name for each in result.findings)
    rules = {each.name: each.rule for each in reversed(result.findings)}
    errors = {each.name for each in result.findings if each.level == "error"}
    names = sorted(found, key=lambda name: (name not in errors, -found[name]))
    rows = [(f"{found[name]:>4}  {name}", parse(rules[name]).summary) for name in names[:MOST]]
    yield from _table(rows)
    left = sum(found[name] for name in names[MOST:])
    if left:
        yield f"  {left:>4}  more\n"


def _table(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(left) for left, _ in rows)
    for left, right in rows:
        yield f"  {escape(left):<{width}}  {escape(right)}\n"
