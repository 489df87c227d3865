"""SWEny workflows and skills (reference: sweny)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect
from phaselint.dialects.sweny import detect
from phaselint.dialects.sweny.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_PACKAGE = "phaselint.dialects.sweny"


def _configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that reads contracts as the release does which they are for (§11)."""
    return DIALECT._replace(load=_LOADS[options["target"]])


_LOADS = {
    "current": deferred(f"{_PACKAGE}.reading.load", "load"),
    "next": deferred(f"{_PACKAGE}.reading.targets", "load_next"),
}

DIALECT = Dialect(
    name=detect.NAME,
    word="node",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=_LOADS["current"],
    study=deferred(f"{_PACKAGE}.analysis.facts", "SwenyFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "SwenyRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    open_options={"refuse-invalid": False, "validate-inputs": False},
    cost=deferred(f"{_PACKAGE}.analysis.cost", "cost"),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    insight=deferred(f"{_PACKAGE}.hover", "SwenyInsight"),
    configured=_configured,
    migrations=deferred(f"{_PACKAGE}.migrating", "migrations"),
    homes=detect.HARNESSES,
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    workspaces=(".sweny/**",),
    languages=("yaml", "json", "jsonc", "markdown", "skill"),
)
