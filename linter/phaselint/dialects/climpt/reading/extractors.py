"""What a validator takes from the output of its command for the retry prompt (reference §2.6).

The reference names its extractors and not the formats that they read. Those of git read the
short status; the others that look for lines of a kind give all lines there are.
"""

from __future__ import annotations

from phaselint.javascript.spaces import trim
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class Result(NamedTuple):
    """What a command of the world gives back."""

    exit: int = 0
    stdout: str = ""
    stderr: str = ""


_TEXTS: Mapping[str, Callable[[Result], Any]] = {
    "stdout": lambda result: trim(result.stdout),
    "stderr": lambda result: trim(result.stderr),
    "exitCode": lambda result: result.exit,
    "errorOutput": lambda result: trim(result.stderr or result.stdout),
    "generateDiff": lambda result: trim(result.stdout),
    "diff": lambda result: trim(result.stdout),
}
_STATUS: Mapping[str, Callable[[str], bool]] = {
    "parseChangedFiles": lambda _: True,
    "parseUntrackedFiles": lambda marks: marks == "??",
    "parseStagedFiles": lambda marks: marks[:1] not in " ?",
    "parseUnstagedFiles": lambda marks: marks[1:] not in " ?",
}
_LINES = frozenset(
    (
        *("parseTestOutput", "failedTests", "parseTypeErrors", "errors", "extractFiles", "files"),
        *("parseLintErrors", "lintErrors", "lintFiles", "parseFormatOutput", "formatFiles"),
        *("missingPaths", "expectedPath"),
    )
)
_SUMMARISED = (*_STATUS, "parseTestOutput", "failedTests", "parseTypeErrors", "errors")
_ADDED = ("summary", "rootCause", "suggestedAction", "relatedFiles", "severity")
"""Parameters that come with the extractors of git, tests and types (reference §7.7)."""

EXTRACTORS = frozenset((*_TEXTS, *_STATUS, *_LINES))
"""The extractors that exist; any other gives null."""


def extract(extractors: Mapping[str, str], result: Result) -> dict[str, Any]:
    """The parameters of a retry prompt by name."""
    found = {name: _value(word, result) for name, word in extractors.items()}
    if any(word in _SUMMARISED for word in extractors.values()):
        told = next(iter(_lines(result)), "")
        found = {**dict.fromkeys(_ADDED, told), **found}
    return found


def _value(word: str, result: Result) -> Any:
    if word in _TEXTS:
        return _TEXTS[word](result)
    if word in _STATUS:
        return [line[3:] for line in result.stdout.splitlines() if _STATUS[word](line[:2])]
    return _lines(result) if word in _LINES else None


def _lines(result: Result) -> list[str]:
    both = f"{result.stdout}\n{result.stderr}"
    return [trim(line) for line in both.splitlines() if trim(line)]
