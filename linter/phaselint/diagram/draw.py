"""The graph of a contract as a drawing: what of it runs come to, and why not to the rest."""

from __future__ import annotations

from phaselint.diagram.model import Action, Arrow, Drawing, Node, Parallel
from phaselint.diagram.reach import everywhere, reach_of
from phaselint.dialects.diagram_data import Sketch
from phaselint.machine.model import BOUND
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.diagram.reach import Reach
    from phaselint.dialects.base import Dialect, Facts
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Place

    Way = tuple[int, int, str]

_NAMED = 2
"""Of the ways that are closed, so many are named where a phase is never entered."""


def draw(dialect: Dialect, facts: Facts, bound: int = BOUND) -> Drawing:
    """The drawing of a contract, by what its rules are asked about; searches expand at most
    `bound` states, and what they do not find out in that is drawn as if runs came there."""
    contract = facts.contract
    sketch = dialect.sketch(facts) if dialect.sketch else Sketch()
    machine = sketch.machine or dialect.machine(contract)
    declared = dialect.declared(contract) if dialect.declared else None
    return _Drawer(dialect.word, machine, declared, sketch, bound).drawing()


class _Taker(NamedTuple):
    """An action of an arrow, and what limits it there."""

    action: Action
    bound: str = ""


class _Drawer:
    """What a drawing is made of."""

    def __init__(
        self, word: str, machine: Machine, declared: Machine | None, sketch: Sketch, bound: int
    ) -> None:
        self._word = word
        self._machine = machine
        self._declared = declared
        self._sketch = sketch
        self._names = [phase.name for phase in machine.phases]
        gone = self._gone = sketch.unentered if sketch.known else {}
        # What is behind a phase that no run enters isn't a path either.
        dead = sketch.dead.keys() | {
            number for number, move in enumerate(machine.moves) if self._names[move.source] in gone
        }
        self._reach: Reach = (
            reach_of(machine, dead, bound) if sketch.known else everywhere(machine, dead)
        )
        self._entered = [
            number in self._reach.phases and name not in gone
            for number, name in enumerate(self._names)
        ]

    def drawing(self) -> Drawing:
        arrows = tuple(self._arrows())
        parallels = tuple(
            Parallel(fork.source, fork.siblings, fork.join) for fork in self._machine.forks
        )
        nodes = tuple(self._nodes(arrows))
        return Drawing(self._word, nodes, arrows, parallels, limits=self._sketch.limits)

    # --- ways -------------------------------------------------------------------------------------

    def _arrows(self) -> Iterator[Arrow]:
        """The ways by where they lead, those of one kind and with one bound together."""
        ways: dict[Way, dict[str, _Taker]] = {}
        for key, taker in (*self._moves(), *self._closed()):
            known = ways.setdefault(key, {})
            name = taker.action.name
            if name not in known or known[name].action.dead:
                known[name] = taker
        taken = {key[:2] for key in ways}
        for move in self._declared.moves if self._declared else ():
            if move.target is not None and (move.source, move.target) not in taken:
                ways.setdefault((move.source, move.target, ""), {})
        for (source, target, kind), takers in sorted(ways.items()):
            listed = [takers[name] for name in sorted(takers)]
            actions = tuple(taker.action for taker in listed)
            bounds, line = tuple(_bounds(listed)), self._sketch.lines.get(kind, "")
            yield Arrow(source, target, actions, kind=kind, bounds=bounds, line=line)

    def _moves(self) -> Iterator[tuple[Way, _Taker]]:
        sketch, machine = self._sketch, self._machine
        for number, move in enumerate(machine.moves):
            target = move.source if move.target is None else move.target
            entered = self._entered[move.source]
            dead = not entered or number not in self._reach.moves
            why = self._why_dead(number) if dead and entered else ""
            if not entered:
                why = f"no run reaches {quote(self._names[move.source])}"
            elif not dead and self._names[target] in self._gone:
                dead, why = True, self._gone[self._names[target]]
            action = Action(machine.actions[move.action], dead, why, move.place)
            key = (move.source, target, sketch.kinds.get(number, ""))
            yield key, _Taker(action, sketch.move_bounds.get(number, ""))

    def _closed(self) -> Iterator[tuple[Way, _Taker]]:
        number = {name: index for index, name in enumerate(self._names)}
        for way in self._sketch.closed:
            if way.source in number and way.target in number:
                action = Action(way.action, dead=True, why=way.why, place=way.place)
                yield (number[way.source], number[way.target], way.kind), _Taker(action)

    def _why_dead(self, number: int) -> str:
        return self._sketch.dead.get(number) or self._reach.why(number)

    # --- phases -----------------------------------------------------------------------------------

    def _nodes(self, arrows: Sequence[Arrow]) -> Iterator[Node]:
        into: dict[int, list[Arrow]] = {}
        for arrow in arrows:
            if arrow.source != arrow.target:
                into.setdefault(arrow.target, []).append(arrow)
        sketch = self._sketch
        astray: dict[str, list[Place]] = {}
        for name, place in sketch.astray:
            astray.setdefault(name, []).append(place)
        for number, phase in enumerate(self._machine.phases):
            why = sketch.unusable.get(phase.name, "")
            node = Node(
                phase.name,
                initial=number in self._machine.initial,
                terminal=phase.terminal,
                standing="unusable" if why else "live",
                why=why,
                bounds=sketch.bounds.get(phase.name, ()),
                place=phase.place,
                astray=tuple(astray.get(phase.name, ())),
            )
            if not self._entered[number]:
                why = sketch.unentered.get(phase.name) or self._why_lost(into.get(number, ()))
                node = node._replace(standing="unentered", why=why)
            yield node

    def _why_lost(self, into: Iterable[Arrow]) -> str:
        """Why no run enters a phase, by the ways that lead there."""
        near = [arrow for arrow in into if self._entered[arrow.source]]
        if near:
            closed = [why for arrow in near for why in self._closures(arrow)]
            return "; ".join(closed[:_NAMED])
        far = list(dict.fromkeys(quote(self._names[arrow.source]) for arrow in into))
        if not far:
            return "no transition leads here"
        if len(far) > 1:
            return f"only {', '.join(far)} lead here, but no run reaches them"
        return f"only {far[0]} leads here, but no run reaches it"

    def _closures(self, arrow: Arrow) -> Iterator[str]:
        source = quote(self._names[arrow.source])
        for action in arrow.actions:
            yield f"{quote(action.name)} from {source}: {action.why}"
        if not arrow.actions:
            yield f"no run takes the transition from {source}"


def _bounds(takers: Sequence[_Taker]) -> Iterator[str]:
    """What limits the ways of an arrow; of several, with what takes them."""
    for action, bound in takers:
        if bound:
            yield bound if len(takers) == 1 else f"{quote(action.name)} {bound}"
