"""Policies with `from` and `over`, as users of agent teams see them in each command."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from cli.contracts import contract
from phaselint.formats import schema
from teams import HOME, agent, put, to

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command

SCRIPT = "team.script.yaml"
NAME = "who plans changes nothing"
TEAM = {
    f"{HOME}a.agent.md": agent("A", to("C"), "tools: [agent, search/usages]", "agents: [B]"),
    f"{HOME}b.agent.md": agent("B", "tools: [search/usages]", "user-invocable: false"),
    f"{HOME}c.agent.md": agent("C", "tools: [edit/editFiles]"),
}
EDITS = agent("B", "tools: [edit/editFiles]", "user-invocable: false")


def policies(folder: Path, *lines: str) -> None:
    text = "".join(f"  - {line}\n" for line in lines)
    (folder / SCRIPT).write_text(f"version: 1\ncontract: .\npolicies:\n{text}")


@pytest.fixture
def team(phaselint: Command) -> Command:
    """The command next to a team in which A calls B, and hands off to C."""
    put(phaselint.folder, TEAM)
    policies(phaselint.folder, f"{{name: {NAME}, never: call edit, from: A}}")
    (phaselint.folder / "phaselint.toml").write_text('[agents]\nharness = ["local"]\n')
    return phaselint


def listed(command: Command) -> list[dict[str, Any]]:
    ended = command("policies", "--format", "json")
    (only,) = json.loads(ended.out)["contracts"]
    found: list[dict[str, Any]] = only["policies"]
    return found


def test_what_is_not_reached_holds(team: Command) -> None:
    ended = team("policies")
    assert ended.status == 0
    assert ended.lines == [". (agents)", f"  {SCRIPT}:4: {NAME}", "    holds (2 agents)"]
    ended = team("lint", "--policies", "--verify", ".")
    assert ended.status == 0
    assert ended.lines[-1].endswith("; 1 policy holds.")


def test_what_is_reached_is_violated_with_the_path_as_the_run(team: Command) -> None:
    (team.folder / f"{HOME}b.agent.md").write_text(EDITS)
    ended = team("policies")
    assert ended.status == 1
    run = "reach agent; reach A; call agent B; reach B; call tool edit/editFiles"
    assert ended.lines[-2:] == ["    violated", f"    shortest run: {run}"]
    report = json.loads(team("lint", "--policies", "--format", "json").out)
    jsonschema.validate(report, schema("report"))
    (found,) = report["findings"]
    assert found["message"] == (
        "agent `A` can do `call edit` through `B`: `B` has `edit/editFiles`, "
        f"which violates the policy `{NAME}`"
    )
    last = found["witness"]["steps"][-1]
    assert last["text"] == "call tool edit/editFiles"
    assert last["file"].endswith("b.agent.md")
    assert found["proof"]["status"] == "proved"
    page = team("lint", "--policies", "--format", "html").out
    assert "Policies: 0 of 1 policy holds<" in page
    assert '<td class="violated"><a href="#finding-1">violated</a></td>' in page


@pytest.mark.parametrize("harness", ["local", "copilot"])
def test_the_script_of_a_proof_runs(team: Command, harness: str) -> None:
    """In Copilot sessions A calls C too, whom its list leaves out."""
    policies(team.folder, "{never: call edit, from: A}")
    if harness == "local":
        (team.folder / f"{HOME}b.agent.md").write_text(EDITS)
    (team.folder / "phaselint.toml").write_text(f'[agents]\nharness = ["{harness}"]\n')
    (found,) = json.loads(team("lint", "--policies", "--format", "json").out)["findings"]
    script = found["proof"]["script"]
    assert script.get("options", {}) == ({"sessions": "copilot"} if harness == "copilot" else {})
    (team.folder / "proof.script.json").write_text(json.dumps(script))
    ended = team("run", ".", "--script", "proof.script.json")
    assert ended.status == 0, ended.out


def test_runs_of_scripts_are_not_judged_by_what_agents_may_call(team: Command) -> None:
    (team.folder / f"{HOME}b.agent.md").write_text(EDITS)
    text = (team.folder / SCRIPT).read_text()
    words = "[{pick: A}, send, {subagent: B}, {tool: edit/editFiles}]"
    (team.folder / SCRIPT).write_text(f"{text}scenarios:\n  - {{name: x, model: {words}}}\n")
    assert team("run", ".", "--script", SCRIPT).status == 0
    assert team("lint", "--policies").status == 1


def test_handoffs_count_where_the_policy_says_so(team: Command) -> None:
    policies(team.folder, "{never: call edit, from: A, over: calls+handoffs}")
    (found,) = listed(team)
    assert found["run"] == [
        *("reach agent", "reach A", "take Go of A", "reach C", "call tool edit/editFiles"),
    ]
    assert found["rule"] == "never call edit from A or what it calls or its handoffs"


def test_where_programs_differ_both_are_named(team: Command) -> None:
    (team.folder / "phaselint.toml").unlink()
    (found,) = json.loads(team("lint", "--policies", "--format", "json").out)["findings"]
    assert found["help"].startswith("the policy holds in Local, but not in Copilot sessions; ")
    assert found["harnesses"] == ["copilot"]


def test_a_pattern_that_matches_no_tool_is_an_info(team: Command) -> None:
    policies(team.folder, "{never: [call edit, call edti*], from: A}", "{never: call zz*, from: A}")
    report = json.loads(team("lint", "--policies", "--format", "json").out)
    told = [(each["name"], each["severity"], each["message"]) for each in report["findings"]]
    assert told == [
        ("policy-never-tested", "info", f"`call {name}*` matches no act of the contract")
        for name in ("edti", "zz")
    ]
    assert {each["status"] for each in report["policies"]} == {"holds"}


# --- the configuration ----------------------------------------------------------------------------

ENTRY = '[[policies]]\nnever = "call edit"\nfrom = "A"\n'
ELSEWHERE = "`from` works only for agent teams; remove it, or use `before`, `after` or `in PHASE`"


def test_a_configured_policy_is_asked_of_the_team_alone(team: Command) -> None:
    contract(team.folder / "desk")
    (team.folder / SCRIPT).unlink()
    (team.folder / "phaselint.toml").write_text(ENTRY)
    report = json.loads(team("lint", "--policies", "--format", "json", ".").out)
    assert [each["name"] for each in report["findings"]] == ["policy-violated"]
    assert [each["dialect"] for each in report["policies"]] == ["agents"]


def test_without_a_team_it_is_said_once_that_the_key_is_for_teams(phaselint: Command) -> None:
    contract(phaselint.folder / "desk")
    contract(phaselint.folder / "shop")
    (phaselint.folder / "phaselint.toml").write_text(ENTRY)
    ended = phaselint("lint", "--format", "concise", ".")
    assert ended.lines[0] == f"phaselint.toml:1:1: error[PL032] {ELSEWHERE} [unknown-act]"
    assert len(ended.lines) == 2


def test_an_agent_that_no_team_has_is_said_at_the_policy(team: Command) -> None:
    (team.folder / "phaselint.toml").write_text(ENTRY.replace('"A"', '"AB"'))
    found = json.loads(team("lint", "--format", "json", ".").out)["findings"]
    (unknown,) = [each for each in found if each["name"] == "unknown-act"]
    assert unknown["message"].startswith("the team has no agent `AB`")


# --- a change -------------------------------------------------------------------------------------


def test_a_change_that_breaks_the_policy_is_in_the_difference(phaselint: Command) -> None:
    old, new = phaselint.folder / "old", phaselint.folder / "new"
    put(old, TEAM)
    policies(old, f"{{name: {NAME}, never: call edit, from: A}}")
    (old / "phaselint.toml").write_text('[agents]\nharness = ["local"]\n')
    shutil.copytree(old, new)
    (new / f"{HOME}b.agent.md").write_text(EDITS)
    ended = phaselint("diff", "old", "new", "--format", "json")
    (changed,) = json.loads(ended.out)["contracts"]
    (told,) = changed["policies"]
    assert (told["title"], told["before"], told["after"]) == (NAME, "holds", "violated")
    assert told["run"][-1]["act"] == "call tool edit/editFiles"
