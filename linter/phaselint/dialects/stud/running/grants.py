"""Grants: one-time leave to call a tool outside the envelope (reference §5.7 R29, R25).

A grant is bound to five things: the stage execution, the attempt, the proposal, the tool and a
digest of the arguments. It is used up by one call, and void when its stage has exited.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


NOT_FOUND = "GrantNotFound"
CONSUMED = "GrantAlreadyConsumed"
EXPIRED = "GrantStageExpired"


class Grant(NamedTuple):
    """What a grant is bound to."""

    execution: str
    attempt: int
    proposal: str
    tool: str
    digest: str


class Ledger(NamedTuple):
    """The grants that were issued and those used up; none is of use once it is `closed`."""

    issued: frozenset[Grant] = frozenset()
    consumed: frozenset[Grant] = frozenset()
    closed: bool = False

    def issue(self, grant: Grant) -> Ledger:
        """The ledger with a further grant."""
        return self._replace(issued=self.issued | {grant})

    def consume(self, grant: Grant) -> tuple[Ledger, str]:
        """The ledger after the use of a grant, and the code of what speaks against it."""
        if self.closed:
            return self, EXPIRED
        if grant in self.consumed:
            return self, CONSUMED
        if grant not in self.issued:
            return self, NOT_FOUND
        return self._replace(consumed=self.consumed | {grant}), ""

    def close(self) -> Ledger:
        """The ledger of a stage that has exited."""
        return Ledger(closed=True)


def digest(args: Any) -> str:
    """SHA-256 over the arguments as JSON with sorted keys."""
    import hashlib
    import json

    text = json.dumps(args, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
