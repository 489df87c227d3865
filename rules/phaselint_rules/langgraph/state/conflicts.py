"""Nodes that write the same key in one step (reference langgraph §5.10)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.state import keyed
from phaselint.dialects.langgraph.analysis.stateconflicts import conflicts, speaks_of_errors
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.langgraph.needs import SCHEMA_RUNS
from phaselint_rules.langgraph.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.stateconflicts import Conflict
    from phaselint.vocabulary.finding import Place, Severity
    from phaselint.vocabulary.message import Message


@rule(
    "LG402",
    (
        Grade("error", "each node writes the key whenever it runs"),
        Grade("warning", "a node writes the key only in some cases"),
        Grade("info", "it is written only after an error"),
    ),
    needs=SCHEMA_RUNS,
    claims="ends",
    fix="unsafe",
    ends="failure",
)
def concurrent_write(facts: LanggraphFacts) -> Iterator[Finding]:
    """Key without a reducer that two nodes write in one step

    What:
        Two nodes that run in the same step of a run write the same key, which has no reducer; or
        one node does, and two `Send`s start it. It is a warning if a node writes the key only in
        some cases, and an info if that is in an error handler or the key is for errors.
    Why:
        A key without a reducer accepts one value per step. Two values, even if equal, end the run
        with `InvalidUpdateError`.
    Bad:
        summary: str

        builder.add_edge(START, "summarise")
        builder.add_edge(START, "assess")
        # both return {"summary": ...}
    Good:
        summary: Annotated[list, operator.add]
    Fix:
        Give the key a reducer (`Annotated[list, operator.add]`), write different keys, or run the
        nodes one after the other. For a key with a list, phaselint suggests the reducer if the
        names for it are imported.
    Dry run:
        A run that reaches this step and ends with this error.
    Source:
        langgraph §5.2, §5.4, §5.10, §7.4
    """
    if not keyed(facts):
        return
    told: set[Place] = set()
    for each in sorted(conflicts(facts), key=_severity_of):
        if each.writers[-1].place not in told:
            told.add(each.writers[-1].place)
            yield _conflict(facts, each)


def _severity_of(each: Conflict) -> int:
    return (None, "warning", "info").index(_severity(each))


def _severity(each: Conflict) -> Severity | None:
    if each.certain:
        return None
    odd = each.exceptional or speaks_of_errors(each.key)
    return "info" if odd else "warning"


def _conflict(facts: LanggraphFacts, each: Conflict) -> Finding:
    from phaselint_rules.langgraph.state.fields import with_reducer

    *others, last = each.writers
    key = facts.graph.all_keys[each.key]
    return Finding(
        last.place,
        _says(each),
        f"give {quote(each.key)} a reducer, or write different keys",
        severity=_severity(each),
        related=(
            *(Related(other.place, f"{quote(other.node.name)} writes it too") for other in others),
            Related(key.place, "declared without a reducer"),
        ),
        witness=Witness(
            {"nodes": list(each.names), "key": each.key, "step": each.step},
            tuple(
                WitnessStep(f"step {number}: {listed(map(quote, tasks))}", phase=tasks[0])
                for number, tasks in enumerate(each.run, 1)
            ),
        ),
        fix=with_reducer(facts, key),
        claim=None if each.exceptional else _fails(each),
    )


def _fails(each: Conflict) -> Ends:
    return Ends(each.last, "InvalidUpdateError", others=each.or_last)


def _says(each: Conflict) -> Message:
    key, can = quote(each.key), "" if each.certain else "can "
    if each.twice:
        verb = "writes" if each.certain else "can write"
        return message(
            "{} is sent to more than once in a step and {} {}: InvalidUpdateError",
            quote(each.names[0]),
            verb,
            key,
        )
    who = listed(map(quote, each.names))
    both = "both " if len(each.names) == 2 and each.certain else can
    return message("{} {}write {} in step {}: InvalidUpdateError", who, both, key, each.step)
