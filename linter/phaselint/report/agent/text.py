"""Findings for a coding agent as text: the same as the JSON values, with fewer tokens."""

from __future__ import annotations

from phaselint.report.jsonformat import dump
from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Data = Mapping[str, Any]

_LISTS = (
    ("see", "see"),
    ("run", "run"),
    ("blocked", "blocked"),
    ("explains", "explains"),
    ("same", "the same at"),
    ("consequences", "consequences, which go with it"),
)
"""The lists of a finding, each with its heading."""


def as_text(data: Data) -> Iterator[str]:
    """Yield the lines of what `phaselint.report.agent.data.as_data` gives, with line breaks;
    characters that would change what a terminal shows are escaped."""
    return (f"{escape(line)}\n" for line in _lines(data))


def _lines(data: Data) -> Iterator[str]:
    yield from _head(data["summary"])
    for finding in data["findings"]:
        yield from _finding(finding)
    if data["fixes"]:
        yield ""
        yield "Fixes, as edits (line:column from 1, the end is exclusive):"
    for fix in data["fixes"]:
        yield from _fix(fix)
    left = data.get("left_out")
    if left is not None:
        counts = f"{left['before']} causes before and {left['after']} after these aren't shown"
        yield ""
        yield f"{counts}: {left['how']}"
    if data.get("stopped"):
        yield ""
        yield f"{data['stopped']}"


def _head(summary: Data) -> Iterator[str]:
    parts = [
        plural(summary["errors"], "error"),
        plural(summary["warnings"], "warning"),
        plural(summary["infos"], "info"),
    ]
    contracts = plural(summary["contracts"], "contract")
    if summary["suppressed"]:
        parts.append(f"{summary['suppressed']} suppressed")
    confirmed = f"; {summary['confirmed']}" if "confirmed" in summary else ""
    done = "linted and run" if summary["proved"] else "linted"
    yield f"{contracts} {done}: {', '.join(parts)}{confirmed}"
    if summary.get("hidden"):
        yield f"{plural(summary['hidden'], 'finding')} below the minimum severity not shown"
    yield from (f"note: {line}" for line in summary.get("notes", ()))
    yield from (f"problem: {line}" for line in summary.get("problems", ()))


def _finding(finding: Data) -> Iterator[str]:
    title = f"{finding['severity']}[{finding['code']}] {finding['rule']}: {finding['message']}"
    yield ""
    yield f"{finding['number']}. {title}"
    line = f"  | {finding['line']}" if "line" in finding else ""
    yield f"   at {finding['at']}{line}"
    for key, heading in _LISTS:
        if key in finding:
            yield f"   {heading}:"
            yield from (f"     {each}" for each in finding[key])
    for key in ("proof", "help"):
        if key in finding:
            yield f"   {finding[key]}" if key == "proof" else f"   help: {finding[key]}"


def _fix(fix: Data) -> Iterator[str]:
    said = f"{fix['safety']}, {fix['tried']}"
    if "findings_after" in fix:
        said += f", {fix['findings_before']} -> {plural(fix['findings_after'], 'finding')}"
    yield f"- for {fix['finding']} at {fix['at']} ({said}): {fix['title']}"
    if "why" in fix:
        yield f"    {fix['why']}"
    if "too_long" in fix:
        yield f"    {fix['too_long']}"
    for edit in fix["edits"]:
        old = f"{dump(edit['old'])} -> " if "old" in edit else ""
        new = dump(edit["new"])
        yield f"    {edit['file']} {edit['start']}-{edit['end']}: {old}{new}"
