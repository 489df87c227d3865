"""SWEny workflows and skills (reference: sweny)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option
from phaselint.dialects.sweny import detect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Cost, Reader, Target
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.sweny.facts import SwenyFacts
    from phaselint.dialects.sweny.model import SwenyContract
    from phaselint.machine.model import Machine

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


def _load(reader: Reader, target: Target) -> SwenyContract:
    from phaselint.dialects.sweny.load import load

    return load(reader, target)


def _study(contract: SwenyContract, options: Mapping[str, Any], bound: int) -> SwenyFacts:
    from phaselint.dialects.sweny.facts import SwenyFacts

    return SwenyFacts(contract, options, bound)


def _runtime() -> Runtime[Any]:
    from phaselint.dialects.sweny.runtime import SwenyRuntime

    return SwenyRuntime()


def _machine(contract: SwenyContract) -> Machine:
    from phaselint.dialects.sweny.lower import lower
    from phaselint.dialects.sweny.model import Workflow

    return lower(contract.workflow or Workflow(contract.target.path))


def _declared(_contract: SwenyContract) -> Machine | None:
    return None


def _cost(facts: SwenyFacts) -> Cost | None:
    from phaselint.dialects.sweny.cost import cost

    return cost(facts)


DIALECT = Dialect(
    name=detect.NAME,
    word="node",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=_load,
    study=_study,
    runtime=_runtime,
    machine=_machine,
    declared=_declared,
    open_options={"refuse_invalid": False, "validate_inputs": False},
    cost=_cost,
)
