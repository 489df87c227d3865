"""SWEny workflows and skills (reference: sweny)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect
from phaselint.dialects.sweny import detect
from phaselint.dialects.sweny.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

_PACKAGE = "phaselint.dialects.sweny"

DIALECT = Dialect(
    name=detect.NAME,
    word="node",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=deferred(f"{_PACKAGE}.reading.load", "load"),
    study=deferred(f"{_PACKAGE}.analysis.facts", "SwenyFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "SwenyRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    open_options={"refuse_invalid": False, "validate_inputs": False},
    cost=deferred(f"{_PACKAGE}.analysis.cost", "cost"),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.insight", "SwenyInsight"),
    migrations=deferred(f"{_PACKAGE}.migrating", "migrations"),
    homes=detect.HARNESSES,
)
