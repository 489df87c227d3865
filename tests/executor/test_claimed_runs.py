"""What runs a claim is about: those with an answer, an input or stand-ins, or with edits; and traps
that are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cases import Case
from laws.bench import PROVABLE, benches
from laws.test_claims import verdict
from phaselint.executor.declared import undeclared_phases
from phaselint.vocabulary.claim import Differs, Ends, Never, Notes, Same, Traps
from phaselint.vocabulary.finding import Edit, Finding
from phaselint.vocabulary.message import message

if TYPE_CHECKING:
    from laws.bench import Bench

ITERATION = "iteration"


def bench(rule: str, variant: str) -> Bench:
    """The climpt agent of a case."""
    [found] = (each for each in benches(Case(rule, variant)) if each.target.dialect == "climpt")
    return found


def step_of(given: Bench, rule: str) -> str:
    """The step that a finding of a case is about."""
    [found] = (hit.finding for hit in given.hits if hit.rule.name == rule)
    assert found.witness is not None
    return str(found.witness.data["step"])


def test_an_answer_that_a_schema_forbids_is_given_by_the_hostile_only() -> None:
    lenient = bench("fail-fast-disabled", "bad")
    step = step_of(lenient, "fail-fast-disabled")
    gate = lenient.lab.facts.steps[step].gate
    *above, last = gate.field.split(".")
    said: dict[str, object] = {last: "nonsense"}
    for name in reversed(above):
        said = {name: said}
    claim = Notes(step, ITERATION, {"used_fallback": True}, amended={"so": said})
    assert verdict(lenient, claim).status != "proved"
    assert verdict(lenient, claim._replace(hostile=True)).status == "proved"


def test_members_of_an_answer_replace_those_of_one_that_leads_on() -> None:
    free, fixed = (bench("jump-target-unconstrained", each) for each in ("bad", "good"))
    step = step_of(free, "jump-target-unconstrained")
    gate = free.lab.facts.steps[step].gate
    assert gate.field == "next_action.action"
    *_, last = gate.target_field.split(".")
    so = {"next_action": {"action": "jump"}}
    so.setdefault(gate.target_field.split(".")[0], {})[last] = "zz_nowhere"
    claim = Ends(step, "SR-TRANS-010", "`zz_nowhere`", amended={"so": so})
    assert verdict(free, claim).status == "proved"
    assert verdict(fixed, claim).status != "proved"


def test_runs_are_started_with_the_input_of_a_claim() -> None:
    agent = bench("uv-optional-no-default", "good")
    [name, *_] = agent.lab.facts.agent.parameters
    step = agent.lab.facts.active
    claim = Ends(step, "PR-C3L-002", given={name: "zz|zz"})
    assert verdict(agent, claim).status == "proved", "no prompt is built with a shell character"
    assert verdict(agent, claim._replace(given={name: "zz"})).status == "refuted"
    proof = verdict(agent, Notes(step, ITERATION, given={name: "zz"}))
    assert (proof.status, proof.reason) == ("proved", "")
    assert proof.script is not None
    assert proof.script["scenarios"][0]["input"][name] == "zz"


def test_phases_that_are_closed_are_not_left() -> None:
    loop = bench("deadlocked-phases", "bad-climpt")
    [found] = (hit.finding for hit in loop.hits if hit.rule.name == "deadlocked-phases")
    assert found.witness is not None
    stuck = tuple(found.witness.data["stuck"])
    assert len(stuck) > 1
    assert verdict(loop, Traps(stuck, closed=True)).status == "proved"
    assert verdict(loop, Traps(stuck[:1])).status == "proved"
    assert verdict(loop, Traps(stuck[:1], closed=True)).status == "refuted"


def test_stand_ins_show_what_runs_do_that_otherwise_fail_before() -> None:
    agent = bench("prompt-file-missing", "bad")
    step = step_of(agent, "prompt-file-missing")
    ways = [each for each in agent.lab.elements if isinstance(each.id, tuple)]
    [way, *_] = (each for each in ways if each.phase == step)
    proof = verdict(agent, Notes(step, ITERATION, {"answered": True}))
    assert proof.status == "proved"
    assert proof.reason.startswith("with a stand-in for the prompts of ")
    proof = verdict(agent, Never(way.id))
    assert (proof.status, proof.reason) == ("unproved", "every run fails before it might do that")


def test_runs_that_only_reach_a_phase_with_stand_ins_are_the_same_with_these() -> None:
    agent = bench("prompt-file-missing", "bad")
    facts, step = agent.lab.facts, step_of(agent, "prompt-file-missing")
    [following] = facts.steps.keys() - {step}
    named = Edit(facts.place((*facts.steps[step].pointer, "name")), '"another name"')
    proof = verdict(agent, Same((named,), after=following))
    assert (proof.status, proof.reason) == (
        "proved",
        f"with a stand-in for the prompts of `{step}`",
    )
    proof = verdict(agent, Same((named,), after=step))
    assert (proof.status, proof.reason) == ("proved", "")
    way = (*facts.steps[step].pointer, "transitions", "next", "target")
    turned = Edit(facts.place(way), f'"{step}"')
    assert verdict(agent, Same((turned,))).status == "proved", "no run gets that far"
    assert verdict(agent, Same((turned,), after=following)).status != "proved"


def test_runs_are_the_same_by_a_way_that_one_takes() -> None:
    agent = bench("closing-target-ignored", "bad")
    facts, step = agent.lab.facts, step_of(agent, "closing-target-ignored")
    edit = Edit(facts.place((*facts.steps[step].pointer, "transitions", "closing", "target")), '""')
    closing = Notes(step, ITERATION, {"closure_signal": "closing"})
    proof = verdict(agent, Same((edit,), after=step, via=closing))
    assert proof.status == "proved"
    assert proof.script is not None, "the run that takes the way"
    proof = verdict(agent, Same((edit,), after=step, via=closing._replace(fields={"intent": "x"})))
    assert (proof.status, proof.reason) == ("unproved", "no run takes this path")


def test_what_no_run_does_where_one_does_something_else() -> None:
    agent = bench("closing-target-ignored", "bad")
    step = step_of(agent, "closing-target-ignored")
    closing = Notes(step, ITERATION, {"closure_signal": "closing"})
    odd = closing._replace(fields={"closure_signal": "odd"})
    assert verdict(agent, Never(odd, after=step, via=closing)).status == "proved"
    proof = verdict(agent, Never(odd, after=step, via=odd))
    assert (proof.status, proof.reason) == ("unproved", "no run takes this path")
    assert verdict(agent, Never(closing, after=step, via=closing)).status == "refuted"


def test_a_phase_that_no_run_has_to_reach_is_declared() -> None:
    agent = bench("section-with-flow", "bad")
    [section, *_] = (each.key for each in agent.lab.facts.steps.values() if each.section)
    assert undeclared_phases(agent.lab, (section,)) == ""
    proof = verdict(agent, Notes(section, ITERATION))
    assert (proof.status, proof.reason) == ("unproved", f"no run reaches `{section}`")


def test_what_runs_do_with_edits_only() -> None:
    rule = "state-changed-not-returned"
    [graph] = benches(Case(rule, "bad"))
    found = next(hit.finding for hit in graph.hits if hit.rule.name == rule and hit.finding.fix)
    assert found.witness is not None
    assert found.fix is not None
    node, key = (found.witness.data[each] for each in ("node", "key"))
    written = Notes(node, "write", {"key": key})
    claim = Differs(found.fix.edits, written)
    assert verdict(graph, claim).status == "proved"
    other = verdict(graph, claim._replace(only=Notes(node, "write", {"key": "zz"})))
    assert (other.status, other.reason) == ("refuted", "even with the edits, no run does this")
    done = verdict(graph, claim._replace(only=Notes(node, "go")))
    assert (done.status, done.reason) == ("refuted", "a run does this without the edits too")


def test_edits_that_change_nothing_or_are_of_another_contract_show_nothing() -> None:
    agent = bench("prompt-file-missing", "bad")
    facts, step = agent.lab.facts, step_of(agent, "prompt-file-missing")
    place = facts.place((*facts.steps[step].pointer, "name"))
    rule = next(each for each in PROVABLE if each.name == "ignored-field")
    written = facts.contract.documents[place.file].text_of(place.pointer)

    def said(text: str, key: str) -> str:
        at = place._replace(pointer=(*place.pointer[:-1], key))
        finding = Finding(at, message("so it is"), claim=Same((Edit(place, text),)))
        asked = rule._replace(code=f"{key}: {text}", check=lambda _: (finding,))
        proof = agent.verdict(asked, finding)
        return proof.reason if proof.status != "proved" else proof.status

    assert said('"another name"', "name") == "proved"
    assert said(written, "name") == "the edits change nothing"
    assert said('"another name"', "zz") == "the contract has nothing at the place of the finding"


def test_what_no_run_does_in_a_phase_that_runs_reach() -> None:
    lacking, whole = (bench("prompt-file-missing", each) for each in ("bad", "good"))
    step = step_of(lacking, "prompt-file-missing")
    [closing] = lacking.lab.facts.steps.keys() - {step}
    signal = Notes(closing, ITERATION, {"closure_signal": "closing"})
    other = signal._replace(fields={"closure_signal": "zz"})
    assert verdict(whole, Never(signal, after=closing)).status == "refuted"
    proof = verdict(whole, Never(other, after=closing))
    assert (proof.status, proof.reason) == ("proved", "")
    proof = verdict(lacking, Never(signal, after=closing))
    assert (proof.status, proof.reason) == ("unproved", f"no run reaches `{closing}`")
    proof = verdict(lacking, Never(other, after=closing))
    assert (proof.status, proof.reason) == (
        "proved",
        f"with a stand-in for the prompts of `{step}`",
    )


def test_what_leads_to_a_claim_can_be_what_runs_do() -> None:
    agent = bench("prompt-file-missing", "good")
    [closing] = (each.key for each in agent.lab.facts.steps.values() if each.kind == "closure")
    failed = Notes(closing, "validator", {"holds": False})
    claim = Notes(closing, ITERATION, {"closure_signal": "zz"})
    assert verdict(agent, claim).status == "refuted"
    assert verdict(agent, claim._replace(via=Notes(closing, ITERATION))).status == "refuted"
    proof = verdict(agent, claim._replace(via=failed))
    assert (proof.status, proof.reason) == ("unproved", "no run takes this path")
