"""Reading scripts: every flaw is found at its place, and whatever is sound is kept (design §8)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.vesanor.build import OPEN, files, load
from phaselint.dialects.records import Question
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.beside import is_for
from phaselint.executor.scenario import play
from phaselint.executor.script import Answers, Exhausted, Scenario, is_script, read_script
from samples import document


def flaws(text: str) -> list[tuple[str, str]]:
    found = read_script(document("x.script.yaml", text)).flaws
    return [("/".join(map(str, flaw.pointer)), flaw.message) for flaw in found]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.script.yaml", True), ("a/b.script.yml", True), ("a.script.json", True),
     ("script.yaml", False), ("a.script.yaml.bak", False), ("a.yaml", False)],
)  # fmt: skip
def test_scripts_are_known_by_their_name(name: str, expected: bool) -> None:
    assert is_script(name) is expected


@pytest.mark.parametrize(
    ("contract", "expected"), [(".", True), ("../desk", True), ("desk", False), ("..", False)]
)
def test_a_script_names_its_contract_from_where_it_lies(contract: str, expected: bool) -> None:
    assert is_for("desk/a.script.yaml", contract, {"desk"}) is expected


def test_a_script_in_full() -> None:
    text = """
        version: 1
        contract: ../c
        options: {mode: shadow, gate: strip_partial}
        scenarios:
          - name: one
            options: {gate: reject_all}
            input: {tools: [t]}
            model: [text]
            route: {a: [b]}
            ask: [why]
            world: {tools: {}}
            on_exhausted: repeat-last
            expect: {outcome: completed}
          - {name: two}
    """
    script = read_script(document("x.script.yaml", text))
    assert (script.contract, script.flaws) == ("../c", ())
    one, two = script.scenarios
    assert one == Scenario(
        name="one",
        pointer=("scenarios", 0),
        options={"mode": "shadow", "gate": "reject_all"},
        given={"tools": ["t"]},
        model=["text"],
        route={"a": ["b"]},
        ask=["why"],
        world={"tools": {}},
        on_exhausted="repeat-last",
        expect={"outcome": "completed"},
    )
    assert (two.model, two.on_exhausted, two.expect) == ([], "error", {})


@pytest.mark.parametrize(
    ("text", "pointer", "word"),
    [
        ("[]", "", "mapping"),
        ("scenarios: []", "version", "1"),
        ("version: 2\nscenarios: []", "version", "1"),
        ("version: 1", "", "`scenarios` or `policies`"),
        ("version: 1\nscenarios: {}", "scenarios", "list"),
        ("version: 1\ncontract: 3\nscenarios: []", "contract", "path"),
        ("version: 1\noptions: []\nscenarios: []", "options", "mapping"),
        ("version: 1\nscenario: []\nscenarios: []", "scenario", "similar name exists: `scenarios`"),
        ("version: 1\nscenarios: [a]", "scenarios/0", "mapping"),
        ("version: 1\nscenarios: [{}]", "scenarios/0", "name"),
        ("version: 1\nscenarios: [{name: 3}]", "scenarios/0", "name"),
    ],
)
def test_every_flaw_has_its_place(text: str, pointer: str, word: str) -> None:
    ((place, message),) = flaws(text)
    assert place == pointer
    assert word in message


@pytest.mark.parametrize(
    ("part", "pointer", "word"),
    [
        ("modl: []", "modl", "`model`"),
        ("model: x", "model", "list"),
        ("route: x", "route", "list"),
        ("ask: x", "ask", "list"),
        ("options: []", "options", "mapping"),
        ("world: []", "world", "mapping"),
        ("expect: []", "expect", "mapping"),
        ("on_exhausted: x", "on_exhausted", "`error`"),
        ("expect: {blcks: []}", "expect/blcks", "`blocks`"),
        ("expect: {outcome: done}", "expect/outcome", "expected one of `running`, `completed`"),
        ("expect: {phases: a}", "expect/phases", "list"),
        ("expect: {blocks: a}", "expect/blocks", "list"),
        ("expect: {events: a}", "expect/events", "list"),
    ],
)
def test_every_flaw_of_a_scenario_has_its_place(part: str, pointer: str, word: str) -> None:
    ((place, message),) = flaws(f"version: 1\nscenarios: [{{name: a, {part}}}]")
    assert place == f"scenarios/0/{pointer}"
    assert word in message


def test_a_flawed_scenario_is_left_out_and_the_others_are_kept() -> None:
    text = "version: 1\nscenarios: [{name: a, x: 1, model: 3}, {name: b}]"
    script = read_script(document("x.script.yaml", text))
    assert [flaw.pointer for flaw in script.flaws] == [
        ("scenarios", 0, "x"),
        ("scenarios", 0, "model"),
    ]
    assert [scenario.name for scenario in script.scenarios] == ["b"]


@pytest.mark.parametrize(
    ("answer", "pointer", "word"),
    [
        (3, (), "string or a mapping"),
        ({"call": []}, ("call",), "unknown key"),
        ({"calls": "t"}, ("calls",), "list"),
        ({"calls": [3]}, ("calls", 0), "`tool`"),
        ({"calls": ["t", {"args": {}}]}, ("calls", 1), "`tool`"),
        ({"calls": [{"tool": "t", "arg": {}}]}, ("calls", 0, "arg"), "unknown key"),
        ({"calls": [{"tool": "t", "ok": "yes"}]}, ("calls", 0, "ok"), "`true` or `false`"),
        ({"cost": "much"}, ("cost",), "number"),
        ({"before": []}, ("before",), "mapping"),
        ({"before": {"narow": []}}, ("before", "narow"), "unknown key"),
        ({"before": {"narrow": "t"}}, ("before", "narrow"), "list"),
    ],
)
def test_an_answer_that_cannot_be_read_ends_the_scenario(
    answer: Any, pointer: Any, word: str
) -> None:
    given = load(files("a! z*", "a:z", ["t"]))
    scenario = Scenario("s", ("scenarios", 0), model=["text", answer, "text"])
    played = play(VesanorRuntime(), given, OPEN, scenario)
    (flaw,) = played.flaws
    assert flaw.pointer == ("scenarios", 0, "model", 1, *pointer)
    assert word in flaw.message
    assert len(played.run.events) == 1


@pytest.mark.parametrize(
    ("given", "pointer"), [(3, ()), ({"tools": "t"}, ("tools",)), ({"tool": []}, ("tool",))]
)
def test_an_input_that_cannot_be_read_keeps_the_run_from_starting(given: Any, pointer: Any) -> None:
    contract = load(files("a! z*", "a:z", ["t"]))
    scenario = Scenario("s", ("scenarios", 0), given=given, model=["text"])
    played = play(VesanorRuntime(), contract, OPEN, scenario)
    assert [flaw.pointer for flaw in played.flaws] == [("scenarios", 0, "input", *pointer)]
    assert played.run.events == ()


@pytest.mark.parametrize(
    ("world", "pointer", "word"),
    [
        ({"tool": {}}, ("tool",), "a similar name exists: `tools`"),
        ({"tools": []}, ("tools",), "must map each tool"),
    ],
)
def test_a_world_that_cannot_be_read_keeps_the_run_from_starting(
    world: Any, pointer: Any, word: str
) -> None:
    scenario = Scenario("s", ("scenarios", 0), model=["text"], world=world)
    played = play(VesanorRuntime(), load(files("a! z*", "a:z", ["t"])), OPEN, scenario)
    (flaw,) = played.flaws
    assert flaw.pointer == ("scenarios", 0, "world", *pointer)
    assert word in flaw.message


def test_every_channel_has_answers_of_its_own() -> None:
    answers = Answers(
        Scenario("s", model=["m1", "m2"], route={"a": [["r1"], ["r2"]]}, ask={"a": "q", "b": ["p"]})
    )
    asked = [
        Question("model", "a"),
        Question("route", "a", 1),
        Question("model", "b"),
        Question("route", "a", 0),
        Question("ask", "b"),
        Question("ask", "a"),
    ]
    assert [answers.next(question) for question in asked] == [
        (("model", 0), "m1"),
        (("route", "a", 1, 0), "r2"),
        (("model", 1), "m2"),
        (("route", "a", 0, 0), "r1"),
        (("ask", "b", 0), "p"),
        (("ask", "a", 0), "q"),
    ]
    for question in asked:
        with pytest.raises(Exhausted):
            answers.next(question)
