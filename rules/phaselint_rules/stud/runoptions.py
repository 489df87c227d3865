"""The options of runs by which findings are judged."""

from __future__ import annotations

from phaselint.dialects.stud.options import OPTIONS
from phaselint.dialects.stud.reading.policies import profile_in_force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage

LAWS = ("semantics", "join-policy", "registered-tools")
"""The options by which findings are judged, so runs have to go by them too."""

DOCUMENTED = {"semantics": "documented"}
"""Runs that follow the documents: the reference doesn't check all that these promise (§7)."""

REFERENCE = {"semantics": "reference"}


def laws(facts: StudFacts) -> Mapping[str, Any]:
    """What runs go by where the configuration does not leave it to the contract."""
    given = {name: facts.options[name] for name in LAWS}
    return {
        option.name: given[option.name]
        for option in OPTIONS
        if option.name in given and given[option.name] != option.default
    }


def options_of(facts: StudFacts, stage: Stage) -> Mapping[str, Any]:
    """What makes a run follow the documents, which is what the catalog speaks of."""
    lone = stage if facts.alone else None
    profile = profile_in_force(facts.contract.pipeline, lone, facts.options)
    return {} if profile == "documented" else DOCUMENTED


def by_reference(facts: StudFacts) -> bool:
    """Whether runs go by the reference unless options say otherwise."""
    lone = facts.contract.stage if facts.alone else None
    return profile_in_force(facts.contract.pipeline, lone, facts.options) == "reference"


def entering(facts: StudFacts) -> str:
    """The kind of event with which a stage begins, in runs by the profile of the contract."""
    return "StagePreFired" if by_reference(facts) else "StageEntered"


def judging(facts: StudFacts, stage: Stage) -> Mapping[str, Any]:
    """The options of a run that shows what a finding claims of a stage."""
    return {**laws(facts), **options_of(facts, stage)}


def is_used(facts: StudFacts, stage: Stage) -> bool:
    """Whether runs use a stage, and not another one of the same ID."""
    return stage is (facts.contract.stage if facts.alone else facts.stages.get(stage.id))


def unnamed(facts: StudFacts, stage: Stage) -> str:
    """Why nothing is claimed of runs of a stage by its ID: it has none, or runs use another stage
    of that ID. Empty where runs use it."""
    if not stage.id:
        return "the stage has no ID to run it by"
    return "" if is_used(facts, stage) else f"another stage also has the ID `{stage.id}`"
