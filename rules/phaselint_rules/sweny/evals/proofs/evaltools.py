"""How the executor shows what `function` evaluators make of tool calls (reference §5.8, §8.4)."""

from __future__ import annotations

from phaselint_rules.sweny.proofs.answering import prevented, results_of
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.planning import PlannedRun

NOT_ASKED = "the run doesn't reach the evaluator: another gate fails first"


# --- runs -------------------------------------------------------------------------------------


def verdicts_of(driven: PlannedRun, node: Node) -> list[Mapping[str, Any]]:
    """The results of a node's evaluators on its last visit. Raises Unlike where they were not
    asked."""
    results = results_of(driven, node.id)
    found = list(results[-1].get("evals", ())) if results else []
    if not found or [each["name"] for each in found] != [each.name for each in node.evals]:
        raise Unlike(prevented(driven, node.id, NOT_ASKED))
    return found
