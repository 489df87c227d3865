"""The known facts about one stage, to tell what its branches take whatever the others are."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import relied_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Profile, Stage
    from phaselint.schema import Fault
    from phaselint.vocabulary.finding import Pointer


class Alone:
    """The ground for questions about one stage and its results; see `ground.Ground`.

    Args:
        faults: why its completion schema is invalid.
        dead: whether surely no payload satisfies that.
        output: the schema of its output.
        profile: the contract by which it is judged.
    """

    __slots__ = ("_dead", "_profile", "completion_faults", "outputs")

    def __init__(
        self, stage: Stage, faults: Sequence[Fault], dead: bool, output: Any, profile: Profile
    ) -> None:
        self.completion_faults: Mapping[Pointer, Sequence[Fault]] = {self.key(stage): faults}
        self.outputs: Mapping[str, Any] = {stage.id: output}
        self._dead = dead
        self._profile = profile

    def key(self, stage: Stage) -> Pointer:
        """See `ground.Ground`."""
        return (stage.file, *stage.base)

    def profile(self, _stage: Stage, /) -> Profile:
        """See `ground.Ground`."""
        return self._profile

    def dead(self, _stage: Stage, /) -> bool:
        """See `ground.Ground`."""
        return self._dead

    def schema_of(self, stage: Stage) -> Any:
        """See `ground.Ground`."""
        return relied_on(self, stage)
