"""Files -> contract: what is read, and what is left out and why (reference §1.1, §2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from dialects.vesanor.build import files, load, tool_value
from phaselint.dialects.base import Target
from phaselint.dialects.vesanor import DIALECT
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.vesanor.model import VesanorContract

SESSION = {"session.yaml": "schema_version: '1.0'\nphases: [{name: a, initial: true}]\n"}


def tool(**more: Any) -> str:
    return json.dumps(tool_value("t", **more))


def problems(contract: VesanorContract) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(entry.problem.kind, entry.problem.pointer) for entry in contract.problems]


class TestToolFiles:
    @pytest.mark.parametrize(
        ("text", "is_one"),
        [
            ("tool: t\n", True),
            ("tool: 3\n", True),
            ("side_effect: read\ngolden_cases: []\n", True),
            ("side_effect: read\ngate: block\n", False),
            ("k: 1\n", False),
            ("[tool]\n", False),
            ("", False),
        ],
    )
    def test_the_key_tool_or_two_base_fields_make_one(self, text: str, is_one: bool) -> None:
        contract = load({**SESSION, "x.yaml": text})
        assert ("x.yaml" in contract.documents) is is_one

    @pytest.mark.parametrize("name", ["workflow.yaml", "pack.yaml", "workflow.yml", ".t.yaml"])
    def test_files_with_another_meaning_are_none(self, name: str) -> None:
        assert load({**SESSION, name: tool()}).tools == ()

    def test_both_extensions_are_read_and_folders_below_are_not(self) -> None:
        contract = load({**SESSION, "t.yml": tool(), "sub/u.yaml": tool()})
        assert [entry.file for entry in contract.tools] == ["t.yml"]

    def test_a_hidden_file_is_none_even_when_the_user_names_it(self) -> None:
        reader = DictReader({**SESSION, ".t.yaml": tool()}, named=[".t.yaml"])
        assert DIALECT.load(reader, Target("vesanor", "")).documents.keys() == {"session.yaml"}

    @pytest.mark.parametrize("text", ["tool: [\n", "tool: t\ntool: u\n"])
    def test_one_that_cannot_be_read_is_open_and_has_no_name(self, text: str) -> None:
        contract = load({**SESSION, "x.yaml": text})
        assert (contract.open, contract.nameless) == (("x.yaml",), True)

    @pytest.mark.parametrize(
        ("more", "nameless"),
        [
            ({"tool": 3}, True),
            ({"transitions": []}, False),
            ({"transitions": {"valid_in_phases": "a"}}, False),
            ({"transitions": {"valid_in_phases": ["a", 1]}}, False),
            ({"transitions": {"advances_to": ["a"]}}, False),
        ],
    )
    def test_one_of_which_too_little_is_known_is_open(self, more: Any, nameless: bool) -> None:
        contract = load({**SESSION, "t.yaml": tool(**more)})
        assert (contract.open, contract.nameless) == (("t.yaml",), nameless)
        assert problems(contract) != []

    @pytest.mark.parametrize(
        "more",
        [{"preconditions": "a"}, {"preconditions": [{"requires_prior_tool": 1}]},
         {"forbids_after": "a"}, {"preconditions": [{"requires_step_count": {"gte": "2"}}]}],
    )  # fmt: skip
    def test_unreadable_guards_make_the_order_vague(self, more: Any) -> None:
        contract = load({**SESSION, "t.yaml": tool(**more)})
        assert contract.vague
        assert contract.open == ()

    def test_contract_tests_stand_apart(self) -> None:
        contract = load({**SESSION, "t.yaml": tool(expect_tools=["t"])})
        assert contract.tools == ()
        assert [test.file for test in contract.tests] == ["t.yaml"]


class TestTool:
    def read(self, **more: Any) -> Any:
        (found,) = load({**SESSION, "t.yaml": tool(**more)}).tools
        return found

    def test_without_transitions_it_is_available_everywhere(self) -> None:
        found = self.read()
        assert (found.valid_in, found.restricted, found.advances_to) == (None, False, "")
        assert found.available_in("anything")

    def test_with_transitions(self) -> None:
        found = self.read(transitions={"advances_to": "b"})
        assert (found.valid_in, found.restricted, found.advances_to) == (None, True, "b")
        assert not self.read(transitions={"valid_in_phases": []}).available_in("a")

    @pytest.mark.parametrize(("value", "acknowledged"), [("none", False), ("acknowledged", True)])
    def test_commit_requirement(self, value: str, acknowledged: bool) -> None:
        assert self.read(commit_requirement=value).acknowledged is acknowledged

    def test_preconditions(self) -> None:
        entries = [
            {"requires_prior_tool": "x", "with_output": [{"path": "$.a.b", "gte": 1, "lte": 2}]},
            {"requires_step_count": {"gte": 2}},
            {"bound_to_resource": "whatever"},
        ]
        first, second, third = self.read(preconditions=entries).preconditions
        assert first.tool == "x"
        (condition,) = first.conditions
        assert (condition.path, condition.tests) == (("a", "b"), (("gte", 1), ("lte", 2)))
        assert second.steps == 2
        assert (third.tool, third.steps, third.conditions) == ("", None, ())
        assert self.read(preconditions=entries).requires == {"x"}

    @pytest.mark.parametrize(
        "condition",
        [
            {"path": "$.a"},
            {"path": "a", "equals": 1},
            {"path": "$.a[0]", "equals": 1},
            {"path": "$..a", "equals": 1},
            {"equals": 1},
            {"path": "$.a", "regex": "x"},
            {"path": "$.a", "equals": 1, "regex": "x"},
            "x",
        ],
    )
    def test_conditions_of_an_unknown_form_are_kept_as_such(self, condition: Any) -> None:
        entry = {"requires_prior_tool": "x", "with_output": [condition]}
        (found,) = self.read(preconditions=[entry]).preconditions
        assert [known.known for known in found.conditions] == [False]


class TestSession:
    def test_scalars_are_those_of_yaml_1_2(self) -> None:
        text = (
            "phases: [{name: on}, {name: no, initial: TRUE}]\ntransitions: {on: [no]}\nagent: x\n"
        )
        session = load({"session.yaml": text}).session
        assert session is not None
        assert [phase.name for phase in session.phases] == ["on", "no"]
        assert session.transitions == {"on": ("no",)}
        assert session.declared["no"].initial

    @pytest.mark.parametrize(
        ("phases", "form"),
        [([], "list"), ({}, "mapping"), ("a", "malformed"), ([{"initial": True}], "malformed"),
         (["a"], "malformed"), ([{"name": 1}], "malformed")],
    )  # fmt: skip
    def test_the_form_of_phases(self, phases: Any, form: str) -> None:
        session = load({"session.yaml": json.dumps({"phases": phases, "agent": "x"})}).session
        assert session is not None
        assert session.phases_form == form

    def test_a_flag_of_another_type_is_remembered(self) -> None:
        phases = [{"name": "a", "initial": "yes"}]
        session = load({"session.yaml": json.dumps({"phases": phases, "agent": "x"})}).session
        assert session is not None
        assert (session.flags_ok, session.phases[0].initial) == (False, False)

    @pytest.mark.parametrize(
        ("transitions", "bad"),
        [([], [("transitions",)]), ({"a": "b"}, [("transitions", "a")]),
         ({"a": ["b", 1], "b": ["c"]}, [("transitions", "a")]), ({"a": []}, [])],
    )  # fmt: skip
    def test_what_is_no_map_of_lists(self, transitions: Any, bad: Any) -> None:
        value = {"transitions": transitions, "agent": "x"}
        session = load({"session.yaml": json.dumps(value)}).session
        assert session is not None
        assert list(session.bad_transitions) == bad

    @pytest.mark.parametrize("text", ["phases: [\nagent: x\n", "agent: x\nagent: y\nphases: []\n"])
    def test_one_that_cannot_be_trusted_is_no_session(self, text: str) -> None:
        contract = load({"session.yaml": text})
        assert (contract.session, contract.unreadable_session) == (None, True)

    def test_limits_out_of_range_limit_nothing(self) -> None:
        limits = {"max_steps": 0, "max_tool_calls": 5.0, "max_calls_per_tool": {"t": 0, "u": -1}}
        value = {"agent": "x", "phases": [], "session_limits": limits}
        session = load({"session.yaml": json.dumps(value)}).session
        assert session is not None
        assert (session.limits.max_steps, session.limits.max_tool_calls) == (None, 5)
        assert session.limits.per_tool == {"t": 0}

    def test_the_first_of_two_phases_or_tools_with_one_name_counts(self) -> None:
        given = files("a! b b* z*", "a:b b:z", ["t[a]->b"])
        contract = load({**given, "a.yaml": tool(gate="block")})
        assert contract.session is not None
        assert not contract.session.declared["b"].terminal
        assert contract.by_name["t"].gate == "block"


class TestOtherFiles:
    def contract(self, given: dict[str, str], main: str) -> Any:
        return DIALECT.load(DictReader(given), Target("vesanor", "", main))

    def test_a_workflow(self) -> None:
        value = {
            "workflow": "w",
            "roles": [
                {"name": "r", "session_contract": "s/session.yaml"},
                {"name": "m", "session_contract": "missing.yaml"},
                {"name": "o", "session_contract": "../out.yaml"},
            ],
            "handoffs": [{"from": "r", "to": "m"}],
        }
        given = {"workflow.yaml": json.dumps(value), "s/session.yaml": "agent: x\n"}
        contract = self.contract(given, "workflow.yaml")
        assert [role[1] for role in contract.workflow.roles] == ["r", "m", "o"]
        assert contract.workflow.handoffs == ((0, "r", "m"),)
        assert [entry[2] for entry in contract.missing] == ["missing.yaml"]
        assert [entry[2] for entry in contract.outside] == ["../out.yaml"]

    def test_a_pack(self) -> None:
        given = {
            "pack.yaml": "name: p\n",
            "contracts/t.yaml": "tool: t\n",
            "contracts/notes.yaml": "k: 1\n",
            "contracts/broken.yaml": "tool: [\n",
            "contracts/session.yaml": "agent: x\n",
        }
        contract = self.contract(given, "pack.yaml")
        assert [test.file for test in contract.tests] == ["contracts/t.yaml"]
        assert set(contract.documents) == {"pack.yaml", "contracts/t.yaml", "contracts/broken.yaml"}

    @pytest.mark.parametrize("text", ["[]", "3", "", "workflow: [\n", "roles: {}\nworkflow: 3\n"])
    def test_nothing_a_user_writes_makes_it_raise(self, text: str) -> None:
        given = {"workflow.yaml": text, "pack.yaml": text, "session.yaml": text, "t.yaml": text}
        for main in ("", "workflow.yaml", "pack.yaml", "session.yaml"):
            assert self.contract(given, main) is not None
