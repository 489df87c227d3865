"""The responses that the checker of certificates steps (reference §5.12, §7.1).

They are found apart from those of an exploration: of the router by naming every node of the
workflow and one that doesn't exist, of a judge by each verdict and none, of a model run by asking
the schema of the node's output for data; where gates look at these, by brute force (`legaldata`),
which finds more than an exploration needs. Other runs have no second derivation here.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.results import Late, Ran, Said

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
    if pending.kind != "run" or _decides(state, node):
        return None
    if node.evals or (state.law.book is not None and node.id in state.law.book.read):
        return _gated(state, node, after)
    found = _data(node)
    if found is None:
        return None
    answers: list[Answer] = [Ran("success", found)]
    return tuple(_apart(_timed(state, answers, "model"), after))


def _verdicts(state: State, node: Node) -> list[Answer]:
    """What a judge may say: that the node passes, that it fails, and nothing that can be read."""
    done = len(state.pending.verdicts) if state.pending else 0
    word = node.evals[done].pass_when
    return [Said(f"VERDICT: {word}"), Said(f"VERDICT: not_{word}"), Said("I am not sure.")]


def _gated(state: State, node: Node, after: After) -> Sequence[Choice] | None:
    """The responses of a node whose data gates look at, its own or later ones."""
    from phaselint.dialects.sweny.running.legaldata import runs

    book = state.law.book
    found = runs(node, book.read.get(node.id, ()) if book else ())
    if found is None:
        return None
    return tuple(_apart(_timed(state, found, "model"), after))


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
    """Whether an expression or a policy looks at what a run of the node says."""
    law = state.law
    edges = law.workflow.edges
    return bool(
        node.eval_policy not in ("", "all_pass")
        or node.policy.halts
        or any(edge.expr for edge in edges)
        or law.book is None
        or law.documented
    )


def _data(node: Node) -> dict[str, Any] | None:
    """Data that the node's output allows, with all that it requires; none where there may be none
    or it is not known."""
    if node.output is None:
        return {}
    from phaselint.schema import check, conforming

    if check(node.output):
        return None
    verdict = conforming({**node.output, "type": "object"}, [])
    found = verdict.instance if verdict.answer == "yes" else None
    if not isinstance(found, dict) or any(name not in found for name in node.required):
        return None
    return found
