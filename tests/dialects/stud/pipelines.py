"""Pipelines in memory, and runs of them with scripted answers.

`stage` makes a sound stage, whose fields a test replaces; `...` takes one away. Its completion
tool is `finish`, and takes an object with an integer `n`. `pipeline` puts stages and their ways
into a manifest, `Scripted` runs it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Target
from phaselint.dialects.stud import DIALECT
from phaselint.dialects.stud.reading.load import load as read
from phaselint.dialects.stud.running.runtime import StudRuntime
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.stud.model import StudContract
    from phaselint.dialects.stud.running.session import State

RUNTIME = StudRuntime()
DEFAULTS: Mapping[str, Any] = {option.name: option.default for option in DIALECT.options}
OPEN: Mapping[str, Any] = {**DEFAULTS, **DIALECT.open_options}
FILE = "harbour.stud.json"
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "required": ["n"],
    "properties": {"n": {"type": "integer"}},
}
END: Mapping[str, Any] = {"nextStages": []}


def stage(id: str, **fields: Any) -> dict[str, Any]:
    """An inline stage."""
    found = {
        "id": id,
        "name": id.title(),
        "allowedTools": ["read"],
        "completionTool": "finish",
        "completionSchema": SCHEMA,
        "retryPolicy": {"maxAttempts": 1, "backoff": "none"},
        "turnCap": 3,
        "resolutionPolicy": "retry-later",
        "body": "Call `finish`.",
        **fields,
    }
    return {key: value for key, value in found.items() if value is not ...}


def pipeline(*stages: Any, **more: Any) -> dict[str, Any]:
    """A manifest; a text is a sound stage with this id, the first one is the entry."""
    entries = [stage(each) if isinstance(each, str) else each for each in stages]
    found = {
        "studPipeline": 1,
        "id": "harbour",
        "entryStage": entries[0].get("id", "") if entries else "none",
        "stages": entries,
        "next": {each["id"]: END for each in entries if "id" in each} | more.pop("next", {}),
        **more,
    }
    return {key: value for key, value in found.items() if value is not ...}


def to(*names: str, join: str | None = None, parallel: bool = False) -> dict[str, Any]:
    """A NextResult."""
    found: dict[str, Any] = {"nextStages": list(names)}
    if parallel or join is not None:
        found["execution"] = "parallel"
    return found if join is None else {**found, "join": join}


def load(manifest: Mapping[str, Any], **files: str) -> StudContract:
    """The contract of a manifest."""
    reader = DictReader({FILE: json.dumps(manifest), **files})
    return read(reader, Target("stud", "", FILE))


def lone(text: str, path: str = "stages/moor.md") -> StudContract:
    """The contract of a stage file."""
    return read(DictReader({path: text}), Target("stud", "stages", path))


def done(n: Any = 1, **more: Any) -> dict[str, Any]:
    """A turn that completes a stage."""
    return {"calls": [{"name": "finish", "args": {"n": n, **more}}]}


def tool(*names: str) -> dict[str, Any]:
    """A turn that calls tools."""
    return {"calls": [{"name": name, "args": {}} for name in names]}


def text(said: str = "hm") -> dict[str, Any]:
    """A turn without calls."""
    return {"text": said}


class Scripted:
    """A run of a contract. `turns` maps stages to turns; without it every stage completes in its
    first turn. `world` are the keys of the world, `assert_` for `assert`."""

    def __init__(
        self,
        contract: StudContract | dict[str, Any],
        turns: Mapping[str, Sequence[Any]] | None = None,
        *,
        ctx: Mapping[str, Any] | None = None,
        ask: Any = (),
        options: Mapping[str, Any] | None = None,
        **world: Any,
    ) -> None:
        self.contract: StudContract = load(contract) if isinstance(contract, dict) else contract
        repeats = turns is None
        scenario = Scenario(
            "demo",
            given={} if ctx is None else {"ctx": ctx},
            model=[done()] if turns is None else turns,
            ask=ask,
            world={key.rstrip("_"): value for key, value in world.items()},
            on_exhausted="repeat-last" if repeats else "error",
        )
        self.played = play(RUNTIME, self.contract, {**DEFAULTS, **(options or {})}, scenario)
        self.run = self.played.run
        self.summary = self.run.summary

    @property
    def state(self) -> State:
        """The state at the end."""
        last: State = self.run.last
        return last

    @property
    def outcome(self) -> str:
        """How the run came out."""
        return str(self.run.outcome)

    @property
    def lines(self) -> list[str]:
        """The events in the canonical form."""
        return [RUNTIME.headline(event) for event in self.run.events]

    def only(self, *kinds: str) -> list[str]:
        """The events of some kinds."""
        return [
            RUNTIME.headline(event) for event in self.run.events if event.kind.startswith(kinds)
        ]

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results, in the order of Exit."""
        return list(self.summary["results"])

    @property
    def visited(self) -> list[str]:
        """The stages, in the order of entry."""
        return list(self.summary["phases_visited"])
