"""The source lines that a finding is about, with its places marked and what they show."""

from __future__ import annotations

from phaselint.report.html.markup import Markup, joined, prose, tag, text
from phaselint.report.wording import extent, spot
from phaselint.vocabulary.finding import WHOLE_FILE
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.report.html.film import Lines
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place, Related

MOST = 40
"""How many places of a finding are shown; the rest is counted."""

WINDOW, LEAD = 180, 60
"""How many characters of a long line are shown, and how many of them before its first mark."""


class LineRange(NamedTuple):
    """A place on a line: where it starts and ends, counted from 0, and what it shows."""

    start: int
    end: int
    says: str
    primary: bool


def excerpts(finding: Diagnostic, lines: Lines) -> Markup:
    """The excerpts of a finding: of the file it is in first, then of others, and last the places
    without a source line at hand."""
    files: dict[str, dict[int, list[LineRange]]] = {finding.place.file: {}}
    bare: list[Related] = []
    shown = finding.related[:MOST]
    _put(files, finding.place, "", lines, primary=True)
    for each in shown:
        if not _put(files, each.place, each.message, lines):
            bare.append(each)
    own = finding.place.file
    pieces = [_excerpt(file, marked, lines, finding, file == own) for file, marked in files.items()]
    others = [_bare(each) for each in bare]
    if len(shown) < len(finding.related):
        others.append(tag("li", text(f"{len(finding.related) - len(shown)} more places")))
    if others:
        pieces.append(tag("ul", *others, class_="places"))
    return joined(pieces)


def _put(
    files: dict[str, dict[int, list[LineRange]]],
    place: Place,
    says: str,
    lines: Lines,
    *,
    primary: bool = False,
) -> bool:
    """Add a place to the excerpts, if its line is at hand; says whether it is."""
    start, end = extent(place)
    line = lines.get(place.file, {}).get(start.line)
    if line is None or extent(place) == WHOLE_FILE:
        return False
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(line.rstrip())
    spots = files.setdefault(place.file, {}).setdefault(start.line, [])
    spots.append(LineRange(first, max(last, first + 1), says, primary))
    return True


def _excerpt(
    file: str, marked: dict[int, list[LineRange]], lines: Lines, finding: Diagnostic, own: bool
) -> Markup:
    """A figure with the lines of one file."""
    place = spot(finding.place) if own else f"{file}:{min(marked)}"
    rows = []
    before = 0
    for number, spots in sorted(marked.items()):
        if before and number > before + 1:
            rows.append(tag("li", text("…"), class_="gap", aria_hidden="true"))
        rows.append(_row(number, lines[file][number], spots))
        before = number
    shown = tag("ol", *rows, class_="lines") if rows else Markup("")
    return tag("figure", tag("figcaption", text(place)), shown, class_="source")


def _row(number: int, line: str, spots: Sequence[LineRange]) -> Markup:
    code = tag("code", *_pieces(line.rstrip(), sorted(spots)))
    says = [tag("span", prose(each.says), class_="says") for each in sorted(spots) if each.says]
    return tag("li", tag("span", text(str(number)), class_="number"), code, *says)


def _pieces(line: str, spots: Sequence[LineRange]) -> Iterator[Markup]:
    """A line, or the part of it around its first mark, with marks in it. Where marks overlap, the
    later one begins where the earlier one ends."""
    low = 0
    if len(line) > WINDOW:
        low = max(0, min(spots[0].start - LEAD, len(line) - WINDOW))
    high = min(len(line), low + WINDOW)
    reached = low
    if low:
        yield text("…")
    for each in spots:
        start, end = max(each.start, reached), min(each.end, high)
        if start < end:
            yield text(line[reached:start].replace("\t", "    "))
            inside = text(line[start:end].replace("\t", "    "))
            yield tag("mark", inside, class_="primary" if each.primary else None)
            reached = end
    yield text(line[reached:high].replace("\t", "    "))
    if high < len(line):
        yield text("…")


def _bare(each: Related) -> Markup:
    words = f": {each.message}" if each.message else ""
    return tag("li", tag("code", text(spot(each.place))), prose(words))
