"""What the parts of a migration ask about the agent, and their notes."""

from __future__ import annotations

from phaselint.dialects.climpt.model import DEFAULT_MAX_ITERATIONS, Agent, Registry
from phaselint.dialects.migration import Remark
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract, Step
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message


class Context:
    """One agent of release 1.13 that is migrated."""

    def __init__(self, contract: ClimptContract) -> None:
        self.contract = contract
        self.registry = contract.registry or Registry("")
        self.agent = contract.agent or Agent("")
        self.remarks: list[Remark] = []

    @property
    def registry_value(self) -> dict[str, Any]:
        """The registry as it is in the file."""
        value: dict[str, Any] = self.contract.documents[self.registry.file].value
        return value

    def remark(self, file: str, pointer: Pointer, message: Message) -> None:
        """Note what an author should look at."""
        self.remarks.append(Remark(Place(file, pointer), message))

    def kind_of(self, step: Step) -> str:
        """The kind that a step gets in 1.14, which requires one (§9); empty if 1.13 doesn't tell it
        either."""
        return step.kind or ("work" if step.section else "")

    @cached_property
    def closure_only(self) -> bool:
        """Whether all steps are closure steps."""
        steps = self.registry.steps.values()
        return bool(steps) and all(self.kind_of(step) == "closure" for step in steps)

    @property
    def iterations(self) -> int:
        """The number of iterations after which a run ends."""
        return self.agent.max_iterations if self.contract.agent else DEFAULT_MAX_ITERATIONS

    def iterations_left(self, key: str) -> int:
        """How many iterations a run has from the first one in which a step can run, including
        that."""
        return max(self.iterations - self._moves.get(key, 0), 1)

    @cached_property
    def _moves(self) -> Mapping[str, int]:
        """The least number of moves from the first step of a run to each."""
        start = self.registry.entry_of(self.agent.verdict)
        found, waiting = {start: 0}, [start]
        for key in waiting:
            for following in self._following(key):
                if following not in found:
                    found[following] = found[key] + 1
                    waiting.append(following)
        return found

    def _following(self, key: str) -> Iterator[str]:
        step = self.registry.steps.get(key)
        if step is None:
            return
        for rule in (step.transitions or {}).values():
            yield from (target for target in rule.named.values() if target)
        yield self.continuation_of(key) or key
        if step.gate is not None and "jump" in step.gate.allowed:
            yield from self.registry.steps

    def continuation_of(self, key: str) -> str:
        """The step that follows a step by its name; empty if there is none (reference §4.3)."""
        if not key.startswith("initial."):
            return ""
        derived = f"continuation.{key.removeprefix('initial.')}"
        return derived if derived in self.registry.steps else ""
