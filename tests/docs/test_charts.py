"""Charts of the site, which are drawn while it is built."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from handbook import charts, site
from pages import ROOT, Page

if TYPE_CHECKING:
    from pathlib import Path

PAGES = ("README.md", "docs/index.md", "docs/how-to/graphs.md")
SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> str:
    root = ElementTree.fromstring(picture)
    return " ".join(each.text or "" for each in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("path", PAGES)
def test_a_picture_has_every_word_of_its_chart(path: str) -> None:
    chart = charts.read(Page(path).block("mermaid"))
    shown = words(charts.svg(chart, "Diagram")).split()
    labels = [box.lines for box in chart.boxes.values()] + [each.lines for each in chart.arrows]
    for line in (line for label in labels for line in label):
        assert set(line.split()) <= set(shown)


@pytest.mark.parametrize("path", PAGES)
def test_a_picture_has_a_line_for_each_arrow_and_a_frame_for_each_node(path: str) -> None:
    text = Page(path).block("mermaid")
    chart = charts.read(text)
    picture = charts.svg(chart, "Diagram")
    assert len(chart.arrows) == len(
        re.findall(r"-->|==>|--o|-\.->|-\.-o", re.sub("%%.*", "", text))
    )
    assert picture.count('fill="none"') == len(chart.arrows)
    assert picture.count("<rect") == 1 + sum(name.startswith("n") for name in chart.boxes)


def test_boxes_do_not_overlap_and_lie_in_the_picture() -> None:
    picture = charts.svg(charts.read(Page("docs/how-to/graphs.md").block("mermaid")), "Diagram")
    whole, *boxes = ElementTree.fromstring(picture).iter(f"{SVG}rect")
    places = [[float(box.attrib[key]) for key in ("x", "y", "width", "height")] for box in boxes]
    for number, (x, y, width, height) in enumerate(places):
        assert x >= 0
        assert x + width <= float(whole.attrib["width"])
        assert y + height <= float(whole.attrib["height"])
        for left, top, wide, high in places[:number]:
            assert x >= left + wide or left >= x + width or y >= top + high or top >= y + height


def test_names_cannot_become_markup() -> None:
    text = 'flowchart TD\n    n0["#60;b#62; #38; #34;"]\n    start(( )) --> n0\n'
    picture = charts.svg(charts.read(text), "<title>")
    assert words(picture) == '<b> & "'


def test_a_line_that_is_no_chart_is_refused() -> None:
    with pytest.raises(ValueError, match="not a line of a chart: pie"):
        charts.read("flowchart TD\n    pie\n")


def test_pages_of_the_site_have_pictures_in_place_of_charts(tmp_path: Path) -> None:
    site.claim(tmp_path)
    site.write({"index.md": (ROOT / "docs" / "index.md").read_text("utf-8")}, tmp_path)
    page = (tmp_path / "docs" / "index.md").read_text("utf-8")
    assert "```mermaid" not in page
    assert "![Diagram](index-1.svg)" in page
    assert words((tmp_path / "docs" / "index-1.svg").read_text("utf-8"))
