"""The names of contracts: where they stand, in all dialects."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from cases import FIXTURES
from phaselint.dialects import dialect
from phaselint.dialects.expecting import expected
from phaselint.dialects.symbols import Link, Symbol, Symbols, follow, span_of
from phaselint.document.pythonedit import string_of
from phaselint.linting.discover import Finder
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cases import Written
    from phaselint.dialects.base import Contract

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
PLACES = ["projects", "cases", *(["corpus"] if CORPUS else [])]


class Named:
    """A contract and its names."""

    def __init__(self, contract: Contract) -> None:
        self.contract: Any = contract
        found = dialect(contract.target.dialect).symbols
        assert found is not None
        self.symbols: Symbols = found(contract)

    def text(self, each: Any) -> str:
        document = self.contract.documents[each.place.file]
        start, end = span_of(document, each)
        return str(document.text[start:end])

    def defined(self, kind: str) -> set[str]:
        return {
            each.symbol.name
            for each in self.symbols.occurrences
            if each.symbol.kind == kind and each.role == "definition"
        }


@cache
def contracts(place: str) -> tuple[Named, ...]:
    found = Finder(isolated=True).discover([place])
    return tuple(
        Named(each.dialect.load(each.workspace.reader, each.target)) for each in found.found
    )


def one(name: str, files: dict[str, str]) -> Named:
    """The contract that files in memory are."""
    reader = DictReader(files)
    target, *_ = dialect(name).detect(reader, "")
    return Named(dialect(name).load(reader, target))


def phases_of(contract: Any) -> Iterator[str]:
    kind = contract.target.dialect
    if kind == "vesanor":
        yield from (phase.name for phase in (contract.session.phases if contract.session else ()))
    elif kind == "sweny":
        yield from contract.workflow.nodes if contract.workflow else ()
    elif kind == "climpt":
        yield from contract.registry.steps if contract.registry else ()
    elif kind == "langgraph":
        yield from contract.graph.named if contract.graph else ()
    elif kind == "agents":
        yield from (agent.title for agent in contract.agents)
    else:
        yield from contract.named()


# --- properties ----------------------------------------------------------------------------------


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, written: Written) -> str:
    """A folder with many contracts."""
    if request.param == "cases":
        return str(written.rules())
    return CORPUS if request.param == "corpus" else str(FIXTURES / request.param)


def test_every_phase_and_tool_has_a_definition(place: str) -> None:
    for named in contracts(place):
        assert {name for name in phases_of(named.contract) if name} <= named.defined("phase")
        if named.contract.target.dialect == "vesanor":
            assert {tool.name for tool in named.contract.tools} <= named.defined("tool")


def test_names_stand_where_they_are_said_to(place: str) -> None:
    for named in contracts(place):
        for each in named.symbols.occurrences:
            text = named.text(each)
            written = text in (each.symbol.name, f"*{text[1:]}")
            computed = each.place.file.endswith(".py") and each.symbol in named.symbols.fixed
            assert written or computed or text[:1] in "\"'|>", (each, text)


def test_places_are_those_that_offsets_lead_to(place: str) -> None:
    for named in contracts(place):
        for each in named.symbols.occurrences:
            document = named.contract.documents[each.place.file]
            start, end = span_of(document, each)
            if document.positions is None or document.text[start - 1 : start] == "*":
                continue
            if document.text[start:end] == each.symbol.name and each.place.pointer:
                found = document.positions.at(start)
                aliased = "*" in document.text or "<<" in document.text
                assert found == (each.place.pointer, each.place.part) or aliased, each


def test_links_start_at_texts(place: str) -> None:
    for named in contracts(place):
        for link in named.symbols.links:
            document = named.contract.documents[link.place.file]
            pointer, part = link.place.pointer, link.place.part
            found = pointer[-1] if part == "key" else follow(document.value, pointer)
            if document.format == "python":
                found = string_of(document.text_of(pointer))
            assert isinstance(found, str), link


def test_every_name_is_expected_where_it_stands(place: str) -> None:
    """The tables serve both ways: what is read at a place may be completed there."""
    for named in contracts(place):
        for each in named.symbols.occurrences:
            if each.place.file.endswith(".py"):
                continue  # what may stand there is told by the calls around it
            if each.place.range is None and each.symbol.kind not in ("field", "intent"):
                place_of = (each.place.file, each.place.pointer, each.place.part)
                file, pointer, part = place_of
                assert part != "document"
                found = expected(named.symbols, file, pointer, part)
                listed = found.new if each.role == "definition" else ()
                kinds = {kind for kind, _ in (*found.kinds, *listed)}
                in_schema = file.endswith(".json") and each.symbol.kind == "phase"
                assert each.symbol.kind in kinds or in_schema, each


# --- examples ------------------------------------------------------------------------------------

SESSION = """\
schema_version: "1.0"
agent: a
phases: [{name: x, initial: true}, {name: y, terminal: true}]
transitions: {x: [y]}
"""
TOOL = "tool: go\nside_effect: read\ntransitions: {valid_in_phases: [x], advances_to: y}\n"


def test_what_may_stand_at_a_place_of_a_tool() -> None:
    symbols = one("vesanor", {"session.yaml": SESSION, "go.yaml": TOOL}).symbols
    target = expected(symbols, "go.yaml", ("transitions", "advances_to"))
    assert target.names(symbols) == (("phase", "x"), ("phase", "y"))
    effect = expected(symbols, "go.yaml", ("side_effect",))
    assert effect.words == ("read", "write", "destructive", "admin", "financial")
    key = expected(symbols, "go.yaml", ("transitions", "val"), "key")
    assert key.words == ("valid_in_phases", "advances_to")
    assert expected(symbols, "go.yaml", ("nothing", "here")).kinds == ()


def test_what_may_stand_at_a_place_of_a_session() -> None:
    symbols = one("vesanor", {"session.yaml": SESSION, "go.yaml": TOOL}).symbols
    key = expected(symbols, "session.yaml", ("transitions", ""), "key")
    assert key.kinds == (("phase", ""),)
    flag = expected(symbols, "session.yaml", ("phases", 7, "initial"))
    assert flag.words == ("true", "false")
    limits = expected(symbols, "session.yaml", ("session_limits", "m"), "key")
    assert "max_steps" in limits.words


FLOW = """\
id: f
name: F
entry: a
nodes:
  a:
    name: A
    instruction: Read input.topic.
    output: {properties: {v: {enum: [p]}}}
    eval: [{name: ok, kind: value, rule: {output_required: ["any:v"]}}]
  b:
    name: B
    instruction: b
    requires: {output_required: [a.evals.ok.pass, input.topic, "all:a.v"]}
edges: [{from: a, to: b, when: A.v or a.v is p}]
inputs: {topic: {type: string}}
"""


def test_names_in_paths_and_conditions_of_a_workflow() -> None:
    named = one("sweny", {"f.yml": FLOW})
    found = {
        (each.symbol.kind, each.symbol.name, each.role)
        for each in named.symbols.occurrences
        if each.place.range is not None
    }
    assert found == {
        ("field", "v", "reference"),
        ("phase", "a", "reference"),
        ("evaluator", "ok", "reference"),
        ("input", "topic", "reference"),
        ("input", "topic", "prose"),
        ("phase", "a", "prose"),
        ("field", "v", "prose"),
    }
    names = named.symbols.of(Symbol("evaluator", "ok", "/nodes/a"))
    assert [each.role for each in names] == ["definition", "reference"]
    inner = expected(named.symbols, "f.yml", ("nodes", "a", "instruction", "f"), "key")
    assert inner.words == ("inline", "file", "url", "type")


def test_intents_of_a_step_are_defined_in_its_schema() -> None:
    for named in contracts(str(FIXTURES / "projects" / "flag-retirement-fixed")):
        registry = named.contract.registry
        intents = {
            (each.symbol.name, each.symbol.scope)
            for each in named.symbols.occurrences
            if each.symbol.kind == "intent" and each.role == "definition"
        }
        for step in registry.steps.values():
            for word in step.gate.allowed if step.gate else ():
                assert (word, f"/steps/{step.key}") in intents
        targets = {link.path for link in named.symbols.links}
        assert any(path.endswith(".schema.json") for path in targets)
        assert any(path.endswith(".md") for path in targets)


def test_aliases_and_escapes_have_places() -> None:
    tool = TOOL.replace("[x]", "[&p x]").replace("advances_to: y", 'advances_to: "\\u0079"')
    tool += "forbids_after: [*p]\n"
    named = one("vesanor", {"session.yaml": SESSION, "go.yaml": tool})
    texts = {named.text(each) for each in named.symbols.occurrences if each.place.file == "go.yaml"}
    assert texts == {"go", "x", '"\\u0079"', "*p"}


def test_endless_aliases_are_read_in_bounded_time() -> None:
    most = 900
    targets = f"labels: &all [{', '.join(['y'] * most)}]\ntransitions:\n"
    text = SESSION.partition("transitions")[0] + targets
    text += "".join(f"  p{number}: *all\n" for number in range(most))
    named = one("vesanor", {"session.yaml": text})
    assert named.symbols.definitions("phase") == ("x", "y")
    assert most < len(named.symbols.occurrences) < most * most


def test_links_lead_to_the_files_of_stages() -> None:
    files = {
        "p.stud.yaml": "studPipeline: 1\nid: p\nentryStage: s\nstages: [a/s.md, {file: b.json}]\n",
        "a/s.md": "---\nid: s\ncompletionTool: t\n---\n",
        "b.json": '{"id": "b", "body": "x", "completionTool": "u", "completionSchema": {}}',
    }
    named = one("stud", files)
    assert [(link.path, link.place.pointer) for link in named.symbols.links] == [
        ("a/s.md", ("stages", 0)),
        ("b.json", ("stages", 1, "file")),
    ]
    assert all(isinstance(link, Link) for link in named.symbols.links)
