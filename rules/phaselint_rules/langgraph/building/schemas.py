"""State schemas that LangGraph rejects (reference langgraph §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.building.told import refused, told
from phaselint_rules.langgraph.needs import GRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.vocabulary.finding import Finding


@rule("LG111", ERROR, needs=GRAPH, claims="refused")
def invalid_reducer(facts: LanggraphFacts) -> Iterator[Finding]:
    """Reducer that doesn't take two parameters

    What:
        The last item of an `Annotated` in the state is a function without exactly two positional
        parameters; `*args` doesn't count.
    Why:
        `StateGraph(...)` fails: "Invalid reducer signature. Expected (a, b) -> c". LangGraph calls
        a reducer with the old value and the new one.
    Bad:
        def newest(values): return values[-1]
        class State(TypedDict):
            report: Annotated[str, newest]
    Good:
        def newest(old, new): return new
        class State(TypedDict):
            report: Annotated[str, newest]
    Fix:
        Accept the old value and the new one.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §2.10, §4.1, §7.1
    """
    for refusal in refused(facts, "invalid-reducer"):
        count = int(refusal.role)
        said = message(
            "reducer {} of key {} takes {} positional {}, not 2",
            quote(refusal.other),
            quote(refusal.subject),
            count,
            "parameter" if count == 1 else "parameters",
        )
        yield told(refusal, said, "accept the old value and the new one")


@rule("LG112", ERROR, needs=GRAPH, claims="refused")
def schema_conflict(facts: LanggraphFacts) -> Iterator[Finding]:
    """State key with two different reducers

    What:
        Two schemas of one graph (state, input, output, that of a node or of a router) declare one
        key with different reducers. A lambda counts as equal to every other reducer, and a key
        without a reducer takes that of the other schema.
    Why:
        LangGraph refuses the graph: "Channel already exists with a different type".
    Bad:
        class State(TypedDict):
            log: Annotated[list, operator.add]
        class Input(TypedDict):
            log: Annotated[list, keep_last]
    Good:
        class State(TypedDict):
            log: Annotated[list, operator.add]
        class Input(TypedDict):
            log: list
    Fix:
        Use the same reducer, or remove it from one of the schemas.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §2.10, §4.1, §7.1
    """
    for refusal in refused(facts, "schema-conflict"):
        yield told(
            refusal,
            message("key {} has a different reducer in a second schema", quote(refusal.subject)),
            "use one reducer, or remove it from one of the schemas",
            "declared here too",
        )
