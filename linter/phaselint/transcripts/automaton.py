"""What runs of a contract do, as an automaton over the acts that a format shows: explored as far as
a run goes, and remembered."""

from __future__ import annotations

from phaselint.behavior.acting import Numbered, acts_of_opening, edges_from, telling
from phaselint.dialects.acts import OWNED
from phaselint.dialects.protocol import TooManyChoices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act

    Key = tuple[str, str, str]
    Groups = tuple[tuple[tuple[Key, ...], ...], ...]
    """What is left of a step: groups of threads, one group after the other."""
    Place = tuple[int, int, Groups]
    """A setting, a state, and what is left of the step into it."""

SILENT = frozenset({"turn", "end"})
"""Acts that no log tells as the executor does."""


INNER = "/"
"""Between a subgraph and its nodes in the names of these."""


class Unexplored(Exception):
    """A run leads where the contract can't be explored; the reason, as a clause."""


def key_of(act: Act) -> Key:
    """What an act is recognized by in logs, which know no kinds of agents' phases."""
    target = act.phase if act.verb in OWNED else act.target
    return (act.verb, act.subject, target)


class Automaton:
    """The runs of a contract, over acts with some verbs.

    `bound` is how many states are expanded. `flat`: what nodes of subgraphs do isn't shown.
    """

    def __init__(
        self, runs: Runs, shows: frozenset[str], bound: int, *, flat: bool = False
    ) -> None:
        self._runtime = runs.runtime
        self._tell = telling(runs.runtime, runs.contract)
        self._shows = shows
        self._bound = bound
        self._flat = flat
        self._spaces = [Numbered(runs.runtime, start) for start in runs.relaxed]
        self._edges: dict[tuple[int, int], tuple[tuple[int, Groups], ...]] = {}
        self._offered: dict[tuple[int, int], frozenset[Key]] = {}
        self._sets: dict[frozenset[Place], int] = {}
        self._members: list[frozenset[Place]] = []
        self._table: dict[tuple[int, Key], int] = {}
        self._index: dict[Key, frozenset[Place]] = {}
        openings = [
            (number, 0, self._groups(acts_of_opening(runs.runtime, self._tell, start)))
            for number, start in enumerate(runs.relaxed)
        ]
        self._openings = openings
        self.start = self._number(self._closed(openings))

    def shows(self, act: Act) -> bool:
        """Whether logs of the format tell of an act."""
        if act.verb in SILENT or (self._flat and INNER in act.phase):
            return False
        if "*" in self._shows or act.verb in self._shows:
            return True
        return act.verb == "call" and f"call {act.kind or 'tool'}" in self._shows

    def after(self, here: int, key: Key) -> int:
        """The set of places after an act, by its number; that of the empty set is -1.

        Raises:
            Unexplored: it isn't known what is possible there.
        """
        found = self._table.get((here, key))
        if found is None:
            found = self._number(self._closed(self._stepped(self._members[here], key)))
            self._table[here, key] = found
        return found

    def possible(self, here: int) -> tuple[Key, ...]:
        """The acts that may come next."""
        found: dict[Key, None] = {}
        for setting, state, groups in self._members[here]:
            if groups:
                found.update(dict.fromkeys(thread[0] for thread in groups[0]))
            else:
                found.update(dict.fromkeys(self._offers(setting, state)))
        return tuple(sorted(found))

    def may_end(self, here: int) -> bool:
        """Whether the run may be over there."""
        return any(
            not groups and self._outcome(setting, state) != "running"
            for setting, state, groups in self._members[here]
        )

    def anywhere(self, key: Key) -> int:
        """The set of all places after an act, wherever it is done; -1 where it never is.

        Raises:
            Unexplored: the contract can't be explored.
        """
        if key not in self._index:
            self._index[key] = frozenset(self._closed(self._everywhere(key)))
        return self._number(self._index[key])

    # --- sets of places ---------------------------------------------------------------------------

    def _number(self, places: Iterable[Place]) -> int:
        some = frozenset(places)
        if not some:
            return -1
        found = self._sets.setdefault(some, len(self._members))
        if found == len(self._members):
            self._members.append(some)
        return found

    def _stepped(self, places: Iterable[Place], key: Key) -> Iterator[Place]:
        for setting, state, groups in places:
            if groups:
                for rest in _advanced(groups, key):
                    yield (setting, state, rest)
            elif key in self._offers(setting, state):
                yield (setting, state, ())

    def _closed(self, places: Iterable[Place]) -> set[Place]:
        """Places with those that are reached from them unseen."""
        found = set(places)
        waiting = list(found)
        while waiting:
            setting, state, groups = waiting.pop()
            if groups:
                continue
            for target, rest in self._out(setting, state):
                place = (setting, target, rest)
                if place not in found:
                    found.add(place)
                    waiting.append(place)
        return found

    def _everywhere(self, key: Key) -> Iterator[Place]:
        """All places right after an act, whatever is left of its step."""
        for setting, numbered in enumerate(self._spaces):
            state = 0
            steps: list[tuple[int, Groups]] = [self._openings[setting][1:]]
            while state < len(numbered.states):
                steps += self._out(setting, state)
                if key in self._offers(setting, state):
                    yield (setting, state, ())
                state += 1
            for target, groups in steps:
                for rest in _anywhere_in(groups, key):
                    yield (setting, target, rest)

    # --- states -----------------------------------------------------------------------------------

    def _out(self, setting: int, state: int) -> tuple[tuple[int, Groups], ...]:
        found = self._edges.get((setting, state))
        if found is None:
            found = self._edges[setting, state] = self._expanded(setting, state)
        return found

    def _expanded(self, setting: int, number: int) -> tuple[tuple[int, Groups], ...]:
        if len(self._edges) >= self._bound:
            raise Unexplored(f"exploration stopped at the bound of {self._bound:,} expanded states")
        met = self._spaces[setting]
        state = met.states[number]
        try:
            choices = self._runtime.act_choices(state)
        except TooManyChoices as error:
            raise Unexplored(str(error) or "a state has too many choices") from None
        edges = edges_from(self._runtime, self._tell, number, state, choices, met)
        return tuple(dict.fromkeys((each.target, self._groups(each.acts)) for each in edges))

    def _offers(self, setting: int, state: int) -> frozenset[Key]:
        found = self._offered.get((setting, state))
        if found is None:
            at = self._spaces[setting].states[state]
            running = self._runtime.outcome(at).kind == "running"
            acts = self._runtime.offered(at) if running else ()
            found = frozenset(key_of(each) for each in acts if self.shows(each))
            self._offered[setting, state] = found
        return found

    def _outcome(self, setting: int, state: int) -> str:
        return self._runtime.outcome(self._spaces[setting].states[state]).kind

    def _groups(self, acts: Sequence[Act]) -> Groups:
        """The acts of a step that logs tell of, in groups."""
        found: list[tuple[tuple[Key, ...], ...]] = []
        threads: dict[int, list[Key]] = {}

        def close() -> None:
            if threads:
                found.append(tuple(sorted(map(tuple, threads.values()))))
                threads.clear()

        for act in acts:
            if not self.shows(act):
                continue
            if act.thread:
                threads.setdefault(act.thread, []).append(key_of(act))
            else:
                close()
                found.append(((key_of(act),),))
        close()
        return tuple(found)


def _advanced(groups: Groups, key: Key) -> Iterator[Groups]:
    """What is left of a step after an act."""
    threads = groups[0]
    for number, thread in enumerate(threads):
        if thread[0] == key and threads.index(thread) == number:
            rest = (thread[1:],) if len(thread) > 1 else ()
            left = tuple(sorted((*threads[:number], *rest, *threads[number + 1 :])))
            yield (left, *groups[1:]) if left else groups[1:]


def _anywhere_in(groups: Groups, key: Key) -> Iterator[Groups]:
    """What may be left of a step after an act in it, however much of it was done before."""
    seen = {groups}
    waiting = [groups]
    while waiting:
        here = waiting.pop()
        if not here:
            continue
        heads = {thread[0] for thread in here[0]}
        for head in heads:
            for rest in _advanced(here, head):
                if head == key:
                    yield rest
                if rest not in seen:
                    seen.add(rest)
                    waiting.append(rest)
