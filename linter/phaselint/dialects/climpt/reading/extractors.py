"""What a validator takes from the output of its command for the retry prompt (reference §2.6).

The reference names its extractors and not the formats that they read. Those of git read the
short status, those of tests what Deno reports; the others that look for lines of a kind give all
lines there are.
"""

from __future__ import annotations

import re

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


class Summary(NamedTuple):
    """What is told of the output of git, tests and the type checker as a whole."""

    summary: str
    severity: str
    root_cause: str | None = None
    action: str = ""
    files: tuple[str, ...] = ()


def _error_output(result: Result) -> str:
    return trim(result.stderr) or trim(result.stdout)


_TEXTS: Mapping[str, Callable[[Result], Any]] = {
    "stdout": lambda result: result.stdout,
    "stderr": lambda result: result.stderr,
    "exitCode": lambda result: result.exit,
    "errorOutput": _error_output,
    "generateDiff": lambda result: trim(result.stdout),
    "diff": lambda result: trim(result.stdout),
    "expectedPath": lambda _: "",
    "missingPaths": lambda _: [],
}
_STATUS: Mapping[str, Callable[[str], bool]] = {
    "parseChangedFiles": lambda marks: "?" not in marks,
    "parseUntrackedFiles": lambda marks: marks == "??",
    "parseStagedFiles": lambda marks: marks[:1] not in " ?",
    "parseUnstagedFiles": lambda marks: marks[1:] not in " ?",
}
_TESTS = ("parseTestOutput", "failedTests")
_TYPES = ("parseTypeErrors", "errors", "extractFiles", "files")
_LINES = frozenset(
    (
        *("parseTypeErrors", "errors", "extractFiles", "files"),
        *("parseLintErrors", "lintErrors", "lintFiles", "parseFormatOutput", "formatFiles"),
    )
)
_ADDED = ("summary", "rootCause", "suggestedAction", "relatedFiles", "severity")
"""Parameters that come with the extractors of git, tests and types (reference §7.7)."""

EXTRACTORS = frozenset((*_TEXTS, *_STATUS, *_TESTS, *_LINES))
"""The extractors that exist; any other gives null."""

_FAILED_TEST = r"FAILED\s*\|\s*(?P<name>.+)|(?P<file>\S+\.tsx?)\s+\.\.\.\s+FAILED"
_ASSERTION = r"AssertionError:\s*(.+)"
_COUNTS = r"(\d+)\s+passed.*?(\d+)\s+failed"
_NEARBY = 10
"""How many lines from the name of a failed test on are looked through for its error."""


def extract(extractors: Mapping[str, str], result: Result) -> dict[str, Any]:
    """The parameters of a retry prompt by name."""
    found, told = values(extractors, result), summary(extractors, result)
    if told is None:
        return found
    added = (told.summary, told.root_cause, told.action, list(told.files), told.severity)
    return {**dict(zip(_ADDED, added, strict=True)), **found}


def values(extractors: Mapping[str, str], result: Result) -> dict[str, Any]:
    """What the extractors give, by the names of their parameters."""
    return {name: _value(word, result) for name, word in extractors.items()}


def summary(extractors: Mapping[str, str], result: Result) -> Summary | None:
    """What comes with some extractors, if with any of these: one of git counts first, then one of
    tests."""
    words = set(extractors.values())
    if words & _STATUS.keys():
        return _of_status(result)
    if words & {*_TESTS, "errorOutput"}:
        return _of_tests(result)
    if words & set(_TYPES):
        return _of_types(result)
    return None


def _value(word: str, result: Result) -> Any:
    if word in _TEXTS:
        return _TEXTS[word](result)
    if word in _STATUS:
        return _files(word, result)
    if word in _TESTS:
        return _failed_tests(result)
    return _lines(result) if word in _LINES else None


def _files(word: str, result: Result) -> list[str]:
    lines = (line for line in result.stdout.split("\n") if trim(line))
    return [trim(line[3:]) for line in lines if _STATUS[word](line[:2])]


def _failed_tests(result: Result) -> list[dict[str, str]]:
    """The tests that failed, each with its error; else the assertions that did not hold."""
    output = f"{result.stdout}\n{result.stderr}"
    found: list[dict[str, str]] = []
    for match in re.finditer(_FAILED_TEST, output):
        file = match["file"]
        if file and any(each.get("file") == file for each in found):
            continue
        name = file or trim(match["name"])
        told = {"name": name, **({"file": file} if file else {})}
        found.append({**told, "error": _error_of(output, name)})
    if found:
        return found
    told_errors = (trim(error) for error in re.findall(_ASSERTION, output))
    return [{"name": "AssertionError", "error": error} for error in told_errors]


def _error_of(output: str, name: str) -> str:
    lines = output.split("\n")
    at = next((index for index, line in enumerate(lines) if name in line), len(lines))
    told = []
    for line in lines[at + 1 : at + _NEARBY]:
        if any(mark in line for mark in ("---", "ok |", "FAILED |")):
            break
        told.append(trim(line))
    return "\n".join(filter(None, told)) or "Unknown error"


def _of_status(result: Result) -> Summary:
    changed, untracked = (
        _files(word, result) for word in ("parseChangedFiles", "parseUntrackedFiles")
    )
    staged = _files("parseStagedFiles", result)
    counts = ((len(changed), "modified"), (len(untracked), "untracked"))
    told = ", ".join(f"{_number(count, 'file')} {word}" for count, word in counts if count)
    return Summary(
        told or "No changes detected",
        "error" if changed or staged else "warning",
        action="Stage and commit the modified files" if changed else "Clean untracked files",
        files=tuple(dict.fromkeys((*changed, *staged))),
    )


def _of_tests(result: Result) -> Summary:
    failed = _failed_tests(result)
    counts = re.search(_COUNTS, f"{result.stdout}\n{result.stderr}")
    passed, said = (int(counts[1]), int(counts[2])) if counts else (0, 0)
    count = len(failed) or said
    of = f" out of {passed + count}" if passed + count else ""
    return Summary(
        f"{_number(count, 'test')} failed{of}",
        "error",
        failed[0]["error"] if failed else None,
        "Fix the failing test assertions",
        tuple(dict.fromkeys(each.get("file", each["name"]) for each in failed)),
    )


def _of_types(result: Result) -> Summary:
    lines = [line for line in _lines(result) if re.search(r"error:|TS\d+:", line)]
    files = tuple(dict.fromkeys(re.findall(r"([\w./-]+\.tsx?):\d+", result.stderr)))
    told = f"{_number(len(lines), 'type error')} in {_number(len(files), 'file')}"
    return Summary(
        told if lines else "No type errors detected",
        "error",
        lines[0] if lines else None,
        "Fix type mismatches in the listed files",
        files,
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" + "s" * (count != 1)


def _lines(result: Result) -> list[str]:
    both = f"{result.stdout}\n{result.stderr}"
    return [trim(line) for line in both.splitlines() if trim(line)]
