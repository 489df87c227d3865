"""The `junit` format: findings as failed tests, for CI systems that show test reports.

A run without findings is one test that passed: some systems treat an empty report as a failure.
"""

from __future__ import annotations

from itertools import groupby

from phaselint.report.wording import extent, spot
from phaselint.report.xmltext import HEADER, tag, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.vocabulary.diagnostic import Diagnostic


def render(result: Result, _style: Style) -> Iterator[str]:
    """Yield a suite for each file with findings, a test case for each finding."""
    found = result.findings
    suites = [(file, [*some]) for file, some in groupby(found, lambda each: each.place.file)]
    yield HEADER
    yield _counted("testsuites", "phaselint", max(len(found), 1), len(found)) + "\n"
    for file, findings in suites:
        yield from _suite(file, findings)
    if not suites:
        yield f"  {_counted('testsuite', 'phaselint', 1, 0)}\n"
        passed = {"name": "no findings", "classname": "phaselint"}
        yield f"    {tag('testcase', passed, empty=True)}\n"
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _suite(file: str, findings: Sequence[Diagnostic]) -> Iterator[str]:
    yield f"  {_counted('testsuite', file, len(findings), len(findings))}\n"
    for finding in findings:
        start = extent(finding.place).start
        where = {"file": file, "line": start.line}
        case = {"name": f"{finding.code} {finding.name}", "classname": file, **where}
        failure = {"message": finding.said, "type": finding.level}
        yield f"    {tag('testcase', case)}\n"
        yield f"      {tag('failure', failure)}{text(_body(finding))}</failure>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n"


def _body(finding: Diagnostic) -> str:
    """Return the finding in one line, with what to do."""
    advice = f" ({finding.help})" if finding.help else ""
    return f"{spot(finding.place)}: {finding.level}: {finding.said}{advice}"


def _counted(element: str, name: str, tests: int, failures: int) -> str:
    return tag(element, {"name": name, "tests": tests, "failures": failures, "errors": 0})
