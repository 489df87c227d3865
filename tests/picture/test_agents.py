"""Teams of agents as pictures: handoffs by people, those that go by themselves, and calls are
arrows of different kinds, by words and by lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phaselint.diagram.model import lines_of
from phaselint.dialects import dialect
from phaselint.project.memory import DictReader
from phaselint.report.drawing import render
from phaselint.report.html.data import drawing_data
from phaselint.report.html.words import in_words
from picture.seeing import seen

if TYPE_CHECKING:
    from picture.seeing import Seen

HOME = ".github/agents"


def team(**headers: str) -> Seen:
    """A team by the headers of its agents, names and descriptions left out."""
    files = {
        f"{HOME}/{name}.agent.md": f"---\nname: {name.title()}\ndescription: x\n{header}---\n"
        for name, header in headers.items()
    }
    [target] = dialect("agents").detect(DictReader(files), "")
    return seen(target, files)


def to(name: str, label: str, rest: str = "") -> str:
    return f"  - {{label: {label}, agent: {name}, prompt: Go{rest}}}\n"


HIDDEN = "user-invocable: false\ndisable-model-invocation: true\n"
CREW = {
    "lead": f"agents: [Clerk]\nhandoffs:\n{to('Critic', 'Check')}{to('Critic', 'Again')}",
    "critic": f"handoffs:\n{to('Lead', 'Back', ', send: true')}{to('Lead', 'Later')}",
    "clerk": HIDDEN,
}


def test_kinds_of_arrows_have_lines_and_words() -> None:
    drawing = team(**CREW).drawing
    names = [node.name for node in drawing.nodes]
    told = {
        (names[each.source], names[each.target], each.kind, each.line): [
            action.name for action in each.actions
        ]
        for each in drawing.arrows
    }
    assert told == {
        ("Lead", "Clerk", "call", "dotted"): ["call"],
        ("Lead", "Critic", "handoff", "plain"): ["Again", "Check"],
        ("Critic", "Lead", "automatic handoff", "heavy"): ["Back"],
        ("Critic", "Lead", "handoff", "plain"): ["Later"],
    }
    assert lines_of(drawing) == {
        "call": "dotted",
        "handoff": "plain",
        "automatic handoff": "heavy",
    }


def test_each_format_tells_them_apart() -> None:
    drawing = team(**CREW).drawing
    mermaid = "".join(render(drawing, "mermaid"))
    assert ' --o|"call"| ' in mermaid
    assert ' -->|"handoff: Again, Check"| ' in mermaid
    assert ' ==>|"automatic handoff: Back"| ' in mermaid
    assert "    %% ==>: automatic handoff\n" in mermaid
    dot = "".join(render(drawing, "dot"))
    assert '[label="call", arrowhead=odot]' in dot
    assert '[label="handoff: Again, Check"]' in dot
    assert '[label="automatic handoff: Back", penwidth=3]' in dot
    assert "automatic handoff: a heavy line" in dot
    edges = json.loads("".join(render(drawing, "json")))["edges"]
    assert {(each["kind"], each["line"]) for each in edges} == {*lines_of(drawing).items()}
    graphml = "".join(render(drawing, "graphml"))
    assert all(f">{word}</data>" in graphml for word in ("call", "automatic handoff", "dotted"))


def test_the_viewer_and_the_words_beside_it_tell_them_apart() -> None:
    drawing = team(**CREW).drawing
    lines = {(each["kind"], each["line"]) for each in drawing_data(drawing)["arrows"]}
    assert lines == {*lines_of(drawing).items()}
    words = in_words(drawing)
    assert "<code>Back</code>; automatic handoff" in words
    assert "<code>call</code></li>" in words


def test_hidden_agents_are_called_so() -> None:
    assert team(**CREW).node("Clerk").bounds == ("hidden from people",)


def test_what_nobody_comes_to_says_why() -> None:
    alone = team(lead="", clerk=HIDDEN).node("Clerk")
    assert alone.standing == "unentered"
    assert alone.why.startswith("hidden from people, blocked for models")
    nested = team(lead="agents: [Clerk]\n", clerk=f"{HIDDEN}agents: [Page]\n", page=HIDDEN)
    assert nested.node("Clerk").reachable
    assert nested.node("Page").why.startswith("only subagent `Clerk` offers it")


def test_ways_that_are_named_and_never_taken_say_why() -> None:
    hidden = "user-invocable: false\n"
    drawn = team(
        lead=f"tools: [read]\nagents: [Clerk]\nhandoffs:\n{to('Clerk', 'File')}", clerk=hidden
    )
    assert list(drawn.arrows()) == [
        "Lead .> Clerk (never call: it has no tool to call agents)",
        "Lead .> Clerk (never File: `user-invocable: false` hides it from handoffs)",
    ]
    assert ' -.-o|"call<br/>never call' in "".join(render(drawn.drawing, "mermaid"))
    dropped = team(lead="handoffs: [{label: File, agent: Clerk}]\n", clerk="")
    assert list(dropped.arrows()) == [
        "Lead .> Clerk (never File: VS Code drops it because a key is missing)"
    ]


def test_other_dialects_have_no_legend_for_kinds() -> None:
    files = {
        "session.yaml": (
            'schema_version: "1.0"\nagent: a\n'
            "phases: [{name: x, initial: true}, {name: y, terminal: true}]\n"
            "transitions: {x: [y]}\n"
        ),
        "go.yaml": "tool: go\ntransitions: {valid_in_phases: [x], advances_to: y}\n",
    }
    [target] = dialect("vesanor").detect(DictReader(files), "")
    drawing = seen(target, files).drawing
    assert lines_of(drawing) == {}
    assert "line" not in json.loads("".join(render(drawing, "json")))["edges"][0]
