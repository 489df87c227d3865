"""The markdown format: text that no contract can break out of, pictures, and room for both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.diagram.model import Action, Arrow, Drawing, Mark, Node, View
from phaselint.linting.result import Result
from phaselint.report import Style, render
from phaselint.report.markdown import LARGEST, PICTURES
from phaselint.vocabulary.message import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]

DRAWING = Drawing(
    "phase",
    (Node("a", initial=True), Node("b`x`"), Node("far")),
    (Arrow(0, 1, (Action("go"),)),),
)
VIEW = View((Mark("run", node=0), Mark("stuck", node=1)), None, (0, 1))


def report(result: Result, style: Style = Style()) -> str:  # noqa: B008 - an immutable value
    return "".join(render("markdown", result, style))


def blocks(page: str) -> list[tuple[str, str]]:
    """The words after the fences of a page and what stands between, as CommonMark reads it."""
    found = []
    fence, word = "", ""
    lines: list[str] = []
    for line in page.splitlines():
        opening = re.match(r"(`{3,})(.*)", line)
        if fence and opening and opening[1].startswith(fence) and not opening[2]:
            found.append((word, "\n".join(lines)))
            fence = ""
        elif fence:
            lines.append(line)
        elif opening:
            fence, word, lines = opening[1], opening[2], []
    assert not fence
    return found


def drawn(finding: Diagnostic) -> Diagnostic:
    return finding._replace(view=VIEW)


def drawings(finding: Diagnostic) -> dict[tuple[str, str], Drawing]:
    return {(finding.dialect, finding.contract): DRAWING}


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    assert report(result) == snapshot


def test_a_picture_of_what_a_finding_is_about(make_finding: Make) -> None:
    finding = drawn(make_finding("m"))
    words, texts = zip(*blocks(report(Result((finding,), drawings=drawings(finding)))), strict=True)
    assert words == ("text", "text", "mermaid")
    assert texts[-1].startswith("flowchart TD\n")
    assert "go" in texts[-1]
    assert "far" not in texts[-1]


def test_no_picture_without_a_graph(make_finding: Make) -> None:
    assert "mermaid" not in report(Result((drawn(make_finding("m")),)))


def test_fences_in_what_is_said(make_finding: Make) -> None:
    finding = make_finding(message("say ````text and ```` again"))
    assert [word for word, _ in blocks(report(Result((finding,))))] == ["text", "text"]


def test_so_many_pictures_as_can_be_shown(make_finding: Make) -> None:
    findings = tuple(drawn(make_finding(f"m{number}")) for number in range(PICTURES + 5))
    page = report(Result(findings, drawings=drawings(findings[0])))
    words = [word for word, _ in blocks(page)]
    assert words.count("mermaid") == PICTURES
    assert page.count("\n## ") == len(findings)


def test_a_page_has_an_end(make_finding: Make) -> None:
    findings = tuple(make_finding(f"m{number} " + "é" * 2000) for number in range(1000))
    page = report(Result(findings))
    assert LARGEST * 0.95 < len(page.encode()) < LARGEST + 1000
    left = re.search(r"^(\d+) more findings: ", page, re.MULTILINE)
    assert left is not None
    assert page.count("\n## ") + int(left[1]) == len(findings)


def test_statistics_alone(result: Result) -> None:
    page = report(result, Style(statistics=True))
    assert "## " not in page
    assert "deadlocked-phases" in page
