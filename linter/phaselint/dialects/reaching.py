"""Which calls an agent reaches, directly or through others. For policies with `from` and `over`, in
dialects whose contracts have agents that call each other."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any, Literal, Protocol

    from phaselint.dialects.acts import Act
    from phaselint.dialects.records import Choice

    Over = Literal["calls", "calls+handoffs"]
    Status = Literal["reached", "unknown", "no", "missing"]

    class Reaching(Protocol):
        """The reachability of calls in one contract under its options."""

        @property
        def agents(self) -> Sequence[str]:
            """Everybody who may be named as the one that is at work first."""

        @property
        def names(self) -> Collection[str]:
            """The names of what may be called that the contract or its runtime lists: tools, and
            words for many of them."""

        @property
        def childless(self) -> Collection[str]:
            """Those who call nobody, though runs let them."""

        def knows(self, kind: str, name: str) -> bool:
            """Whether a name is that of something callable, listed or not; `kind` is its kind,
            unless empty."""

        def reach(self, agent: str, asked: Sequence[str], over: Over) -> Reach:
            """Whether an agent reaches a call of any of some known names."""

        def is_meant(self, act: Act, asked: str) -> bool:
            """Whether a name stands for a call; decided independently of how `reach` finds it."""

        def openings(self, agent: str) -> Sequence[tuple[Mapping[str, Any], Sequence[Choice]]]:
            """The starts that make an agent work, each with its options: all of them, each with
            runs to check."""

        def attempts(self, asked: str) -> Sequence[Choice]:
            """The answers by which somebody tries to call what a name stands for."""


OVER: tuple[Over, ...] = ("calls", "calls+handoffs")
"""By which ways one comes to something: by calls alone, or by those who take over as well."""


class Way(NamedTuple):
    """How an agent reaches a call.

    Attributes:
        act: the call, in the phase of who makes it.
        agents: who is at work on the way, the agent itself first.
        words: the answers from the start of a run on; the call last, where there is an answer for
            it.
        options: the options of the run that differ from those of the question.
    """

    act: Act
    agents: tuple[str, ...]
    words: tuple[Choice, ...]
    options: Mapping[str, Any]


class Reach(NamedTuple):
    """Whether an agent reaches something.

    Attributes:
        status: `reached` by a way; `unknown`, as a tool on the way may do anything; `no`;
            `missing`, as no run has the agent at work.
        why: facts about the path, or why it isn't known, as a clause.
        where: in which of the programs that run the contract that is so, as a clause; empty where
            it is so in all of them.
        looked: how many agents were looked at.
        programs: the names of the programs in which it is so, where a contract is for several.
    """

    status: Status
    way: Way | None = None
    why: str = ""
    where: str = ""
    looked: int = 0
    programs: tuple[str, ...] = ()
