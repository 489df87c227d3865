"""Policies with `from`, against what the reference says of small teams."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from dialects.agents.running.whocalls import chains, drawn_crew, may, standing
from fresh import SEED, until
from phaselint.behavior.answers import Question
from phaselint.behavior.asking import asked
from phaselint.behavior.knowing import Names
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.running.answering import TeamReach
from phaselint.dialects.agents.running.reaching import reach
from phaselint.dialects.options import in_force
from phaselint.dialects.reaching import Reach
from phaselint.executor.proof import proof_context
from phaselint.policies.reading import read_policies
from phaselint.project.memory import DictReader
from phaselint.vocabulary.finding import Place
from teams import CLAUDE, HOME, agent, to

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dialects.agents.running.whocalls import Crew
    from phaselint.behavior.answers import Answer
    from phaselint.executor.proof import ProofContext
    from phaselint.policies.policy import Policy

COUNT = int(os.environ.get("PHASELINT_TEAMS") or 20)
PLACE = Place("team.script.yaml")


def bench(files: Mapping[str, str], **chosen: Any) -> ProofContext[Any]:
    """The bench of a team."""
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    options = in_force(DIALECT, {"agents": chosen}, {})
    facts = DIALECT.study(DIALECT.load(reader, target), options, 40_000)
    return proof_context(DIALECT, facts, 40_000, reader)


def policies_of(crew: Crew) -> Iterator[tuple[str, str, str]]:
    for origin in crew.members:
        for name in crew.asked:
            for over in ("calls", "calls+handoffs") if not crew.claude else ("calls",):
                yield origin, name, over


def policy(agent: str, name: str, over: str) -> Policy:
    (found,), flaws = read_policies([{"never": f"call {name}", "from": agent, "over": over}], ())
    assert not flaws
    return found


def wrong(crew: Crew, agent: str, name: str, over: str, answer: Answer) -> str:
    """What is wrong with an answer; empty where nothing is."""
    expected = standing(crew, agent, name, over)
    if answer.standing.status != expected:
        return f"{answer.standing.status}, not {expected}"
    if answer.defect or answer.standing.unverified:
        return answer.defect or answer.standing.unverified
    if expected != "violated":
        return ""
    (said,) = answer.said
    assert said.finding.witness is not None
    acts = said.finding.witness.data["acts"]
    path = acts[acts.index(f"reach {agent}") if f"reach {agent}" in acts else 0 :]
    reached = [each.removeprefix("reach ") for each in path if each.startswith("reach ")]
    if (said.proof.status, said.proof.method) != ("proved", "replay"):
        return f"proof {said.proof}"
    if not set(pairwise(reached)) <= chains(crew, agent, over):
        return f"nobody comes along {reached}"
    return "" if may(crew, reached[-1], name) else f"{reached[-1]} has no {name}"


def compared(number: int, seen: Counter[str], *, verify: bool = True) -> Iterator[str]:
    """What is wrong with the answers to all policies of a drawn team."""
    crew = drawn_crew(random.Random(f"{SEED}/{number}"))
    lab = bench(crew.files(), permission="autopilot" if crew.autopilot else "ask")
    names = Names(lab.runtime, lab.facts.contract, lab.options)
    cases = [case for case in policies_of(crew) if not names.unknown(policy(*case))]
    assert {name for _, name, _ in cases} >= {*crew.asked} - {"hub/list", "mcp__hub__list"}
    questions = [Question(policy(*case), PLACE) for case in cases]
    for case, answer in zip(cases, asked(lab, questions, verify=verify), strict=True):
        seen[answer.standing.status] += 1
        told = wrong(crew, *case, answer)
        if told:
            yield f"{number}: {case}: {told}: {crew}"


def test_policies_from_agents_stand_as_the_reference_says() -> None:
    seen: Counter[str] = Counter()
    found: list[str] = []
    least = dict.fromkeys(("violated", "holds", "undecided"), COUNT + 1)
    for number in until(seen, least, COUNT):
        found += compared(number, seen)
    assert not found, "\n".join((f"PHASELINT_SEED={SEED}", *found[:5]))


# --- lies -----------------------------------------------------------------------------------------

TEAM = {
    f"{HOME}a.agent.md": agent("A", to("C"), "tools: [agent, search/usages]", "agents: [B]"),
    f"{HOME}b.agent.md": agent("B", "tools: [edit/editFiles]", "user-invocable: false"),
    f"{HOME}c.agent.md": agent("C", "tools: [read/readFile]"),
}


def answered(files: Mapping[str, str], *case: str, **chosen: Any) -> Answer:
    """The answer to one policy, looked at a second time."""
    (found,) = asked(bench(files, **chosen), [Question(policy(*case), PLACE)], verify=True)
    return found


@pytest.mark.parametrize("status", ["no", "missing"])
def test_who_is_said_to_come_to_nothing_is_looked_at_again(
    status: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TeamReach, "reach", lambda *_: Reach(status))
    found = answered(TEAM, "A", "edit", "calls")
    assert "was said to hold, but a run does `call tool edit/editFiles` in `B`" in found.defect
    assert not answered(TEAM, "C", "edit", "calls").defect


def test_a_way_on_which_nobody_calls_it_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    true = reach(bench(TEAM).facts.contract, bench(TEAM).options, "A", "edit")
    assert true.way is not None
    for words in (true.way.words[:-2], (*true.way.words[:-2], true.way.words[-1]), ()):
        lie = true._replace(way=true.way._replace(words=words))
        monkeypatch.setattr(TeamReach, "reach", lambda *_, lie=lie: lie)
        found = answered(TEAM, "A", "edit", "calls")
        assert not found.said
        assert found.defect.startswith("no replay shows that policy")
    monkeypatch.setattr(TeamReach, "reach", lambda *_: true)
    assert not answered(TEAM, "A", "edit", "calls").defect


@pytest.mark.parametrize(
    ("tools", "asked_for", "local", "copilot"),
    [
        ("bash", "execute", "violated", "violated"),
        ("Shell", "write", "holds", "violated"),
        ("Write", "write", "holds", "violated"),
        ("grep", "read", "violated", "violated"),
        ("web_fetch", "network", "violated", "violated"),
        ("view", "write", "holds", "holds"),
        ("execute", "bash", "holds", "violated"),
        ("view", "bash", "holds", "holds"),
    ],
)
def test_copilot_sessions_have_tools_of_their_own(
    tools: str, asked_for: str, local: str, copilot: str
) -> None:
    """Their names, aliases and documented names turn on what VS Code does not know; a name
    of their own that a header has may be a tool in Local as well (reference
    §4.2)."""
    files = {f"{HOME}a.agent.md": agent("A", f"tools: [{tools}]")}
    for harness, expected in (("local", local), ("copilot", copilot)):
        found = answered(files, "A", asked_for, "calls", harness=[harness])
        assert (found.standing.status, found.defect) == (expected, ""), harness
        assert all(each.proof.status == "proved" for each in found.said)


@pytest.mark.parametrize("permission", ["ask", "autopilot"])
def test_handoffs_count_whoever_takes_them(permission: str) -> None:
    """Autopilot sends the first that says `send: true`, which people can press as well: with or
    without it, both are of the relation of handoffs (reference §5.1)."""
    sends = ["  - label: To B", "    agent: B", "    prompt: Go.", "    send: true"]
    more = ["  - label: To C", "    agent: C", "    prompt: Go."]
    files = {
        f"{HOME}a.agent.md": agent("A", "tools: [search/usages]", "handoffs:", *more, *sends),
        f"{HOME}b.agent.md": agent("B", "tools: [edit/editFiles]"),
        f"{HOME}c.agent.md": agent("C", "tools: [read/readFile]"),
    }
    for name in ("edit", "readFile"):
        for over, expected in (("calls", "holds"), ("calls+handoffs", "violated")):
            case = ("A", name, over)
            found = answered(files, *case, permission=permission, harness=["local"])
            assert (found.standing.status, found.defect) == (expected, "")


def test_a_handoff_is_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = bench(TEAM)
    way = reach(lab.facts.contract, lab.options, "A", "readFile", over="calls+handoffs")
    assert way.way is not None
    monkeypatch.setattr(TeamReach, "reach", lambda *_: way)
    assert answered(TEAM, "A", "readFile", "calls").defect
    assert not answered(TEAM, "A", "readFile", "calls+handoffs").defect


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "harness", "told", "where"),
    [
        (("A", "edit", "calls"), "files", "`A` can do `call edit` through `B`: `B` has `edit/", ""),
        (("B", "write", "calls"), "files", "`B` can do `call write`: `B` has `edit/editFiles`", ""),
        (
            ("A", "readFile", "calls+handoffs"),
            "local",
            "agent `A` can do `call readFile` through `C`: `C` has `read/readFile`",
            "",
        ),
        (
            ("A", "readFile", "calls"),
            "files",
            "agent `A` can do `call readFile` through `C`: `C` has `read/readFile`",
            "the policy holds in Local, but not in Copilot sessions",
        ),
    ],
)
def test_who_comes_to_what_is_said_with_who_is_called(
    case: tuple[str, ...], harness: str, told: str, where: str
) -> None:
    found = answered(TEAM, *case, harness=[harness])
    (said,) = found.said
    assert told in str(said.finding.message)
    first = said.finding.help.partition(";")[0]
    assert first == (where or "block the path of this run, or correct the policy")


def test_lists_limit_nothing_in_copilot_sessions() -> None:
    assert answered(TEAM, "A", "readFile", "calls", harness=["local"]).standing.status == "holds"
    found = answered(TEAM, "A", "readFile", "calls", harness=["copilot"])
    assert found.standing.status == "violated"
    (said,) = found.said
    assert said.finding.holding is not None
    assert said.finding.holding.harnesses == ("copilot",)
    assert said.proof.script is not None
    assert said.proof.script["options"] == {"sessions": "copilot"}


def test_all_tools_are_a_violation_also_of_what_is_of_servers() -> None:
    files = {f"{HOME}d.agent.md": agent("D")}
    for name in ("edit", "secrets", "delegate"):
        found = answered(files, "D", name, "calls")
        assert "`D` has all tools" in str(found.said[0].finding.message)


def test_what_a_server_does_is_not_decided() -> None:
    files = {**TEAM, f"{HOME}b.agent.md": agent("B", "tools: ['hub/*']")}
    found = answered(files, "A", "write", "calls", harness=["local"])
    assert found.standing.line == "not decided: the effect of `hub/*` isn't known (A -> B)"


def test_whom_no_session_has_at_work_tests_nothing() -> None:
    lines = ("user-invocable: false", "disable-model-invocation: true")
    found = answered({**TEAM, f"{HOME}e.agent.md": agent("E", *lines)}, "E", "edit", "calls")
    assert (found.standing.status, found.standing.tested) == ("holds", False)
    assert "no session has agent `E` at work" in str(found.said[0].finding.message)


def test_explore_reads_and_has_a_shell() -> None:
    files = {f"{CLAUDE}lead.md": agent("lead", "tools: Agent(Explore)")}
    assert answered(files, "lead", "Edit", "calls").standing.status == "holds"
    found = answered(files, "lead", "write", "calls")
    assert "`Explore` of Claude Code reads and has a shell" in str(found.said[0].finding.message)


@pytest.mark.parametrize(
    ("mapping", "pointer", "told"),
    [
        (
            {"never": "call edti", "from": "A"},
            ("never",),
            "the team has no tool, set of tools or skill `edti`; a similar name exists: `edit`",
        ),
        (
            {"never": ["call edit", "call tool reed"], "from": "A"},
            ("never", 1),
            "the team has no tool, set of tools or skill `reed`; a similar name exists: `read`",
        ),
        ({"never": "call edit", "from": "AA"}, ("from",), "the team has no agent `AA`"),
        ({"never": "call agent B", "from": "A"}, ("never",), "the team has no tool, set of tools"),
    ],
)
def test_names_that_the_team_lacks(
    mapping: Mapping[str, Any], pointer: tuple[str | int, ...], told: str
) -> None:
    (found,), _ = read_policies([dict(mapping)], ())
    lab = bench(TEAM)
    names = Names(lab.runtime, lab.facts.contract, lab.options)
    (unknown,) = names.unknown(found)
    assert unknown.pointer == (0, *pointer)
    assert str(unknown.message).startswith(told)


def test_globs_and_sets_of_old_are_known() -> None:
    lab = bench(TEAM)
    names = Names(lab.runtime, lab.facts.contract, lab.options)
    for name in ("edit/*", "runCommands", "usages", "search", "tool edit/editFiles", "shell"):
        assert not names.unknown(policy("A", name, "calls")), name
    (idle,) = names.unknown(policy("A", "nothing_*", "calls"))
    assert idle.glob
    assert answered(TEAM, "A", "edit/*", "calls").standing.status == "violated"
    assert answered(TEAM, "C", "edit/*", "calls").standing.status == "holds"
