"""Flow charts that phaselint writes as text for mermaid, drawn while the site is built: a
reader's browser has nothing to fetch and nothing to run."""

from __future__ import annotations

import re
import textwrap
from html import escape, unescape
from typing import NamedTuple

LONGEST = 34
"""How many characters a line of a label has."""

LETTER, LINE, MARGIN, GAP = 7, 16, 16, 28
"""Sizes in pixels: of a letter, of a line of text, of what is around the chart, between boxes."""

GREY = "#57606a"

_START = "start"
_NODE = re.compile(r"^ *(n\d+)(\(\[|\[)\"(.*)\"(?:\]\)|\])$")
_EDGE = re.compile(r"^ *(n\d+|start\(\( \)\)) (-->|==>|--o|-\.->|-\.-o)(?:\|\"(.*)\"\|)? (n\d+)$")
_CLASS = re.compile(r"^ *class (n\d+) (\w+)$")
_DEFINED = re.compile(r"^ *classDef (\w+) (.*)$")
_COLORED = re.compile(r"^ *linkStyle (\d+) (.*)$")


class Box(NamedTuple):
    """A node: its lines, whether its ends are round, and its style."""

    lines: tuple[str, ...]
    is_round: bool
    style: dict[str, str]

    @property
    def width(self) -> int:
        """In pixels; a start without words is a dot."""
        return max((len(line) for line in self.lines), default=0) * LETTER + 2 * 10

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.lines) * LINE + 14


class Arrow(NamedTuple):
    """An edge: its ends, its sign in mermaid, its lines and its style."""

    source: str
    target: str
    sign: str
    lines: tuple[str, ...]
    style: dict[str, str]


class Chart(NamedTuple):
    """A flow chart: its boxes by name, and its arrows."""

    boxes: dict[str, Box]
    arrows: tuple[Arrow, ...]


class Spot(NamedTuple):
    """Where the middle of a box is."""

    x: float
    y: float


def read(text: str) -> Chart:
    """The chart in a source for mermaid.

    Raises:
        ValueError: a line is not one that phaselint writes.
    """
    boxes: dict[str, Box] = {}
    arrows: list[Arrow] = []
    classes: dict[str, list[str]] = {}
    defined: dict[str, dict[str, str]] = {}
    colored: dict[int, dict[str, str]] = {}
    for line in text.splitlines():
        if found := _NODE.match(line):
            boxes[found[1]] = Box(_lines(found[3]), found[2] == "([", {})
        elif found := _EDGE.match(line):
            source = found[1] if found[1].startswith("n") else _START
            arrows.append(Arrow(source, found[4], found[2], _lines(found[3] or ""), {}))
        elif found := _CLASS.match(line):
            classes.setdefault(found[1], []).append(found[2])
        elif found := _DEFINED.match(line):
            defined[found[1]] = _style(found[2])
        elif found := _COLORED.match(line):
            colored[int(found[1])] = _style(found[2])
        elif line.strip() and not line.startswith("flowchart ") and "%%" not in line:
            raise ValueError(f"not a line of a chart: {line.strip()}")
    for name, own in classes.items():
        style = {key: value for each in own for key, value in defined[each].items()}
        boxes[name] = boxes[name]._replace(style=style)
    if any(arrow.source == _START for arrow in arrows):
        boxes = {_START: Box((), True, {}), **boxes}
    return Chart(
        boxes, tuple(each._replace(style=colored.get(n, {})) for n, each in enumerate(arrows))
    )


def _lines(label: str) -> tuple[str, ...]:
    """The lines of a label, the long ones in several."""
    plain = (unescape(re.sub(r"#(\d+);", r"&#\1;", part)) for part in label.split("<br/>") if part)
    return tuple(line for part in plain for line in textwrap.wrap(part, LONGEST) or [part])


def _style(words: str) -> dict[str, str]:
    pairs = (pair.split(":", 1) for pair in words.split(","))
    return {key.strip(): value.strip().removesuffix("px") for key, value in pairs}


def svg(chart: Chart, title: str) -> str:
    """The chart as a picture. Rows are by how many arrows they are from the start; an arrow that
    leads down has its words between two rows, every other one goes around the right side."""
    rows = _rows(chart)
    down = [a for a in chart.arrows if rows[a.target] > rows[a.source]]
    others = [a for a in chart.arrows if rows[a.target] <= rows[a.source]]
    spots, bands = _places(chart, rows, down)
    lines, words = [], []
    right = max(spots[name].x + box.width / 2 for name, box in chart.boxes.items())
    for number, arrow in enumerate(down):
        line, middle = _down(arrow, chart, spots, bands[number])
        lines.append(line)
        words.append(_words(arrow.lines, middle, bands[number], "middle"))
        right = max(right, middle + _width(arrow.lines) / 2)
    edge, taken = right, list[tuple[float, float, float]]()
    for number, arrow in enumerate(others):
        half = max(len(arrow.lines) * LINE / 2, 24)
        heights = sorted((spots[arrow.source].y, spots[arrow.target].y))
        upper, lower = heights[0] - half, heights[1] + half
        free = max((far for a, b, far in taken if a < lower and b > upper), default=edge)
        line, place = _around(arrow, chart, spots, free + 16, 4 + 3 * (number % 4))
        lines.append(line)
        words.append(_words(arrow.lines, *place, "start"))
        taken.append((upper, lower, place[0] + _width(arrow.lines)))
        right = max(right, taken[-1][2])
    boxes = [_box(box, spots[name]) for name, box in chart.boxes.items()]
    reach = max(spots[name].y + box.height / 2 for name, box in chart.boxes.items())
    width, height = round(right + MARGIN), round(reach + MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="system-ui, sans-serif" font-size="12" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" rx="8" fill="#fff"/>'
        f"{''.join((*lines, *boxes, *words))}</svg>\n"
    )


def _width(lines: tuple[str, ...]) -> int:
    """How wide lines of text are, in pixels."""
    return max((len(line) for line in lines), default=0) * LETTER


def _rows(chart: Chart) -> dict[str, int]:
    """The row of each box: one below that which first leads to it by an arrow that runs take. A
    start is in a row of its own only where no other start leads to it."""
    starts = [arrow.target for arrow in chart.arrows if arrow.source == _START]
    rows = {_START: 0} if starts else {}
    own = [arrow for arrow in chart.arrows if arrow.source != _START]
    taken = [arrow for arrow in own if "." not in arrow.sign]
    for first in (*starts, *chart.boxes):
        if first not in rows:
            rows[first] = 1
            _spread(rows, first, taken)
    return rows


def _spread(rows: dict[str, int], first: str, arrows: list[Arrow]) -> None:
    """Put what arrows lead to from a box below it, row by row."""
    waiting = [first]
    for name in waiting:
        for arrow in arrows:
            if arrow.source == name and arrow.target not in rows:
                rows[arrow.target] = rows[name] + 1
                waiting.append(arrow.target)


def _places(
    chart: Chart, rows: dict[str, int], down: list[Arrow]
) -> tuple[dict[str, Spot], list[float]]:
    """Where boxes are, and where the words of arrows that lead down begin."""
    spots: dict[str, Spot] = {}
    bands = [0.0] * len(down)
    inside = {r: [n for n in chart.boxes if rows[n] == r] for r in sorted(set(rows.values()))}
    spans = {r: sum(chart.boxes[n].width + GAP for n in own) - GAP for r, own in inside.items()}
    wide = max(*spans.values(), *(_width(arrow.lines) for arrow in down), 0) + 2 * MARGIN
    top = float(MARGIN)
    for row, own in inside.items():
        height = max(chart.boxes[name].height for name in own)
        left = (wide - spans[row]) / 2
        for name in own:
            box = chart.boxes[name]
            spots[name] = Spot(left + box.width / 2, top + height / 2)
            left += box.width + GAP
        top += height + 14
        for number, arrow in enumerate(down):
            if rows[arrow.source] == row:
                bands[number] = top
                top += len(arrow.lines) * LINE + 4
        top += 18
    return spots, bands


def _down(arrow: Arrow, chart: Chart, spots: dict[str, Spot], band: float) -> tuple[str, float]:
    """An arrow that leads down, and where it is at the height of its words."""
    one, two = spots[arrow.source], spots[arrow.target]
    start = (one.x, one.y + chart.boxes[arrow.source].height / 2)
    end = (two.x, two.y - chart.boxes[arrow.target].height / 2)
    share = min(max((band - start[1]) / (end[1] - start[1]), 0), 1)
    path = f"M{start[0]:.0f} {start[1]:.0f} L{end[0]:.0f} {end[1]:.0f}"
    line = _line(arrow, path, end, (end[0] - start[0], end[1] - start[1]))
    return line, start[0] + (end[0] - start[0]) * share


def _around(
    arrow: Arrow, chart: Chart, spots: dict[str, Spot], turn: float, aside: int
) -> tuple[str, tuple[float, float]]:
    """An arrow around the right side, and where its words begin."""
    one, two = spots[arrow.source], spots[arrow.target]
    sides = [spots[name].x + chart.boxes[name].width / 2 for name in (arrow.source, arrow.target)]
    start, end = (sides[0] - 4, one.y + aside), (sides[1], two.y - aside)
    path = f"M{start[0]:.0f} {start[1]:.0f} H{turn:.0f} V{end[1]:.0f} H{end[0]:.0f}"
    top = (one.y + two.y - len(arrow.lines) * LINE) / 2
    return _line(arrow, path, end, (-1, 0)), (turn + 6, top)


def _line(arrow: Arrow, path: str, end: tuple[float, float], way: tuple[float, float]) -> str:
    color = arrow.style.get("stroke", GREY)
    width = "3" if arrow.sign == "==>" else arrow.style.get("stroke-width", "1.5")
    dashes = ' stroke-dasharray="3 3"' if "." in arrow.sign else ""
    line = f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'
    if arrow.sign.endswith("o"):
        return f'{line}<circle cx="{end[0]:.0f}" cy="{end[1]:.0f}" r="4" fill="{color}"/>'
    length = (way[0] ** 2 + way[1] ** 2) ** 0.5
    x, y = way[0] / length * 9, way[1] / length * 9
    head = f"M{end[0]:.1f} {end[1]:.1f} L{end[0] - x + y / 2:.1f} {end[1] - y - x / 2:.1f} "
    head += f"L{end[0] - x - y / 2:.1f} {end[1] - y + x / 2:.1f} Z"
    return f'{line}<path d="{head}" fill="{color}"/>'


def _box(box: Box, spot: Spot) -> str:
    if not box.lines:
        return f'<circle cx="{spot.x:.0f}" cy="{spot.y:.0f}" r="7" fill="{GREY}"/>'
    fill, stroke = box.style.get("fill", "#f6f8fa"), box.style.get("stroke", GREY)
    dashes = box.style.get("stroke-dasharray")
    frame = (
        f'<rect x="{spot.x - box.width / 2:.0f}" y="{spot.y - box.height / 2:.0f}" '
        f'width="{box.width}" height="{box.height}" rx="{box.height // 2 if box.is_round else 6}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{box.style.get("stroke-width", "1.5")}"'
    )
    frame += f' stroke-dasharray="{dashes}"/>' if dashes else "/>"
    return frame + _words(box.lines, spot.x, spot.y - len(box.lines) * LINE / 2, "middle")


def _words(lines: tuple[str, ...], x: float, top: float, anchor: str) -> str:
    """Lines of text, with a white edge that keeps them legible on an arrow."""
    return "".join(
        f'<text x="{x:.0f}" y="{top + number * LINE + 12:.0f}" text-anchor="{anchor}" '
        f'fill="#1f2328" stroke="#fff" stroke-width="3" paint-order="stroke">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
