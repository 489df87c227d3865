"""The `jsonl` format: an object per line, for programs that read line by line.

A finding has the keys that it has in the `json` format. A line of another kind has a single key
that says the kind: `unjudged` for a contract that could not be judged, and `summary` for the last
line of all. `schema-v1.json` describes a line under `$defs/line`.
"""

from __future__ import annotations

from heapq import merge

from phaselint.linting.result import Unjudged
from phaselint.report.jsonformat import dump, finding_data, summary_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.linting.result import Result, Summary
    from phaselint.report import Style
    from phaselint.vocabulary.diagnostic import Diagnostic


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield a line per finding and per contract that could not be judged, in the order of their
    paths, and the summary."""
    for each in in_order(result):
        yield line(each)
    yield last(result.summary)


def line(each: Diagnostic | Unjudged) -> str:
    """The line of a finding, or of a contract that could not be judged."""
    data = {"unjudged": each._asdict()} if isinstance(each, Unjudged) else finding_data(each)
    return dump(data) + "\n"


def last(summary: Summary) -> str:
    """The last line of a report."""
    return dump({"summary": summary_data(summary)}) + "\n"


def in_order(result: Result) -> Iterator[Diagnostic | Unjudged]:
    """The findings, and the contracts that could not be judged, by path."""
    return merge(result.unjudged, result.findings, key=_path)


def _path(line: Diagnostic | Unjudged) -> str:
    return line.contract if isinstance(line, Unjudged) else line.place.file
