"""Workflows in short, and runs of them with scripted answers.

`workflow` takes nodes as keyword arguments (an empty mapping is a node that only has an
instruction) and edges as words: `a>b` unconditional, `a>b?again` with a condition, `a>a?x*2`
bounded.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from checking import spelled
from phaselint.dialects.base import Target
from phaselint.dialects.sweny import DIALECT
from phaselint.dialects.sweny.reading.load import load as read
from phaselint.dialects.sweny.running.runtime import SwenyRuntime
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.model import SwenyContract
    from phaselint.dialects.sweny.running.session import State
    from phaselint.executor.scenario import Played

RUNTIME = SwenyRuntime()
DEFAULTS: Mapping[str, Any] = {option.name: option.default for option in DIALECT.options}
OPEN: Mapping[str, Any] = {**DEFAULTS, **DIALECT.open_options}
NO_SKILLS: Mapping[str, Any] = {"skills": "none"}
EDGE = re.compile(r"([^>?*]+)>([^>?*]+)(?:\?([^*]*))?(?:\*(\d+))?")


def edge(word: str) -> dict[str, Any]:
    """An edge in short."""
    matched = EDGE.fullmatch(word)
    assert matched is not None, word
    source, target, when, most = matched.groups()
    found: dict[str, Any] = {"from": source, "to": target}
    found |= {"when": when} if when is not None else {}
    return found | ({"max_iterations": int(most)} if most else {})


def workflow(edges: str = "", /, *, more: Mapping[str, Any] | None = None, **nodes: Any) -> Any:
    """The value of a workflow; its entry is the first node."""
    full = {name: {"name": name.upper(), "instruction": "Do it.", **n} for name, n in nodes.items()}
    listed = [edge(word) for word in edges.split()]
    base = {"id": "w", "name": "W", "entry": next(iter(nodes)), "nodes": full, "edges": listed}
    return {**base, **(more or {})}


def load(value: Any, files: Mapping[str, str] | None = None) -> SwenyContract:
    """The contract of a workflow's value."""
    reader = DictReader({"w.json": json.dumps(value), **(files or {})})
    return read(reader, Target("sweny", "", "w.json"))


def begin(value: Any, given: Any = None, **options: Any) -> State:
    """A run of a workflow before its first answer."""
    return RUNTIME.start(load(value), {**OPEN, **spelled(options)}, given or {}, NO_SKILLS)


class Scripted:
    """A finished run: answers that repeat their last one, and what they led to."""

    def __init__(
        self,
        value: Any,
        *,
        files: Mapping[str, str] | None = None,
        given: Any = None,
        world: Mapping[str, Any] | None = None,
        run: Any = (),
        route: Any = (),
        ask: Sequence[Any] = (),
        **options: Any,
    ) -> None:
        scenario = Scenario(
            "test",
            given={} if given is None else given,
            model=run if isinstance(run, dict) else list(run) or [{}],
            route=route if isinstance(route, dict) else list(route) or [{"nth": 1}],
            ask=list(ask) or [""],
            world={**NO_SKILLS, **(world or {})},
            on_exhausted="repeat-last",
        )
        self.played: Played = play(
            RUNTIME, load(value, files), {**OPEN, **spelled(options)}, scenario
        )
        self.run = self.played.run
        self.summary = self.run.summary

    @property
    def outcome(self) -> str:
        """The outcome in short."""
        return str(self.run.outcome)

    @property
    def visited(self) -> str:
        """The visited nodes as words."""
        return " ".join(self.summary["phases_visited"])

    @property
    def calls(self) -> tuple[int, int, int]:
        """How often a node was run, the router and a side question asked."""
        run, evaluate, ask = self.summary["calls"].values()
        return run, evaluate, ask

    def result(self, node: str) -> Any:
        """The last result of a node."""
        return self.summary["results"][node]

    def error(self, node: str) -> str:
        """Why a node failed."""
        return str(self.result(node)["data"].get("error", ""))

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds."""
        return [event for event in self.run.events if event.kind in kinds]

    @property
    def warnings(self) -> list[str]:
        """What was logged."""
        return [event.data["message"] for event in self.events("warn")]

    @property
    def prompts(self) -> list[str]:
        """The prompts of the model runs."""
        return [event.data["prompt"] for event in self.events("model:run")]
