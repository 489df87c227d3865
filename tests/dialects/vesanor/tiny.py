"""Sessions over tiny contracts, simulated apart from the product: every response that a model may
give, with every output that a condition can tell apart (reference §4.2, §4.4).

It reads the written contract, knows nothing of the runtime, and asks it nothing.
"""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from dialects.vesanor.build import BASE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dialects.vesanor.build import Files

ABSENT = object()
AT_B = (ABSENT, 0, 1, 2, 0.5, 1.5, 3, -1, "x", True, None)
AT_A = (*AT_B, *({"b": value} for value in AT_B if value is not ABSENT))
BREAKERS = ("consecutive_blocks", "consecutive_errors")
VALUES: Mapping[str, Sequence[Any]] = {
    "equals": (0, 1, "x", True),
    "exists": (True, False),
    "gte": (0, 1, 2),
    "lte": (0, 1, 2),
}

Verdict = tuple[bool, ...]
"""Which of the conditions on a tool an output meets."""

Return = tuple[bool, Verdict | None]
"""Whether a call succeeds, and its output; none where the call does nothing."""

# --- contracts ------------------------------------------------------------------------------------


def tiny_files(seed: int, *, limits: bool = False) -> Files:
    """A contract of 2 to 4 phases and 2 to 4 tools, in which calls depend on outputs of earlier
    ones, on bans and on counts; with `limits`, the session has some."""
    pick = random.Random(seed)
    phases = [f"p{number}" for number in range(pick.choice((2, 3, 3, 4)))]
    tools = [f"t{number}" for number in range(pick.choice((2, 3, 3, 4)))]
    edges = {phase: [to for to in phases if pick.random() < 0.6] for phase in phases[:-1]}
    session: dict[str, Any] = {
        "schema_version": "1.0",
        "agent": "x",
        "phases": [
            {"name": name, "initial": name == phases[0], "terminal": name == phases[-1]}
            for name in phases
        ],
        "transitions": edges,
    }
    if pick.random() < 0.1:
        session["risk_defaults"] = {"write": "block"}
    if limits:
        session["session_limits"] = _limits(pick, tools)
    elif pick.random() < 0.1:
        session["session_limits"] = {"max_calls_per_tool": {pick.choice(tools): 0}}
    written = {name: _tool(pick, name, tools, phases, edges) for name in tools}
    found = {f"{name}.yaml": json.dumps(value) for name, value in written.items()}
    return {"session.yaml": json.dumps(session), **found}


def _limits(pick: random.Random, tools: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if pick.random() < 0.4:
        found["max_steps"] = pick.randint(1, 4)
    if pick.random() < 0.4:
        found["max_tool_calls"] = pick.randint(1, 4)
    if pick.random() < 0.5:
        found["max_calls_per_tool"] = {pick.choice(tools): pick.randint(0, 2)}
    if pick.random() < 0.2:
        found["loop_detection"] = {"window": 2, "threshold": pick.randint(1, 2)}
    if pick.random() < 0.2:
        found["circuit_breaker"] = {pick.choice(BREAKERS): pick.randint(1, 2)}
    return found


def _tool(
    pick: random.Random,
    name: str,
    tools: Sequence[str],
    phases: Sequence[str],
    edges: Mapping[str, list[str]],
) -> dict[str, Any]:
    found: dict[str, Any] = {"tool": name, **BASE}
    source = pick.choice(phases[:-1])
    placed: dict[str, Any] = {}
    if pick.random() < 0.9:
        also = [phase for phase in phases if phase != source and pick.random() < 0.2]
        placed["valid_in_phases"] = [source, *also]
    if edges[source] and pick.random() < 0.55:
        placed["advances_to"] = pick.choice(edges[source])
    if placed:
        found["transitions"] = placed
    entries: list[dict[str, Any]] = []
    for other in tools:
        if pick.random() < (0.4 if other != name else 0.04):
            conditions = [_condition(pick) for _ in range(pick.choice((0, 1, 1, 1, 2)))]
            given = {"with_output": conditions} if conditions else {}
            entries.append({"requires_prior_tool": other, **given})
    if pick.random() < 0.1:
        entries.append({"requires_step_count": {"gte": pick.randint(1, 3)}})
    if pick.random() < 0.03:
        entries.append({"requires_prior_tool": "nobody"})
    if entries:
        found["preconditions"] = entries
    bans = [other for other in tools if pick.random() < 0.2]
    if bans:
        found["forbids_after"] = bans
    if pick.random() < 0.05:
        found["gate"] = pick.choice(("allow", "block"))
    if pick.random() < 0.1:
        found["side_effect"] = "write"
    if pick.random() < 0.1:
        found["commit_requirement"] = "none"
    return found


def _condition(pick: random.Random) -> dict[str, Any]:
    path = pick.choice(("$.a", "$.a", "$.a", "$.b", "$.a.b"))
    found: dict[str, Any] = {"path": path}
    for operator in pick.sample(("equals", "equals", "exists", "gte", "lte"), pick.choice((1, 2))):
        found[operator] = pick.choice(VALUES[operator])
    return found


# --- sessions -------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where a session is: its phase, for each tool that was called which of the conditions on it
    its latest output meets, the tools that are forbidden, and what limits count. `steps` counts as
    far as a tool or a limit asks."""

    phase: str
    results: tuple[tuple[str, tuple[bool, ...]], ...]
    forbidden: frozenset[str]
    steps: int
    calls: tuple[tuple[str, int], ...] = ()
    total: int = 0
    blocks: int = 0
    errors: int = 0


class Tiny:
    """A contract, read from its files, and what its sessions do."""

    def __init__(self, files: Files) -> None:
        session = json.loads(files["session.yaml"])
        values = [json.loads(text) for name, text in files.items() if name != "session.yaml"]
        self.tools = {value["tool"]: value for value in values}
        self.initial = next(p["name"] for p in session["phases"] if p["initial"])
        self.ends = {p["name"] for p in session["phases"] if p["terminal"]}
        self._edges = session["transitions"]
        self._risks = session.get("risk_defaults", {})
        self.limits = session.get("session_limits", {})
        entries = [entry for value in values for entry in value.get("preconditions", ())]
        self.required = {e["requires_prior_tool"] for e in entries if "requires_prior_tool" in e}
        self.conditions: dict[str, list[Any]] = {name: [] for name in self.tools}
        for entry in entries:
            looked = self.conditions.get(entry.get("requires_prior_tool", ""), [])
            for each in entry.get("with_output", ()):
                looked += [each] if _written(each) not in map(_written, looked) else []
        counts = [e["requires_step_count"]["gte"] for e in entries if "requires_step_count" in e]
        self.last_count = max(counts, default=0)
        self.outputs = {name: self._outputs(name) for name in self.tools}

    def _outputs(self, name: str) -> list[Verdict]:
        """What the outputs of a tool can meet of the conditions on it."""
        found = {self.verdict(name, output): None for output in outputs()}
        return list(found)

    def verdict(self, name: str, output: Any) -> Verdict:
        """Which of the conditions on a tool an output meets."""
        return tuple(_meets(condition, output) for condition in self.conditions[name])

    def start(self) -> Spot:
        """Where every session starts."""
        return Spot(self.initial, (), frozenset(), 0)

    def steps(self, count: int) -> int:
        """A number of steps, as far as it can be told from others."""
        most = self.limits.get("max_steps")
        return count if most is not None else min(count, self.last_count)

    def after(self, spot: Spot) -> Iterator[Spot]:
        """Where the responses lead, each tool called once at most."""
        if spot.phase in self.ends or spot.steps >= self.limits.get("max_steps", spot.steps + 1):
            return
        callable_ = [name for name in self.tools if self._callable(spot, name)]
        if len(callable_) < len(self.tools):
            yield from self._blocked(spot)
        options = [
            [None, *self._returns(name)] if name in callable_ else [None] for name in self.tools
        ]
        for picked in product(*options):
            calls = [(n, *got) for n, got in zip(self.tools, picked, strict=True) if got]
            goals = {self._target(name) for name, _, _ in calls} - {""}
            over = spot.total + len(calls) > self.limits.get("max_tool_calls", 99)
            if len(goals) > 1 or over:
                yield from self._blocked(spot)
            else:
                yield from self._commit(spot, calls)

    def _returns(self, name: str) -> list[Return]:
        """What calls of a tool return. A failed call counts where limits do; that of a tool without
        commit requirement does what one does that succeeds."""
        found: list[Return] = [(True, got) for got in self.outputs[name]]
        if self.limits and self.tools[name].get("commit_requirement") == "none":
            found += [(False, got) for got in self.outputs[name]]
        elif self.limits:
            found.append((False, None))
        return found

    def _target(self, name: str) -> str:
        return str(self.tools[name].get("transitions", {}).get("advances_to", ""))

    def _callable(self, spot: Spot, name: str) -> bool:
        tool, goal = self.tools[name], self._target(name)
        gate = tool.get("gate") or self._risks.get(tool["side_effect"], "allow")
        loops = self.limits.get("loop_detection", {}).get("threshold", 2) <= 1
        placed = tool.get("transitions", {}).get("valid_in_phases")
        most = self.limits.get("max_calls_per_tool", {}).get(name)
        return (
            (placed is None or spot.phase in placed)
            and (not goal or goal in self._edges.get(spot.phase, ()))
            and all(self._holds(spot, entry) for entry in tool.get("preconditions", ()))
            and name not in spot.forbidden
            and gate != "block"
            and not loops
            and (most is None or dict(spot.calls).get(name, 0) < most)
        )

    def _holds(self, spot: Spot, entry: Mapping[str, Any]) -> bool:
        if spot.steps < entry.get("requires_step_count", {}).get("gte", 0):
            return False
        name = entry.get("requires_prior_tool")
        if name is None:
            return True
        results = dict(spot.results)
        if name not in results:
            return False
        met = dict(zip(map(_written, self.conditions[name]), results[name], strict=True))
        return all(met[_written(each)] for each in entry.get("with_output", ()))

    def _blocked(self, spot: Spot) -> Iterator[Spot]:
        """A blocked response commits nothing; too many of them end the session."""
        breaker = self.limits.get("circuit_breaker", {}).get("consecutive_blocks")
        if breaker is not None and spot.blocks + 1 < breaker:
            yield spot._replace(blocks=spot.blocks + 1)

    def _commit(
        self, spot: Spot, calls: Sequence[tuple[str, bool, Verdict | None]]
    ) -> Iterator[Spot]:
        done = {name: got for name, _, got in calls if got is not None}
        breaker = self.limits.get("circuit_breaker", {}).get("consecutive_errors")
        errors = 0 if all(ok for _, ok, _ in calls) else spot.errors + 1
        if breaker is not None and errors >= breaker:
            return
        moved = {self._target(name) for name in done} - {""}
        counted = dict(spot.calls)
        for name, _, _ in calls:
            if self.limits.get("max_calls_per_tool", {}).get(name):
                counted[name] = counted.get(name, 0) + 1
        results = dict(spot.results)
        results |= {name: got for name, got in done.items() if name in self.required}
        bans = {o for name in done for o in self.tools[name].get("forbids_after", ())}
        yield Spot(
            next(iter(moved), spot.phase),
            tuple(sorted(results.items())),
            spot.forbidden | bans,
            self.steps(spot.steps + 1),
            calls=tuple(sorted(counted.items())),
            total=spot.total + len(calls) if "max_tool_calls" in self.limits else 0,
            errors=errors if breaker is not None else 0,
        )


def _written(condition: Mapping[str, Any]) -> str:
    return json.dumps(condition, sort_keys=True)


def outputs() -> Iterator[dict[str, Any]]:
    for a, b in product(AT_A, AT_B):
        yield {key: value for key, value in (("a", a), ("b", b)) if value is not ABSENT}


def _meets(condition: Mapping[str, Any], output: Any) -> bool:
    value = output
    for key in condition["path"].split(".")[1:]:
        value = value[key] if isinstance(value, dict) and key in value else ABSENT
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    for operator, wanted in condition.items():
        if operator == "exists" and (value is not ABSENT) is not wanted:
            return False
        if operator == "equals" and (
            value is ABSENT
            or isinstance(value, bool) is not isinstance(wanted, bool)
            or value != wanted
        ):
            return False
        if operator == "gte" and not (number and value >= wanted):
            return False
        if operator == "lte" and not (number and value <= wanted):
            return False
    return True


def reached(tiny: Tiny) -> dict[Spot, list[Spot]]:
    """All spots that sessions reach, each with those that one response leads to."""
    found: dict[Spot, list[Spot]] = {}
    waiting = [tiny.start()]
    while waiting:
        spot = waiting.pop()
        if spot not in found:
            found[spot] = list(dict.fromkeys(tiny.after(spot)))
            waiting += found[spot]
    return found


def alive(found: Mapping[Spot, Sequence[Spot]], ends: set[str]) -> set[Spot]:
    """The spots from which some session ends in a terminal phase."""
    before: dict[Spot, list[Spot]] = {}
    for spot, targets in found.items():
        for target in targets:
            before.setdefault(target, []).append(spot)
    good = {spot for spot in found if spot.phase in ends}
    waiting = list(good)
    while waiting:
        for spot in before.get(waiting.pop(), ()):
            if spot not in good:
                good.add(spot)
                waiting.append(spot)
    return good
