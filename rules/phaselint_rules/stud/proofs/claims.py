"""What a finding claims, held against the pipeline on the bench.

A finding says where to look; its prover reads the place in the contract itself. Each prover
has a reader, which goes by the place of the finding and by the stage that it names, and gives what
the data of the finding must be then. The run that shows it isn't a claim.
"""

from __future__ import annotations

import json
from functools import wraps

from phaselint.executor.proof import decided, unproved
from phaselint.vocabulary.rule import by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Result, Stage
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint.vocabulary.rule import ProofMethod

    Reader = Callable[[StudFacts, Finding], Mapping[str, Any] | None]
    Prover = Callable[[ProofContext[StudFacts], Finding], Proof]

RUN = "path"
"""The way to a stage, in the data of a finding."""


def checks_claim(read: Reader, method: ProofMethod = "replay") -> Callable[[Prover], Prover]:
    """A prover that is asked of those findings whose data is what a reader finds in the contract
    on the bench; a reader finds none where the place of the finding is another. `method` is how
    it proves."""

    def guard(prover: Prover) -> Prover:
        @wraps(prover)
        def guarded(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
            found = read(lab.facts, finding)
            if found is None:
                return _unlike("the contract contains nothing of the kind there")
            for key, told in claims(finding).items():
                if key not in found or _plain(found[key]) != _plain(told):
                    return _unlike(f"`{key}` differs there")
            return decided(lambda: prover(lab, finding))

        return by(method)(guarded)

    return guard


def claims(finding: Finding) -> dict[str, Any]:
    """The data of a finding without the run that shows it."""
    data = finding.witness.data if finding.witness else {}
    return {key: value for key, value in data.items() if key != RUN}


def _plain(value: Any) -> str:
    """A datum as text that tells values and types apart, and no tuple from a list."""
    return json.dumps(value, sort_keys=True, default=str)


def _unlike(how: str) -> Proof:
    return unproved(f"the contract differs from the finding: {how}")


# --- where a finding points ---------------------------------------------------------------------


def stage_at(facts: StudFacts, finding: Finding) -> Stage | None:
    """The definition of a stage in which a finding points at something."""
    place = finding.place
    found = [
        stage
        for stage in facts.usable
        if (stage.file, stage.base) == (place.file, place.pointer[: len(stage.base)])
    ]
    return max(found, key=lambda stage: len(stage.base), default=None)


def named_at(facts: StudFacts, finding: Finding) -> Stage | None:
    """The same, where it is the one that runs use of its id."""
    stage = stage_at(facts, finding)
    if stage is None or facts.alone:
        return stage
    return stage if facts.stages.get(stage.id) is stage else None


def way_at(facts: StudFacts, finding: Finding) -> tuple[str, Result] | None:
    """The alternative in which a finding points at something, with its stage."""
    place = finding.place
    if place.file != facts.pipeline.file:
        return None
    for name, spec in facts.pipeline.specs.items():
        if name in facts.stages:
            for result in spec.alternatives:
                if place.pointer[: len(result.pointer)] == result.pointer:
                    return name, result
    return None
