"""Forward coverability: only the states below no other are kept (core A.4 pass 4).

What a state can do, a state above it can do too. So the maximal states of each phase, and wide
responses from them, show exactly which phases are reached and which moves are ever usable.
"""

from __future__ import annotations

from collections import deque

from phaselint.machine.model import BOUND
from phaselint.machine.responses import wide
from phaselint.machine.search_limits import Effort
from phaselint.machine.steps import advance, canonical, covered, initial_states, usable
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaselint.machine.model import Response, State
    from phaselint.machine.steps import Index

ROOT = -1
"""The parent of a start state."""


class Node(NamedTuple):
    """A state found by a real run: the node before and the response that led here."""

    parent: int
    response: Response
    state: State


class Cover(NamedTuple):
    """Nodes in the order of discovery, and the numbers of those that are maximal, sorted.

    `hit` is the node at which the search was told to stop, -1 when it was not. A search that is
    not `complete` was stopped or hit the bound that `reason` names.
    """

    nodes: tuple[Node, ...]
    maximal: tuple[int, ...]
    hit: int
    complete: bool
    reason: str = ""


class Length(NamedTuple):
    """How long a run is: the actions that it takes, and the responses that hold them."""

    calls: int
    responses: int


class _Front:
    """The search in progress: nodes, the maximal ones of each phase, the queue of each rank.

    No queue has a lower rank than `lowest`. Ranks fall by one from state to state at most, so
    to look for the next queue takes no more than to fill them; a heap would need an import.
    """

    def __init__(self, rank: Sequence[int], effort: Effort) -> None:
        self.rank = rank
        self.effort = effort
        self.nodes: list[Node] = []
        self.rows: dict[int, dict[int, State]] = {}
        self.queues: dict[int, deque[int]] = {}
        self.lowest = 0

    def add(self, node: Node) -> bool:
        """Take in a node unless its state is below one that is kept; drop what is below it."""
        phase, facts, bans = node.state
        row = self.rows.setdefault(phase, {})
        if row:
            self.effort.compare(len(row))
            if covered(node.state, tuple(row.values())):
                return False
            for each in [k for k, low in row.items() if not low[1] & ~facts and not bans & ~low[2]]:
                del row[each]
        row[len(self.nodes)] = node.state
        rank = self.rank[phase] if self.rank else 0
        self.queues.setdefault(rank, deque()).append(len(self.nodes))
        self.lowest = min(self.lowest, rank)
        self.nodes.append(node)
        return True

    def pop(self) -> int:
        """Take the next node that is still maximal; -1 when there is none."""
        while self.queues:
            while self.lowest not in self.queues:
                self.lowest += 1
            queue = self.queues[self.lowest]
            number = queue.popleft()
            if not queue:
                del self.queues[self.lowest]
            if number in self.rows[self.nodes[number].state.phase]:
                return number
        return -1


def cover(
    index: Index,
    starts: Iterable[State] | None = None,
    bound: int = BOUND,
    stop: Callable[[State], bool] | None = None,
    rank: Sequence[int] = (),
) -> Cover:
    """Search from some states, by default from where runs start.

    `rank` gives phases that are looked at first a lower number; without it the search is
    breadth-first. `bound` limits the states expanded. `stop` ends the search at the first
    state it accepts.
    """
    effort = Effort(index, bound)
    front = _Front(rank, effort)
    for state in initial_states(index) if starts is None else starts:
        if front.add(Node(ROOT, (), canonical(index, state))) and stop and stop(state):
            return _result(front, len(front.nodes) - 1, "")
    while (number := front.pop()) >= 0:
        state = front.nodes[number].state
        if not index.out[state.phase]:
            continue
        responses = wide(index, state)
        if reason := effort.expand(state.phase, responses):
            return _result(front, -1, reason)
        for response in responses or ():
            node = Node(number, response, advance(index, state, response))
            if front.add(node) and stop and stop(node.state):
                return _result(front, len(front.nodes) - 1, "")
            if effort.spent:
                return _result(front, -1, effort.spent)
    return _result(front, -1, "")


def _result(front: _Front, hit: int, reason: str) -> Cover:
    maximal = sorted(number for row in front.rows.values() for number in row)
    complete = hit < 0 and not reason
    return Cover(tuple(front.nodes), tuple(maximal), hit, complete, reason)


def maximal_states(found: Cover) -> tuple[State, ...]:
    """List the maximal states in the order of their discovery."""
    return tuple(found.nodes[number].state for number in found.maximal)


def reached(found: Cover) -> frozenset[int]:
    """Collect the phases that runs reach."""
    return frozenset(found.nodes[number].state.phase for number in found.maximal)


def executable(index: Index, found: Cover) -> frozenset[int]:
    """Collect the moves that are usable in some reachable state."""
    return frozenset(move for state in maximal_states(found) for move in usable(index, state))


def path(found: Cover, number: int) -> tuple[Response, ...]:
    """List the responses that lead from a start to a node."""
    responses: list[Response] = []
    while found.nodes[number].parent != ROOT:
        responses.append(found.nodes[number].response)
        number = found.nodes[number].parent
    return tuple(reversed(responses))


def together(found: Cover) -> Length:
    """Give a length that `farthest` never is above, known at a glance: all responses that were
    found, one after the other, and one more action."""
    responses = [node.response for node in found.nodes if node.parent != ROOT]
    return Length(sum(map(len, responses)) + 1, len(responses) + 1)


def farthest(index: Index, found: Cover) -> Length:
    """Give a length within which runs reach every phase and take every action that runs ever
    do. It is not always the least."""
    moves = index.machine.moves
    far: list[Length] = []
    calls: dict[int, int] = {}  # the fewest to a phase, and to an action, whose number is inverted
    responses: dict[int, int] = {}
    for parent, response, state in found.nodes:
        before = far[parent] if parent != ROOT else Length(0, -1)  # a start has no response
        here = Length(before.calls + len(response), before.responses + 1)
        far.append(here)
        for key in (state.phase, *(~moves[move].action for move in usable(index, state))):
            taken = key < 0
            call, step = here.calls + taken, here.responses + taken
            calls[key] = min(call, calls.get(key, call))
            responses[key] = min(step, responses.get(key, step))
    return Length(max(calls.values(), default=0), max(responses.values(), default=0))
