"""The runs of findings, step by step: as text that is readable without scripts, and the data by
which the viewer plays them. A step that several runs share is written once."""

from __future__ import annotations

from itertools import groupby

from phaselint.diagram.places import near
from phaselint.report.html.markup import NOTHING, Markup, joined, prose, tag, text
from phaselint.report.terminal import escape
from phaselint.report.wording import extent, number_of, spot
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from typing import Any

    from phaselint.diagram.model import Drawing, Film, Frame
    from phaselint.vocabulary.finding import Place

    Data = dict[str, Any]
    Lines = Mapping[str, Mapping[int, str]]

LONGEST = 400
"""How many characters of a string the viewer is given. No picture shows as many, and the page has
all of what a finding says."""

OUTSIDE = "outside the graph"
"""Where a run is that is in no phase that is drawn."""

NOT_RUN = "Reconstructed from the finding, not run."
"""What is said of a run that no executor has made."""


def viewer_text(words: str) -> str:
    """A string as the viewer may show it: on one line, nothing hidden, and of limited length."""
    seen = escape(words[: LONGEST + 1])
    return seen if len(words) <= LONGEST else f"{seen[:LONGEST]}…"


class Films:
    """The films of the findings of a contract.

    Args:
        drawing: the graph that they play in.
        lines: the source lines at hand, by file and number.
    """

    def __init__(self, drawing: Drawing, lines: Lines) -> None:
        self._drawing = drawing
        self._lines = lines
        self._numbers: dict[Frame, int] = {}
        self._homes: dict[int, tuple[str, str]] = {}

    def data(self) -> Data:
        """What the viewer is given of all steps, and of the source around the lines that make them
        possible."""
        own: dict[str, set[int]] = {}
        for frame in self._numbers:
            if frame.place is not None:
                own.setdefault(frame.place.file, set()).add(extent(frame.place).start.line)
        files = list(own)
        return {
            "frames": [_frame(frame, files) for frame in self._numbers],
            "sources": [
                {"file": viewer_text(file), "lines": list(self._around(file, lines))}
                for file, lines in own.items()
            ],
        }

    def numbers(self, film: Film) -> list[int]:
        """The numbers of the frames of a film."""
        return [self._numbers.setdefault(each, len(self._numbers)) for each in film.frames]

    def steps(self, film: Film, name: str, rule: str, *, alone: bool) -> Markup:
        """A film as text.

        Args:
            name: what the page calls its finding, as the target of links, and `rule` in words.
            alone: whether the page tells the run nowhere else; then it is open at first.
        """
        numbers = self.numbers(film)
        for number in numbers:
            self._homes.setdefault(number, (name, rule))
        told = groupby(
            zip(numbers, film.frames, range(1, len(numbers) + 1), strict=True),
            lambda step: self._homes[step[0]],
        )
        parts = [self._part(list(some), home, name) for home, some in told]
        if film.ending:
            ending = tag("strong", prose(viewer_text(film.ending)))
            parts.append(tag("p", text("End: "), ending, class_="ending"))
        origin = NOTHING if film.replayed else tag("p", text(NOT_RUN), class_="origin")
        count = plural(len(numbers), "step")
        head = tag("summary", text(f"The run, step by step ({count})"))
        return tag("details", head, *parts, origin, class_="film", open=alone)

    def _part(
        self, steps: Sequence[tuple[int, Frame, int]], home: tuple[str, str], name: str
    ) -> Markup:
        """Steps one after another: those that another finding has, by a link to it."""
        first, last = steps[0][2], steps[-1][2]
        if home[0] != name:
            which = f"Step {first}" if first == last else f"Steps {first} to {last}"
            link = tag("a", text(home[1]), href=f"#{home[0]}")
            return tag("p", text(f"{which}: as in "), link, class_="more")
        items = (self._step(number, frame) for number, frame, _ in steps)
        return tag("ol", *items, class_="moments", start=str(first) if first > 1 else None)

    def _step(self, number: int, frame: Frame) -> Markup:
        nodes = self._drawing.nodes
        phase = OUTSIDE if frame.node is None else viewer_text(nodes[frame.node].name)
        return tag(
            "li",
            tag("p", tag("strong", text(phase)), self._where(frame.place), class_="at"),
            _list(frame.said, "said"),
            _list(frame.changed, "changed"),
            data_frame=number,
        )

    def _where(self, place: Place | None) -> Markup:
        """The line that makes a step possible."""
        if place is None:
            return NOTHING
        line = extent(place).start.line
        file = viewer_text(place.file).rpartition("/")[2]
        where = tag(
            "span",
            text(f"{file}:{number_of(line)}"),
            class_="where",
            title=viewer_text(spot(place)),
        )
        code = self._lines.get(place.file, {}).get(line, "").strip()
        return joined(
            (where, tag("code", text(viewer_text(code)), class_="line") if code else NOTHING)
        )

    def _around(self, file: str, own: AbstractSet[int]) -> Iterator[list[Any]]:
        """The lines of a file around its `own` ones, those of frames: the number, how it is
        written, the line."""
        known = self._lines.get(file, {})
        numbers = sorted({number for line in own for number in near(line)} & known.keys())
        while numbers and numbers[-1] not in own and not known[numbers[-1]].strip():
            numbers.pop()  # it may be behind the end of the file
        written = {int(line): number_of(line) for line in own}
        for number in numbers:
            line = viewer_text(known[number].replace("\t", "    ").rstrip())
            yield [number, written.get(number, str(number)), line]


def _frame(frame: Frame, files: Sequence[str]) -> Data:
    """Where a step is: in the graph, and on a line of one of the files, by the columns there."""
    found: Data = {"node": frame.node, "arrow": frame.arrow}
    if frame.place is not None:
        start, end = extent(frame.place)
        till = end.column - 1 if end.line == start.line else LONGEST
        found["place"] = [files.index(frame.place.file), start.line, start.column - 1, till]
    return found


def _list(lines: Iterable[str], kind: str) -> Markup:
    items = [tag("li", prose(viewer_text(line))) for line in lines]
    return tag("ul", *items, class_=kind) if items else NOTHING
