"""Runs through the exploration that show what a finding says (reference §5.3, §5.5).

Imported only for a contract with something to show, or with limits that look too tight.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.assumptions import Doors, Memory, Tools, stage
from phaselint.machine import coverability as covering
from phaselint.machine.certify import stuck
from phaselint.machine.explain import blocked
from phaselint.machine.model import State
from phaselint.machine.runs import cheapest, strike
from phaselint.machine.steps import initial_states, replay, terminal, usable
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts
    from phaselint.dialects.vesanor.model import Limits
    from phaselint.machine.analysis import Analysis
    from phaselint.machine.certificate import Stuck
    from phaselint.machine.explain import Blocked
    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Response
    from phaselint.machine.runs import Cost

    Run = tuple[Response, ...]


class Shut(NamedTuple):
    """A tool that would leave a stuck set but can't: it waits for tools that can no longer be
    called, or tools forbid it: one at a response of the run, counted from 1, or, if that is 0,
    those that can do so after it."""

    tool: str
    source: str
    target: str
    waits_for: Tools = ()
    forbidden_by: Tools = ()
    response: int = 0


class TrapRun(NamedTuple):
    """A trap: where the response is given, its tools, the run that ends with it, and the
    phase after.

    `proof` is the closed stuck set after the run as a certificate, none beyond the bound;
    `stuck` are its phases, sorted, and `shut` the tools that would leave them. `onward` are
    the tools that can be called right after the run and lead on, each with its target.
    """

    phase: str
    tools: Tools
    path: tuple[Tools, ...]
    after: str
    proof: Stuck | None = None
    stuck: tuple[str, ...] = ()
    shut: tuple[Shut, ...] = ()
    onward: tuple[tuple[str, str], ...] = ()


class Needed(NamedTuple):
    """A session limit below what every complete run needs. Either `path` or `phases` is set."""

    limit: str
    value: int
    needed: int
    path: tuple[Tools, ...] | None = None
    phases: tuple[str, ...] | None = None


def _ends_with(
    last: frozenset[tuple[int, Response]],
) -> Callable[[int, Response, int], bool]:
    return lambda state, response, _: (state, response) in last


def _calls(run: Run) -> int:
    return sum(map(len, run))


class Runs:
    """Finds runs for one contract, of which the analysis has been made."""

    def __init__(self, facts: GraphFacts, analysis: Analysis) -> None:
        self._facts = facts
        self._contract = facts.contract
        self._analysis = analysis
        self.index = analysis.index

    def tools_of(self, response: Response) -> Tools:
        """The tools that a response calls, sorted."""
        machine = self.index.machine
        return tuple(sorted({machine.actions[machine.moves[move].action] for move in response}))

    def best(
        self,
        explored: Exploration,
        goal: Callable[[int, Response, int], bool],
        weigh: Callable[[int, int], Cost],
        *,
        limits: bool = True,
    ) -> Run | None:
        """The best run to a goal; `weigh` takes a response's unmet calls and its size.

        First with everything that decides which doors are shut; where that is beyond the
        bound, by calls and responses alone.
        """
        doors = Doors(self._contract, limits=limits)

        def price(memory: Memory, _: int, response: Response) -> tuple[Memory, Cost]:
            walked = doors.walk(memory, self.tools_of(response))
            unmet = len({entry.tool for entry in walked.assumptions if not entry.met})
            return walked.memory, weigh(unmet, len(response))

        def plain(memory: None, _: int, response: Response) -> tuple[None, Cost]:
            return memory, weigh(0, len(response))

        bound = self._facts.bound
        found = cheapest(explored, goal, price, doors.start(), bound)
        # Without a memory there are no more places than states.
        found = found or cheapest(explored, goal, plain, None, max(bound, len(explored.states)))
        return found.responses if found else None

    @staticmethod
    def _by_calls(unmet: int, size: int) -> Cost:
        return (unmet, size, 1)

    def into(self, phases: Iterable[str]) -> tuple[Tools, ...] | None:
        """The best run that enters one of the phases; none when the exploration enters none
        or was cut off."""
        if not self._exact.complete:
            return None
        names = tuple(self._facts.phases)
        wanted = {index for index, name in enumerate(names) if name in set(phases)}
        states = self._exact.states
        run = self.best(
            self._exact, lambda _, __, after: states[after].phase in wanted, self._by_calls
        )
        return None if run is None else tuple(map(self.tools_of, run))

    def finishing(self) -> tuple[Tools, ...] | None:
        """The best run that completes; none when the exploration was cut off."""
        if not self._exact.complete:
            return None
        run = self.best(self._exact, self._ends(self._exact), self._by_calls, limits=False)
        return None if run is None else tuple(map(self.tools_of, run))

    def covered(self, phase: str) -> tuple[Tools, ...]:
        """The run by which the cover first entered a phase that is reached."""
        cover, wanted = self._analysis.cover, tuple(self._facts.phases).index(phase)
        number = next(k for k, node in enumerate(cover.nodes) if node.state.phase == wanted)
        return tuple(map(self.tools_of, covering.path(cover, number)))

    @property
    def _exact(self) -> Exploration:
        return self._analysis.exploration

    def traps(self) -> tuple[TrapRun, ...]:
        """The smallest responses after which no run can finish."""
        facts = self._facts
        names = tuple(facts.phases)
        hopeless = facts.stuck | facts.trapped
        leave_out = frozenset(i for i, name in enumerate(names) if name in hopeless)
        found = []
        for trap in self._analysis.traps(leave_out) or ():
            last = frozenset((source, response) for source, response, _ in trap.steps)
            run = self.best(self._exact, _ends_with(last), self._by_calls)
            if run is not None:
                path = tuple(map(self.tools_of, run))
                after = names[self._after(run)]
                found.append(self._closed(TrapRun(names[trap.phase], path[-1], path, after), run))
        return tuple(found)

    def _closed(self, trap: TrapRun, run: Run) -> TrapRun:
        """A trap with the closed stuck set after its run, and what blocks each path out of it."""
        names, machine = tuple(self._facts.phases), self.index.machine
        proof = stuck(self.index, machine.initial[0], run, self._facts.bound)
        if proof is None:
            return trap
        shut = []
        for way in blocked(self.index, proof.states, run):
            move = machine.moves[way.move]
            by, response = self._banning(way)
            way_out = Shut(
                machine.actions[move.action],
                source=names[move.source],
                target=names[move.source if move.target is None else move.target],
                waits_for=tuple(sorted(machine.facts[lack.fact] for lack in way.missing)),
                forbidden_by=by,
                response=response,
            )
            shut.append(way_out)
        phases = tuple(sorted({names[state.phase] for state in proof.states}))
        onward = tuple(self._onward(run))
        return trap._replace(proof=proof, stuck=phases, shut=tuple(shut), onward=onward)

    def _banning(self, way: Blocked) -> tuple[Tools, int]:
        """The tools that forbid a move, and the response of the run in which one does; all that
        may, and 0, where none of the run does."""
        machine = self.index.machine
        if way.ban is None:
            return (), 0
        if way.ban.step >= 0:
            return (machine.actions[machine.moves[way.ban.move].action],), way.ban.step + 1
        banning = {move.action for move in machine.moves if move.bans >> way.ban.action & 1}
        return tuple(sorted(machine.actions[action] for action in banning)), 0

    def _onward(self, run: Run) -> Iterator[tuple[str, str]]:
        """The tools that can be called after a run and lead on, each with its target."""
        machine = self.index.machine
        states = replay(self.index, State(machine.initial[0]), run) or ()
        for number in usable(self.index, states[-1]) if states else ():
            move = machine.moves[number]
            if move.target is not None:
                yield machine.actions[move.action], machine.phases[move.target].name

    def _after(self, run: Run) -> int:
        moves = self.index.machine.moves
        phase = self._facts.machine.initial[0]
        for response in run:
            phase = next((t for m in response if (t := moves[m].target) is not None), phase)
        return phase

    # --- limits ------------------------------------------------------------------------------

    def needed(self, limits: Limits, complete: Iterable[Run]) -> tuple[Needed, ...]:
        """Those of the limits that are below what every complete run needs.

        `complete` are some complete runs, at least one where there is any within the cover.
        """
        lean = self._lean(complete)
        checks = (
            self._needed_calls(limits.max_tool_calls, lean) if limits.max_tool_calls else None,
            self._needed_steps(limits.max_steps, lean) if limits.max_steps else None,
        )
        return tuple(filter(None, checks))

    def _ends(self, explored: Exploration) -> Callable[[int, Response, int], bool]:
        return lambda _, __, after: self._ended(explored.states[after])

    def _ended(self, state: State) -> bool:
        return terminal(self.index, state)

    def _lean(self, complete: Iterable[Run]) -> Run | None:
        """The run with the fewest calls when needless ones are struck out; not always shortest."""
        start = initial_states(self.index)[0]
        lean = (strike(self.index, start, run, self._ended) for run in complete)
        return min(lean, key=_calls, default=None)

    def _needed_calls(self, most: int, lean: Run | None) -> Needed | None:
        if lean is None or _calls(lean) <= most:
            return None
        if not self._exact.complete:
            return None
        run = self.best(
            self._exact,
            self._ends(self._exact),
            lambda unmet, size: (size, unmet, 1),
            limits=False,
        )
        calls = _calls(run) if run is not None else 0
        if run is None or calls <= most:
            return None
        return Needed("max_tool_calls", most, calls, tuple(map(self.tools_of, run)))

    def _needed_steps(self, most: int, lean: Run | None) -> Needed | None:
        facts = self._facts
        phases = facts.tool_path(facts.terminals)
        if not phases or (lean is not None and len(lean) <= most):
            return None
        if self._analysis.cover.complete:
            if lean is None:
                return None
            if self._analysis.wide_exploration.complete:
                return self._needed_responses(most)
        edges = len(phases) - 1
        return Needed("max_steps", most, edges, phases=phases) if edges > most else None

    def _needed_responses(self, most: int) -> Needed | None:
        wide = self._analysis.wide_exploration
        run = self.best(
            wide,
            self._ends(wide),
            lambda unmet, size: (1, unmet, size),
            limits=False,
        )
        if run is None or len(run) <= most:
            return None
        start = initial_states(self.index)[0]
        kept = strike(self.index, start, run, self._ended, self.burden)
        return Needed("max_steps", most, len(run), tuple(map(self.tools_of, kept)))

    def burden(self, move: int) -> int:
        """Calls that rest on something a script cannot open are left out first."""
        name = self.index.machine.actions[self.index.machine.moves[move].action]
        return int(stage(self._contract, ((name,),), limits=False).unmet is not None)
