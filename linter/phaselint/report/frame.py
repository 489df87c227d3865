"""Source frames: the lines a finding is about, with its places marked and labelled."""

from __future__ import annotations

from bisect import bisect_right

from phaselint.report.narrow import broken_to
from phaselint.report.terminal import escape, laid_out, readable, width
from phaselint.report.wording import extent, number_of, spot
from phaselint.vocabulary.finding import WHOLE_FILE
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.report.terminal import Paint, Role
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

    Lines = Mapping[str, Mapping[int, str]]

MOST = 12
"""How many places, steps or blocked ways of a finding are shown; the rest is counted."""

WINDOW = 100
"""How many characters of a long line are shown."""

DOTS = 2 * len("...")
"""How many columns the dots at both ends of a long line take."""

LEAST = 6 + DOTS
"""The smallest room for a long line."""

LEAD = 30
"""How many characters before a mark the window on a long line starts; less in a narrow terminal,
where the mark is in its first third."""


class Mark(NamedTuple):
    """A piece of a line to underline; `start` and `end` count characters from 0."""

    place: Place
    text: str
    start: int
    end: int
    label: str
    primary: bool

    @property
    def line(self) -> int:
        return extent(self.place).start.line


class Pen(NamedTuple):
    """How a frame is drawn: the width of the line numbers, the finding's color, the painter, and
    how many columns of a narrow terminal are left behind the bar, 0 for any number."""

    width: int
    role: Role
    paint: Paint
    room: int = 0

    @property
    def window(self) -> int:
        """How many characters of a long line are shown."""
        return min(WINDOW, self.room - DOTS) if self.room else WINDOW

    def rule(self, content: str = "", number: str = "") -> str:
        """Return a line of the frame: the number, the bar, the content."""
        bar = self.paint(f"{number:>{self.width}} |", "frame")
        return f"{bar} {content}\n" if content else f"{bar}\n"


def pen_for(finding: Diagnostic, paint: Paint, columns: int = 0) -> Pen:
    """Return the pen that draws everything below the heading of a finding, for a terminal with so
    many columns, or for any."""
    places = [finding.place, *(related.place for related in finding.related[:MOST])]
    widest = max(len(number_of(extent(place).start.line)) for place in places)
    room = max(LEAST, columns - widest - len(" | ")) if columns else 0
    return Pen(widest, finding.level, paint, room)


def frames(finding: Diagnostic, lines: Lines, pen: Pen) -> Iterator[str]:
    """Yield the frames of a finding, the file it is in first, then the other files.

    A place whose source line is not at hand, or that is a whole file, is named only.
    """
    files: dict[str, list[Mark]] = {}
    for mark in _marks(finding, lines):
        files.setdefault(mark.place.file, []).append(mark)
    yield _header("-->", escape(spot(finding.place)), pen)
    yield from _source(files.pop(finding.place.file, []), pen)
    for marks in files.values():
        yield _header(":::", escape(spot(marks[0].place)), pen)
        yield from _source(marks, pen)
    shown = finding.related[:MOST]
    for related in shown:
        if _text(related.place, lines) is None:
            yield _header(":::", f"{escape(spot(related.place))}: {readable(related.message)}", pen)
    if len(shown) < len(finding.related):
        yield _header("...", f"{len(finding.related) - len(shown)} more places", pen)


def _header(arrow: str, content: str, pen: Pen) -> str:
    return f"{' ' * pen.width}{pen.paint(arrow, 'frame')} {content}\n"


def _text(place: Place, lines: Lines) -> str | None:
    if extent(place) == WHOLE_FILE:
        return None
    return lines.get(place.file, {}).get(extent(place).start.line)


def _marks(finding: Diagnostic, lines: Lines) -> list[Mark]:
    places = [(finding.place, "")]
    places += [(related.place, related.message) for related in finding.related[:MOST]]
    marks = []
    for index, (place, label) in enumerate(places):
        text = _text(place, lines)
        if text is not None:
            marks.append(Mark(place, text, *_span(place, text), readable(label), index == 0))
    return marks


def _span(place: Place, text: str) -> tuple[int, int]:
    """Return what to underline on the first line of a place: at least one character."""
    start, end = extent(place)
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(text.rstrip())
    return first, max(last, first + 1)


def _source(marks: Sequence[Mark], pen: Pen) -> Iterator[str]:
    if not marks:
        return
    yield pen.rule()
    previous = 0
    for group in _groups(marks, pen.window):
        line = group[0].line
        if previous and line > previous + 1:
            yield pen.paint("...", "frame") + "\n"
        yield from _excerpt(group, pen)
        previous = line
    yield pen.rule()


def _groups(marks: Iterable[Mark], shown: int) -> list[list[Mark]]:
    """Put the marks of one line together, unless the line is too long to show them all."""
    groups: dict[tuple[int, int], list[Mark]] = {}
    for mark in sorted(marks, key=lambda mark: (mark.line, mark.start, not mark.primary)):
        window = mark.start if len(mark.text) > shown else 0
        groups.setdefault((mark.line, window), []).append(mark)
    return list(groups.values())


def _excerpt(marks: Sequence[Mark], pen: Pen) -> Iterator[str]:
    """Yield one source line, or the window on it, and the rows of marks below it."""
    text = marks[0].text
    lead = min(LEAD, pen.window // 3)
    low = max(0, min(marks[0].start - lead, len(text) - pen.window))
    high = min(len(text), low + pen.window)
    before, after = "..." * (low > 0), "..." * (high < len(text))
    shown, columns = laid_out(text[low:high], len(before))
    if pen.room and columns[-1] - len(before) > pen.window:  # characters of two columns
        fitting = bisect_right(columns, pen.window + len(before)) - 1
        high, after = low + fitting, "..."
        shown, columns = laid_out(text[low:high], len(before))
    yield pen.rule(f"{before}{shown}{after}".rstrip(), number_of(marks[0].line))
    for row in _rows(marks):
        label = row[-1].label
        end = columns[min(row[-1].end - low, len(columns) - 1)]
        if pen.room and label and end + 1 + width(label) > pen.room:
            yield pen.rule(_underlines([*row[:-1], row[-1]._replace(label="")], columns, low, pen))
            yield from (pen.rule(line) for line in broken_to(label, pen.room))
        else:
            yield pen.rule(_underlines(row, columns, low, pen))


def _rows(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Return the rows of marks: each has its own, but one without a label may share the next."""
    rows: list[list[Mark]] = []
    for mark in reversed(marks):
        if rows and not mark.label and mark.end < rows[-1][0].start:
            rows[-1].insert(0, mark)
        else:
            rows.append([mark])
    return rows[::-1]


def _underlines(row: Sequence[Mark], columns: Sequence[int], low: int, pen: Pen) -> str:
    parts: list[str] = []
    reached = 0
    for mark in row:
        start = columns[min(mark.start - low, len(columns) - 1)]
        end = max(columns[min(mark.end - low, len(columns) - 1)], start + 1)
        line = ("^" if mark.primary else "-") * (end - start)
        label = f"{line} {mark.label}" if mark.label else line
        parts += [" " * (start - reached), pen.paint(label, pen.role if mark.primary else "frame")]
        reached = end
    return "".join(parts)
