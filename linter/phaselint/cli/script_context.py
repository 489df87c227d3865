"""The contract of `phaselint scripts` in the executor, and notes on its runs."""

from __future__ import annotations

from phaselint.cli import streams
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.executor.coverage_scenarios import Tour
    from phaselint.executor.proof import ProofContext
    from phaselint.linting.discovery import FoundContract


def script_context(
    contract: str, found: FoundContract, options: Mapping[str, Any], bound: int
) -> ProofContext[Any]:
    """The contract in the executor, with options.

    Raises:
        UsageError: the executor doesn't start it.
    """
    from phaselint.executor.proof import ProofContext, RunInput

    loaded = found.dialect.load(found.workspace.reader, found.target)
    facts = found.dialect.study(loaded, options, bound)
    runtime = found.dialect.runtime()
    setting = RunInput(runtime.sample_input(loaded))
    lab: ProofContext[Any] = ProofContext(runtime, facts, options, {}, bound, setting)
    refusal = lab.runtime.outcome(lab.refused)
    if refusal.kind == "refused":
        why = f"the executor refuses this contract: {refusal.detail}"
        raise UsageError(f"{contract}: {why}; `phaselint lint` says more")
    return lab


def tell_missing(lab: ProofContext[Any], planned: Tour) -> None:
    """Report the transitions that no scenario covers, and why."""
    if not planned.complete:
        streams.complain(f"stopped at {lab.atlas.reason}; some transitions are missing")
    if planned.left_out:
        streams.complain(f"session limits keep {plural(planned.left_out, 'move')} from a run")
