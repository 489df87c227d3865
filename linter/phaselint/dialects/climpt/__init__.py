"""climpt agents: agent.json and steps registries (reference: climpt)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect, Option, deferred
from phaselint.dialects.climpt import detect

OPTIONS = (
    Option(
        "semantics",
        "reference",
        "what is followed where documents and implementation differ",
        ("reference", "documented"),
    ),
    Option(
        "validate-parity",
        False,
        "report an error wherever the reference's `--validate` does",
        kind=bool,
    ),
    Option("docs-parity", False, "also want what only the documents demand", kind=bool),
    Option("documented-edges", False, "also follow edges that only the documents know", kind=bool),
    Option("legacy", "", "an older release to lint for as well", ("", "1.13.22")),
    Option("max_iterations", 0, "iterations of a run; 0 leaves it to the agent", kind=int),
    Option("refuse_invalid", True, "refuse to start what the reference refuses", kind=bool),
    Option("check_answers", False, "refuse answers that the output schema forbids", kind=bool),
)
"""Reference §5, §6.1, §7.9."""

_PACKAGE = "phaselint.dialects.climpt"

DIALECT = Dialect(
    name=detect.NAME,
    word="step",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=deferred(f"{_PACKAGE}.load", "load"),
    study=deferred(f"{_PACKAGE}.facts", "ClimptFacts"),
    runtime=deferred(f"{_PACKAGE}.runtime", "ClimptRuntime"),
    machine=deferred(f"{_PACKAGE}.lower", "lower"),
    open_options={"refuse_invalid": False},
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.insight", "ClimptInsight"),
)
