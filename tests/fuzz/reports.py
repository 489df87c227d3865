"""What has to hold for a report in each format, whatever was found."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import jsonschema
from sarif_pydantic import Sarif  # type: ignore[import-untyped]

from phaselint.report import FORMATS, SCHEMA, Style, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.linting.result import Result

CONCISE = re.compile(r".+: (error|warning|info)\[[A-Z]{2}\d{3}\] .* \[[a-z0-9-]+\]")
COMMAND = re.compile(r"::(error|warning|notice) \S.*::.*")

LARGEST_FOR_AGENTS = 16_000
"""Bytes of a report for coding agents: 4,000 tokens."""


def malformed(result: Result) -> Iterator[str]:
    """What is wrong with the reports of a result: a format and why, for each."""
    for name in FORMATS:
        text = "".join(render(name, result, Style()))
        try:
            text.encode()
            CHECKS[name](text, result)
        except Exception as error:  # whatever a checker raises, the report is not what it should be
            yield f"{name}: {type(error).__name__} {str(error).splitlines()[0][:200]}"
        if odd := [char for char in text if not _is_harmless(char)]:
            yield f"{name}: holds {odd[0]!r}"


def _is_harmless(char: str) -> bool:
    return char.isprintable() or char in "\n\xa0" or ord(char) > 0xA0


@cache
def _schema() -> Any:
    text = resources.files("phaselint.report").joinpath(SCHEMA).read_text("utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


def _json(text: str, result: Result) -> None:
    data = json.loads(text)
    _schema().validate(data)
    _same(len(data["findings"]), len(result.findings))
    marks = [each["fingerprint"] for each in data["findings"]]
    _same(len(set(marks)), len(marks))


def _jsonl(text: str, result: Result) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    _same(len(lines), len(result.findings) + len(result.unjudged) + 1)


def _sarif(text: str, result: Result) -> None:
    log = Sarif.model_validate_json(text)
    _same(len(log.runs[0].results), len(result.findings) + len(result.suppressed))


def _github(text: str, result: Result) -> None:
    log: list[str] = []
    commands: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("::stop-commands::"):
            inside = True
        elif inside and line == f"::{text.splitlines()[0].rpartition(':')[2]}::":
            inside = False
        else:
            (log if inside else commands).append(line)
    _same([line for line in commands if not COMMAND.fullmatch(line)], [])
    _same(len([line for line in log if CONCISE.fullmatch(line)]), len(result.findings))


def _concise(text: str, result: Result) -> None:
    found = [line for line in text.splitlines() if CONCISE.fullmatch(line)]
    _same(len(found), len(result.findings))


def _text(text: str, result: Result) -> None:
    """A finding is shown, or counted among the consequences of another one."""
    for finding in result.findings:
        told = (f"{finding.level}[{finding.code}]", f"{finding.name} (")
        _same(any(each in text for each in told), True)


def _gitlab(text: str, result: Result) -> None:
    found = json.loads(text)
    _same(len(found), len(result.findings))
    _same(len({each["fingerprint"] for each in found}), len(found))


def _rdjson(text: str, result: Result) -> None:
    _same(len(json.loads(text)["diagnostics"]), len(result.findings))


def _junit(text: str, result: Result) -> None:
    cases = ElementTree.fromstring(text).iter("testcase")
    _same(sum(len(case) for case in cases) >= len(result.findings), True)


def _checkstyle(text: str, result: Result) -> None:
    _same(len([*ElementTree.fromstring(text).iter("error")]), len(result.findings))


def _markdown(text: str, result: Result) -> None:
    _same(len(re.findall("^## ", text, re.MULTILINE)) <= len(result.findings), True)
    fences = re.findall("^`{3,}", text, re.MULTILINE)
    _same([*fences[::2]], [*fences[1::2]])


def _html(text: str, result: Result) -> None:
    _same(len(re.findall(r'<(?:article|li)[^>]* class="finding ', text)), len(result.findings))


def _agent(text: str, result: Result) -> None:
    shown = re.findall(r"^\d+\. (?:error|warning|info)\[", text, re.MULTILINE)
    _same(bool(shown), bool(result.findings))
    _same(len(shown) <= len(result.findings), True)
    _same(len(text.encode()) < LARGEST_FOR_AGENTS, True)


def _same(one: object, other: object) -> None:
    if one != other:
        raise ValueError(f"{one!r} and not {other!r}")


CHECKS: dict[str, Callable[[str, Result], None]] = {
    "text": _text,
    "concise": _concise,
    "json": _json,
    "jsonl": _jsonl,
    "sarif": _sarif,
    "github": _github,
    "gitlab": _gitlab,
    "junit": _junit,
    "checkstyle": _checkstyle,
    "rdjson": _rdjson,
    "markdown": _markdown,
    "html": _html,
    "agent": _agent,
}
