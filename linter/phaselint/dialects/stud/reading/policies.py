"""Which of the contracts and policies apply (reference §0, §3.1, D1, D4)."""

from __future__ import annotations

from phaselint.dialects.stud.model import BUNDLED_TOOLS, MUTATING_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.model import JoinPolicy, Pipeline, Profile, Stage

CONTRACT = "contract"
"""The option value that leaves it to the contract."""

BUNDLED = "bundled"


def profile_of(stage: Stage, options: Mapping[str, Any]) -> Profile:
    """The contract that a stage is written against."""
    chosen = options["semantics"]
    profile: Profile = stage.profile if chosen == CONTRACT else chosen
    return profile


def profile_in_force(
    pipeline: Pipeline | None, stage: Stage | None, options: Mapping[str, Any]
) -> Profile:
    """The contract by which a run goes: that of the pipeline, or of the stage that is alone."""
    chosen = options["semantics"]
    if chosen == CONTRACT:
        chosen = pipeline.profile if pipeline else stage.profile if stage else "documented"
    profile: Profile = chosen
    return profile


def registered(pipeline: Pipeline | None, options: Mapping[str, Any]) -> Mapping[str, str] | None:
    """The live tools, name → the layer that brings them: those of the manifest, or where only the
    configuration names some, the bundled ones, with those of the configuration besides; none
    where neither declares any (§2.2, §3.4)."""
    declared = pipeline.registry if pipeline else None
    more = dict.fromkeys(options["registered-tools"], "configuration")
    if declared is not None:
        return {**more, **declared.tools}
    return {**more, **dict.fromkeys(BUNDLED_TOOLS, BUNDLED)} if more else None


def mutating(pipeline: Pipeline, options: Mapping[str, Any]) -> frozenset[str]:
    """The tools that change something: those of the manifest, else of the configuration, else
    those of the reference (§2.2)."""
    declared = pipeline.registry.mutating if pipeline.registry else None
    configured = tuple(options["mutating-tools"])
    return frozenset(declared if declared is not None else configured or MUTATING_TOOLS)


def join_policy(pipeline: Pipeline, options: Mapping[str, Any]) -> JoinPolicy:
    """Whether a join is a stage next to the siblings or one of them."""
    chosen = options["join-policy"]
    policy: JoinPolicy = pipeline.join_policy if chosen == CONTRACT else chosen
    return policy
