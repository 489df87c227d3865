"""Model runs in parts: the calls that gates look at, and all answers that gates tell apart.

A model run may call tools without a bound, in any order. Which of them it called decides what
`function` evaluators say (reference §5.8). So an exploration of acts takes a run in parts where
there are such: each call that they look at is a step (`Called`), and the answer is one more.
Between them is a state of its own, which knows what evaluators know so far; all runs are the walks
through these. What they do not look at is offered, and no step.

Left out are exceptions of the client, as by `representatives`; runs that it says it skipped, which
the bundled client never does; and calls by another name that counts as the same tool, unless a gate
or a skill of the node has it.
"""

from __future__ import annotations

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice, Event, OnDemand
from phaselint.dialects.sweny.running.answers import FAILURE
from phaselint.dialects.sweny.running.found_once import once
from phaselint.dialects.sweny.running.gates import by_function, missing_fields, succeeds
from phaselint.dialects.sweny.running.judges import failing_answer, passing_answer
from phaselint.dialects.sweny.running.plausible import impossible_calls
from phaselint.dialects.sweny.running.prompts import offered
from phaselint.dialects.sweny.running.questions import node_of
from phaselint.dialects.sweny.running.representatives import CHANNELS, graded, late_answers
from phaselint.dialects.sweny.running.results import Called, Late, Ran, Said
from phaselint.dialects.sweny.running.router import offer, open_edges
from phaselint.dialects.sweny.running.toolbox import tools_of
from phaselint.dialects.sweny.running.weighing import remember
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Decider, Grade
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import Law, State
    from phaselint.dialects.sweny.running.toolbox import Tooling

    Call = Mapping[str, Any]

CALLED = "model:call"
"""The kind of the event of a call of a model run that goes on."""

UNREADABLE = "I am not sure."
"""A judge's answer without a verdict."""


# --- calls ----------------------------------------------------------------------------------------


def tools_in(node: Node, skills: Mapping[str, Tooling]) -> tuple[str, ...]:
    """The tools that the skills of a node grant, each once."""
    return tuple(dict.fromkeys(offered(node, tools_of(skills, node.skills))))


def looked_at(node: Node, skills: Mapping[str, Tooling], rules: Rules) -> tuple[str, ...]:
    """The tools that the model has in a node and whose calls the node's evaluators look at."""
    asked = [each for each in node.evals if each.kind == "function"]
    if not asked:
        return ()
    named = [n for e in asked for n in (*e.any_called, *e.all_called, *e.no_called)]
    alike = {other for name in named for other in rules.aliases.get(name, (name,))}
    granted = (tool for tool in tools_in(node, skills) if tool in alike)
    found = tuple(dict.fromkeys((*granted, *named)))
    calls = [{"tool": tool} for tool in found]
    never = {tool for _, tool, _ in impossible_calls(skills, node, calls)}
    return tuple(tool for tool in found if tool not in never)


def aside_of(law: Law, node: Node) -> tuple[str, ...]:
    """What `looked_at` gives for a node in runs under a law; worked out once."""
    key = ("looked at", node.id)
    return once(law.book, key, law.skills, looked_at, node, law.skills, law.rules)


def facts_of(node: Node, calls: Sequence[Call], rules: Rules) -> frozenset[Hashable]:
    """What the `function` evaluators of a node know by some calls."""
    succeeded = {call["tool"] for call in calls if succeeds(call)}
    called = {call["tool"] for call in calls}
    found: set[Hashable] = set()
    for number, each in enumerate(node.evals):
        if each.kind == "function":
            found.update((number, fact) for fact in _facts(each, succeeded, called, rules))
    return frozenset(found)


def _facts(
    evaluator: Evaluator, succeeded: set[str], called: set[str], rules: Rules
) -> Iterator[str]:
    def among(name: str, names: set[str]) -> bool:
        return not names.isdisjoint(rules.aliases.get(name, (name,)))

    if any(among(name, succeeded) for name in evaluator.any_called):
        yield "any"
    yield from (f"all {name}" for name in evaluator.all_called if among(name, succeeded))
    if any(among(name, called) for name in evaluator.no_called):
        yield "no"


# --- choices --------------------------------------------------------------------------------------


def act_choices(state: State) -> Iterator[tuple[Choice, Grade]]:
    """All answers to the pending question, up to what they do, each with what it takes for granted;
    of a model run the calls that gates look at and, as the last part, its answer. The first part is
    the turn of the model.

    Raises TooManyChoices where it is not known what gates can tell apart.
    """
    pending = state.pending
    if pending is None:
        return
    if pending.kind == "run":
        yield from _runs(state)
        return
    if pending.kind != "judge":
        yield from _given(state, (*graded(state), *_unoffered(state)))
        return
    evaluator = node_of(state).evals[len(pending.verdicts)]
    answers: list[tuple[Answer, Grade]] = [
        (Said(passing_answer(evaluator)), "strict"),
        (Said(failing_answer(evaluator)), "fair"),
    ]
    if not pending.again:
        answers.append((Said(UNREADABLE), "hostile"))
    yield from _given(state, answers)


def _unoffered(state: State) -> Iterator[tuple[Answer, Grade]]:
    """Targets of live edges that the router may name though they are not among its choices: those
    of all but the first of several edges without a condition."""
    pending, law = state.pending, state.law
    if pending is None or pending.kind != "route" or law.bundled or law.obeyed is not None:
        return
    edges = open_edges(state, halts=pending.halts)
    choices = {target for target, _ in offer(edges).choices}
    for target in dict.fromkeys(edge.target for edge in edges):
        if target not in choices:
            yield Said(target), "hostile"


def _given(
    state: State, answers: Sequence[tuple[Answer, Grade]], decider: Decider = "model"
) -> Iterator[tuple[Choice, Grade]]:
    """Answers as choices, and again where it matters that bounded edges are used up."""
    channel = CHANNELS[state.pending.kind] if state.pending else "model"
    yield from ((Choice(decider, each, channel), grade) for each, grade in answers)
    for each in late_answers(state, [answer for answer, _ in answers]):
        yield Choice(decider, Late(each), channel), "hostile"


def _runs(state: State) -> Iterator[tuple[Choice, Grade]]:
    """A call of a model run that gates look at, or the answer of the run."""
    law, node, pending = state.law, node_of(state), state.pending
    calls = pending.calls if pending else ()
    decider: Decider = "tool" if calls else "model"
    for tool in aside_of(law, node):
        yield Choice(decider, Called(tool)), "strict"
        yield Choice(decider, Called(tool, ok=False)), "fair"
    runs, sound = _told(state, node)
    content = any(sound) and _are_content(node, calls, law.rules)
    good = [each and content for each in sound]
    grades: list[Grade] = ["strict" if each or not any(good) else "fair" for each in good]
    yield from _given(state, list(zip(runs, grades, strict=True)), decider)


def _told(state: State, node: Node) -> tuple[Sequence[Ran], Sequence[bool]]:
    """The answers of a node without calls, and which of them are sound (see `_is_sound`)."""
    book, file = state.law.book, state.law.workflow.file
    if book is None:
        return (FAILURE,), (False,)
    for edge in state.law.workflow.edges:
        if edge.expr:
            what = "the expression decides by data that an exploration of acts does not tell apart"
            raise TooManyChoices(what, Place(file, edge.pointer))
    kept, key = book.kept, f"acts of {node.id}"
    if key not in kept:
        from phaselint.dialects.sweny.running.actanswers import told_runs

        told = told_runs(node, book.read.get(node.id, ()), book.rules)
        kept[key] = (told, tuple(_is_sound(node, each, book.rules) for each in told.runs))
        remember(book, node, (each.data for each in told.runs))
    told, sound = kept[key]
    if told.unsure:
        what = f"it is not known which data of {quote(node.id)} gates tell apart"
        raise TooManyChoices(what, Place(file, node.pointer, "key"))
    return told.runs, sound


def _is_sound(node: Node, run: Ran, rules: Rules) -> bool:
    """Whether a run succeeds and its data pass all gates of its node that look at them."""
    from phaselint.dialects.sweny.running.actanswers import passes

    if run.status != "success" or missing_fields(node.required, run.data):
        return False
    return all(passes(each, run.data, rules) for each in node.evals)


def _are_content(node: Node, calls: Sequence[Call], rules: Rules) -> bool:
    """Whether all gates of a node that look at calls pass on some."""
    asked = (each for each in node.evals if each.kind == "function")
    return all(by_function(each, calls, rules).passed for each in asked)


# --- steps ----------------------------------------------------------------------------------------


def go_on(state: State, call: Called) -> tuple[State, tuple[Event, ...]]:
    """A further call of a model run."""
    pending = state.pending
    if pending is None or pending.kind != "run":
        return state, ()
    after = state._replace(pending=pending._replace(calls=(*pending.calls, call.as_json())))
    return after, (Event(CALLED, {"call": call.as_json()}, state.node),)


def closing(state: State, answer: Answer) -> tuple[State, Answer]:
    """The state in which a model run began that goes on, and the answer that it ends with, its
    calls included."""
    pending = state.pending
    assert pending is not None
    if isinstance(answer, Ran):
        answer = answer._replace(calls=(*pending.calls, *answer.calls))
    return state._replace(pending=pending._replace(calls=())), answer


def told(events: Sequence[Event], said: int) -> tuple[Event, ...]:
    """The events of the end of a model run, of which so many calls have been told before."""
    return tuple(
        each._replace(data=_saying(each.data, said)) if each.kind == "model:run" else each
        for each in events
    )


def _saying(data: Mapping[str, Any], said: int) -> OnDemand:
    answer = data.at_hand("answer") if isinstance(data, OnDemand) else None
    known = {"said": said, **({"answer": answer} if answer else {})}
    return OnDemand(lambda: {**data, "said": said}, known)


def joined(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The answers that parts are of; a model run that is not ended fails after its calls."""
    calls: tuple[Call, ...] = ()
    for choice in choices:
        value: Answer | Called | Late = choice.value
        if isinstance(value, Called):
            calls = (*calls, value.as_json())
            continue
        answer = value.answer if isinstance(value, Late) else value
        if calls and isinstance(answer, Ran):
            answer = answer._replace(calls=(*calls, *answer.calls))
            value = Late(answer) if isinstance(value, Late) else answer
            yield choice._replace(decider="model", value=value)
        else:
            yield choice
        calls = ()
    if calls:
        yield Choice("model", FAILURE._replace(calls=calls))
