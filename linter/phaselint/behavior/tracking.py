"""What the machine of a policy is told of words: from each configuration to the next ones.

A configuration is a number: that of a state of the machine or, where threads go on from step to
step, of a state with what waits. A policy that demands something of all runs is violated if it is
in one order; one that asks for a single run holds if it does in every order, so it has sets of
orders for configurations.
"""

from __future__ import annotations

from phaselint.behavior.orders import ASKED, Line, Orders
from phaselint.dialects.acts import TURN
from phaselint.policies.automaton import MET, SETTLED, letters, machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.spaces import Words
    from phaselint.dialects.acts import Act
    from phaselint.policies.policy import Policy

    Told = list[tuple[int, int]]
    """The letters of a word that the machine looks at, each with its thread."""


def most_alike(policy: Policy) -> int:
    """How many equal acts one after the other make a difference at most: one may open a scope, and
    one more than is allowed violates the policy."""
    return policy.most + 2


class Tracker:
    """The machine of one policy over the words of one contract.

    `spanning`: whether threads go on from step to step; else each step is a barrier. `turning`:
    whether the policy looks at turns of models.
    """

    def __init__(self, policy: Policy, words: Words, *, spanning: bool) -> None:
        self.policy = policy
        self.spanning = spanning
        self.all_orders = policy.shape == "some-run"
        self._machine = machine(policy)
        self.turning = bool(letters(policy, [TURN])[0])
        self.words = words
        self._letters: list[int] = []
        self._told: dict[int, Told] = {}
        self._numbers: dict[Hashable, int] = {}
        self._configurations: list[frozenset[Line[int]]] = []
        self._tables: list[dict[int, tuple[int, ...]]] = []
        self._offers: list[dict[int, tuple[int, ...]]] = []
        self._open: list[bool] = []
        self._orders: Orders[int] = Orders(self._machine.step, bool, most_alike(policy))
        self.start = self._number(frozenset({Line(self._machine.start)}))

    def letter(self, act: int) -> int:
        """The letter that an act is, 0 for one that the machine does not look at."""
        if act >= len(self._letters):
            self._letters += letters(self.policy, self.words.acts[len(self._letters) :])
        return self._letters[act]

    def waits(self, configuration: int) -> bool:
        """Whether acts wait there to be put in order, which a barrier does."""
        return any(line.queues for line in self._configurations[configuration])

    def looks_at(self, word: int, *, waiting: bool) -> bool:
        """Whether a word may lead to another configuration, from one where acts are `waiting`."""
        told = self._told_by(word)
        return bool(told) if waiting else any(letter for _, letter in told)

    def table(self, configuration: int) -> Mapping[int, tuple[int, ...]]:
        """The known `after` of a configuration, by words."""
        return self._tables[configuration]

    def after(self, configuration: int, word: int) -> tuple[int, ...]:
        """The configurations after a word, `MET` among them where an order leads there."""
        table = self._tables[configuration]
        found = table.get(word)
        if found is None:
            found = table[word] = self._after(configuration, self._told_by(word))
        return found

    def offered(self, configuration: int, act: int) -> tuple[int, ...]:
        """The configurations after an act that is offered at any time."""
        table = self._offers[configuration]
        found = table.get(act)
        if found is None:
            found = table[act] = self._after(configuration, self._spoken([act]))
        return found

    def is_turn(self, word: int) -> bool:
        """Whether a word begins with the turn of a model."""
        acts = self.words.words[word]
        return bool(acts) and self.words.acts[acts[0]].name == TURN.name

    def in_turns(self, words: Iterable[int], offered: Sequence[int]) -> bool:
        """Whether acts that are offered before steps with some words are done in turns that the
        policy looks at."""
        return self.turning and bool(offered) and any(map(self.is_turn, words))

    def in_turn(
        self, configuration: int, edge: ActEdge, offers: Sequence[int]
    ) -> Iterator[tuple[int, ActEdge]]:
        """The configurations after a step with acts that are offered before it, which a model does
        in its turn: after that, where the step begins with one. Each with the step that does some
        of them, too."""
        acts = self.words.words[self.words.word(edge.acts)]
        turn = int(self.is_turn(self.words.word(edge.acts)))
        found: dict[int, tuple[int, ...]] = dict.fromkeys(
            self._after(configuration, self._spoken(acts[:turn])), ()
        )
        looked_at = [each for each in offers if self.letter(each)]
        for one in (waiting := [*found]):
            for act in looked_at if one != MET else ():
                for further in self.offered(one, act):
                    if further not in found:
                        found[further] = (*found[one], act)
                        waiting.append(further)
        rest = self._spoken(acts[turn:])
        for one, done in found.items():
            full = (*edge.acts[:turn], *self._acts(done), *edge.acts[turn:])
            for further in self._after(one, rest) if one != MET else (MET,):
                yield further, edge._replace(acts=full) if done else edge

    def must_go_on(self, configuration: int) -> bool:
        """Whether a run that ends there violates the policy."""
        return self._open[configuration]

    def order(self, moves: Iterable[tuple[int, ...]], *, at_end: bool) -> tuple[Act, ...] | None:
        """The acts of a run in an order that reaches `MET`, up to there; with `at_end` in one in
        which the run must not end. None where there is no such order; `moves` are words."""
        orders: Orders[int] = Orders(self._step_by_act, lambda act: bool(self.letter(act)))
        lines: dict[Line[int], tuple[int, ...]] = {Line(self._machine.start): ()}
        for acts in moves:
            for thread, act in self._threads(acts):
                lines = orders.after(lines, [(thread, act)])
                hit = next((told for line, told in lines.items() if line.state == MET), None)
                if hit is not None and not self.all_orders:
                    return self._acts(hit)
            if not self.spanning:
                lines = orders.closed(lines)
        lines = orders.closed(lines)
        wanted = self._machine.open if at_end else {MET}
        told = next((told for line, told in lines.items() if line.state in wanted), None)
        return None if told is None else self._acts(told)

    def _step_by_act(self, state: int, act: int) -> int:
        told = self.letter(act)
        return self._machine.step(state, told) if told else state

    def _acts(self, numbers: Sequence[int]) -> tuple[Act, ...]:
        return tuple(self.words.acts[each] for each in numbers)

    def _threads(self, acts: Iterable[int]) -> list[tuple[int, int]]:
        """Acts, each with the thread that orders it."""
        found = []
        for each in acts:
            act = self.words.acts[each]
            turns = self.spanning and act.name == TURN.name
            found.append((ASKED if turns else act.thread, each))
        return found

    def _told_by(self, word: int) -> Told:
        if word not in self._told:
            self._told[word] = self._spoken(self.words.words[word])
        return self._told[word]

    def _spoken(self, acts: Iterable[int]) -> Told:
        """The letters of acts, with barriers where these order something."""
        found = [(thread, self.letter(act)) for thread, act in self._threads(acts)]
        barriers = self.spanning or any(thread and letter for thread, letter in found)
        return [(thread, letter) for thread, letter in found if letter or (barriers and not thread)]

    def _after(self, configuration: int, told: Told) -> tuple[int, ...]:
        if not told:
            return (configuration,)
        lines: dict[Line[int], tuple[int, ...]] = dict.fromkeys(
            self._configurations[configuration], ()
        )
        orders = self._orders
        for thread, letter in told:
            further = orders.after(lines, [(thread, letter)]) if letter else orders.closed(lines)
            lines = dict.fromkeys(further, ())
        if not self.spanning:
            lines = orders.closed(lines)
        return self._numbered(lines)

    def _numbered(self, lines: dict[Line[int], tuple[int, ...]]) -> tuple[int, ...]:
        if self.all_orders:
            done = {line.state for line in self._orders.closed(lines)}
            if done == {MET}:
                return (MET,)
            return () if done == {SETTLED} else (self._number(frozenset(lines)),)
        found = dict.fromkeys(
            MET if line.state == MET else self._number(frozenset({line}))
            for line in lines
            if line.state != SETTLED
        )
        return tuple(found)

    def _number(self, lines: frozenset[Line[int]]) -> int:
        found = self._numbers.setdefault(lines, len(self._configurations))
        if found == len(self._configurations):
            self._configurations.append(lines)
            self._tables.append({})
            self._offers.append({})
            done = self._orders.closed(dict.fromkeys(lines, ()))
            self._open.append(any(line.state in self._machine.open for line in done))
        return found
