"""What holds for every format."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaselint.report import FORMATS, Style, render

if TYPE_CHECKING:
    from phaselint.linting.result import Result

every_format = pytest.mark.parametrize("name", FORMATS)


@every_format
def test_pieces_are_whole_lines(name: str, result: Result) -> None:
    pieces = list(render(name, result, Style()))
    assert pieces
    assert all(piece.endswith("\n") for piece in pieces)


@every_format
def test_report_can_be_written_anywhere(name: str, result: Result) -> None:
    report = "".join(render(name, result, Style()))
    assert report.encode("utf-8")
    assert not set(report) & set("\x1b\x9b\u202e\ud800")


@every_format
def test_result_is_rendered_the_same_twice(name: str, result: Result) -> None:
    first, second = (list(render(name, result, Style())) for _ in range(2))
    assert first == second


def test_unknown_format() -> None:
    with pytest.raises(KeyError):
        render("xml", None, Style())  # type: ignore[arg-type]


def test_clean_text_report_imports_little() -> None:
    code = (
        "import sys\n"
        "from phaselint.report import Style, render\n"
        "from phaselint.linting.result import Result\n"
        "list(render('text', Result(), Style()))\n"
        "print(*{'json', 'inspect', 'unicodedata', 'phaselint.report.frame'} & set(sys.modules))\n"
    )
    process = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout == "\n"
