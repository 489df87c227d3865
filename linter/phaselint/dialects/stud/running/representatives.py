"""Answers that stand for all others in an exploration (reference §5).

A turn either completes the stage or brings it nearer to its cap; tool calls and completions that
are not accepted do no more than a word does. Where it doesn't matter whether the cap was hit, a
completion stands for that too. Of gates and asserts only the verdict counts.

Siblings are independent but for the first failure: the results of two of them are never read
together. So it is enough that one of them at a time goes another way than the plain one (`plain`),
and states are as many as those of all siblings in sum. Where the plain way of one is to hit its cap
or to try again, the run in which all of them are completed at once is tried as well.
"""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.plain import other_is_odd, plainest
from phaselint.dialects.stud.running.relevance import MOST, relevance
from phaselint.dialects.stud.running.session import (
    OK,
    PROCEED,
    Call,
    Gate,
    Judged,
    Turn,
    waiting_in,
)
from phaselint.dialects.stud.running.verdicts import FAIL, RETRY, SKIP, attempts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.running.records import Relevance
    from phaselint.dialects.stud.running.session import State

MOST_WAITING = 300
"""Stages that are still to run, beyond which a run is not explored."""

SILENT = Turn()
"""A turn that brings nothing but the cap nearer."""


def representatives(state: State) -> Sequence[Choice]:
    """The answers to try in a state; none when the run has ended.

    Raises TooManyChoices, also where so many siblings run that their states are too many, or so
    many stages wait for their turn that with each round there may be more.
    """
    if state.pending is None:
        return ()
    if len(state.running) > MOST:
        raise TooManyChoices(f"more than {MOST} stages run side by side")
    if next(islice(waiting_in(state.todo), MOST_WAITING, None), None) is not None:
        raise TooManyChoices(f"more than {MOST_WAITING} stages wait for their turn at once")
    found = tuple(answers(state))
    if state.fork is not None and not state.fork.joining and other_is_odd(state):
        plain = plainest(state, found)
        return (plain,) if _goes_on(plain.value) else (plain, found[0])
    return found


def _goes_on(answer: Any) -> bool:
    """Whether an answer completes a stage, as all siblings do in a run in which all goes well."""
    if isinstance(answer, Turn):
        return bool(answer.calls)
    return not (isinstance(answer, Judged) and answer.verdict == RETRY)


def answers(state: State, *, whole: bool = False) -> Iterator[Choice]:
    """The answers to a pending question of each kind that anything looks at; with `whole`, also
    those that go on like others by other acts: turns that bring the cap nearer, and gates that are
    shut."""
    if state.pending == "turn":
        yield from (Choice("model", turn) for turn in _turns(state, whole=whole))
    elif state.pending == "gate":
        yield from (Choice("world", gate, "ask") for gate in _gates(state, whole=whole))
    else:
        yield from (Choice("world", judged, "ask") for judged in _judged(state))


def _turns(state: State, *, whole: bool) -> Iterator[Turn]:
    stage = state.current.stage
    found = relevance(state.law, stage)
    if found.payloads is None:
        from phaselint.dialects.stud.running.doubts import stuck

        raise stuck(found)
    for payload in found.payloads:
        yield Turn("", (Call(stage.completion_tool, payload),))
    if found.silent or whole:
        yield SILENT


def _gates(state: State, *, whole: bool) -> Iterator[Gate]:
    """What a gate can say. That a stage is not let act is of interest where something looks at
    its result; a sibling then only ends the run, or goes to its join, as one that fails does: one
    word is enough for that."""
    yield Gate(PROCEED)
    found = relevance(state.law, state.current.stage)
    beside = state.fork is not None and not state.fork.joining
    if not whole and (beside or not (found.branched or found.handed)):
        return
    if beside:
        yield Gate(SKIP)
        return
    words: tuple[str, ...] = (SKIP, RETRY)
    if not state.law.reference:
        words += ("block", "defer") if found.reasons else ("block",)
    for word in words:
        yield from (Gate(word, *each) for each in _written(found))


def _judged(state: State) -> Iterator[Judged]:
    """What Assert can say. Why attempts are exhausted core says."""
    written = _written(relevance(state.law, state.current.stage))
    for verdict in _verdicts(state):
        if verdict == RETRY and not _is_final(state):
            yield Judged(verdict)
            continue
        exhausted = verdict == RETRY and not state.law.reference
        for output, there, reason in written:
            if not (exhausted and reason):
                yield Judged(verdict, output, there, reason)


def _written(found: Relevance) -> list[tuple[Any, bool, str]]:
    """What code may write into a result: an output and whether there is one, and a reason; first
    neither."""
    if found.outputs is None or found.told is None:
        from phaselint.dialects.stud.running.doubts import stuck

        raise stuck(found)
    outputs = [(None, False), *((output, True) for output in found.outputs)]
    if len(outputs) * (1 + len(found.told)) > MOST:
        raise TooManyChoices
    return [(*output, reason) for output in outputs for reason in ("", *found.told)]


def _verdicts(state: State) -> Iterator[str]:
    """What Assert can say: `skip` only with the reference (R21), which goes on after `retry`."""
    found = relevance(state.law, state.current.stage)
    yield from (OK, FAIL)
    if state.law.reference:
        yield from (RETRY, SKIP) if found.branched else ()
    elif not _is_final(state) or found.reasons:
        yield RETRY


def _is_final(state: State) -> bool:
    """Whether a `retry` is followed by no further attempt."""
    execution = state.current
    return state.law.reference or execution.attempt >= attempts_of(execution.stage)
