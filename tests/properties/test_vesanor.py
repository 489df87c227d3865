"""Analysis and executor of Vesanor contracts, which share no code, say the same."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dialects.vesanor import build, oracle
from dialects.vesanor.random_contracts import contracts
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.executor.explore import explore
from phaselint.executor.replay import replay
from phaselint.machine.analysis import Analysis
from phaselint.machine.certificate import Stuck
from phaselint.machine.check import check, check_stuck

if TYPE_CHECKING:
    from dialects.vesanor.build import Files
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.vocabulary.diagnostic import Diagnostic

MANY = settings(max_examples=120)
FEW = settings(max_examples=60)

HOPELESS = {"dead-end-phase", "deadlocked-phases", "tool-deadlock", "order-trap", "no-viable-path"}
"""Findings of which one is there when some run comes to where it cannot finish."""

NEVER = {"never-callable-tool", "unsatisfiable-precondition"}
"""Findings about tools that no run calls."""

BELOW, CUT = "limit-below-shortest-path", "limit-cuts-off-phase"
REFUSED = "the contract is refused before a run begins"
EXCUSES = {
    ("branching-targets", "no run can be answered in"),
    ("branching-targets", "no run reaches"),
    ("dead-phase", "no run reaches"),
    ("illegal-advance", "no run reaches"),
    ("tool-deadlock", "the order of calls was not examined on this path"),
}
"""What may be left unproved where nothing rests on an assumption: no run comes there at all."""


def without_cycles(files: Files) -> Files:
    """Requirements in a cycle are ignored by the analysis, which reports the cycle (§5.3)."""
    assume(not build.study(files).cycles)
    return files


ORDERED = contracts().map(without_cycles)


@given(ORDERED)
@MANY
def test_reached_phases_executed_tools_and_the_verdict_agree(files: Files) -> None:
    facts, ran = build.study(files), oracle.facts(files)
    assert facts.order.reached == ran.phases
    assert facts.order.executed == ran.executed
    assert Analysis(facts.machine).finishes is ran.finishes


@given(ORDERED)
@MANY
def test_a_finding_says_so_exactly_where_some_run_cannot_finish(files: Files) -> None:
    findings, ran = build.lint(files, dry_run=False), oracle.facts(files)
    names = {finding.name for finding in findings}
    if not ran.finishes:
        hopeless = HOPELESS if ran.completes else HOPELESS | NEVER
        assert names & hopeless
    if ran.finishes:
        assert names.isdisjoint({"order-trap", "no-viable-path"})
        assert not [f for f in findings if f.name in HOPELESS and entered(f, ran)]


def entered(finding: Diagnostic, ran: oracle.Facts) -> bool:
    """Whether some run enters the stuck set of a finding."""
    assert finding.witness is not None
    return not ran.phases.isdisjoint(finding.witness.data["stuck"])


@given(ORDERED)
@MANY
def test_the_traps_are_the_smallest_responses_that_the_executor_finds(files: Files) -> None:
    facts = build.study(files)
    ran = oracle.facts(files, leave_out=facts.stuck | facts.trapped)
    traps = [(trap.phase, frozenset(trap.tools)) for trap in facts.order.traps]
    assert len(traps) == len(set(traps))
    assert set(traps) == (ran.traps if ran.completes else set())


@given(ORDERED)
@FEW
def test_an_unsatisfiable_precondition_is_what_keeps_its_tool_from_being_called(
    files: Files,
) -> None:
    facts, ran = build.study(files), oracle.facts(files)
    callable_ = {name for name, phases in facts.callable_in.items() if phases & facts.working}
    reported = {found.tool for found in facts.order.unsatisfiable}
    consequences = {name for found in facts.order.banned for name in found.tools}
    for name in callable_ - ran.executed - consequences:
        value = json.loads(files[f"{name}.yaml"])
        requires = {entry["requires_prior_tool"] for entry in value.pop("preconditions", [])}
        freed = oracle.facts({**files, f"{name}.yaml": json.dumps(value)})
        deeper = any(facts.tools[other].requires for other in requires & facts.order.dead)
        assert (name in reported) is (name in freed.executed and not deeper)
    assert reported <= callable_ - ran.executed


@given(ORDERED)
@MANY
def test_what_no_run_calls_or_enters_is_said_and_nothing_else(files: Files) -> None:
    facts, ran = build.study(files), oracle.facts(files)
    findings = build.lint(files, dry_run=False)
    never = [f.witness.data for f in findings if f.name == "never-callable-tool" and f.witness]
    tools = {name for data in never for name in (data["tool"], *data["tools"])}
    phases = {name for data in never for name in data["phases"]}
    assert tools.isdisjoint(ran.executed)
    assert phases.isdisjoint(ran.phases)
    if "no-viable-path" in {finding.name for finding in findings}:
        assert not never
        return
    said = tools | {found.tool for found in facts.order.unsatisfiable}
    for name in facts.order.dead:
        assert not ran.executed.intersection({name})
        assert said & {name, *waited_for(facts, name)}
    if not facts.order.unsatisfiable and facts.has_tool_graph:
        assert phases == facts.enterable - ran.phases


def waited_for(facts: VesanorFacts, name: str) -> set[str]:
    """The tools that a tool requires, directly or through others."""
    found: set[str] = set()
    rest = {name}
    while rest:
        rest = {other for each in rest for other in facts.tools[each].requires} - found
        found |= rest
    return found


@given(ORDERED, st.integers(1, 4), st.integers(1, 4))
@FEW
def test_what_a_limit_cuts_off_is_what_needs_more(files: Files, calls: int, steps: int) -> None:
    limited = with_session(files, session_limits={"max_tool_calls": calls, "max_steps": steps})
    findings = build.lint(limited, dry_run=False)
    below = {f.witness.data["limit"] for f in findings if f.name == BELOW and f.witness}
    found = {
        f.witness.data["limit"]: f.witness.data for f in findings if f.name == CUT and f.witness
    }
    for limit, most, weigh in (("max_tool_calls", calls, int), ("max_steps", steps, bool)):
        phases, tools = oracle.needed(limited, weigh)
        far = {name: needed for name, needed in phases.items() if needed > most}
        last = {name: needed for name, needed in tools.items() if needed > most}
        told = found.get(limit, {"phases": {}, "tools": {}})
        if limit not in below:
            assert (told["phases"], told["tools"]) == (far, last)
        else:
            assert limit not in found


@given(ORDERED)
@MANY
def test_every_finding_is_proved_unless_no_run_comes_there(files: Files) -> None:
    for finding in build.lint(files):
        proof = finding.proof
        assert proof is not None
        assert proof.status != "refuted"
        if proof.status == "unproved":
            excused = any(finding.name == n and proof.reason.startswith(r) for n, r in EXCUSES)
            assert excused or proof.reason.startswith(REFUSED)


@given(ORDERED)
@MANY
def test_every_witness_path_replays_and_every_certificate_checks(files: Files) -> None:
    facts = build.study(files)
    begin = oracle.start(files, limits=True)
    for finding in build.lint(files, dry_run=False):
        data = finding.witness.data if finding.witness else {}
        if "path_tools" in data:
            staged = stage(facts.contract, [tuple(response) for response in data["path_tools"]])
            run = replay(oracle.RUNTIME, begin, (Choice("model", turn) for turn in staged.turns))
            assert not [e for e in run.events if e.data["blocked"] or e.data["error"]]
            assert run.summary["phases_visited"] == data["path_phases"]
    for machine, found in facts.certificates():
        wrong = check_stuck(machine, found) if isinstance(found, Stuck) else check(machine, found)
        assert wrong == ""


@given(ORDERED, st.integers(1, 5), st.integers(1, 5))
@FEW
def test_needed_calls_and_responses_are_the_fewest(files: Files, calls: int, steps: int) -> None:
    limits = {"max_tool_calls": calls, "max_steps": steps}
    limited = with_session(files, session_limits=limits)
    found = {
        finding.witness.data["limit"]: finding.witness.data["needed"]
        for finding in build.lint(limited, dry_run=False)
        if finding.name == "limit-below-shortest-path" and finding.witness
    }
    fewest_calls = oracle.fewest(limited, lambda size: size)
    fewest_steps = oracle.fewest(limited, lambda _: 1)
    assert found.get("max_tool_calls") == above(fewest_calls, calls)
    assert found.get("max_steps") == above(fewest_steps, steps)


def above(needed: int | None, limit: int) -> int | None:
    return needed if needed is not None and needed > limit else None


def with_session(files: Files, **more: Any) -> Files:
    value = {**json.loads(files["session.yaml"]), **more}
    return {**files, "session.yaml": json.dumps(value)}


@given(contracts(wild=True))
@MANY
def test_whatever_a_contract_rests_on_nothing_is_refuted(files: Files) -> None:
    findings = build.lint(files)
    assert {f.name for f in findings}.isdisjoint({"internal-error", "refuted-finding"})
    assert "refuted" not in {f.proof.status for f in findings if f.proof}


@given(contracts(wild=True), st.integers(1, 12))
@FEW
def test_nor_is_it_when_the_bound_is_small(files: Files, bound: int) -> None:
    findings = build.lint(files, bound=bound)
    assert {f.name for f in findings}.isdisjoint({"internal-error", "refuted-finding"})


@given(contracts())
@FEW
def test_the_choices_reach_what_all_responses_reach(files: Files) -> None:
    begin = oracle.start(files)
    states = explore(oracle.RUNTIME, begin, oracle.ENOUGH).states
    assert {oracle.RUNTIME.key(state) for state in states} == set(oracle.brute_force(begin))


@given(contracts(), st.integers(1, 4), st.integers(1, 5))
@FEW
def test_they_do_within_limits(files: Files, steps: int, calls: int) -> None:
    limits = {"max_steps": steps, "max_tool_calls": calls}
    begin = oracle.start(with_session(files, session_limits=limits), limits=True)
    states = explore(oracle.RUNTIME, begin, oracle.ENOUGH).states
    assert {oracle.RUNTIME.key(state) for state in states} == set(oracle.brute_force(begin))


@given(contracts(), st.integers(0, 2**32 - 1))
@FEW
def test_they_do_with_step_counts_but_for_the_steps(files: Files, seed: int) -> None:
    pick = random.Random(seed)
    waiting = dict(files)
    for name in sorted(files)[1:]:
        value = json.loads(files[name])
        count = {"requires_step_count": {"gte": pick.randint(0, 4)}}
        value["preconditions"] = [*value.get("preconditions", ()), count]
        waiting[name] = json.dumps(value)
    begin = oracle.start(waiting)
    states = explore(oracle.RUNTIME, begin, oracle.ENOUGH).states
    found: dict[Any, int] = {}
    for state in states:
        rest = oracle.RUNTIME.key(state._replace(steps=0))
        found[rest] = max(found.get(rest, 0), state.steps)
    for state in oracle.brute_force(begin).values():
        rest = oracle.RUNTIME.key(state._replace(steps=0))
        assert found[rest] >= min(state.steps, state.law.last_step_count)
