"""Vesanor session and tool contracts (reference: vesanor)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect
from phaselint.dialects.vesanor import detect
from phaselint.dialects.vesanor.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

_PACKAGE = "phaselint.dialects.vesanor"

DIALECT = Dialect(
    name=detect.NAME,
    word="phase",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=deferred(f"{_PACKAGE}.reading.load", "load"),
    study=deferred(f"{_PACKAGE}.analysis.facts", "VesanorFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "VesanorRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.graphs", "machine_of"),
    declared=deferred(f"{_PACKAGE}.analysis.lower", "declared"),
    open_options={"refuse-invalid": False},
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    insight=deferred(f"{_PACKAGE}.hover", "VesanorInsight"),
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    workspaces=("**/session.yaml",),
)
