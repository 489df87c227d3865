"""What a model is asked where ways lead on from a node (reference §5.9)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple


class Offer(NamedTuple):
    """The question at a node: the choices as target and description, and the default target.
    Without choices there is no question."""

    choices: tuple[tuple[str, str], ...] = ()
    default: str | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """The live targets, each once, in the order of the choices."""
        return tuple(dict.fromkeys(target for target, _ in self.choices))

    def reason(self, target: str) -> str:
        """The description of the first choice with this target. Only a workflow with several
        defaults has a live target that isn't a choice."""
        return next((text for each, text in self.choices if each == target), "default")
