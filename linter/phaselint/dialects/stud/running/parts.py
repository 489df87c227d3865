"""Turns in parts: all that a run may do (reference §5.5, §5.7).

A turn that does not complete its stage calls any number of tools in any order. No finite set of
turns says that. So an exploration of acts takes such a turn in parts: each call is a step
(`Turn.more`), and one more step closes the turn. Between them is a state that knows only that a
turn goes on: which tools were called decides nothing that follows, since all of them stay open. The
walks through it are all such turns, and nothing is lost or made up: a closed turn counts one
towards the cap, and the stage can be completed in a further turn alone.

Left out are calls that are not let through, and completions that are not accepted: such a turn does
what one without calls does. Where the world lists results of a tool, or its grants, each call takes
the next one, though states are not told apart by how many are left.
"""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.beside import beside
from phaselint.dialects.stud.running.relevance import MOST
from phaselint.dialects.stud.running.representatives import MOST_WAITING, SILENT, answers
from phaselint.dialects.stud.running.session import Call, Turn, waiting_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.running.session import State

APPROVED = "approve"


# --- choices --------------------------------------------------------------------------------------


def act_choices(state: State) -> tuple[Choice, ...]:
    """The answers and parts that together do whatever any answer does. Unlike `representatives`, of
    which they are made, all siblings may leave their plain ways, since what two of them do together
    can be told from what one does; and a turn that brings the cap nearer counts wherever it is
    taken, as does a gate that is shut. The first part of a turn is the model's, the others belong
    to it.

    Raises TooManyChoices like `representatives`.
    """
    if state.pending is None:
        return ()
    if len(state.running) > MOST:
        raise TooManyChoices(f"more than {MOST} stages run side by side")
    if next(islice(waiting_in(state.todo), MOST_WAITING, None), None) is not None:
        raise TooManyChoices(f"more than {MOST_WAITING} stages wait for their turn at once")
    known = beside(state)
    if known is None:
        return tuple(_choices(state))
    return known.choices.once((state.current,), lambda: tuple(_choices(state)))


def _choices(state: State) -> Iterator[Choice]:
    goes_on = bool(state.current.calling)
    if goes_on:
        yield Choice("tool", SILENT)
    else:
        yield from answers(state, whole=True)
    for name in _open(state) if state.pending == "turn" else ():
        yield Choice("tool" if goes_on else "model", Turn("", (Call(name, {}),), more=True))


def _open(state: State) -> Iterator[str]:
    """The tools of which a call is let through, each once: those that the stage allows, and those
    for which the world grants one (reference §5.7)."""
    law, stage = state.law, state.current.stage
    granted = law.world.grants.get(stage.id, {})
    open_ = (name for name, told in granted.items() if APPROVED in told)
    barred = {stage.completion_tool, *(name for name, _ in law.world.guards)}
    for name in dict.fromkeys((*(stage.allowed or ()), *open_)):
        if name not in barred and (law.registry is None or name in law.registry):
            yield name


def joined(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The answers that choices amount to: parts of a turn as one turn; one that is not closed ends
    with what there is of it."""
    calls: tuple[Call, ...] = ()
    for choice in choices:
        value = choice.value
        if isinstance(value, Turn):
            calls = (*calls, *value.calls)
            if not value.more:
                yield Choice("model", value._replace(calls=calls))
                calls = ()
        else:
            yield choice
    if calls:
        yield Choice("model", Turn("", calls))
