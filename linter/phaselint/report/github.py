"""The `github` format: the log of a GitHub Actions step with annotations.

The runner shows ten annotations of each level per step and drops the rest without a word
(lessons 12), so the log has every finding, and a notice says what is not annotated.
"""

from __future__ import annotations

from phaselint.report import concise
from phaselint.report.terminal import escape
from phaselint.report.wording import extent
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Severity

MOST = 10
"""How many annotations of one level a step may have."""

_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render(result: Result, style: Style) -> Iterator[str]:
    """Yield the concise report as a plain log, then the annotations."""
    yield from log(concise.render(result, style))
    chosen = _chosen(result.findings)
    for finding in chosen:
        yield command(_LEVELS[finding.level], _properties(finding), _message(finding))
    left = len(result.findings) - len(chosen)
    if left:
        text = f"{plural(left, 'finding')} not annotated, see the log of this step"
        yield command("notice", {"title": "phaselint"}, text)


def log(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the log so that the runner takes no command from it.

    A file name or a message may look like one. Commands are off until the runner sees the
    token again; being the digest of the log, it cannot be in it.
    """
    from hashlib import sha256

    log = "".join(pieces)
    if not log:
        return
    token = sha256(log.encode("utf-8")).hexdigest()
    yield f"::stop-commands::{token}\n"
    yield log
    yield f"::{token}::\n"


def _chosen(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first findings of each level, with one notice kept free where not all fit."""
    levels: dict[Severity, list[Diagnostic]] = {severity: [] for severity in SEVERITIES}
    for finding in findings:
        levels[finding.level].append(finding)
    overflow = any(len(found) > MOST for found in levels.values())
    notices = MOST - 1 if overflow else MOST
    return levels["error"][:MOST] + levels["warning"][:MOST] + levels["info"][:notices]


def _properties(finding: Diagnostic) -> dict[str, str]:
    """Return where and what; the runner refuses columns for a range of several lines."""
    start, end = extent(finding.place)
    properties = {"file": finding.place.file, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        properties |= {"col": str(start.column), "endColumn": str(end.column)}
    return {**properties, "title": f"{finding.code} {finding.name}"}


def _message(finding: Diagnostic) -> str:
    return "\n".join(escape(text) for text in (finding.said, finding.help) if text)


def command(name: str, properties: dict[str, str], message: str) -> str:
    """A command of the runner, such as an annotation."""
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(escape(text)).replace(":", "%3A").replace(",", "%2C")
