"""climpt agents: agent.json and steps registries (reference: climpt)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect
from phaselint.dialects.climpt import detect
from phaselint.dialects.climpt.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

_PACKAGE = "phaselint.dialects.climpt"

DIALECT = Dialect(
    name=detect.NAME,
    word="step",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=deferred(f"{_PACKAGE}.reading.load", "load"),
    study=deferred(f"{_PACKAGE}.analysis.facts", "ClimptFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "ClimptRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    open_options={"refuse-invalid": False},
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    insight=deferred(f"{_PACKAGE}.hover", "ClimptInsight"),
    migrations=deferred(f"{_PACKAGE}.migrating.offer", "migrations"),
    homes=(detect.HOME,),
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    workspaces=(".agent/*/agent.json",),
)
