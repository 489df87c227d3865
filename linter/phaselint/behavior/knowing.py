"""What policies of a contract may name."""

from __future__ import annotations

from phaselint.behavior.knownacts import known_acts
from phaselint.policies.naming import Unknown, unknown_names
from phaselint.policies.origins import unknown_calls
from phaselint.policies.reading import FROM
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.message import message
from phaselint.vocabulary.suggest import suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.reaching import Reaching
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Pointer

ONLY_TEAMS = "`{}` works only for agent teams; remove it, or use `before`, `after` or `in PHASE`"


class Names:
    """What policies of one contract may name. `options` are those that it is looked at under."""

    def __init__(self, runtime: Runtime[Any], contract: Any, options: Mapping[str, Any]) -> None:
        self._runtime = runtime
        self._contract = contract
        self._options = options

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """The acts of the contract."""
        return tuple(each.act for each in known_acts(self._runtime, self._contract))

    @cached_property
    def reaching(self) -> Reaching | None:
        """What says who reaches what in the contract, if anything does."""
        return self._runtime.reaching(self._contract, self._options)

    def unknown(self, policy: Policy) -> tuple[Unknown, ...]:
        """The names in a policy that the contract does not have, in the order in which they are
        written; of one with `from` in a contract in which nobody calls others, that key."""
        if not policy.origin:
            return unknown_names(policy, self.acts)
        pointer = (*policy.pointer, FROM)
        if self.reaching is None:
            return (Unknown(pointer, policy.origin, message(ONLY_TEAMS, FROM), misplaced=True),)
        return (*unknown_calls(policy, self.reaching), *self._unknown_origin(policy, pointer))

    def _unknown_origin(self, policy: Policy, pointer: Pointer) -> Iterator[Unknown]:
        assert self.reaching is not None
        agents = self.reaching.agents
        if policy.origin in agents:
            return
        near = suggest(policy.origin, agents)
        told = with_near(message("the team has no agent `{}`", policy.origin), near)
        yield Unknown(pointer, policy.origin, told, nearest=near or "")
