"""Whether a guard blocks what its contract and policy allow: the product of the runs of a contract,
the machine of the policy and the table of the guard."""

from __future__ import annotations

from phaselint.guards.hook import folded
from phaselint.guards.tables import STOP, judge
from phaselint.guards.targets import LANGGRAPH, NotShown, tool_names
from phaselint.policies.automaton import MET, letter, machine
from phaselint.policies.matching import alike
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.acts import Act
    from phaselint.guards.rows import View
    from phaselint.guards.tables import Table

    Pair = tuple[int, int]
    """A state of the machine and one of the table."""


class Proof(NamedTuple):
    """What the product shows.

    Attributes:
        states: the states of the contract.
        pairs: how many states of contract, machine and table were looked at together.
        wrong: what the guard blocks though the policy allows it, an act or the end of a run, in
            words; empty where there is none.
        missed: the same for what violates the policy, but isn't blocked.
        reason: why not all runs were looked at; empty where all were.
    """

    states: int
    pairs: int
    wrong: str = ""
    missed: str = ""
    reason: str = ""


class _Found(Exception):
    """An act, or the end of a run, on which machine and table disagree."""

    def __init__(self, what: str, *, missed: bool) -> None:
        super().__init__()
        self.what = what
        self.missed = missed


def proved(atlases: Sequence[ActAtlas], table: Table, view: View) -> Proof:
    """Look at all runs of a contract, with what the policy and its guard make of them."""
    states = pairs = 0
    reason = next((each.reason for each in atlases if not each.complete), "")
    for atlas in atlases:
        states += len(atlas.states)
        try:
            pairs += _Product(table, view).size(atlas)
        except _Found as found:
            told = {"missed" if found.missed else "wrong": found.what}
            return Proof(states, pairs, reason=reason, **told)
    return Proof(states, pairs, reason=reason)


class _Product:
    """The product of one policy."""

    def __init__(self, table: Table, view: View) -> None:
        self._table = table
        self._view = view
        self._policy = table.policy
        self._machine = machine(table.policy)
        self._following = judge(self._machine)

    def size(self, atlas: ActAtlas) -> int:
        """How many triples of states there are. Raises _Found at the first act, or end of a run,
        that is judged differently."""
        met: set[tuple[int, Pair]] = set()
        first = (self._machine.start, self._table.start)
        waiting = [(0, each) for each in self._after({first}, atlas.opening)]
        while waiting:
            here = waiting.pop()
            if here in met:
                continue
            met.add(here)
            state, pair = here
            if atlas.ended[state]:
                self._end(pair)
            for edge in atlas.out[state]:
                waiting += [(edge.target, each) for each in self._after({pair}, edge.acts)]
            for act in () if atlas.ended[state] else atlas.offered[state]:
                waiting += [(state, each) for each in self._after({pair}, (act,))]
        return len(met)

    def _after(self, pairs: set[Pair], acts: Sequence[Act]) -> set[Pair]:
        """The pairs after the acts of a step, in any order where the step has several."""
        steps = [each for each in self._steps(acts) if self._counts(each)]
        if not any(act.thread for each in steps for act in each):
            for step in steps:
                pairs = {found for each in pairs for found in self._over(each, step)}
            return pairs
        lines = {(frozenset(range(len(steps))), each) for each in pairs}
        for _ in steps:
            lines = {
                (left - {one}, found)
                for left, each in lines
                for one in left
                for found in self._over(each, steps[one])
            }
        return {each for _, each in lines}

    def _steps(self, acts: Sequence[Act]) -> Iterator[tuple[Act, ...]]:
        """Acts, with the call of an agent and its start as one."""
        at = 0
        while at < len(acts):
            size = 1
            pair = acts[at : at + 2]
            if len(pair) == 2 and (pair[0].verb, pair[0].kind, pair[1].verb) == (
                "call",
                "agent",
                "reach",
            ):
                size += pair[0].subject == pair[1].subject
            yield tuple(acts[at : at + size])
            at += size

    def _counts(self, step: Sequence[Act]) -> bool:
        """Whether machine or table look at acts."""
        marks = any(letter(self._policy, each) & self._machine.mask for each in step)
        return marks or any(any(bits) for bits in self._bits(step[0]))

    def _end(self, pair: Pair) -> None:
        """A run ends here. Raises _Found where the table judges that differently."""
        open_ = pair[0] in self._machine.open
        if open_ != (pair[1] in self._table.open):
            raise _Found("the end of a run", missed=open_)

    def _over(self, pair: Pair, step: Sequence[Act]) -> Iterator[Pair]:
        act = step[0]
        for ok in ("yes", "no") if act.ok == "unknown" else (act.ok,):
            done = (act._replace(ok=ok), *(step[1:] if ok == "yes" else ()))
            state = self._judged(pair[0], done)
            for bits in [*self._bits(act)] or [(0, 0)]:
                mark = bits[0 if ok == "yes" else 1]
                guarded = self._table.next[pair[1]].get(mark, pair[1])
                if state == MET:
                    if guarded != STOP:
                        raise _Found(f"`{done[-1].text}`", missed=True)
                elif guarded == STOP:
                    raise _Found(f"`{act.text}`", missed=False)
                else:
                    yield state, guarded

    def _judged(self, state: int, acts: Sequence[Act]) -> int:
        for act in acts:
            state = self._following(state, letter(self._policy, act) & self._machine.mask)
        return state

    def _bits(self, act: Act) -> Iterator[tuple[int, int]]:
        """For each event by which the target may show an act, the places that it fills: if it
        succeeds, and if it fails."""
        for kind, names, agent in _events(act, self._view):
            done = failed = 0
            for row in self._table.acts:
                if row.kind != kind or row.agent not in ("", agent):
                    continue
                hit = alike if row.how == "like" else str.__eq__
                if any(hit(row.name, each) for each in names):
                    done, failed = done | row.done, failed | row.failed
            yield done, failed


def _events(act: Act, view: View) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """The events by which a target shows an act: its kind, names and agent."""
    if view.target.name == LANGGRAPH:
        if act.verb == "enter":
            yield "node", (act.subject,), ""
        return
    if act.verb != "call":
        return
    agent = folded(act.phase) if view.team else ""
    if act.kind == "agent":
        yield "agent", (folded(act.subject),), agent
    elif act.kind == "skill":
        if view.target.skill_tools:
            yield "skill", (act.subject,), agent
    else:
        try:
            names = tool_names(view.target, act.subject, team=view.team)
        except NotShown:
            return
        for each in names:
            yield "tool", (each,), agent
