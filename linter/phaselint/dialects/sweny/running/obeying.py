"""A router that obeys the conditions that can be read (reference §5.12): its possible choices, by
the known facts about finished nodes.

It never chooses an edge whose condition is false, or the default if a condition is true. A
condition distinguishes results by classes of values: values of a property that all conditions
treat alike are one class. Unknown facts leave the choice to the router, so it has no fewer
runs here than a router that obeys has in the world.
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaselint.dialects.limiting import Unheld
from phaselint.dialects.records import Doubt
from phaselint.dialects.sweny.running.answerbook import AnswerBook
from phaselint.dialects.sweny.running.answers import WRITTEN
from phaselint.dialects.sweny.running.session import results
from phaselint.dialects.sweny.running.wording import (
    EVALS,
    Compared,
    Judged,
    Obeyed,
    ObservedField,
    domain,
    pin,
    pin_to_none,
    spelled,
    wordings,
)
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node, Workflow
    from phaselint.dialects.sweny.running.readings import Reading
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State
    from phaselint.dialects.sweny.running.wording import Clause, Wording
    from phaselint.vocabulary.message import Message

MISSING = -1
"""The class of a property that a result hasn't, or that has a value that isn't declared."""
UNTOLD = -2
"""Of a verdict: the node didn't succeed, so that it may be one or the other."""
PASSED = 0

_MOST_CLASSES = 24
"""So many combinations of classes a node may have."""


def obeyed(workflow: Workflow) -> Obeyed | None:
    """What binds the router of a workflow; none where no condition can be read in full."""
    said = wordings(workflow)
    if not said:
        return None
    clauses = [clause for each in said.values() for clause in each.clauses]
    told: dict[str, tuple[ObservedField, ...]] = {}
    for name in dict.fromkeys(each.node for each in clauses):
        own = [each for each in clauses if each.node == name]
        told[name] = tuple(_observed_fields(workflow.nodes[name], own))
    return Obeyed(said, told)


def _too_many(found: Obeyed) -> str:
    """A node of which conditions tell more apart than is; empty where there is none."""
    for name, told in found.told.items():
        if prod(len(each.classes) + 1 for each in told) > _MOST_CLASSES:
            return name
    return ""


def _observed_fields(node: Node, clauses: Sequence[Clause]) -> Iterator[ObservedField]:
    compared = [each for each in clauses if isinstance(each, Compared)]
    for fields in dict.fromkeys(each.fields for each in compared):
        about = [each.values for each in compared if each.fields == fields]
        alike: dict[tuple[bool, ...], set[str]] = {}
        for value in map(spelled, domain(node, fields)):
            alike.setdefault(tuple(value in each for each in about), set()).add(value)
        yield ObservedField(fields, tuple(map(frozenset, alike.values())))
    judged = (each.evaluator for each in clauses if isinstance(each, Judged))
    yield from (ObservedField((EVALS, name)) for name in dict.fromkeys(judged))


def pins(node: Node, told: Sequence[ObservedField]) -> Iterator[dict[str, Any]]:
    """Schemas that together have all data: one for each combination of classes."""
    properties = [each for each in told if each.classes]
    choices = [[*range(len(each.classes)), MISSING] for each in properties]
    for numbers in product(*choices):
        pairs = zip(properties, numbers, strict=True)
        yield {"allOf": [_pin(node, each, number) for each, number in pairs]}


def _pin(node: Node, told: ObservedField, number: int) -> dict[str, Any]:
    values = domain(node, told.fields)
    if number == MISSING:
        return pin_to_none(told.fields, values)
    return pin(told.fields, [each for each in values if spelled(each) in told.classes[number]])


def obedient(state: State) -> State | None:
    """A run with a router that obeys the conditions, if some conditions bind it and everything they
    look at is known: the verdicts and the data written by the runtime that gates read aren't
    distinguished well enough at the same time."""
    law = state.law
    bound = binding(law.book) if law.book is not None else Binding()
    found = bound.obeyed
    if found is None or bound.book is None or bound.blurred or bound.doubtful:
        return None
    finished = results(state.log)
    known = {n: classes(told, finished[n]) for n, told in found.told.items() if n in finished}
    return state._replace(law=law._replace(book=bound.book, obeyed=found), known=known)


def unheld(state: State) -> Unheld:
    """What a router isn't held to: conditions that can't be read in full, and all of them where
    not enough is told apart of what they look at."""
    workflow, book = state.law.workflow, state.law.book
    bound = binding(book) if book is not None else Binding(wordings(workflow))
    edges = [each for each in workflow.edges if each.when and not each.expr]
    unread = sum(each.number not in bound.wordings for each in edges)
    if bound.obeyed is None:
        return Unheld(None, unread)
    if bound.book is None:
        why = message("the conditions on {} have too many cases", quote(bound.blurred))
        return Unheld(_doubt(workflow, bound.blurred, why), unread)
    name = bound.blurred or bound.doubtful
    why = message("gates of {} look at more than the data that conditions name", quote(name))
    return Unheld(_doubt(workflow, name, why) if name else None, unread)


def _doubt(workflow: Workflow, name: str, why: Message) -> Doubt:
    """The note on a node for which the router isn't bound by any condition."""
    text = message("whether a router that obeys its conditions reaches everything; {}", why)
    return Doubt(text, Place(workflow.file, workflow.nodes[name].pointer, "key"))


class Binding(NamedTuple):
    """What binds the router of a workflow, if it obeys.

    Attributes:
        wordings: the conditions that are read in full, by the numbers of their edges.
        obeyed: what they come to; none where they exclude nothing.
        book: the answers of runs whose router is bound; none where there are too many.
        blurred: a node of which too little is told apart; empty where there is none.
        doubtful: one of which it is not known whether it may end well; empty where there is none.
    """

    wordings: Mapping[int, Wording] = {}
    obeyed: Obeyed | None = None
    book: AnswerBook | None = None
    blurred: str = ""
    doubtful: str = ""


def binding(free: AnswerBook) -> Binding:
    """What binds the router of a workflow, worked out once; `free` are the answers of runs whose
    router is free."""
    if "binding" not in free.kept:
        free.kept["binding"] = _bound(free)
    found: Binding = free.kept["binding"]
    return found


def _bound(free: AnswerBook) -> Binding:
    workflow = free.workflow
    found = obeyed(workflow)
    if found is None:
        return Binding()
    if not _excludes(workflow, free, found):
        return Binding(found.wordings)
    name = _too_many(found)
    if name:
        return Binding(found.wordings, found, blurred=name)
    told = {name: tuple(pins(workflow.nodes[name], each)) for name, each in found.told.items()}
    book = AnswerBook(workflow, free.rules, told, free)
    name = _not_plain(workflow, free, found)
    doubtful = "" if name else min(book.doubtful(), default="")
    return Binding(found.wordings, found, book, name, doubtful)


def _excludes(workflow: Workflow, book: AnswerBook, found: Obeyed) -> bool:
    """Whether a condition may exclude something: it says two things, or what was decided before the
    last result, or gates look at what it is about. Else each visit may end as any of them says."""
    if any(name in book.read for name in found.told):
        return True
    said = ((each, found.wordings.get(each.number)) for each in workflow.edges)
    return any(
        len(each.clauses) > 1 or each.clauses[0].node != edge.source
        for edge, each in said
        if each is not None
    )


def _not_plain(workflow: Workflow, book: AnswerBook, found: Obeyed) -> str:
    """A node whose data doesn't determine what later gates find; empty if there is none: of nodes
    that conditions look at, gates read no verdict except that of the one evaluator, which must be
    content."""
    from phaselint.schema import check

    for read in book.read.values():
        for each in read:
            if each.names(WRITTEN):
                return each.reader
    for name in found.told:
        node = workflow.nodes[name]
        if node.output and check(node.output):
            return name
        for reading in book.read.get(name, ()):
            if reading.evaluators() and (len(node.evals) > 1 or not _wants_content(reading)):
                return name
    return ""


def _wants_content(reading: Reading) -> bool:
    """Whether a reading of verdicts passes only where they are good."""
    about = [each for each in reading.matches if f".{EVALS}." in each.path]
    return (
        bool(about)
        and all(
            each.operator == "equals" and each.value is True and each.path.endswith(".pass")
            for each in about
        )
        and not any(f".{EVALS}" in each.path for each in reading.required)
    )


# --- the known facts about a result --------------------------------------------------------------


def classes(told: Sequence[ObservedField], result: Result) -> tuple[int, ...]:
    """The classes of what a result has."""
    return tuple(_class(each, result) for each in told)


def _class(told: ObservedField, result: Result) -> int:
    if not told.classes:
        verdict = result.named().get(told.fields[1])
        passed = result.status == "success" and verdict is not None and verdict["pass"]
        return PASSED if passed else UNTOLD
    value: Any = result.data
    for field in told.fields:
        if not isinstance(value, dict) or field not in value:
            return MISSING
        value = value[field]
    text = spelled(value)
    return next((n for n, each in enumerate(told.classes) if text in each), MISSING)


# --- what the router may choose -------------------------------------------------------------------


class Free(NamedTuple):
    """What a router may choose: targets, and whether also none of them."""

    targets: frozenset[str]
    none: bool


def free(law: Obeyed, known: Mapping[str, tuple[int, ...]], edges: Sequence[Edge]) -> Free:
    """What the router may choose among live edges. A bounded edge may be used up: that its
    condition is true excludes nothing."""
    truths = [(each, truth(law, known, each)) for each in edges if each.condition]
    sure = any(holds and not each.most for each, holds in truths)
    targets = {each.target for each, holds in truths if holds is not False}
    defaults = [each.target for each in edges if not each.condition]
    if defaults and not sure:
        targets.add(defaults[0])
    return Free(frozenset(targets), not defaults and not sure)


def truth(law: Obeyed, known: Mapping[str, tuple[int, ...]], edge: Edge) -> bool | None:
    """Whether the condition of an edge is true of what is known; none where that isn't known."""
    said = law.wordings.get(edge.number)
    if said is None:
        return None
    found = [_holds(law, known, each) for each in said.clauses]
    if said.every:
        return False if False in found else None if None in found else True
    return True if True in found else None if None in found else False


def _holds(law: Obeyed, known: Mapping[str, tuple[int, ...]], clause: Clause) -> bool | None:
    told, found = _looked_at(law, known, clause)
    if isinstance(clause, Judged):
        return {PASSED: clause.wanted, UNTOLD: None, MISSING: False}[found]
    if found == MISSING:
        return None if clause.negated else False
    return (told.classes[found] <= clause.values) != clause.negated


def _looked_at(
    law: Obeyed, known: Mapping[str, tuple[int, ...]], clause: Clause
) -> tuple[ObservedField, int]:
    """What a clause looks at, and the class that it has in what is known."""
    told = law.told[clause.node]
    fields = clause.fields if isinstance(clause, Compared) else (EVALS, clause.evaluator)
    number = next(n for n, each in enumerate(told) if each.fields == fields)
    return told[number], known[clause.node][number] if clause.node in known else MISSING


def kept_from(state: State, edges: Sequence[Edge]) -> Mapping[Hashable, Message]:
    """The pairs that edges join whose conditions are false, with what they look at."""
    law = state.law.obeyed
    if law is None:
        return {}
    return {
        each.pair: message("{} is false: {}", quote(each.condition), _seen(law, state.known, each))
        for each in edges
        if each.condition and truth(law, state.known, each) is False
    }


def _seen(law: Obeyed, known: Mapping[str, tuple[int, ...]], edge: Edge) -> Message:
    """The known facts about the properties of a condition."""
    found: dict[Message, None] = {}
    for clause in law.wordings[edge.number].clauses:
        told, at = _looked_at(law, known, clause)
        name = quote(".".join((clause.node, *told.fields)))
        if at == MISSING:
            said = message("{} is missing", name)
        elif at == UNTOLD:
            said = message("{} is unknown", name)
        else:
            words = sorted(told.classes[at]) if told.classes else ("true",)
            said = message("{} is {}", name, joined(" or ", map(quote, words)))
        found[said] = None
    return joined(", ", found)
