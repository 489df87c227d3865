"""The responses that the checker of certificates steps (reference §5.12, §7.1).

They are found apart from those of an exploration: of the router by naming every node of the
workflow and one that doesn't exist, of a judge by each verdict and none, of a model run by asking
the schema of the node's output for data that gates and expressions tell apart (`legalruns`), which
finds more than an exploration needs. Model runs have no second derivation where a schema, a pattern
or a comparison can't be decided, and where gates look at words that the runtime writes.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.legalruns import runs
from phaselint.dialects.sweny.running.results import Late, Said
from phaselint.dialects.sweny.running.underjudgment import tells_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import State

    After = Callable[[Choice], Hashable]


def legal(state: State, after: After) -> Sequence[Choice] | None:
    """The legal responses in a state, one for each state that they lead to and what they use on the
    way, which `after` tells; an empty list where the run has ended. None where that isn't known."""
    pending = state.pending
    if pending is None:
        return ()
    if pending.kind == "route":
        return tuple(_apart(_routes(state), after))
    if pending.kind == "reflect":
        return (Choice("model", Said(""), "ask"),)
    node = state.law.workflow.nodes.get(state.node)
    if node is None:
        return None
    if pending.kind == "judge":
        return tuple(_apart(_timed(state, _verdicts(state, node), "ask"), after))
    found = None if _decides(state, node) else runs(state.law, node)
    if found is None:
        return None
    return tuple(_apart(_timed(state, found, "model"), after))


def _verdicts(state: State, node: Node) -> list[Answer]:
    """What a judge may say: that the node passes, that it fails, and nothing that can be read."""
    done = len(state.pending.verdicts) if state.pending else 0
    word = node.evals[done].pass_when
    return [Said(f"VERDICT: {word}"), Said(f"VERDICT: not_{word}"), Said("I am not sure.")]


def _routes(state: State) -> Iterator[Choice]:
    names = state.law.workflow.nodes
    nowhere = "-".join(("no", *names))
    yield from _timed(state, [Said(each) for each in (*names, nowhere)], "route")


def _timed(state: State, answers: Sequence[Answer], channel: Any) -> Iterator[Choice]:
    """Answers, and, in a run without bounds, each once more after all bounds are used up."""
    yield from (Choice("model", each, channel) for each in answers)
    if state.law.unbounded and state.law.bounds:
        yield from (Choice("model", Late(each), channel) for each in answers)


def _apart(choices: Iterator[Choice], after: After) -> Iterator[Choice]:
    """The first of the choices that lead to each state in each way."""
    seen = set()
    for choice in choices:
        key = after(choice)
        if key not in seen:
            seen.add(key)
            yield choice


def _decides(state: State, node: Node) -> bool:
    """Whether more of what a run of the node says may decide than is known of it: while a judge
    looks at it, anything that a later gate, a condition or an expression may find."""
    law = state.law
    judged = any(each.kind == "judge" for each in node.evals)
    readings = law.book.read.get(node.id, ()) if law.book else ()
    return law.book is None or (judged and tells_all(law, readings))
