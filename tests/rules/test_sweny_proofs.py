"""What the provers of workflow rules make of findings that are wrong, outdated, or about a place
that no run comes to (design §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import verdict
from phaselint.executor import claims
from phaselint.linting.internal_errors import rule_named
from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Finding, Place, Witness
from phaselint.vocabulary.message import message
from phaselint_rules import RULES
from phaselint_rules.sweny.gates.unmet import never_passes
from sweny import bench, findings, names, of, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Pointer, Proof
    from phaselint.vocabulary.rule import Rule

FILE = ".sweny/workflows/w.json"
NEVER = {"requires": {"output_required": ["input.x", "b.v"]}}
"""A gate that does not hold in any run: `b` comes later."""

REQUIRED = {"type": "string", "required": True}


def the(name: str) -> Rule:
    return rule_named([rule for rule in RULES if rule.dialect == "sweny"], name)


def judged(lab: ProofContext[Any], rule: Rule, finding: Finding) -> Proof:
    assert rule.prove is not None
    return rule.prove(lab.of(rule), finding)


def told(value: Mapping[str, Any], name: str, pointer: Pointer, data: Mapping[str, Any]) -> Proof:
    """What the prover of a rule says of a finding that the rule does not have."""
    lie = Finding(Place(FILE, pointer), message("not true"), witness=Witness(data))
    return judged(bench(value), the(name), lie)


LINE = workflow("a -> b")
ROUND = workflow("a -> b max 3", "b -> a max 3 when x", "b -> c")


@pytest.mark.parametrize(
    ("value", "name", "pointer", "data", "method"),
    [
        (LINE, "no-terminal-phase", ("nodes",), {"reach": ["a", "b"]}, "explore"),
        (
            ROUND,
            "max-iterations-no-cycle",
            ("edges", 0, "max_iterations"),
            {"path": ["a", "b"], "edges": [0]},
            "explore",
        ),
    ],
)
def test_a_run_that_shows_otherwise_refutes(
    value: Any, name: str, pointer: Pointer, data: Any, method: str
) -> None:
    proof = told(value, name, pointer, data)
    assert (proof.status, proof.method) == ("refuted", method)
    assert proof.reason


@pytest.mark.parametrize("claim", [Never("b", (), "a"), None])
def test_a_claim_that_the_rule_does_not_make_is_not_proved(claim: Never | None) -> None:
    lie = Finding(Place(FILE, ("nodes", "b")), message("not true"), claim=claim)
    assert judged(bench(LINE), the("unreachable-phase"), lie).status in ("unproved", "static")


def test_a_run_that_uses_what_none_may_use_refutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "says_so", lambda *_: True)
    lie = Finding(Place(FILE, ("nodes", "b")), message("not true"), claim=Never("b", (), "a"))
    proof = judged(bench(LINE), the("unreachable-phase"), lie)
    assert (proof.status, proof.method) == ("refuted", "explore")
    assert proof.reason


def test_an_end_that_the_router_brings_about_is_none_of_the_workflow() -> None:
    (found,) = of("no-terminal-phase", workflow("a -> b when x", "b -> a max 1"), dry_run=True)
    assert verdict(found) == "proved explore"


@pytest.mark.parametrize("extra", [{}, {"witness": None}, {"witness": Witness({"node": ["a"]})}])
@pytest.mark.parametrize("pointer", [(), ("edges",), ("nodes", "a", 7), ("nodes", 1, "eval", "x")])
@pytest.mark.parametrize(
    "name", sorted(rule.name for rule in RULES if rule.dialect == "sweny" and rule.prove)
)
def test_a_finding_about_nothing_is_never_proved(name: str, pointer: Any, extra: Any) -> None:
    lie = Finding(Place(FILE, pointer), message("not true"), **extra)
    assert judged(bench(ROUND), the(name), lie).status in ("unproved", "refuted", "static")


class TestWhatRunsDoNotComeTo:
    @pytest.mark.parametrize(
        ("name", "node"),
        [
            ("retry-without-trigger", {"retry": {"max": 1}}),
            ("fail-soft-bypasses-gate", {"fail_soft": True, "output": {"required": ["x"]}}),
            ("conditional-source-without-output", {}),
            ("eval-without-retry", {"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]}),
        ],
    )
    def test_a_gate_that_never_holds_leaves_it_open(self, name: str, node: Any) -> None:
        value = workflow(
            "a -> b when x",
            "a -> c when y",
            nodes={"a": {**node, **NEVER}},
            inputs={"x": {"type": "string"}},
        )
        (found,) = of(name, value, dry_run=True)
        reasons = ("the model does not run on", "no run can be answered in `a`")
        assert found.proof is not None
        assert found.proof.status == "unproved"
        assert found.proof.reason.startswith(reasons)
        assert "refuted-finding" not in names(value, dry_run=True)

    def test_input_that_is_asked_for_is_no_reason_of_the_contract(self) -> None:
        value = workflow("a", nodes={"a": {"retry": {"max": 1}, **NEVER}}, inputs={"x": REQUIRED})
        (found,) = of("retry-without-trigger", value, dry_run=True)
        assert "refused" not in verdict(found)


class TestAnswersThatFail:
    @pytest.mark.parametrize(
        "evaluator",
        [
            {"kind": "function", "rule": {"no_tool_called": ["Bash"]}},
            {"kind": "function", "rule": {"all_tools_called": ["Bash"]}},
            {"kind": "value", "rule": {"output_required": ["x"]}},
            {"kind": "judge", "rubric": "Is it?"},
        ],
    )
    def test_one_attempt_is_shown_for_every_kind(self, evaluator: Any) -> None:
        value = workflow("a", nodes={"a": {"eval": [{"name": "e", **evaluator}]}})
        (found,) = of("eval-without-retry", value, dry_run=True)
        assert verdict(found) == "proved replay"

    def test_an_evaluator_that_always_passes_shows_nothing(self) -> None:
        evaluator = {"name": "e", "kind": "function", "rule": {"output_required": ["x"]}}
        value = workflow("a", nodes={"a": {"eval": [evaluator]}})
        (found,) = of("eval-without-retry", value, dry_run=True)
        assert verdict(found).startswith("unproved")

    @pytest.mark.parametrize("required", [["__proto__"], {}])
    def test_what_no_answer_lacks_is_not_refuted(self, required: Any) -> None:
        value = workflow(
            "a -> b",
            nodes={
                "a": {"output": {"required": required}},
                "b": {"fail_soft": True, "output": {"required": ["x"]}},
            },
        )
        proofs = [found.proof for found in findings(value, dry_run=True) if found.proof]
        assert "refuted" not in {proof.status for proof in proofs}

    def test_a_check_with_a_value_that_it_cannot_have_is_left_out(self) -> None:
        checks = [{"path": "x", "matches": None}, {"path": "x", "matches": "("}]
        evaluator = {"name": "e", "kind": "value", "rule": {"output_matches": checks}}
        value = workflow("a", nodes={"a": {"eval": [evaluator]}})
        assert "internal-error" not in names(value, dry_run=True)


class TestEmptyLists:
    @pytest.mark.parametrize(
        ("path", "most", "status"),
        [
            ("a.l[*]", {}, "unproved"),
            ("any:a.l[*]", {}, "proved"),
            ("a.l[*]", {"minItems": 1}, "proved"),
        ],
    )
    def test_an_error_holds_for_them_as_well(self, path: str, most: Any, status: str) -> None:
        items = {"type": "array", "items": {"enum": ["x", "y"]}, **most}
        value = workflow(
            "a -> b",
            nodes={
                "a": {"output": {"required": ["l"], "properties": {"l": items}}},
                "b": {"requires": {"output_matches": [{"path": path, "equals": "z"}]}},
            },
        )
        here, rule = bench(value), the("requires-value-impossible")
        (found,) = rule.check(here.facts)
        assert found.severity == ("warning" if status == "unproved" else "error")
        assert judged(here, rule, found).status == "proved"
        (use,) = here.facts.required_paths
        bent = found._replace(claim=never_passes(here.facts, use, spared=False))
        assert judged(here, rule._replace(check=lambda _: (bent,)), bent).status == status


def test_what_a_workflow_is_refused_for_is_named() -> None:
    value = workflow(
        "a -> b", "b -> c", "c -> b when x", nodes={"a": {"retry": {"max": 1}, **NEVER}}
    )
    (found,) = of("retry-without-trigger", value, dry_run=True)
    assert "`unbounded-cycle` (workflow.yml)" in verdict(found)


def test_a_workflow_that_its_form_is_refused_for_names_what_is_wrong_with_it() -> None:
    value = workflow("a -> b", nodes={"a": {"retry": {"max": 1}, **NEVER}})
    (found,) = of("retry-without-trigger", {**value, "id": 42}, dry_run=True)
    assert "before a run begins: `non-string-scalar` (workflow.yml)" in verdict(found)
    value["edges"][0]["via"] = "x"
    (found,) = of("retry-without-trigger", {**value, "id": 42}, dry_run=True)
    assert "`schema-violation` (workflow.yml)" in verdict(found)


def test_a_node_that_never_passes_shows_nothing_of_a_field_that_is_left_out() -> None:
    never = {"any_tool_called": ["Bash"], "no_tool_called": ["Bash"]}
    grade = {
        "output": {"type": "object", "properties": {"mark": {"type": "integer"}}},
        "eval": [{"name": "calls", "kind": "function", "rule": never}],
    }
    value = workflow("a -> b when mark is 3", "a -> c", nodes={"a": grade})
    (found,) = of("route-field-not-required", value, dry_run=True)
    reason = "no run can be answered in `a` so that it shows this"
    assert verdict(found) == f"unproved replay ({reason})"
    assert "refuted-finding" not in names(value, dry_run=True)


@pytest.mark.parametrize(
    ("path", "passes"), [("a.summary", True), ("a.other", False), ("a.mark", True)]
)
def test_what_the_client_adds_is_there_beside_a_closed_schema(path: str, passes: bool) -> None:
    closed = {"properties": {"mark": {"type": "integer"}}, "additionalProperties": False}
    value = workflow(
        "a -> b",
        nodes={
            "a": {"output": {"type": "object", "required": ["mark"], **closed}},
            "b": {"requires": {"output_required": [path]}},
        },
    )
    found = {each.name for each in findings(value, dry_run=True)}
    assert bool(found & {"no-possible-answer", "requires-field-undeclared"}) is not passes
    assert "analysis-incomplete" not in found


def test_a_policy_is_shown_to_throw_in_a_workflow_of_one_node() -> None:
    """Nothing that the loader lets pass is declared there, but runs begin in the node."""
    rule = {"output_required": ["x"]}
    node = {"eval": [{"name": "e", "kind": "value", "rule": rule}], "eval_policy": "any_pass"}
    found = of("unsupported-eval-policy", workflow("a", nodes={"a": node}), dry_run=True)
    assert [verdict(each) for each in found] == ["proved replay"]
