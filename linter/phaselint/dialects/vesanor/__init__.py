"""Vesanor session and tool contracts (reference: vesanor)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect, Option, deferred
from phaselint.dialects.vesanor import detect

OPTIONS = (
    Option("semantics", "documented", "what is followed where both are known", ("documented",)),
    Option("mode", "enforce", "how the runtime governs", ("enforce", "shadow", "log-only")),
    Option(
        "gate",
        "reject_all",
        "what happens to a response with a blocked call",
        ("reject_all", "strip_partial", "strip_blocked"),
    ),
    Option("unmatchedPolicy", "block", "tools without a contract", ("block", "allow")),
    Option("deniedTools", (), "tools the principal is not authorised for", kind=list),
    Option("refuse_invalid", True, "refuse to start on a compile-level finding", kind=bool),
    Option(
        "honour_error_suppressions",
        False,
        "let graph_analysis.suppress hide errors as well",
        kind=bool,
    ),
)
"""Reference §2.8, §3.3 A5 and §4.2; `deniedTools` is the executor option of its narrow table."""

_PACKAGE = "phaselint.dialects.vesanor"

DIALECT = Dialect(
    name=detect.NAME,
    word="phase",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=deferred(f"{_PACKAGE}.load", "load"),
    study=deferred(f"{_PACKAGE}.facts", "VesanorFacts"),
    runtime=deferred(f"{_PACKAGE}.runtime", "VesanorRuntime"),
    machine=deferred(f"{_PACKAGE}.lower", "lower"),
    declared=deferred(f"{_PACKAGE}.lower", "declared"),
    open_options={"refuse_invalid": False},
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.insight", "VesanorInsight"),
)
