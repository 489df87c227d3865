"""What a finding silences: the cascade rules of reference vesanor §5.4, by their numbers."""

from __future__ import annotations

import json

import pytest

from contracts import contract, findings, names, only, session, tool, verdict, witness

GRAPH = frozenset(
    {
        "unreachable-phase",
        "terminal-has-outgoing",
        "dead-phase",
        "dead-end-phase",
        "deadlocked-phases",
        "no-escalation-terminal",
        "terminal-phase-tools",
        "illegal-advance",
        "unimplemented-transition",
        "unenterable-phase",
        "tool-deadlock",
        "risky-tool-everywhere",
        "branching-targets",
        "unsatisfiable-precondition",
        "no-viable-path",
        "order-trap",
        "limit-below-shortest-path",
    }
)
"""The rules that need the phases and the map."""

FLAWED = contract(
    "a!:[b,d,z] b:[] c:[z] d:[z] z*:[a]",
    "end[a]->z",
    "jump[a,z]->c",
    "note[a]",
    "finish[d]->z",
    tool("wipe", side_effect="destructive"),
    session_limits={"max_steps": 5},
)
"""A contract with a defect of many kinds, to show that they are not reported."""


def graph_findings(files: dict[str, str]) -> set[str]:
    return set(names(files, opt_in=GRAPH, dry_run=False)) & GRAPH


def with_session(files: dict[str, str], **fields: object) -> dict[str, str]:
    value = {**json.loads(files["session.yaml"]), **fields}
    return {**files, "session.yaml": json.dumps(value)}


def test_the_flawed_contract_has_graph_findings() -> None:
    assert graph_findings(FLAWED) == {
        "dead-end-phase",
        "dead-phase",
        "illegal-advance",
        "no-escalation-terminal",
        "risky-tool-everywhere",
        "terminal-has-outgoing",
        "terminal-phase-tools",
        "unreachable-phase",
    }


class TestRule1MapCannotBeRead:
    def test_session_does_not_parse(self) -> None:
        files = {**FLAWED, "session.yaml": "agent: a\nphases: [\n"}
        assert names(files) == ["syntax-error"]

    def test_session_has_a_key_twice(self) -> None:
        files = {**FLAWED, "session.yaml": "agent: a\nphases: []\nphases: []\n"}
        assert names(files) == ["duplicate-key"]

    def test_phases_is_a_mapping(self) -> None:
        files = with_session(FLAWED, phases={"a": {"initial": True}, "z": {"terminal": True}})
        assert names(files) == ["phases-not-array"]

    @pytest.mark.parametrize("transitions", ["a -> z", [["a", "z"]], {"a": "z"}, {"a": [1]}])
    def test_transitions_is_no_map(self, transitions: object) -> None:
        files = with_session(FLAWED, transitions=transitions)
        assert names(files) == ["transitions-not-map"]

    @pytest.mark.parametrize("entry", ["a", {"name": 1}, {"name": "a", "initial": "yes"}])
    def test_phase_entry_has_a_wrong_type(self, entry: object) -> None:
        files = with_session(FLAWED, phases=[entry, {"name": "z", "terminal": True}])
        assert names(files) == ["invalid-type"]


class TestRule2UnknownPhase:
    @pytest.mark.parametrize("extra", ["x[reveiw]", "x[a]->reveiw"])
    def test_in_a_tool(self, extra: str) -> None:
        value = tool(extra)
        assert names({**FLAWED, "x.yaml": json.dumps(value)}) == ["unknown-phase"]

    @pytest.mark.parametrize("transitions", [{"a": ["reveiw"]}, {"reveiw": ["a"]}])
    def test_in_the_map(self, transitions: object) -> None:
        assert names(with_session(FLAWED, transitions=transitions)) == ["unknown-phase"]


class TestRule3NoUniqueInitialPhase:
    @pytest.mark.parametrize("graph", ["a:[b,c] b:[z] c:[] z*", "a!:[b,c] b!:[z] c:[] z*"])
    def test_only_tools_are_compared_with_phases(self, graph: str) -> None:
        files = contract(graph, "t[a]->z", "u[a,c,z]")
        assert graph_findings(files) == {"dead-phase", "terminal-phase-tools"}
        assert "initial-phase-count" in names(files)


class TestRule4NoTerminalPhase:
    def test_only_reachability_and_legal_advances(self) -> None:
        files = contract("a!:[b] b:[a] c:[a]", "t[a]->c", "u[b]->a", tool("w", side_effect="admin"))
        assert graph_findings(files) == {"unreachable-phase", "illegal-advance"}
        assert "no-terminal-phase" in names(files)


def test_rule_5_an_unreachable_phase_is_not_called_dead() -> None:
    assert names(contract("a!:[z] m:[z] z*", "go[a]->z")) == ["unreachable-phase"]


class TestRule6IllegalAdvance:
    def test_not_in_a_terminal_phase(self) -> None:
        assert names(contract("a!:[b] b:[z] z*", "t[a,z]->b", "u[b]->z")) == []

    def test_not_in_an_unreachable_phase(self) -> None:
        files = contract("a!:[b] b:[z] m:[z] z*", "t[a,m]->b", "u[b]->z")
        assert names(files) == ["unreachable-phase"]


class TestRule7UnimplementedTransition:
    def test_reported(self) -> None:
        files = contract("a!:[b,c] b:[c] c:[z] z*", "t[a]->b", "u[b]->c", "v[c]->z")
        assert names(files) == ["unimplemented-transition"]
        finding = only(findings(files), "unimplemented-transition")
        assert witness(finding) == {"edge": ["a", "c"]}

    def test_not_from_a_phase_no_tool_enters(self) -> None:
        files = contract("a!:[b,c] b:[c] c:[z] z*", "t[a]->c", "n[b]", "v[c]->z")
        assert names(files) == ["unenterable-phase"]

    def test_not_from_a_terminal_phase(self) -> None:
        files = contract("a!:[z,y] z*:[y] y*", "t[a]->z", "u[a]->y")
        assert names(files) == ["terminal-has-outgoing"]

    def test_not_from_a_dead_phase(self) -> None:
        files = contract("a!:[b,c,z] b:[c,z] c:[z] z*", "t[a]->b", "u[a]->c", "n[c]", "end->z")
        assert names(files) == ["dead-phase"]

    def test_not_from_a_phase_with_an_illegal_advance(self) -> None:
        files = contract("a!:[b,c] b:[c] c:[z] z*", "t[a]->b", "u[a]->c", "v[b,c]->z")
        assert names(files) == ["illegal-advance", "tool-deadlock"]

    def test_not_to_a_phase_that_is_entered_in_no_other_way(self) -> None:
        files = contract("a!:[b,c] b:[z] c:[z] z*", "t[a]->b", "u[b,c]->z")
        assert names(files) == ["unenterable-phase"]


class TestRule8UnenterablePhase:
    def test_only_the_first_of_a_chain(self) -> None:
        files = contract("a!:[b,z] b:[c] c:[z] z*", "end[a]->z", "t[b]->c", "u[c]->z")
        assert witness(only(findings(files), "unenterable-phase")) == {"phase": "b", "from": ["a"]}
        assert names(files) == ["unenterable-phase"]

    def test_not_when_it_is_dead(self) -> None:
        assert names(contract("a!:[b,z] b:[z] z*", "end[a]->z")) == ["dead-phase"]

    def test_not_behind_dead_phases(self) -> None:
        files = contract("a!:[b,z] b:[q,z] q:[z] z*", "t[a]->b", "end->z", "note[q]")
        assert names(files, dry_run=False) == ["dead-phase"]

    def test_not_behind_stuck_phases(self) -> None:
        files = contract("a!:[b,z] b:[q] q:[z] z*", "t[a]->b", "end[a,q]->z", "note[b]")
        assert names(files) == ["tool-deadlock"]

    def test_not_behind_illegal_advances(self) -> None:
        files = contract(
            "a!:[b] b:[q,z] q:[z,r] r:[z] z*", "t[a]->b", "skip[b]->r", "end[b,q,r]->z"
        )
        assert names(files) == ["illegal-advance"]

    def test_one_sound_source_is_enough(self) -> None:
        files = contract("a!:[b,q,z] b:[q,z] q:[z] z*", "t[a]->b", "end->z", "note[q]")
        assert names(files) == ["dead-phase", "unenterable-phase"]


class TestRule9TheFirstWins:
    def test_phase(self) -> None:
        files = contract("a!:[z] z*", "go[a]->z")
        phases = [*json.loads(files["session.yaml"])["phases"], {"name": "a", "terminal": True}]
        assert names(with_session(files, phases=phases)) == ["duplicate-phase"]

    def test_tool(self) -> None:
        files = contract("a!:[b] b:[z] z*", "go[a]->b", "end[b]->z")
        files["other.yaml"] = json.dumps(tool("go[a]->z"))
        assert names(files) == ["duplicate-tool", "tool-file-name-mismatch"]


WRITES = {"side_effect": "write"}
OPEN = {
    "does not parse": "tool: [",
    "has a key twice": "tool: x\ntool: y\n",
    "has no name": json.dumps({**tool("x[a]"), "tool": None}),
    "has transitions that are no mapping": json.dumps(tool("x", transitions=["a"], **WRITES)),
    "has phases that are no list": json.dumps(
        tool("x", transitions={"valid_in_phases": "b", "advances_to": "z"}, **WRITES)
    ),
    "has a target that is no string": json.dumps(
        tool("x", transitions={"advances_to": 1}, **WRITES)
    ),
}
"""Texts of tool files of which it is unknown what the tool does."""


@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN)
class TestRule10OpenToolFile:
    """Rules that need all tools are off; what a further tool cannot take back stays."""

    @pytest.mark.parametrize(
        ("name", "files"),
        [
            ("dead-phase", contract("a!:[b,z] b:[z] z*", "t[a]->b", "end->z")),
            (
                "unimplemented-transition",
                contract("a!:[b,c] b:[c] c:[z] z*", "t[a]->b", "u[b]->c", "v[c]->z"),
            ),
            ("unenterable-phase", contract("a!:[b,z] b:[z] z*", "t[a]->z", "u[b]->z")),
            ("tool-deadlock", contract("a!:[b] b:[z] z*", "t[a]->b", "u[b]")),
            (
                "unsatisfiable-precondition",
                contract("a!:[b] b:[z] z*", "t[a]->b", "u[b]->z", "v[a] needs w", "w[b]"),
            ),
            ("no-viable-path", contract("a!:[b] b:[z] z*", "t[a]->b forbids u", "u[b]->z")),
            ("order-trap", contract("a!:[b] b:[z] z*", "v[a]", "t[a]->b", "u[b]->z needs v")),
            (
                "limit-below-shortest-path",
                contract(
                    "a!:[b] b:[z] z*", "t[a]->b", "u[b]->z", session_limits={"max_tool_calls": 1}
                ),
            ),
        ],
    )
    def test_rules_that_need_all_tools_are_off(
        self, name: str, files: dict[str, str], text: str
    ) -> None:
        assert name in names(files)
        assert name not in names({**files, "x.yaml": text})

    @pytest.mark.parametrize(
        ("name", "files"),
        [
            ("unreachable-phase", contract("a!:[z] m:[z] z*", "t[a]->z")),
            ("dead-end-phase", contract("a!:[p,z] p:[] z*", "t[a,p]")),
            ("deadlocked-phases", contract("a!:[b,z] b:[b] z*", "t[a,b]")),
            ("illegal-advance", contract("a!:[b] b:[z] z*", "t[a]->z")),
            ("precondition-cycle", contract("a!:[z] z*", "t[a]->z", "u needs v", "v needs u")),
            ("branching-targets", contract("a!:[y,z] y* z*", "t[a]->y", "u[a]->z")),
            ("invalid-enum", contract("a!:[z] z*", tool("t[a]->z", gate="shut"))),
            (
                "unsatisfiable-precondition",
                contract(
                    "a!:[z] z*",
                    tool("t[a]->z", preconditions=[{"requires_step_count": {"gte": 9}}]),
                    session_limits={"max_steps": 9},
                ),
            ),
        ],
    )
    def test_the_others_stay(self, name: str, files: dict[str, str], text: str) -> None:
        assert name in names({**files, "x.yaml": text}, opt_in=["branching-targets"])

    def test_nothing_is_said_of_where_the_open_tool_is_valid(self, text: str) -> None:
        said = names(
            {**contract("a!:[b] b:[z] z*", "t[a]->b"), "x.yaml": text},
            opt_in=["branching-targets"],
        )
        assert len(said) == 1

    def test_a_suppressed_dead_phase_is_not_called_unmatched(self, text: str) -> None:
        entries = [
            {"check": check, "phase": "a", "reason": "later"}
            for check in ("dead_phase", "unreachable_phase")
        ]
        files = contract("a!:[z] z*", "t[a]->z", graph_analysis={"suppress": entries})
        assert names(files).count("suppression-unmatched") == 2
        assert names({**files, "x.yaml": text}).count("suppression-unmatched") == 1


class TestRule10Names:
    FILES = contract("a!:[z] z*", "t[a]->z needs x")

    @pytest.mark.parametrize("what", ["does not parse", "has a key twice", "has no name"])
    def test_a_nameless_tool_may_be_the_one_that_is_missing(self, what: str) -> None:
        assert "unknown-tool-reference" in names(self.FILES)
        assert "unknown-tool-reference" not in names({**self.FILES, "other.yaml": OPEN[what]})

    def test_a_tool_with_a_name_is_not(self) -> None:
        text = json.dumps(tool("other", transitions=["a"]))
        assert "unknown-tool-reference" in names({**self.FILES, "other.yaml": text})


@pytest.mark.parametrize("field", [{"preconditions": "check"}, {"forbids_after": "check"}])
def test_rule_10_invalid_conditions_turn_off_the_order_of_calls_only(
    field: dict[str, str],
) -> None:
    trap = ("v[a]", "t[a]->b", "u[b]->z needs v")
    vague = tool("x[a]", **field)
    assert names(contract("a!:[b] b:[z] z*", *trap)) == ["order-trap"]
    assert names(contract("a!:[b] b:[z] z*", *trap, vague)) == ["invalid-type"]
    files = contract("a!:[b,c] b:[z] c:[z] z*", *trap, "n[c]", vague)
    assert names(files) == ["invalid-type", "unenterable-phase"]


def test_a_session_without_tools_says_nothing_about_tools() -> None:
    assert names({"session.yaml": json.dumps(session("a!:[b] b:[z] z*"))}) == []


def test_rule_10_a_tool_without_a_name_is_still_judged_by_itself() -> None:
    fields = {"evidence_class": "ack_only", "side_effect": "financial", "policy": {}}
    nameless = {key: value for key, value in tool("t[a]", **fields).items() if key != "tool"}
    files = {**contract("a!:[z] z*", "u[a]->z"), "odd.yaml": json.dumps(nameless)}
    found = findings(files, opt_in=["requires-principal"])
    conflict = only(found, "evidence-class-conflict")
    assert verdict(conflict) == "proved refusal"
    assert sorted(finding.name for finding in found) == [
        "evidence-class-conflict",
        "missing-required-field",
        "requires-principal",
    ]


def test_the_first_unknown_phase_says_that_graph_checks_wait() -> None:
    files = contract("a!:[b] b:[z] z*", "go[a]->bb", "end[bb]->z")
    told = [each.help for each in findings(files) if each.name == "unknown-phase"]
    assert ["graph checks wait" in (each or "") for each in told] == [True, False]


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ({"gate": "blok"}, "invalid-enum"),
        ({"gate": ["block"]}, "invalid-type"),
        ({"preconditions": "check"}, "invalid-type"),
        ({"side_effect": "wirte"}, "invalid-enum"),
    ],
)
def test_rule_12_a_field_of_no_value_makes_no_tool_a_risky_one(
    field: dict[str, object], kind: str
) -> None:
    files = contract("a!:[b] b:[z] z*", "t[a]->b", "u[b]->z", tool("x", **{**WRITES, **field}))
    assert names(files) == [kind]


def test_rule_12_a_default_of_no_value_makes_no_tool_a_risky_one() -> None:
    wipe = tool("x", **WRITES)
    files = contract("a!:[b] b:[z] z*", "t[a]->b", "u[b]->z", wipe)
    assert names(files) == ["risky-tool-everywhere"]
    assert names(with_session(files, risk_defaults={"write": "blok"})) == ["invalid-enum"]
