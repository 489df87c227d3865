"""What a path takes for granted: doors the runtime may keep shut (reference §5.5).

The exploration treats some doors as open. A path that goes through one rests on an assumption;
a script can make some of these true, but not others. Paths that need only the first kind are
preferred, so as many findings as possible can be replayed.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.outputs import satisfying_output
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.vesanor.model import Condition, Tool, VesanorContract

Tools = tuple[str, ...]
"""One response: sorted tool names."""


class Assumption(NamedTuple):
    """A door on a path: what it is, the tool behind it, and whether a script can open it."""

    kind: str
    tool: str
    met: bool


class Memory(NamedTuple):
    """What of a path decides which doors are shut further on.

    `steps` and `calls` so far and `used` calls of the tools with a limit of their own, each no
    further than something can tell apart; `pending` pairs of a called tool and one that has
    since relied on its output.
    """

    steps: int
    calls: int
    used: tuple[int, ...]
    pending: frozenset[tuple[str, str]]


class Walked(NamedTuple):
    """A response taken: the memory after it, the assumptions of its calls in order, and how
    many text-only responses it needs in front of it."""

    memory: Memory
    assumptions: tuple[Assumption, ...]
    waits: int


class Doors:
    """The doors of a contract. Without `limits`, session limits shut none of them."""

    def __init__(self, contract: VesanorContract, *, limits: bool = True) -> None:
        session = contract.session
        self._tools = contract.by_name
        self._risk: Mapping[str, str] = session.risk_defaults if session else {}
        own = session.limits if session and limits else Limits()
        self._limits = own
        self._room = session.limits.max_steps if session else None
        self._limited = tuple(sorted(name for name, most in own.per_tool.items() if most > 0))
        counts = [entry.steps or 0 for tool in self._tools.values() for entry in tool.preconditions]
        self._last_step = max([0, *counts, 0 if own.max_steps is None else own.max_steps + 1])
        self._last_call = 0 if own.max_tool_calls is None else own.max_tool_calls + 1
        self._solutions: dict[tuple[str, frozenset[str]], bool] = {}

    def start(self) -> Memory:
        """The memory of a path that has not begun."""
        return Memory(0, 0, (0,) * len(self._limited), frozenset())

    def walk(self, memory: Memory, response: Tools) -> Walked:
        """Take a response after a path."""
        waits = [self._step_count(name) for name in response]
        before = max([memory.steps, *waits])
        found: list[Assumption] = []
        pending = set(memory.pending)
        calls, used = memory.calls, list(memory.used)
        over_steps = self._over(before + 1, self._limits.max_steps)
        for name, wait in zip(response, waits, strict=True):
            calls = min(calls + 1, self._last_call)
            own_limit = self._use(name, used)
            found += self._own_doors(name, wait, memory.steps)
            found += self._relies(name, pending)
            if own_limit or over_steps or self._over(calls, self._limits.max_tool_calls):
                found.append(Assumption("limit", name, met=False))
        pending = {(made, by) for made, by in pending if made not in response}
        steps = min(before + 1, self._last_step)
        after = Memory(steps, calls, tuple(used), frozenset(pending))
        return Walked(after, tuple(found), before - memory.steps)

    @staticmethod
    def _over(count: int, most: int | None) -> bool:
        return most is not None and count > most

    def _step_count(self, name: str) -> int:
        return max([0, *(entry.steps or 0 for entry in self._tools[name].preconditions)])

    def _use(self, name: str, used: list[int]) -> bool:
        """Count a call of a limited tool, no further than just over its limit."""
        if name not in self._limited:
            return False
        place, most = self._limited.index(name), self._limits.per_tool[name]
        used[place] = min(used[place] + 1, most + 1)
        return used[place] > most

    def _own_doors(self, name: str, wait: int, steps: int) -> Iterator[Assumption]:
        tool = self._tools[name]
        if not tool.gate and self._risk.get(tool.side_effect) == "block":
            yield Assumption("risk_default", name, met=False)
        if wait > steps:
            yield Assumption(
                "requires_step_count", name, met=self._room is None or wait < self._room
            )

    def _relies(self, name: str, pending: set[tuple[str, str]]) -> Iterator[Assumption]:
        """The tool's `with_output` conditions, along with those still relied upon."""
        for made in sorted(_outputs_needed(self._tools[name])):
            pending.add((made, name))
            together = frozenset(by for producer, by in pending if producer == made)
            yield Assumption("with_output", name, met=self._can_give(made, together))

    def _can_give(self, made: str, consumers: frozenset[str]) -> bool:
        key = (made, consumers)
        if key not in self._solutions:
            wanted = conditions_on(self._tools, made, consumers)
            self._solutions[key] = satisfying_output(wanted) is not None
        return self._solutions[key]


def _outputs_needed(tool: Tool) -> frozenset[str]:
    return frozenset(entry.tool for entry in tool.preconditions if entry.tool and entry.conditions)


def conditions_on(
    tools: Mapping[str, Tool], made: str, consumers: frozenset[str]
) -> list[Condition]:
    """Every condition some tools put on the output of another."""
    return [
        condition
        for name in sorted(consumers)
        for entry in tools[name].preconditions
        if entry.tool == made
        for condition in entry.conditions
    ]


class Staged(NamedTuple):
    """A path made ready for the executor: its turns, and what it takes for granted."""

    turns: tuple[Turn, ...]
    assumptions: tuple[Assumption, ...]

    @property
    def unmet(self) -> Assumption | None:
        """The first assumption a script cannot satisfy."""
        return next((entry for entry in self.assumptions if not entry.met), None)


def stage(contract: VesanorContract, responses: Sequence[Tools], *, limits: bool = True) -> Staged:
    """Give a path the outputs and text-only turns that its conditions ask for.

    Assumptions come in path order, without repetitions.
    """
    doors = Doors(contract, limits=limits)
    memory = doors.start()
    turns: list[Turn] = []
    listed: dict[tuple[str, str], Assumption] = {}
    for place, response in enumerate(responses):
        walked = doors.walk(memory, response)
        turns += [Turn()] * walked.waits
        turns.append(_turn(contract.by_name, responses, place))
        memory = walked.memory
        for entry in walked.assumptions:
            known = listed.setdefault((entry.kind, entry.tool), entry)
            listed[entry.kind, entry.tool] = entry if known.met else known
    return Staged(tuple(turns), tuple(listed.values()))


def _turn(tools: Mapping[str, Tool], responses: Sequence[Tools], place: int) -> Turn:
    calls = []
    for name in responses[place]:
        consumers: set[str] = set()
        for later in responses[place + 1 :]:
            consumers.update(other for other in later if name in _outputs_needed(tools[other]))
            if name in later:
                break
        wanted = conditions_on(tools, name, frozenset(consumers))
        output = satisfying_output(wanted) if wanted else {}
        calls.append(Call(name, _arguments(name, responses[:place]), output=output or {}))
    return Turn(tuple(calls))


def _arguments(name: str, earlier: Sequence[Tools]) -> str:
    """Arguments that no earlier call had, so loop detection never triggers."""
    times = sum(name in response for response in earlier)
    return f'{{"call": {times}}}' if times else "{}"
