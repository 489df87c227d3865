"""Teams of coding agents: VS Code, GitHub Copilot, Claude Code (reference: agents)."""

from __future__ import annotations

from phaselint.dialects.agents import detect
from phaselint.dialects.agents.options import OPTIONS
from phaselint.dialects.base import Dialect
from phaselint.vocabulary.deferred import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.base import Reader, Target

_PACKAGE = "phaselint.dialects.agents"

_LOAD = deferred(f"{_PACKAGE}.reading.load", "load")


def _configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that names agents, and takes files for those of a harness, as options say."""

    def load(reader: Reader, target: Target) -> Team:
        team: Team = _LOAD(reader, target)
        return team._replace(harness=options["harness"], identity=options["identity"])

    return DIALECT._replace(load=load)


DIALECT = Dialect(
    name=detect.NAME,
    word="agent",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=_LOAD,
    study=deferred(f"{_PACKAGE}.analysis.facts", "AgentsFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "AgentsRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    homes=(detect.GITHUB, detect.CLAUDE),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    setup=deferred(f"{_PACKAGE}.setup", "setup"),
    insight=deferred(f"{_PACKAGE}.insight", "AgentsInsight"),
    sketch=deferred(f"{_PACKAGE}.analysis.sketch", "sketch"),
    configured=_configured,
)
