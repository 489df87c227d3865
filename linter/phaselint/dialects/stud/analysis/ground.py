"""What must be known of stages to tell what they pass on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.stud.model import Pipeline, Profile, Stage
    from phaselint.schema import Fault
    from phaselint.vocabulary.finding import Pointer


class Ground(Protocol):
    """The part of the facts that the questions about results are put to."""

    @property
    def outputs(self) -> Mapping[str, Any]:
        """Stage → the schema of its output, as far as the manifest describes any."""

    @property
    def completion_faults(self) -> Mapping[Pointer, Sequence[Fault]]:
        """Why completion schemas are invalid."""

    def key(self, stage: Stage) -> Pointer:
        """What tells a stage from all others."""

    def profile(self, stage: Stage, /) -> Profile:
        """The contract by which a stage is judged."""

    def dead(self, stage: Stage, /) -> bool:
        """Whether surely no payload satisfies a stage's completion schema."""

    def schema_of(self, stage: Stage) -> Any:
        """The completion schema that other stages can rely on."""


class Pipelined(Ground, Protocol):
    """The same with the stages of a pipeline, and the paths between them."""

    pipeline: Pipeline

    @property
    def stages(self) -> Mapping[str, Stage]:
        """The stages by id."""
