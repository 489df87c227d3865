"""A second look at policies with `from` that hold, for `--verify`: every run in which somebody is
at work is stepped, answer by answer, and what is done there is held against the policy.

It knows nothing of how the dialect found that nobody makes the call.
"""

from __future__ import annotations

from phaselint.behavior.acting import telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.reaching import Reaching
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext
    from phaselint.policies.policy import Policy

_TAKES_OVER = "take"
"""The verb of a handoff."""


def looked_again(
    lab: ProofContext[Any], policy: Policy, reaching: Reaching, names: Sequence[str]
) -> tuple[str, str]:
    """Why a policy might not hold, as a sentence, and why not all runs were looked at; both empty
    where all were, and it holds. `names` are those of the calls that must not come."""
    looking = _Looking(lab, policy, reaching, names)
    for options, words in reaching.openings(policy.origin):
        start = lab.runtime.start(lab.facts.contract, {**lab.options, **options}, {}, {})
        state = lab.runtime.relax(start)
        for word in words:
            state, _ = lab.runtime.step(state, word)
        doubt = looking.from_(state)
        if doubt:
            return f"policy `{policy.title}` was said to hold, but {doubt}", ""
    return "", looking.stopped


class _Looking:
    """Steps all that follows from somebody at work; `stopped` says why not to the end."""

    def __init__(
        self, lab: ProofContext[Any], policy: Policy, reaching: Reaching, names: Sequence[str]
    ) -> None:
        self._runtime = lab.runtime
        self._bound = lab.bound
        self._tell = telling(lab.runtime, lab.facts.contract)
        self._over = policy.over
        self._reaching = reaching
        self._names = names
        self._tries = [each for name in names for each in reaching.attempts(name)]
        self.stopped = ""

    def from_(self, start: Any) -> str:
        """What a run from a state shows against the policy; empty where no run does."""
        seen: set[Hashable] = {self._runtime.key(start)}
        waiting = [start]
        for state in waiting:
            if len(waiting) > self._bound:
                self.stopped = f"it stopped at the bound of {self._bound:,} states"
                return ""
            for act in self._calls(state):
                if any(self._reaching.is_meant(act, name) for name in self._names):
                    return f"a run does `{act.text}` in `{act.phase}`"
            for after in self._onward(state):
                key = self._runtime.key(after)
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
        return ""

    def _calls(self, state: Any) -> Iterator[Act]:
        """What who is at work may call: the offered calls, what is tried, and whom it may call."""
        runtime = self._runtime
        yield from runtime.offered(state)
        if runtime.outcome(state).kind == "running":
            for choice in self._tries:
                yield from self._tell(runtime.step(state, choice)[1])
        if runtime.phase(state) not in self._reaching.childless:
            for _, acts in self._steps(state):
                yield from (each for each in acts if each.verb == "call")

    def _onward(self, state: Any) -> Iterator[Any]:
        """The states in which still the same one is at work, or somebody who was called."""
        if self._runtime.phase(state) in self._reaching.childless:
            return
        for after, acts in self._steps(state):
            called = any(each.verb == "call" for each in acts)
            taken = any(each.verb == _TAKES_OVER for each in acts)
            reached = any(each.verb == "reach" for each in acts)
            stays = not reached and self._runtime.phase(after) == self._runtime.phase(state)
            if called or (self._over != "calls" and (taken or stays)):
                yield after

    def _steps(self, state: Any) -> Iterator[tuple[Any, Sequence[Act]]]:
        runtime = self._runtime
        if runtime.outcome(state).kind != "running":
            return
        choices: Sequence[Choice] = runtime.act_choices(state)
        for choice in choices:
            after, events = runtime.step(state, choice)
            yield after, tuple(self._tell(events))
