"""climpt agents: agent.json and steps registries (reference: climpt)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option
from phaselint.dialects.climpt import detect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Reader, Target
    from phaselint.dialects.climpt.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.protocol import Runtime
    from phaselint.machine.model import Machine

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


def _load(reader: Reader, target: Target) -> ClimptContract:
    from phaselint.dialects.climpt.load import load

    return load(reader, target)


def _study(contract: ClimptContract, options: Mapping[str, Any], bound: int) -> ClimptFacts:
    from phaselint.dialects.climpt.facts import ClimptFacts

    return ClimptFacts(contract, options, bound)


def _runtime() -> Runtime[Any]:
    from phaselint.dialects.climpt.runtime import ClimptRuntime

    return ClimptRuntime()


def _machine(contract: ClimptContract) -> Machine:
    from phaselint.dialects.climpt.lower import edges, lower

    return lower(contract, edges(contract))


def _declared(_contract: ClimptContract) -> Machine | None:
    return None


DIALECT = Dialect(
    name=detect.NAME,
    word="step",
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
