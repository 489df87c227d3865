"""The HTML report as a folder: what it may be written into, and what becomes of an earlier one."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from phaselint.diagram.model import Drawing, Node
from phaselint.linting.result import Result
from phaselint.report.html import alone, folder
from phaselint.report.html.page import Contract
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

DRAWING = Drawing("phase", (Node("only", initial=True),))
SHARED = {folder.INDEX, folder.MARKER, "viewer.js", "viewer.css"}


def report(*names: str) -> Result:
    """A result of contracts in which nothing is found."""
    return Result(drawings={("vesanor", name): DRAWING for name in names})


def held(path: Path) -> dict[str, str]:
    return {each.name: each.read_text("utf-8") for each in path.iterdir()}


def test_an_index_leads_to_the_page_of_each_contract(tmp_path: Path, result: Result) -> None:
    folder.write(
        result._replace(drawings=report("contracts", "other").drawings), f"{tmp_path}/new/"
    )
    files = held(tmp_path / "new")
    assert files.keys() > SHARED
    links = set(re.findall(r'href="([^"#]+)', files[folder.INDEX]))
    pages = files.keys() - SHARED
    assert links == {*pages, "viewer.css", "data:,"}
    lines = re.findall(
        r'<li class="finding line [a-z]+".*?href="([^"]+)#([^"]+)"', files[folder.INDEX]
    )
    assert len(lines) == len(result.findings)
    for name, finding in lines:
        assert f'id="{finding}"' in files[name]


def test_every_page_has_one_heading_of_the_first_level(tmp_path: Path) -> None:
    folder.write(report("one", "two"), str(tmp_path))
    pages = [text for name, text in held(tmp_path).items() if name.endswith(".html")]
    assert [page.count("<h1") for page in (*pages, alone(report("one")))] == [1] * 4


def test_of_an_earlier_report_nothing_stays(tmp_path: Path) -> None:
    folder.write(report("one", "two"), str(tmp_path))
    (tmp_path / "notes.txt").write_text("mine")
    before = held(tmp_path)
    folder.write(report("two"), str(tmp_path))
    after = held(tmp_path)
    (gone,) = before.keys() - after.keys()
    assert gone.startswith("one-")
    assert after["notes.txt"] == "mine"
    listed = json.loads(after[folder.MARKER])["files"]
    assert {*listed, "notes.txt", folder.MARKER} == after.keys()


def test_the_same_run_gives_the_same_files(tmp_path: Path) -> None:
    folder.write(report("one", "two"), str(tmp_path))
    before = held(tmp_path)
    folder.write(report("one", "two"), str(tmp_path))
    assert held(tmp_path) == before


@pytest.mark.parametrize("content", [None, "{}", "[]", '{"generator": "other", "files": []}', "{"])
def test_another_folder_is_left_alone(tmp_path: Path, content: str | None) -> None:
    (tmp_path / folder.INDEX).write_text("mine")
    if content is not None:
        (tmp_path / folder.MARKER).write_text(content)
    before = held(tmp_path)
    with pytest.raises(UsageError, match="doesn't contain a phaselint report"):
        folder.check(str(tmp_path))
    with pytest.raises(UsageError, match="doesn't contain a phaselint report"):
        folder.write(report("a"), str(tmp_path))
    assert held(tmp_path) == before


def test_a_file_that_is_of_no_report_is_not_overwritten(tmp_path: Path) -> None:
    folder.write(report("one"), str(tmp_path))
    own = tmp_path / folder.page_name(Contract("two", "vesanor"))
    own.write_text("mine")
    before = held(tmp_path)
    with pytest.raises(UsageError, match="isn't part of an earlier report"):
        folder.write(report("two"), str(tmp_path))
    assert held(tmp_path) == before


def test_a_marker_has_nothing_else_removed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.html"
    outside.write_text("mine")
    target = tmp_path / "report"
    folder.write(report("one"), str(target))
    (target / "notes.txt").write_text("mine")
    names = ["../outside.html", "notes.txt", str(outside), folder.MARKER, 7]
    marker = {"generator": "phaselint", "files": names}
    (target / folder.MARKER).write_text(json.dumps(marker))
    for name in (
        "index.html",
        "viewer.js",
        "viewer.css",
        folder.page_name(Contract("one", "vesanor")),
    ):
        (target / name).unlink()
    folder.write(report("one"), str(target))
    assert outside.read_text() == "mine"
    assert (target / "notes.txt").read_text() == "mine"


@pytest.mark.posix
def test_a_link_leads_nowhere_else(tmp_path: Path) -> None:
    outside = tmp_path / "outside.html"
    outside.write_text("mine")
    target = tmp_path / "report"
    folder.write(report("one"), str(target))
    (target / folder.INDEX).unlink()
    (target / folder.INDEX).symlink_to(outside)
    with pytest.raises(UsageError, match="to a place outside the project"):
        folder.write(report("one"), str(target))
    assert outside.read_text() == "mine"


def test_where_no_folder_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "no" / "such", tmp_path / "file" / "in"):
        with pytest.raises(UsageError, match="can't write"):
            folder.check(f"{path}/")


def test_names_of_pages_are_short_plain_and_different() -> None:
    names = ["a/b", "a-b", "A/b", "x" * 300, "../..", "con", "価格", ""]
    pages = [folder.page_name(Contract(name, "vesanor")) for name in names]
    pages.append(folder.page_name(Contract("a/b", "sweny")))
    assert len(set(map(str.lower, pages))) == len(pages)
    assert all(folder._OURS.fullmatch(page) for page in pages)
