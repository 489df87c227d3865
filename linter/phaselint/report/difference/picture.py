"""The `svg` format of a difference: the graph of each contract as a still picture, with what is
added and gone in it. Phases are in rows by how many steps they are from the start."""

from __future__ import annotations

from phaselint.diagram.united import ADDED, GONE
from phaselint.report.difference.chart import GREEN, RED, graph_of, shown
from phaselint.report.html.markup import NOTHING, Markup, joined, tag, text
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.diagram.united import United
    from phaselint.linting.difference.model import Comparison

WIDTH, HEIGHT = 190, 36
"""The size of a box."""

ACROSS, DOWN = 40, 74
"""The gaps between boxes in a row, and between rows."""

MARGIN = 24
LONGEST = 26
"""How many characters of a text are shown."""

GREY = "#57606a"

_COLORS = {ADDED: GREEN, GONE: RED}


class Spot(NamedTuple):
    """Where a box is: its left upper corner."""

    x: int
    y: int


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:  # noqa: ARG001 - all formats have it
    """Yield one picture, with the graphs below each other."""
    parts: list[Markup] = []
    top, wide = MARGIN, 2 * MARGIN + WIDTH
    for each in shown(comparison):
        graph = graph_of(each)
        if graph is None:
            continue
        spots = _spots(graph.drawing, top + HEIGHT)
        parts.append(_words(MARGIN, top + 8, each.path, "start", "bold"))
        parts += (_arrow(graph, spots, number) for number in range(len(graph.drawing.arrows)))
        parts += (_box(graph, spots[number], number) for number in range(len(spots)))
        top = max((spot.y for spot in spots), default=top) + HEIGHT + 2 * MARGIN
        wide = max(wide, *(spot.x + WIDTH + 4 * MARGIN for spot in spots))
    heads = (_head(name, color) for name, color in (("", GREY), *_COLORS.items()))
    picture = tag(
        "svg",
        tag("title", text(f"{comparison.old} -> {comparison.new}")),
        tag("defs", *heads),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {top}",
        width=wide,
        height=top,
        font_family="sans-serif",
        font_size=13,
    )
    yield f"{picture}\n"


def _spots(drawing: Drawing, top: int) -> list[Spot]:
    """Where boxes are, row by row."""
    rows = _rows(drawing)
    filled: dict[int, int] = {}
    found = []
    for row in rows:
        place = filled.get(row, 0)
        filled[row] = place + 1
        found.append(Spot(MARGIN + place * (WIDTH + ACROSS), top + row * (HEIGHT + DOWN)))
    return found


def _rows(drawing: Drawing) -> Sequence[int]:
    """How many arrows each node is from the start; unreachable nodes come below all."""
    rows = {number: 0 for number, node in enumerate(drawing.nodes) if node.initial}
    waiting = list(rows)
    for number in waiting:
        for arrow in drawing.arrows:
            if arrow.source == number and arrow.target not in rows:
                rows[arrow.target] = rows[number] + 1
                waiting.append(arrow.target)
    last = max(rows.values(), default=-1) + 1
    return [rows.get(number, last) for number in range(len(drawing.nodes))]


def _look(words: Mapping[int, str], number: int) -> tuple[str, str | None]:
    """The color and the dashes of what is, or isn't, in one version alone."""
    word = words.get(number, "")
    return _COLORS.get(word, GREY), "5 4" if word == GONE else None


def _box(graph: United, spot: Spot, number: int) -> Markup:
    node = graph.drawing.nodes[number]
    color, dashes = _look(graph.nodes, number)
    frame = tag(
        "rect",
        x=spot.x,
        y=spot.y,
        width=WIDTH,
        height=HEIGHT,
        rx=HEIGHT // 2 if node.terminal else 4,
        fill="#fff",
        stroke=color,
        stroke_width=1 if color == GREY else 3,
        stroke_dasharray=dashes,
    )
    middle = (spot.x + WIDTH // 2, spot.y + HEIGHT // 2 + 5)
    said = graph.nodes.get(number, "")
    label = f"{_short(node.name)} ({said})" if said else _short(node.name)
    return joined((frame, _words(*middle, label, "middle")))


def _arrow(graph: United, spots: Sequence[Spot], number: int) -> Markup:
    arrow = graph.drawing.arrows[number]
    one, two = spots[arrow.source], spots[arrow.target]
    color, dashes = _look(graph.arrows, number)
    if two.y > one.y:
        start, end = (one.x + WIDTH // 2, one.y + HEIGHT), (two.x + WIDTH // 2, two.y)
        bend = (start[0], end[1] - DOWN // 2, end[0], start[1] + DOWN // 2)
    else:
        start, end = (one.x + WIDTH, one.y + 24), (two.x + WIDTH, two.y + 12)
        bend = (start[0] + 60, start[1], end[0] + 60, end[1])
    way = f"M{start[0]},{start[1]} C{bend[0]},{bend[1]} {bend[2]},{bend[3]} {end[0]},{end[1]}"
    line = tag(
        "path",
        d=way,
        fill="none",
        stroke=color,
        stroke_width=1 if color == GREY else 2,
        stroke_dasharray=dashes,
        marker_end=f"url(#head{graph.arrows.get(number, '')})",
    )
    names = ", ".join(action.name for action in arrow.actions if not action.dead)
    spot = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
    label = _words(*spot, _short(names), "middle") if names else NOTHING
    return joined((line, label))


def _head(name: str, color: str) -> Markup:
    """The head of arrows of a color."""
    return tag(
        "marker",
        tag("path", d="M0,0 L10,5 L0,10 z", fill=color),
        id=f"head{name}",
        viewBox="0 0 10 10",
        refX=10,
        refY=5,
        markerWidth=7,
        markerHeight=7,
        orient="auto-start-reverse",
    )


def _words(x: int, y: int, words: str, anchor: str, weight: str | None = None) -> Markup:
    return tag("text", text(words), x=x, y=y, text_anchor=anchor, font_weight=weight)


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 3]}..."
