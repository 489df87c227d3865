"""A first contract: a writer and a critic that hands back until it is content."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_AGENT = '''\
"""A graph of LangGraph: a text is written and judged until it is good, or for the third time."""

from typing import Literal, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    topic: str
    draft: str
    laps: int


def write(state: State) -> dict:
    return {"draft": f"about {state['topic']}", "laps": state.get("laps", 0) + 1}


def judge(state: State) -> Literal["again", "done"]:
    if "!" in state["draft"] or state["laps"] >= 3:
        return "done"
    return "again"


def publish(state: State) -> None:
    print(state["draft"])


builder = StateGraph(State)
builder.add_node("write", write)
builder.add_node("publish", publish)
builder.add_edge(START, "write")
builder.add_conditional_edges("write", judge, {"again": "write", "done": "publish"})
builder.add_edge("publish", END)

graph = builder.compile()
'''

_SCRIPT = """\
# Possible answers of nodes and routers, and the expected result: `phaselint lint --dry-run` runs
# this, without running the program.
version: 1
contract: agent.py
scenarios:
  - name: the second draft is published
    model:
      write:
        - update: {draft: about bees, laps: 1}
        - update: {draft: about bees!, laps: 2}
      publish: [{}]
    route:
      write: [again, done]
    expect:
      outcome: completed
      phases: [write, write, publish]
"""

EXAMPLE = Example({"agent.py": _AGENT, "agent.script.yaml": _SCRIPT}, "agent.script.yaml")
