"""A clean program that builds a graph of LangGraph of any size, written like real ones.

Its nodes come in groups of five: one asks a model, one returns early or late, one collects, one is
checked by a router that goes back a bounded number of times, and one chooses what comes next by a
`Command`.
"""

from __future__ import annotations

GROUP = 5

HEAD = '''\
"""Works through requests: each is read, answered, checked and sent."""

import logging
import operator
from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

logger = logging.getLogger(__name__)

MOST_TRIES = 3
PROMPT = "You answer requests of customers in at most three sentences."


class Request(TypedDict):
    """What is known of a request while it is worked on."""

    question: str
    customer: str
    messages: Annotated[list[Any], operator.add]
    notes: Annotated[list[str], operator.add]
    draft: str
    score: float
    tries: int
    closed: bool


class Desk:
    """What nodes need: a model, and a store of what customers asked before."""

    def __init__(self, model: Any, store: Any) -> None:
        self.model = model
        self.store = store

    def ask(self, *texts: str) -> str:
        """The answer of the model."""
        messages = [SystemMessage(content=PROMPT), *(HumanMessage(content=t) for t in texts)]
        return str(self.model.invoke(messages).content)


desk = Desk(model=None, store={})
'''

NODES = '''

def read_{n}(state: Request) -> dict[str, Any]:
    """Ask the model what the request is about."""
    question = state["question"]
    logger.info("reading %s", question)
    answer = desk.ask(f"What is this about? {{question}}")
    return {{"messages": [AIMessage(content=answer)], "tries": 0}}


def answer_{n}(state: Request) -> dict[str, Any]:
    """Answer from what is known of the customer, or by the model."""
    known = desk.store.get(state["customer"])
    if known is not None:
        return {{"draft": known, "score": 1.0}}
    try:
        draft = desk.ask(state["question"], state["messages"][-1].content)
    except ValueError as error:
        logger.warning("no answer: %s", error)
        return {{"draft": "", "score": 0.0}}
    return {{"draft": draft.strip(), "score": len(draft) / 100}}


def note_{n}(state: Request) -> dict[str, Any]:
    """Collect what the next step has to know."""
    notes = []
    for message in state["messages"]:
        if isinstance(message, AIMessage) and message.content:
            notes.append(str(message.content)[:80])
    return {{"notes": notes}}


def check_{n}(state: Request) -> dict[str, Any]:
    """Judge the draft, once more than before."""
    score = min(state["score"], 1.0)
    if len(state["draft"]) > 300:
        score -= 0.5
    return {{"score": score, "tries": state["tries"] + 1}}


def is_good_{n}(state: Request) -> Literal["again", "good"]:
    """Whether the draft may stay."""
    if state["score"] < 0.5 and state["tries"] < MOST_TRIES:
        return "again"
    return "good"


def close_{n}(state: Request) -> Command[Literal["read_{next}", "{end}"]]:
    """Go on with the next step, or end."""
    update = {{"closed": not state["notes"]}}
    if update["closed"]:
        return Command(update=update, goto={end_goto})
    return Command(update=update, goto="read_{next}")
'''

BUILT = """\
builder.add_node("read_{n}", read_{n})
builder.add_node("answer_{n}", answer_{n})
builder.add_node("note_{n}", note_{n})
builder.add_node("check_{n}", check_{n})
builder.add_node("close_{n}", close_{n})
builder.add_edge("read_{n}", "answer_{n}")
builder.add_edge("answer_{n}", "note_{n}")
builder.add_edge("note_{n}", "check_{n}")
builder.add_conditional_edges(
    "check_{n}", is_good_{n}, {{"again": "answer_{n}", "good": "close_{n}"}}
)
"""
FIRST = """

builder = StateGraph(Request)
builder.add_edge(START, "read_0")
"""
LAST = """
graph = builder.compile()
"""


def program(nodes: int) -> str:
    """A program whose graph has so many nodes, a multiple of the size of a group, and nothing
    wrong."""
    groups = nodes // GROUP
    names = [
        {"n": number, "next": number + 1, "end": "__end__", "end_goto": "END"}
        for number in range(groups)
    ]
    names[-1]["next"] = 0
    functions = "".join(NODES.format_map(each) for each in names)
    return HEAD + functions + FIRST + "".join(BUILT.format_map(each) for each in names) + LAST
