"""The sets of nodes that words lead to in an automaton, and what follows on each.

Many pairs of a comparison have the same set, and many sets the same nodes: what follows is worked
out once for each of both.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.behavior.difference.net import Net

    Nodes = frozenset[int]
    Row = tuple[tuple[str, Nodes], ...]


class Subsets:
    """The sets of nodes of an automaton.

    Attributes:
        net: the automaton.
    """

    def __init__(self, net: Net) -> None:
        self.net = net
        self._quiet = frozenset(node for node, arrows in enumerate(net.silent) if arrows)
        self._rows: dict[int, Row] = {}
        self._after: dict[Nodes, Mapping[str, Nodes]] = {}
        self._same: dict[Nodes, Nodes] = {}

    def closed(self, nodes: Iterable[int]) -> Nodes:
        """Nodes with those that are reached from them by steps without letters."""
        found = set(nodes)
        waiting = list(found & self._quiet)
        while waiting:
            for arrow in self.net.silent[waiting.pop()]:
                target = arrow.target
                if target not in found:
                    found.add(target)
                    if target in self._quiet:
                        waiting.append(target)
        return frozenset(found)

    def after(self, nodes: Nodes) -> Mapping[str, Nodes]:
        """For each letter that can come next, the nodes that it leads to."""
        found = self._after.get(nodes)
        if found is None:
            found = {
                letter: some.pop() if len(some) == 1 else self._shared(frozenset().union(*some))
                for letter, some in self._targets(nodes).items()
            }
            self._after[nodes] = found
        return found

    def _shared(self, nodes: Nodes) -> Nodes:
        """Equal sets as one object."""
        return self._same.setdefault(nodes, nodes)

    def _targets(self, nodes: Nodes) -> dict[str, set[Nodes]]:
        """For each letter, the sets of nodes that it leads to from some, all together."""
        found: dict[str, set[Nodes]] = {}
        for node in nodes:
            for letter, targets in self._rows.get(node) or self._row(node):
                some = found.get(letter)
                if some is None:
                    found[letter] = {targets}
                else:
                    some.add(targets)
        return found

    def _row(self, node: int) -> Row:
        """The letters of a node, with the nodes that they lead to and what is reached from these:
        what is reached from several is reached from one of them."""
        made = tuple(
            (letter, self._shared(self.closed(arrow.target for arrow in arrows)))
            for letter, arrows in self.net.moves[node].items()
        )
        self._rows[node] = made
        return made
