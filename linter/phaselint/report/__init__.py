"""Reports: the result of a lint run as text, one module per format (design §9).

A format is a module with `render(result, style)`; it is imported when it is asked for. Those for
files alone are in a table of their own.
"""

from __future__ import annotations

import os

from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.linting.result import Result
    from phaselint.report.folding import Grouping

FORMATS: Mapping[str, str] = {
    "text": "phaselint.report.text",
    "concise": "phaselint.report.concise",
    "json": "phaselint.report.jsonformat",
    "jsonl": "phaselint.report.jsonl",
    "sarif": "phaselint.report.sarif",
    "github": "phaselint.report.github",
    "gitlab": "phaselint.report.gitlab",
    "junit": "phaselint.report.junit",
    "checkstyle": "phaselint.report.checkstyle",
    "rdjson": "phaselint.report.rdjson",
    "markdown": "phaselint.report.markdown",
    "html": "phaselint.report.html",
    "agent": "phaselint.report.agent",
}
"""Every format: its name on the command line → the module that renders it."""

FOR_FILES: Mapping[str, str] = {"parquet": "phaselint.report.parquet"}
"""The formats that are not text: a module with `require()`, which raises UsageError where
something is missing that it needs, and `render(result)`, which gives bytes."""

STREAMED: Mapping[str, str] = {"jsonl": "phaselint.report.jsonl"}
"""The formats that can be written while a run goes on: a module with `line(each)`, which gives that
of a finding or an `Unjudged`, and `last(summary)`, which gives what follows them."""

FOR_PEOPLE = ("text", "concise", "markdown", "html", "agent")
"""The formats for people and agents, which show errors first and, if not asked to, no infos
(`forpeople`)."""

WITH_NOTICES = ("text", "concise", "github", "agent")
"""The formats that print the notices of a result; several reports in a row may be parted there."""

WITH_PICTURES = ("html", "markdown")
"""The formats that show graphs and runs, which are drawn and replayed for them alone."""

WITH_TRIALS = ("agent",)
"""The formats that show what came of fixes in a copy, which are tried for them alone."""

FOLDERS: Mapping[str, str] = {"html": "phaselint.report.html.folder"}
"""The formats that can be a folder as well: a module with `check(path)`, which raises UsageError
where none can be written there, `belongs(name)`, and `write(result, path)`."""

SCHEMA = "schema-v1.json"
"""The JSON Schema of the `json` format, a file of this package."""


GROUPINGS = ("none", "rule", "contract", "cause")
"""What the text format can group findings by (see `folding`); `none` lists each in full."""


class Style(NamedTuple):
    """How a report for people looks; the formats for programs take no notice of it.

    Attributes:
        quiet: leave out everything but the findings.
        statistics: in their place, count them per rule.
        group: what to group them by (see `folding`); empty for one entry for each cause.
        apart: show each in full, also one that says the same as another, with what it explains.
        links: the terminal can make a link of a string.
        columns: the width of a narrow terminal, to break and cut lines for it; 0 for any width.
    """

    color: bool = False
    quiet: bool = False
    statistics: bool = False
    group: Grouping = ""
    apart: bool = False
    links: bool = False
    columns: int = 0


def render(name: str, result: Result, style: Style) -> Iterator[str]:
    """Yield the report in the format of this name as pieces of text.

    Every piece is one or more whole lines with their line breaks. Raises KeyError for a name
    that is not in `FORMATS`.
    """
    pieces: Iterator[str] = module_of(FORMATS[name]).render(result, style)
    return pieces


def require(name: str) -> None:
    """See, before anything is linted, that a format for files can be written.

    Raises:
        UsageError: a distribution is missing that it needs.
    """
    module_of(FOR_FILES[name]).require()


def pack(name: str, result: Result) -> bytes:
    """Give the report in a format for files."""
    data: bytes = module_of(FOR_FILES[name]).render(result)
    return data


def is_folder(name: str, path: str) -> bool:
    """Whether a report goes to a folder: then its path ends like that of one."""
    return name in FOLDERS and path.endswith(("/", os.sep))


def check_folder(name: str, path: str) -> None:
    """See, before anything is linted, that a report of many files can go to a folder.

    Raises:
        UsageError: it cannot.
    """
    module_of(FOLDERS[name]).check(path)


def belongs(name: str, file: str) -> bool:
    """Whether a report of many files may have one of this name in its folder."""
    found: bool = module_of(FOLDERS[name]).belongs(file)
    return found


def write_folder(name: str, result: Result, path: str) -> None:
    """Write a report of many files into a folder.

    Raises:
        UsageError: a file cannot be written, or the folder holds something else.
    """
    module_of(FOLDERS[name]).write(result, path)
