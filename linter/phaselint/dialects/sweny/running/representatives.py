"""Choices that stand for all others in an exploration (reference §7.1).

Of a model run those answers are tried that tell apart for the gates what can be (`answers`). Of
the router only the target counts. Judges let a node pass, and fail it where a later gate looks at
their verdicts.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.answers import AGENT_FAILED, FAILURE
from phaselint.dialects.sweny.running.judges import failing_answer, passing_answer
from phaselint.dialects.sweny.running.questions import node_of
from phaselint.dialects.sweny.running.results import Late, Ran, Said
from phaselint.dialects.sweny.running.router import crossing, open_edges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from phaselint.dialects.records import Channel, Grade
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.dialects.sweny.running.answerbook import AnswerBook
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import Law, State, Waiting

    Graded = tuple[tuple[Answer, Grade], ...]

CHANNELS: Mapping[Waiting, Channel] = {
    "run": "model",
    "judge": "ask",
    "reflect": "ask",
    "route": "route",
}
"""Where a script has the answers to what a run waits for."""

NOWHERE = "none of these"
"""An answer of the router that names no target, unless a node has that very id."""

MOST_RETRIES = 3
"""Beyond so many, the attempts of a visit are not told apart."""


def representatives(state: State) -> Sequence[Choice]:
    """The answers to try in a state; none when the run has ended."""
    pending = state.pending
    if pending is None:
        return ()
    channel = CHANNELS[pending.kind]
    answers = [answer for answer, _ in _graded(state)]
    late = (Late(each) for each in late_answers(state, answers))
    return tuple(Choice("model", each, channel) for each in (*answers, *late))


def graded(state: State) -> Graded:
    """The answers to try in a state, none of them late, each with its assumptions: none, if it
    obeys the contract and passes its gates; otherwise that something fails now and then. An answer
    of the router without a target isn't the model's doing."""
    return tuple(_graded(state))


def grade(known: Graded, answer: Answer | Late) -> Grade | None:
    """What an answer takes for granted; none of one that isn't among those that are known."""
    for each, found in known:
        if each is answer or (each == answer and _is_alike(each, answer)):
            return found
    return None


def _is_alike(answer: Answer, other: Answer | Late) -> bool:
    """Whether equal answers are the same: 1 equals true; a string is just a string."""
    return isinstance(answer, Said) or repr(answer) == repr(other)


def _graded(state: State) -> Iterator[tuple[Answer, Grade]]:
    kind = state.pending.kind if state.pending else ""
    if kind == "run":
        book, runs = state.law.book, _runs(state)
        passing = max(len(book.of(state.node).passing) if book else 0, 1)
        yield from ((run, "strict") for run in runs[:passing])
        yield from ((run, "fair") for run in runs[passing:])
    elif kind == "route":
        yield from _routes(state)
    elif kind == "reflect":
        yield Said(""), "strict"
    elif kind == "judge":
        yield from _verdicts(state)


def _runs(state: State) -> Sequence[Ran]:
    """The answers to a model run, best first: without one that passes, a failure of the agent. They
    are made once for each node."""
    node, law, book = node_of(state), state.law, state.law.book
    if book is None:
        return (FAILURE,)
    key = ("runs", node.id, law.documented)
    if key not in book.kept:
        book.kept[key] = _made(node, book, law, judged=tells_attempts(state))
    found: Sequence[Ran] = book.kept[key]
    return found


def _made(node: Node, book: AnswerBook, law: Law, *, judged: bool) -> Sequence[Ran]:
    known = book.of(node.id)
    runs = [*known.passing, *(r for r in known.others if judged or r.status == "failed")]
    throws = bool(node.evals) and node.eval_policy not in ("", "all_pass")
    if not known.passing or throws or node.id in book.read:
        runs.append(FAILURE)
    if book.reads(node.id, AGENT_FAILED):
        runs.append(Ran("failed"))
    if law.documented and (node.evals or node.required):
        runs.append(Ran())
    return tuple({repr(run): run for run in runs}.values())  # 1 is not true


def tells_attempts(state: State) -> bool:
    """Whether the attempts of a visit are told apart: its gates may fail, and that matters."""
    book, node = state.law.book, node_of(state)
    retries = node.retry.max if node.retry else 0
    return book is not None and book.is_judged(node.id) and retries <= MOST_RETRIES


def _verdicts(state: State) -> Iterator[tuple[Answer, Grade]]:
    pending, node = state.pending, node_of(state)
    evaluator = node.evals[len(pending.verdicts) if pending else 0]
    yield Said(passing_answer(evaluator)), "strict"
    if tells_attempts(state):
        yield Said(failing_answer(evaluator)), "fair"


def _routes(state: State) -> Iterator[tuple[Answer, Grade]]:
    edges = open_edges(state, halts=state.pending is not None and state.pending.halts)
    found = crossing(state, edges).offer
    targets = dict.fromkeys(target for target, _ in found.choices)
    ends = found.default is None
    if state.law.obeyed is not None:
        targets, ends = _obedient(state, targets, edges)
    for target in targets:
        yield Said(target), "strict"
    if ends and not state.law.bundled and NOWHERE not in targets:
        yield Said(NOWHERE), "hostile"


def _obedient(
    state: State, targets: dict[str, None], edges: Sequence[Edge]
) -> tuple[dict[str, None], bool]:
    """The targets that a router may choose which obeys the conditions, and whether it may choose
    none; a client that always chooses one is free where no condition is true."""
    from phaselint.dialects.sweny.running.obeying import free

    law = state.law
    assert law.obeyed is not None
    found = free(law.obeyed, state.known, edges)
    allowed = {each: None for each in targets if each in found.targets}
    return (allowed or targets if law.bundled else allowed), found.none


def late_answers(state: State, answers: Sequence[Answer]) -> Iterator[Answer]:
    """The answers after which it matters that bounded edges are used up: if such an edge might be
    the only edge out, and, without a question, from a node whose `requires` fails."""
    law, kind = state.law, state.pending.kind if state.pending else ""
    if not law.unbounded or not law.bounds or kind == "reflect":
        return
    nodes, out = law.workflow.nodes, law.out.get(state.node, ())
    silent = any(source in nodes and nodes[source].requires for source, _ in law.bounds)
    if silent or (kind != "route" and any(edge.most for edge in out)):
        yield from answers
    if kind == "route" and any(edge.most and not edge.condition for edge in out):
        yield Said(NOWHERE)


def asked(state: State) -> Hashable:
    """How exploration distinguishes pending questions: if attempts matter, by their number; for a
    result that is being judged, by its known facts."""
    pending = state.pending
    if pending is None:
        return None
    judged = pending.kind in ("judge", "reflect", "run") and tells_attempts(state)
    found = tuple(verdict.passed for verdict in pending.verdicts)
    told: Hashable = ""
    if pending.kind == "judge":
        from phaselint.dialects.sweny.running.underjudgment import facts_of

        told = facts_of(state, pending)
    attempt = pending.attempt if judged else 0
    return (pending.kind, found, pending.again, pending.halts, attempt, told)
