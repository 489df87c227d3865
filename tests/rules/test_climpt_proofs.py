"""What the executor says of findings on agents: which claims it proves, which halves are read, and
what another defect keeps it from showing (reference climpt §6.2, §7.9; design §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from climpt import ABSENT, FOLDER, REGISTRY, SYSTEM, contract, findings, of, schema
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.executor.proof import OTHERWISE, STATIC, proof_context
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES
from phaselint_rules.climpt.proofs.claims import NO_SUCH_WAY

if TYPE_CHECKING:
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint.vocabulary.rule import Rule

CLIMPT = dialect("climpt")
WORK = "work.x next>verification.x handoff>closure.x repeat"
CHECK = "verification.x next>closure.x escalate>work.x repeat"
CLOSURE = "closure.x closing repeat"


def verdict(name: str, files: dict[str, str], **given: Any) -> Proof:
    """The verdict on the only finding of a rule."""
    [found] = of(name, files, dry_run=True, **given)
    assert found.proof is not None
    return found.proof


def refuted(found: tuple[Diagnostic, ...]) -> list[str]:
    return [each.name for each in found if each.proof and each.proof.status == "refuted"]


def gate(step: str, **change: Any) -> dict[str, Any]:
    return {"steps": {step: {"structuredGate": change}}}


# --- claims -------------------------------------------------------------------------------------


class Bench:
    """A finding of a rule, and a lab with the agent that it is about."""

    def __init__(self, name: str, files: dict[str, str]) -> None:
        self.rule: Rule = next(r for r in RULES if (r.name, r.dialect) == (name, "climpt"))
        options = merge(CLIMPT, {}, {}, {})
        target = Target("climpt", FOLDER)
        reader = DictReader(files)
        checked = check(CLIMPT, reader, target, Task((self.rule,), options))
        [hit] = checked.hits
        assert checked.facts is not None
        self.finding: Finding = hit.finding
        self.lab: ProofContext[Any] = proof_context(
            CLIMPT, checked.facts, DEFAULT_BOUND, reader
        ).of(self.rule)

    def proof(self, **data: Any) -> Proof:
        """The verdict where the finding says something else."""
        assert self.finding.witness is not None
        said = {**self.finding.witness.data, **data}
        bent = self.finding._replace(witness=self.finding.witness._replace(data=said))
        assert self.rule.prove is not None
        return self.rule.prove(self.lab, bent)


@pytest.fixture(scope="module")
def aimless() -> Bench:
    """An agent one of whose steps names a target of jumps that no answer can name."""
    change = {"steps": {"work.x": {"structuredGate": {"targetField": "next_action.step"}}}}
    jumping = WORK.replace(" repeat", " jump>verification.x")
    files = contract(jumping, CHECK, CLOSURE, registry_change=change)
    return Bench("target-field-unresolved", files)


def test_a_claim_that_stands_is_proved(aimless: Bench) -> None:
    assert aimless.proof().status == "proved"


@pytest.mark.parametrize(
    "said",
    [
        {"step": "verification.x"},
        {"step": "nowhere"},
        {"step": None},
        {"step": ["work.x"]},
        {"field": "next_action.target"},
        {"field": 5},
        {"more": "than there is"},
    ],
)
def test_what_the_agent_does_not_have_is_not_proved(aimless: Bench, said: dict[str, Any]) -> None:
    proof = aimless.proof(**said)
    assert (proof.status, proof.reason) == ("unproved", OTHERWISE)


@pytest.mark.parametrize(
    "path",
    [
        [],
        ["nowhere"],
        [["work.x"]],
        "work.x",
        None,
        ["closure.x", "work.x"],
        ["work.x", "verification.x"],
        ["verification.x", "work.x"],
    ],
)
def test_a_run_that_the_agent_does_not_have_shows_nothing(aimless: Bench, path: Any) -> None:
    proof = aimless.proof(path=path)
    assert (proof.status, proof.reason) == ("unproved", NO_SUCH_WAY)


def test_a_finding_without_a_witness_is_about_the_document(aimless: Bench) -> None:
    assert aimless.rule.prove is not None
    assert (
        aimless.rule.prove(aimless.lab, aimless.finding._replace(witness=None)).status == "static"
    )


def test_the_half_that_no_run_shows_is_named() -> None:
    change = {"runner": {"flow": {"prompts": {"registry": "other.json"}}}}
    files = contract(WORK, CHECK, CLOSURE, agent_change=change)
    proof = verdict("registry-path-ignored", files)
    assert (proof.status, proof.method) == ("proved", "static+replay")
    assert proof.reason == "read, not run: that agent.json names `other.json`"


def test_what_is_ignored_is_compared_with_an_agent_without_it() -> None:
    change = {"steps": {"work.x": {"transitions": {"repeat": {"target": "verification.x"}}}}}
    files = contract(WORK, CHECK, CLOSURE, registry_change=change)
    proof = verdict("repeat-target-ignored", files)
    assert (proof.status, proof.method) == ("proved", "differential")


def test_what_prompts_are_made_up_for_is_said() -> None:
    change = gate("verification.x", failFast=False)
    prompts = {f"{FOLDER}/prompts/steps/verification/x/f_default.md": ABSENT}
    proof = verdict(
        "fail-fast-disabled",
        contract(
            CHECK.replace(" escalate>work.x", ""), CLOSURE, registry_change=change, files=prompts
        ),
    )
    assert proof.status == "proved"
    assert proof.reason.startswith("with a stand-in for the prompts of `verification.x`")


# --- a second defect ----------------------------------------------------------------------------


def test_a_start_that_is_refused_leaves_all_else_unproved() -> None:
    change = {
        "steps": {
            "work.x": {
                "structuredGate": {"intentField": ABSENT, "allowedIntents": ["next", "jump"]},
            }
        }
    }
    found = findings(contract(WORK, CHECK, CLOSURE, registry_change=change), dry_run=True)
    assert not refuted(found)
    proofs = {each.name: each.proof for each in found}
    assert proofs["registry-schema"] is not None
    assert proofs["registry-schema"].status == "proved"
    other = proofs["target-field-missing"]
    assert other is not None
    assert (other.status, "`registry-schema`" in other.reason) == ("unproved", True)


def test_the_finding_for_which_the_start_is_refused_is_named() -> None:
    both = {"target": "closure.x", "condition": "a", "targets": {"b": "closure.x"}}
    change = {
        "steps": {
            "work.x": {"structuredGate": {"fallbackIntent": "closing"}},
            "verification.lost": {"transitions": {"next": both}},
        }
    }
    lost = CHECK.replace("verification.x", "verification.lost")
    files = contract(WORK, CHECK, CLOSURE, lost, registry_change=change)
    proof = verdict("transition-rule-ambiguous", files)
    assert proof.status == "unproved"
    named = f"`fallback-intent-not-allowed` ({REGISTRY})"
    assert proof.reason == f"the contract is refused before a run begins: {named}"


@pytest.mark.parametrize(
    ("runner", "status"),
    [
        ({"boundaries": {"permissionMode": None}}, "static"),
        ({"boundaries": {"permissionMode": ""}}, "proved"),
        ({"boundaries": {"permissionMode": {}}}, "proved"),
        ({"flow": {"prompts": {"registry": None}}}, "static"),
        ({"flow": {"prompts": {"registry": {}}}}, "proved"),
    ],
)
def test_a_start_looks_at_presence_and_emptiness(runner: Any, status: str) -> None:
    files = contract(WORK, CHECK, CLOSURE, agent_change={"runner": runner})
    assert verdict("agent-schema", files).status == status


def test_a_gate_without_a_readable_field_ends_no_proof() -> None:
    change = gate("verification.x", intentField=1)
    files = contract(CHECK.replace(" escalate>work.x", ""), CLOSURE, registry_change=change)
    found = findings(files, opt_in=("count-budget-is-failure",), dry_run=True)
    assert not refuted(found)


def test_two_forms_whose_target_is_unknown() -> None:
    both = {"target": "nowhere", "condition": "a", "targets": {"b": "closure.x"}}
    change = {"steps": {"work.x": {"transitions": {"next": both}}}}
    proof = verdict(
        "transition-rule-ambiguous", contract(WORK, CHECK, CLOSURE, registry_change=change)
    )
    assert (proof.status, proof.method) == ("proved", "differential")


@pytest.mark.parametrize(
    ("step", "intent"),
    [("work.x", "next"), ("work.x", "handoff"), ("verification.x", "escalate")],
)
def test_two_forms_whose_target_is_null(step: str, intent: str) -> None:
    both = {"target": None, "condition": "a", "targets": {"b": "closure.x"}}
    change = {"steps": {step: {"transitions": {intent: both}}}}
    files = contract(WORK, CHECK, CLOSURE, registry_change=change)
    assert verdict("transition-rule-ambiguous", files).status == "proved"


@pytest.mark.parametrize(
    ("step", "intent", "words"),
    [
        ("work.x", "handoff", "SR-TRANS-004"),
        ("verification.x", "escalate", "SR-TRANS-009"),
        ("verification.x", "next", "it counts as absent"),
    ],
)
def test_a_rule_without_a_form_ends_the_run_in_its_own_way(
    step: str, intent: str, words: str
) -> None:
    change = {"steps": {step: {"transitions": {intent: {"target": ABSENT}}}}}
    files = contract(WORK, CHECK, CLOSURE, registry_change=change)
    [found] = of("transition-rule-ambiguous", files, dry_run=True)
    assert words in found.message
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_an_unknown_target_of_a_repeat_is_never_looked_at() -> None:
    change = {"steps": {"work.x": {"transitions": {"repeat": {"target": "nowhere"}}}}}
    proof = verdict("unknown-target", contract(WORK, CHECK, CLOSURE, registry_change=change))
    assert (proof.status, proof.method) == ("proved", "differential")


def test_a_registry_that_is_a_prompt_too_stays_a_registry() -> None:
    files = contract(agent_change={"runner": {"flow": {"systemPromptPath": "steps_registry.json"}}})
    files = {path: text for path, text in files.items() if path != SYSTEM}
    assert "internal-error" not in {each.name for each in findings(files, dry_run=True)}


def test_a_system_prompt_that_no_run_sends_is_shown_with_a_stand_in() -> None:
    change = {"steps": {"work.x": {"uvVariables": ["nothing_there"]}}}
    files = contract(WORK, CHECK, CLOSURE, registry_change=change, files={SYSTEM: "{{agent_name}}"})
    proof = verdict("placeholder-not-filled", files)
    assert (proof.status, proof.reason) == (
        "proved",
        "with a stand-in for the prompts of `work.x`",
    )
    assert "internal-error" not in {each.name for each in findings(files, dry_run=True)}


# --- jumps --------------------------------------------------------------------------------------

JUMP = ("initial.x next>closure.x jump", "continuation.x next>closure.x", CLOSURE)


def jumping(*, required: bool, rule: Any = None) -> dict[str, str]:
    """An agent with a step that may jump to its continuation."""
    target = {"type": "string", "enum": ["continuation.x"]}
    answer = schema(["next", "jump"])
    inner = answer["properties"]["next_action"]
    inner["properties"]["target"] = target
    inner["required"] = ["action", "target"] if required else ["action"]
    rules = {} if rule is None else {"transitions": {"jump": rule}}
    change = {
        "steps": {"initial.x": {"structuredGate": {"targetField": "next_action.target"}, **rules}}
    }
    return contract(*JUMP, registry_change=change, schemas={"initial.x": answer})


def test_a_jump_that_names_its_target_asks_no_rule() -> None:
    found = findings(jumping(required=True), dry_run=True)
    assert not refuted(found)
    assert "implicit-continuation" not in {each.name for each in found}
    [lacking] = of("intent-without-transition", jumping(required=True), dry_run=True)
    assert lacking.level == "warning"


def test_a_jump_that_may_name_none_goes_on_to_the_continuation() -> None:
    [found] = of("implicit-continuation", jumping(required=False), dry_run=True)
    assert "when the answer names no target" in found.message
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_the_condition_of_a_jump_that_names_its_target_is_not_looked_at() -> None:
    rule = {"condition": "lost", "targets": {"a": "closure.x", "default": "closure.x"}}
    assert not of("condition-not-in-handoff", jumping(required=True, rule=rule))
    [found] = of("condition-not-in-handoff", jumping(required=False, rule=rule), dry_run=True)
    assert "when the answer names no target, the `jump` transition" in found.message
    assert found.proof is not None
    assert found.proof.status == "proved"
    empty = findings(jumping(required=True, rule={}), dry_run=True)
    assert not refuted(empty)
    assert "never read" in next(
        each.message for each in empty if each.name == "transition-rule-ambiguous"
    )


# --- words --------------------------------------------------------------------------------------


def test_a_word_of_a_step_without_kind_is_compared_with_a_schema_that_is_known() -> None:
    change = gate("work.x", allowedIntents=["next", "nothing"])
    change["steps"]["work.x"] |= {"stepKind": ABSENT, "c2": ABSENT}
    offered = {"work.x": schema(["next"])}
    files = contract(WORK, CHECK, CLOSURE, registry_change=change, schemas=offered)
    alone = {REGISTRY: files[REGISTRY]}
    assert verdict("unknown-intent", files).method == "refusal"
    assert verdict("unknown-intent", alone, main=REGISTRY) == STATIC
