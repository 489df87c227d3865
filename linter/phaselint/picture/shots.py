"""Runs and witnesses as frames in the drawing of their contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.picture.model import Frame
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from phaselint.dialects.protocol import Element, Event, Runtime
    from phaselint.executor.replay import Run
    from phaselint.picture.model import Drawing
    from phaselint.vocabulary.finding import Place, Step

MOST_LINES = 24
"""Lines that a frame has of what has happened."""

LONGEST = 400
"""Characters of a line, and of a value of a state."""


class Shot(NamedTuple):
    """A frame, the phase that it is in, drawn or not, and what of it had happened before the run
    left the phase of the frame before."""

    frame: Frame
    phase: str
    left: tuple[str, ...] = ()


class Camera:
    """Looks at runs of the contract that a drawing shows, or of which it shows a part."""

    def __init__(self, runtime: Runtime[Any], contract: Any, drawing: Drawing) -> None:
        self._number = {node.name: n for n, node in reversed([*enumerate(drawing.nodes)])}
        self._runtime = runtime
        self._drawing = drawing
        self._between: dict[tuple[int | None, int | None], int] = {}
        for number, arrow in enumerate(drawing.arrows):
            known = self._between.setdefault((arrow.source, arrow.target), number)
            if arrow.taken and not drawing.arrows[known].taken:
                self._between[arrow.source, arrow.target] = number
        self._elements: dict[Hashable, list[Element]] = {}
        for element in runtime.elements(contract):
            self._elements.setdefault(element.id, []).append(element)

    def shots(self, run: Run[Any]) -> Iterator[Shot]:
        """A run, a shot for each state it was in, and one for each phase it passed in between."""
        before: tuple[str, ...] = ()
        happened = 0
        for state, until in zip(run.states, run.happened, strict=True):
            events = run.events[happened:until]
            entered = self._entered(state, events)
            yield from self._step(state, events, before, entered)
            before, happened = entered, until

    def retold(self, steps: Iterable[Step]) -> Iterator[Frame]:
        """A witness, a frame for each of its steps."""
        here: int | None = None
        for step in steps:
            node = self._number.get(step.phase) if step.phase else here
            arrow = self._between.get((here, node)) if step.phase else None
            yield Frame(node, arrow, (_short(step.text),), place=step.place)
            here = node

    # --- one step ---------------------------------------------------------------------------------

    def _entered(self, state: Any, events: Sequence[Event]) -> tuple[str, ...]:
        """The phases that a run has entered, the one it is in included: runtimes count a phase as
        visited when it is entered, or when it is through. A run that has failed is where the last
        thing happened."""
        visited = tuple(self._runtime.summary(state)["phases_visited"])
        question = self._runtime.asks(state)
        if question is None:
            last = next((each.phase for each in reversed(events) if each.phase), "")
            return visited if last in ("", *visited[-1:]) else (*visited, last)
        if question.phase and visited.count(question.phase) <= question.visit:
            return (*visited, question.phase)
        return visited

    def _step(
        self, state: Any, events: Sequence[Event], before: Sequence[str], entered: Sequence[str]
    ) -> Iterator[Shot]:
        source = before[-1] if before else ""
        left = self._said(_taken_while(events, source))
        passed = entered[len(before) :]
        for phase in passed[:-1]:
            of_phase = _up_to(events, phase)
            place = self._way_place(source, phase)
            yield Shot(self._frame(source, phase, self._said(of_phase), place), phase, left)
            events, source, left = events[len(of_phase) :], phase, ()
        phase = passed[-1] if passed else ""
        here = phase or self._runtime.phase(state) or source
        place = self._place(events, source, phase) or self._node_place(here)
        frame = self._frame(source, phase, self._said(events), place)
        state_ = tuple((name, _short(value)) for name, value in self._runtime.shown(state))
        yield Shot(frame._replace(node=self._number.get(here), state=state_), here, left)

    def _frame(self, source: str, target: str, said: tuple[str, ...], place: Place | None) -> Frame:
        node = self._number.get(target)
        arrow = self._between.get((self._number.get(source), node))
        return Frame(node, arrow, said, place=place)

    def _said(self, events: Sequence[Event]) -> tuple[str, ...]:
        lines = [_short(self._runtime.headline(event)) for event in events[:MOST_LINES]]
        more = len(events) - len(lines)
        return (*lines, f"and {more} more") if more else tuple(lines)

    # --- the line that makes it possible ----------------------------------------------------------

    def _place(self, events: Sequence[Event], source: str, target: str) -> Place | None:
        """Where the contract has what was used: what leads to the target, or else the way there,
        or else anything but a phase."""
        used = [
            element
            for move in self._runtime.moves(events)
            for element in self._elements.get(move, ())
            if not element.is_phase and element.phase == source
        ]
        leading = [element.place for element in used if target in element.targets]
        if leading:
            return leading[0]
        way = self._way_place(source, target) if target else None
        return way or next((element.place for element in used), None)

    def _way_place(self, source: str, target: str) -> Place | None:
        """Where the contract has the way from one phase to the next."""
        number = self._between.get((self._number.get(source), self._number.get(target)))
        if number is None:
            return self._node_place(target)
        actions = self._drawing.arrows[number].actions
        taken = sorted(actions, key=lambda action: action.dead)
        return next((each.place for each in taken if each.place is not None), None)

    def _node_place(self, phase: str) -> Place | None:
        node = self._number.get(phase)
        return None if node is None else self._drawing.nodes[node].place


def _taken_while(events: Sequence[Event], phase: str) -> Sequence[Event]:
    """The first events, as far as they are of a phase."""
    for number, event in enumerate(events):
        if event.phase not in ("", phase):
            return events[:number]
    return events


def _up_to(events: Sequence[Event], phase: str) -> Sequence[Event]:
    """The events up to the last of the first that are of a phase; none where there is none."""
    start = next((n for n, each in enumerate(events) if each.phase == phase), None)
    return (
        events[:0] if start is None else events[: start + len(_taken_while(events[start:], phase))]
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
