"""Vesanor session and tool contracts (reference: vesanor)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option
from phaselint.dialects.vesanor import detect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Reader, Target
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.vesanor.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import VesanorContract
    from phaselint.machine.model import Machine

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


def _load(reader: Reader, target: Target) -> VesanorContract:
    from phaselint.dialects.vesanor.load import load

    return load(reader, target)


def _study(contract: VesanorContract, options: Mapping[str, Any], bound: int) -> VesanorFacts:
    from phaselint.dialects.vesanor.facts import VesanorFacts

    return VesanorFacts(contract, options, bound)


def _runtime() -> Runtime[Any]:
    from phaselint.dialects.vesanor.runtime import VesanorRuntime

    return VesanorRuntime()


def _machine(contract: VesanorContract) -> Machine:
    from phaselint.dialects.vesanor.lower import lower_tools

    return lower_tools(contract)


def _declared(contract: VesanorContract) -> Machine | None:
    from phaselint.dialects.vesanor.lower import lower_map

    return lower_map(contract.session) if contract.session else None


DIALECT = Dialect(
    name=detect.NAME,
    word="phase",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=_load,
    study=_study,
    runtime=_runtime,
    machine=_machine,
    declared=_declared,
    open_options={"refuse_invalid": False},
)
