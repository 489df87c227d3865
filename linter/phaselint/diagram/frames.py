"""Runs and witnesses as frames in the drawing of their contract."""

from __future__ import annotations

from phaselint.diagram.edges import Ways
from phaselint.diagram.model import Frame
from phaselint.dialects.showing import changes
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Element, Event
    from phaselint.dialects.showing import Fact
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Place, WitnessStep

MOST_LINES = 24
"""Lines that a frame has of what has happened, and of what has changed."""

MOST_STATES = 400
"""States of a run that are looked at: more than a film shows, and than any witness has."""

OF_LOOK = 8 * OF_RUN
"""What it takes to look at a state, against a step of a run: its summary tells the whole run."""

LONGEST = 400
"""Characters of a line."""

STILL = "nothing changes"
"""What a frame says of a step of which there is nothing else to say."""


class Shot(NamedTuple):
    """A frame, the phase that it is in, drawn or not, and what of it had happened before the run
    left the phase of the frame before. `skipped` is how many it stands for, where it stands for
    some that are left out."""

    frame: Frame
    phase: str
    left: tuple[str, ...] = ()
    skipped: int = 0


class Camera:
    """Looks at runs of the contract that a drawing shows, or of which it shows a part."""

    def __init__(self, runtime: Runtime[Any], contract: Any, drawing: Drawing) -> None:
        self._runtime = runtime
        self._ways = Ways(drawing)
        self._elements: dict[Hashable, list[Element]] = {}
        for element in runtime.elements(contract):
            if not element.is_phase:
                self._elements.setdefault(element.id, []).append(element)

    def shots(self, run: Run[Any]) -> Iterator[Shot]:
        """A run, a shot for each state it was in, and one for each phase it passed in between. Of a
        long one those in the middle are not looked at."""
        entered: tuple[str, ...] = ()
        facts: Sequence[Fact] = ()
        here, happened = "", 0
        skipped = _middle(len(run.states))
        for number, (state, until) in enumerate(zip(run.states, run.happened, strict=True)):
            if number in skipped:
                if number == skipped[-1]:
                    entered, happened = self._entered(state, ()), until
                    here = entered[-1] if entered else ""
                    yield Shot(Frame(self._ways.node(here)), here, skipped=len(skipped))
                continue
            take(OF_LOOK)
            events = run.events[happened:until]
            before, entered = entered, self._entered(state, events)
            origins = tuple(dict.fromkeys((here, *before[-1:]))) if here else ()
            known, facts = facts, self._runtime.shown(state)
            changed = _few(changes(known, facts))
            for shot in self._step(state, events, origins, entered[len(before) :], changed):
                here = shot.phase
                yield shot
            happened = until

    def retold(self, steps: Iterable[WitnessStep], here: str = "") -> Iterator[Shot]:
        """A witness, a shot for each of its steps, from the phase that a run is in before."""
        for step in steps:
            arrow = self._ways.arrow((here,), step.phase, step.place)
            here = step.phase or here
            said = (_short(step.text),)
            yield Shot(Frame(self._ways.node(here), arrow, said, place=step.place), here)

    # --- one step ---------------------------------------------------------------------------------

    def _entered(self, state: Any, events: Sequence[Event]) -> tuple[str, ...]:
        """The phases that a run has entered, the one it is in included: runtimes count a phase as
        visited when it is entered, or when it is through. A run that has ended is where the runtime
        says, or else where the last thing happened."""
        visited = tuple(self._runtime.summary(state)["phases_visited"])
        question = self._runtime.asks(state)
        if question is None:
            last = self._runtime.phase(state) or _last_phase(events)
            return visited if last in ("", *visited[-1:]) else (*visited, last)
        if question.phase and visited.count(question.phase) <= question.visit:
            return (*visited, question.phase)
        return visited

    def _step(
        self,
        state: Any,
        events: Sequence[Event],
        origins: Sequence[str],
        entered: Sequence[str],
        changed: tuple[str, ...],
    ) -> Iterator[Shot]:
        """The shots of a step that enters phases one after the other. The origins are the phase
        that the run was in, and the one that it had entered last; what has changed is known after
        the last of them."""
        here = origins[0] if origins else ""
        left = self._said(_taken_while(events, here))
        for phase in entered[:-1]:
            own = _up_to(events, phase)
            arrow = self._ways.arrow(origins, phase)
            said = self._said(own) or (f"the run comes to {quote(phase)}",)
            frame = Frame(self._ways.node(phase), arrow, said, place=self._place(phase, arrow))
            yield Shot(frame, phase, left)
            events, here, origins, left = events[len(own) :], phase, (phase,), ()
        phase = entered[-1] if entered else ""
        used = self._used(events, here, phase)
        arrow = self._ways.arrow(origins, phase, used)
        here = phase or self._runtime.phase(state) or here
        said = self._said(events)
        if not (said or changed):
            said = (STILL,)
        place = used or self._place(here, arrow)
        yield Shot(Frame(self._ways.node(here), arrow, said, changed, place), here, left)

    def _said(self, events: Sequence[Event]) -> tuple[str, ...]:
        return _few(line for line in map(self._runtime.told, events) if line)

    # --- the line that makes it possible ----------------------------------------------------------

    def _used(self, events: Sequence[Event], source: str, target: str) -> Place | None:
        """Where the contract has what was used in a phase: what leads to the one that is entered,
        or anything at all where the run stays."""
        for move in self._runtime.moves(events):
            for element in self._elements.get(move, ()):
                if element.phase == source and (not target or target in element.targets):
                    return element.place
        return None

    def _place(self, phase: str, arrow: int | None) -> Place | None:
        """Where the contract has the way that a run has come by, or else the phase."""
        way = None if arrow is None else self._ways.arrow_place(arrow)
        return way or self._ways.node_place(phase)


def _middle(states: int) -> range:
    """The numbers of the states of a run that are not looked at: what runtimes tell of a state
    grows with the run, so a script of 10,000 answers would take a minute."""
    return range(MOST_STATES // 2, max(MOST_STATES // 2, states - MOST_STATES // 2))


def _last_phase(events: Sequence[Event]) -> str:
    return next((each.phase for each in reversed(events) if each.phase), "")


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


def _few(lines: Iterable[str]) -> tuple[str, ...]:
    """As many lines as a frame has room for; of more the first, and how many more."""
    told = tuple(lines)
    more = len(told) - MOST_LINES
    shown = tuple(map(_short, told[:MOST_LINES]))
    return (*shown, f"and {more} more") if more > 0 else shown


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
