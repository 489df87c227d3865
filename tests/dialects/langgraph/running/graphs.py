"""Small graphs as text, and runs of them as lines."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

from phaselint.dialects.langgraph import DIALECT
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.executor.scenario import Played

OPTIONS: dict[str, Any] = {option.name: option.default for option in DIALECT.options}
RUNTIME = DIALECT.runtime()
HEAD = """\
import operator
from enum import Enum
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, RetryPolicy, Send, interrupt

from services import odds


class State(TypedDict):
    log: Annotated[list, operator.add]
    x: str


def does_nothing(state):
    return {}


"""
TAIL = '\n\n__all__ = ["app"]\n'


def contract(text: str, name: str = "g", **options: Any) -> LanggraphContract:
    """The graph of a text, behind imports and a state that all have."""
    files = {
        "graph.py": HEAD + dedent(text) + TAIL,
        "services.py": "import random\n\n\ndef odds():\n    return random.random()\n",
        "pyproject.toml": "",
    }
    assert DIALECT.configured is not None
    dialect = DIALECT.configured({**OPTIONS, **options})
    reader = DictReader(files)
    targets = {each.path: each for each in dialect.detect(reader, "")}
    found: Any = dialect.load(reader, targets[f"graph.py::{name}"])
    assert found.graph is not None
    return found  # type: ignore[no-any-return]


def nodes(names: str, action: str = "does_nothing") -> str:
    """The lines that add nodes of these names."""
    return "\n".join(f'g.add_node("{name}", {action})' for name in names.split())


def played(found: LanggraphContract, **scenario: Any) -> Played:
    """A run of a graph; what a scenario says nothing of is answered by itself."""
    options = scenario.pop("options", {})
    told = Scenario("test", model=scenario.pop("model", {}), options=options, **scenario)
    result = play(RUNTIME, found, {**OPTIONS, **options}, told)
    assert result.flaws == ()
    return result


def lines(found: LanggraphContract, **scenario: Any) -> list[str]:
    """What happens in a run, a line for each event."""
    return [RUNTIME.headline(event) for event in played(found, **scenario).run.events]


def steps(found: LanggraphContract, **scenario: Any) -> tuple[str, str]:
    """The nodes of the steps of a run, and how it ends."""
    run = played(found, **scenario).run
    return "; ".join(", ".join(step) for step in run.summary["steps"]), str(run.outcome)
