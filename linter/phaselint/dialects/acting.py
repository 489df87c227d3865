"""A part of `Runtime`: what runs do, as acts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct, Order
    from phaselint.dialects.reaching import Reaching
    from phaselint.dialects.records import Choice, Event


class Acting:
    """What a run of a dialect did, in words. A dialect that says nothing here has acts by its
    elements (`phaselint.dialects.acts.acts_of_elements`)."""

    turns: bool = True
    """Whether a choice decided by the model is a turn of a model: not if code decides."""

    threads_span_steps: bool = False
    """Whether acts of different threads (`Act.thread`) happen in any order also in steps that
    follow each other, until an act comes that is in no thread and is no turn."""

    def acts(self, events: Sequence[Event]) -> Sequence[Act] | None:  # noqa: ARG002 - for overriding
        """What a run did by the events of its opening or of one step, in the order in which it
        happened; work that the runtime does in parallel is in threads (`Act.thread`). A call is an
        act if the runtime lets it through, not if it is blocked or denied. `start`, `turn` and
        `end` are reported for all dialects alike and not here. None, as by default, for a dialect
        whose acts are the uses of its elements."""
        return None

    def begun(self, state: Any) -> Sequence[Act]:  # noqa: ARG002 - for overriding
        """What a run has done in the state that `start` gives and no event of its opening tells,
        such as being in its first phase. Nothing by default."""
        return ()

    def known_acts(self, contract: Any) -> Sequence[KnownAct] | None:  # noqa: ARG002
        """Every act that the text of a contract lets its runs do, whether or not a run does, with
        its place; those that `offered` gives are among them. None where `acts` gives none."""
        return None

    def offered(self, state: Any) -> Sequence[Act]:  # noqa: ARG002 - for overriding
        """What a run may do in a state any number of times without leaving it, though no choice is
        asked for it: calls of tools that a phase grants, in dialects that do not run them. Their
        `ok` is `unknown`. Nothing by default."""
        return ()

    def countless(self, contract: Any) -> Sequence[Act]:  # noqa: ARG002 - for overriding
        """Acts that one answer may do more often at once than `act_choices` shows: that no run does
        such an act often is not decided. None by default."""
        return ()

    def orders(self, contract: Any) -> Sequence[Order]:  # noqa: ARG002 - for overriding
        """In which order the steps are taken of what runs do in parallel, for each place of the
        contract that says so; only where `threads_span_steps`. None by default."""
        return ()

    def in_orders(self, state: Any, orders: Sequence[Order]) -> Any:  # noqa: ARG002
        """The state of a start from which steps in parallel are taken in the orders of another
        contract (`orders`), as far as it names the same. The same state by default."""
        return state

    def joined(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The answers that choices of a run amount to, as scripts have them, where `act_choices`
        takes an answer in several steps: answers without a bound are walks through the states
        between these. By default each choice is an answer."""
        return choices

    def reaching(self, contract: Any, options: Mapping[str, Any]) -> Reaching | None:  # noqa: ARG002
        """The object that answers which agents reach which calls in a contract, for policies with
        `from`; None, as by default, if the agents of a contract don't call each other."""
        return None
