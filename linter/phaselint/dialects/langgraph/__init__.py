"""Graphs of LangGraph, read from the Python that builds them (reference: langgraph)."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.base import Dialect
from phaselint.dialects.langgraph import detect
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_PACKAGE = "phaselint.dialects.langgraph"
_load = deferred(f"{_PACKAGE}.reading.load", "load")


def _configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that reads tests and notebooks where the configuration says so, and graphs as it
    says (reference §12)."""
    found, claimed = detect.under(options)
    return DIALECT._replace(detect=found, claim=claimed, load=partial(_load, options=dict(options)))


DIALECT = Dialect(
    name=detect.NAME,
    word="node",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    together=lambda reader, folders: tuple(detect.together(reader, folders)),
    load=_load,
    study=deferred(f"{_PACKAGE}.analysis.facts", "LanggraphFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "LanggraphRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "machine_of"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    configured=_configured,
    told=deferred(f"{_PACKAGE}.telling", "told"),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.hover", "LanggraphInsight"),
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    workspaces=("**/langgraph.json",),
    languages=("python",),
)
