"""A part of the runtime of a workflow: what its runs do, as acts."""

from __future__ import annotations

from phaselint.dialects.protocol import Runtime
from phaselint.dialects.sweny.running.results import Called, Late
from phaselint.dialects.sweny.running.session import State
from phaselint.dialects.sweny.running.toolbox import skills_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.dialects.records import Choice, Event, Grade
    from phaselint.dialects.sweny.model import SwenyContract
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.toolbox import Skills


class SwenyActing(Runtime[State]):
    """What runs of workflows do; see `acts` and, for model runs in parts, `callparts`."""

    def __init__(self) -> None:
        self._equipped: tuple[SwenyContract, Skills] | None = None
        self._acted: tuple[State, Mapping[int, tuple[Choice, Grade]]] | None = None

    def _skills(self, contract: SwenyContract) -> Skills:
        """The skills that a contract is meant for, kept for its next run."""
        if self._equipped is None or self._equipped[0] is not contract:
            self._equipped = (contract, skills_of(contract, "builtin", None))
        return self._equipped[1]

    def part(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """A part of a model run that goes on; see `callparts`."""
        from phaselint.dialects.sweny.running.callparts import closing, go_on, told

        value: Answer | Late | Called = choice.value
        if isinstance(value, Called):
            return go_on(state, value)
        assert state.pending is not None
        said = len(state.pending.calls)
        before, answer = closing(state, value.answer if isinstance(value, Late) else value)
        late = Late(answer) if isinstance(value, Late) else answer
        after, events = self.step(before, choice._replace(value=late))
        return after, told(events, said)

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """The calls, the nodes, what became of them, and the edges; see `acts`."""
        from phaselint.dialects.sweny.running.acts import acts

        return tuple(acts(events))

    def known_acts(self, contract: SwenyContract) -> Sequence[KnownAct]:
        """The nodes, their edges, and the tools that they grant; see `acts`."""
        from phaselint.dialects.sweny.running.acts import known_acts
        from phaselint.dialects.sweny.running.gates import Rules

        skills = self._skills(contract)
        return tuple(known_acts(contract, skills, Rules(skills.aliases)))

    def offered(self, state: State) -> Sequence[Act]:
        """The tools that a node grants and its gates don't look at; see `acts`."""
        from phaselint.dialects.sweny.running.acts import offered

        return tuple(offered(state))

    def act_key(self, state: State) -> Hashable:
        """What acts tell states apart by; see `acts`."""
        from phaselint.dialects.sweny.running.acts import act_key

        return act_key(state)

    def act_choices(self, state: State) -> Sequence[Choice]:
        """All answers, with the calls that gates look at; see `callparts`."""
        return tuple(choice for choice, _ in self._parts(state).values())

    def act_grade(self, state: State, choice: Choice) -> Grade | None:
        """What an act choice of the state that was asked about last takes for granted; none of
        others."""
        if self._acted is None or self._acted[0] is not state:
            return None
        known, grade = self._acted[1].get(id(choice), (None, None))
        return grade if known is choice else None

    def _parts(self, state: State) -> Mapping[int, tuple[Choice, Grade]]:
        """The act choices of a state with their grades, by identity, kept for the next of them."""
        if self._acted is None or self._acted[0] is not state:
            from phaselint.dialects.sweny.running.callparts import act_choices

            self._acted = (state, {id(each[0]): each for each in act_choices(state)})
        return self._acted[1]

    def joined(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The answers that parts are of; see `callparts`."""
        from phaselint.dialects.sweny.running.callparts import joined

        return tuple(joined(choices))
