"""Deprecated keys: that none in use is next to one is read, and what the team does without it is
what findings claim."""

from __future__ import annotations

from phaselint.executor import claims
from phaselint.executor.proof import data_of
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.fields import DEPRECATED
from phaselint_rules.agents.proofs.stages import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("differential")
def not_read(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The team runs differently from a team with the key in use."""
    if finding.claim is not None:
        data = data_of(finding)
        key, file = data["key"], finding.place.file
        agents = (a for a in written(lab.facts, data["agent"], claude=False) if a.file == file)
        if not any(_alone(agent.header.value, key) for agent in agents):
            return Proof("refuted", "differential", None, "no agent of this name has it")
    return claims.differs(lab, finding)


def _alone(header: Mapping[str, Any], key: str) -> bool:
    """Whether a header has a deprecated key without the one in use."""
    return key in header and DEPRECATED.get(key, key) not in header
