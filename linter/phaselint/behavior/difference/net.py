"""All runs of a contract as an automaton over letters: what two versions are compared by.

Its nodes are the states of act atlases, and places in the middle of a step that does several acts.
What a state offers is a loop on it.
"""

from __future__ import annotations

from phaselint.behavior.difference.words import letter, word
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.behavior.acting import ActAtlas, ActEdge
    from phaselint.behavior.difference.words import Spelling
    from phaselint.dialects.acts import Act


class Arrow(NamedTuple):
    """A letter's way to a node. The last arrow of a step has its edge."""

    target: int
    edge: ActEdge | None = None


class Net(NamedTuple):
    """An automaton.

    Attributes:
        starts: a node for each start of runs, in the order of the atlases.
        moves: for each node its letters, with where they lead.
        silent: for each node the steps from it that do nothing that is a letter.
        unknown: nodes of states that were not expanded.
        between: nodes that aren't states.
    """

    starts: tuple[int, ...]
    moves: Sequence[Mapping[str, Sequence[Arrow]]]
    silent: Sequence[Sequence[Arrow]]
    unknown: frozenset[int]
    between: frozenset[int] = frozenset()

    @property
    def letters(self) -> frozenset[str]:
        """What some run does."""
        return frozenset(each for moves in self.moves for each in moves)

    def is_like(self, other: Net) -> bool:
        """Whether another automaton is the same but for the edges of its arrows."""
        return (
            (self.starts, self.unknown, self.between)
            == (other.starts, other.unknown, other.between)
            and len(self.moves) == len(other.moves)
            and all(map(_lead_alike, self.silent, other.silent))
            and all(
                one.keys() == two.keys() and all(_lead_alike(one[each], two[each]) for each in one)
                for one, two in zip(self.moves, other.moves, strict=True)
            )
        )


def _lead_alike(one: Sequence[Arrow], two: Sequence[Arrow]) -> bool:
    return [each.target for each in one] == [each.target for each in two]


def net_of(atlases: Iterable[ActAtlas], spell: Spelling = letter) -> Net:
    """The automaton of some atlases: all runs from each of their starts."""
    made = _Making(spell)
    for each in atlases:
        made.add(each)
    unknown, between = frozenset(made.unknown), frozenset(made.between)
    return Net(tuple(made.starts), made.moves, made.silent, unknown, between)


class _Making:
    """An automaton in the making."""

    def __init__(self, spell: Spelling) -> None:
        self._spell = spell
        self.starts: list[int] = []
        self.moves: list[dict[str, list[Arrow]]] = []
        self.silent: list[list[Arrow]] = []
        self.unknown: list[int] = []
        self.between: list[int] = []

    def add(self, atlas: ActAtlas) -> None:
        """Add all runs of an atlas, whose state 0 they begin in."""
        root = self._node()
        self.starts.append(root)
        self.between.append(root)
        first = len(self.moves)
        for _ in atlas.states:
            self._node()
        self._step(root, {}, atlas.opening, first, None)
        for number, edges in enumerate(atlas.out):
            between: dict[tuple[str, ...], int] = {}
            for edge in edges:
                self._step(first + number, between, edge.acts, first + edge.target, edge)
            if not atlas.ended[number]:
                for act in atlas.offered[number]:
                    loops = self.moves[first + number].setdefault(self._spell(act), [])
                    loops.append(Arrow(first + number))
        if not atlas.complete:
            self.unknown += (first + each for each in _unexpanded(atlas))

    def _node(self) -> int:
        self.moves.append({})
        self.silent.append([])
        return len(self.moves) - 1

    def _step(
        self,
        source: int,
        between: dict[tuple[str, ...], int],
        acts: Iterable[Act],
        target: int,
        edge: ActEdge | None,
    ) -> None:
        """Add a step; those from one state that begin alike share the places in between."""
        letters = word(acts, self._spell)
        if not letters:
            self.silent[source].append(Arrow(target, edge))
            return
        here = source
        for length, each in enumerate(letters[:-1], 1):
            place = between.get(letters[:length])
            if place is None:
                place = between[letters[:length]] = self._node()
                self.between.append(place)
                self.moves[here].setdefault(each, []).append(Arrow(place))
            here = place
        self.moves[here].setdefault(letters[-1], []).append(Arrow(target, edge))


def _unexpanded(atlas: ActAtlas) -> Iterator[int]:
    """The states of an incomplete atlas of which it isn't known how runs go on."""
    for number, edges in enumerate(atlas.out):
        if not edges and not atlas.ended[number]:
            yield number
