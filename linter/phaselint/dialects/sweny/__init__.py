"""SWEny workflows and skills (reference: sweny)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect, Option, deferred
from phaselint.dialects.sweny import detect

OPTIONS = (
    Option(
        "semantics",
        "reference",
        "what is followed where specification and implementation differ",
        ("reference", "documented"),
    ),
    Option("target", "current", "the release to lint for", ("current", "next")),
    Option("registry", "open", "whether all skills there are are known", ("open", "complete")),
    Option("agent_tools", (), "further built-in agent tools", kind=list),
    Option("router", "scripted", "who answers route questions", ("scripted", "bundled")),
    Option("max_steps", 200, "visits after which a run ends", kind=int),
    Option("refuse_invalid", True, "refuse to start what the loader refuses", kind=bool),
    Option("validate_inputs", True, "check the run input as the command line does", kind=bool),
)
"""Reference §5.1, §5.2, §5.18, §6, §11."""

_PACKAGE = "phaselint.dialects.sweny"

DIALECT = Dialect(
    name=detect.NAME,
    word="node",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=deferred(f"{_PACKAGE}.load", "load"),
    study=deferred(f"{_PACKAGE}.facts", "SwenyFacts"),
    runtime=deferred(f"{_PACKAGE}.runtime", "SwenyRuntime"),
    machine=deferred(f"{_PACKAGE}.lower", "lower"),
    open_options={"refuse_invalid": False, "validate_inputs": False},
    cost=deferred(f"{_PACKAGE}.cost", "cost"),
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.insight", "SwenyInsight"),
)
