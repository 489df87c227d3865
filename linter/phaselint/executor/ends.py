"""How the runs of a script fail, by which findings about one failure are told together."""

from __future__ import annotations

from phaselint.executor.scenario import play
from phaselint.executor.script import scenarios

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.executor.proof import ProofContext


def failures(lab: ProofContext[Any], script: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    """The phase and the code of each failure in which a run of a script ends."""
    for scenario in () if script is None else scenarios(script):
        options = {**lab.options, **scenario.options}
        run = play(lab.runtime, lab.facts.contract, options, scenario).run
        fault = lab.runtime.fault(run.last)
        if fault is not None:
            yield fault.phase, fault.code
