"""What agents can do, by themselves and through others."""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.agents.analysis.diagram_data import sketch
from phaselint.dialects.agents.analysis.reaching import limits, told
from phaselint.dialects.agents.analysis.rights import BITS, effective, own
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES
from teams import CLAUDE, HOME, agent, put, team_facts

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.dialects.agents.analysis.facts import AgentsFacts

SETTINGS = ".claude/settings.json"
ALL_BUT_CALLS = tuple(each for each in BITS if each != "delegate")


def deny(*rules: str) -> str:
    return json.dumps({"permissions": {"deny": list(rules)}})


def bits(facts: AgentsFacts, name: str) -> set[str]:
    [found] = [each for each in (*facts.vscode, *facts.claude) if facts.name(each) == name]
    return set(own(facts, found).bits)


def through(facts: AgentsFacts, name: str, *, handoffs: bool = False) -> dict[str, tuple[str, ...]]:
    [found] = [each for each in (*facts.vscode, *facts.claude) if facts.name(each) == name]
    return dict(effective(facts, found, handoffs=handoffs).through)


SHELL = {"read", "write", "execute", "network"}


@pytest.mark.parametrize(
    ("header", "has"),
    [
        ("tools: Read, Grep", {"read"}),
        ("tools: Bash(git diff *)", SHELL),
        ("tools: Edit\nmemory: project", {"read", "write"}),
        ("tools: mcp__tickets__find", {"secrets"}),
        ("tools: Read, Edit\ndisallowedTools: Edit", {"read"}),
        ("tools: []", set()),
        ("tools: Agent, WebFetch", {"delegate", "network"}),
        ("model: inherit", {*SHELL, "delegate", "secrets"}),
        ("disallowedTools: Bash, PowerShell, Write, Edit", None),
    ],
)
def test_tools_of_claude_code(header: str, has: set[str] | None) -> None:
    files = {f"{CLAUDE}a.md": agent("a", header)}
    facts = team_facts(files)
    [found] = facts.claude
    if has is None:
        assert "write" not in own(facts, found).written
    else:
        assert bits(facts, "a") == has


@pytest.mark.parametrize(
    ("tools", "has"),
    [
        ("[search]", {"read"}),
        ("[edit]", {"write"}),
        ("[editFiles]", {"write"}),
        ("[runCommands]", SHELL),
        ("[Bash]", SHELL),
        ("[execute/runTests]", {"execute"}),
        ("[create]", {"write"}),
        ("[str_replace, view]", {"read", "write"}),
        ("[write_bash]", SHELL),
        ("[rg]", {"read"}),
        ("[tickets/*]", {"secrets"}),
        ("[nothing]", set()),
        ("['*']", {*SHELL, "delegate", "secrets"}),
    ],
)
def test_tools_of_vs_code(tools: str, has: set[str]) -> None:
    files = {f"{HOME}a.agent.md": agent("A", f"tools: {tools}")}
    assert bits(team_facts(files), "A") == has


def test_settings_take_tools_from_all() -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Read, Edit, mcp__tickets__find, Bash"),
        SETTINGS: deny("Bash", "Edit(./keys/**)", "mcp__tickets", "Wri*"),
    }
    assert bits(team_facts(files), "a") == {"read", "write"}


def test_calls_go_on_as_deep_as_they_may() -> None:
    chain = {f"{CLAUDE}{n}.md": agent(f"n{n}", f"tools: Read, Agent(n{n + 1})") for n in range(5)}
    files = {**chain, f"{CLAUDE}5.md": agent("n5", "tools: Bash")}
    facts = team_facts(files)
    assert through(facts, "n2")["write"] == ("n3", "n4", "n5")
    assert "write" not in through(facts, "n1")


def test_a_circle_ends() -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Agent(b)"),
        f"{CLAUDE}b.md": agent("b", "tools: Agent(a), Write"),
    }
    assert through(team_facts(files), "a") == {"write": ("b",)}


def test_a_call_that_is_denied_is_none() -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Agent(b), Agent(Explore), Agent(fork)"),
        f"{CLAUDE}b.md": agent("b", "tools: Write"),
        SETTINGS: deny("Agent(b)", "Agent(fork)"),
    }
    assert through(team_facts(files), "a") == dict.fromkeys(
        ("read", "write", "execute", "network"), ("Explore",)
    )


def test_a_skill_has_an_agent_run_it() -> None:
    skill = "---\nname: s\ncontext: fork\nagent: b\n---\nDo it.\n"
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Skill"),
        f"{CLAUDE}b.md": agent("b", "tools: Write"),
        f"{CLAUDE}c.md": agent("c", "tools: Read"),
        ".claude/skills/s/SKILL.md": skill,
    }
    facts = team_facts(files)
    assert through(facts, "a") == {"write": ("b",)}
    assert through(facts, "c") == {}


@pytest.mark.parametrize(
    ("header", "rules", "reaches"),
    [
        ("context: fork\nagent: b", (), {"write": ("b",)}),
        ("context: fork\nagent: b\ndisable-model-invocation: true", (), {}),
        ("context: fork\nagent: b", ("Skill(s)",), {}),
        ("context: fork\nagent: b", ("Skill(s *)",), {}),
        ("context: fork\nagent: b", ("Skill(t)",), {"write": ("b",)}),
        ("context: fork\nagent: b", ("Skill",), {}),
        ("context: fork\nagent: b", ("Agent(b)",), {}),
        ("context: fork", (), dict.fromkeys(ALL_BUT_CALLS, ("general-purpose",))),
        ("agent: b", (), {}),
    ],
)
def test_which_skills_have_agents_run_them(
    header: str, rules: tuple[str, ...], reaches: dict[str, tuple[str, ...]]
) -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Skill"),
        f"{CLAUDE}b.md": agent("b", "tools: Write"),
        ".claude/skills/s/SKILL.md": f"---\nname: s\n{header}\n---\nDo it.\n",
        SETTINGS: deny(*rules),
    }
    assert through(team_facts(files), "a") == reaches


@pytest.mark.parametrize("refusal", ["disallowedTools: Skill", "tools: Read"])
def test_without_the_tool_for_skills_none_is_run(refusal: str) -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", refusal),
        f"{CLAUDE}b.md": agent("b", "tools: Frobnicate"),
        ".claude/skills/s/SKILL.md": "---\nname: s\ncontext: fork\nagent: b\n---\nDo it.\n",
    }
    facts = team_facts(files)
    [found] = [each for each in facts.claude if each.stem == "a"]
    assert "Frobnicate" not in effective(facts, found).tools


@pytest.mark.parametrize(
    ("tools", "harnesses"),
    [
        ("[edit]", ("copilot", "local")),
        ("[edit/editFiles]", ("local",)),
        ("[editFiles, create]", ("copilot", "local")),
        ("[create, view]", ("copilot",)),
    ],
)
def test_a_promise_is_broken_where_the_tools_write(
    tmp_path: Path, tools: str, harnesses: tuple[str, ...]
) -> None:
    text = f"---\ndescription: Read-only review\ntools: {tools}\n---\nDo it.\n"
    put(tmp_path, {f"{HOME}a.agent.md": text})
    with chdir(tmp_path):
        result = run(Request(settings=("agents.rights=true",), jobs=1), RULES)
    found = [each for each in result.findings if each.name == "read-only-but-writes"]
    assert [each.harnesses for each in found] == [harnesses]


def test_handoffs_are_told_apart() -> None:
    go = "handoffs: [{label: Go, agent: B, prompt: Go on}]"
    files = {
        f"{HOME}a.agent.md": agent("A", "tools: [read]", go),
        f"{HOME}b.agent.md": agent("B", "tools: [edit]"),
    }
    facts = team_facts(files)
    assert through(facts, "A") == {}
    assert through(facts, "A", handoffs=True) == {"write": ("B",)}
    [first, _] = facts.vscode
    assert list(told(facts, first)) == ["can read", "after a handoff, can write, through `B`"]
    assert limits(facts) == {"B": ("can write",)}


def test_who_lists_all_comes_to_each() -> None:
    every = ("tools: [read, agent]", "agents: ['*']")
    files = {
        f"{HOME}a.agent.md": agent("A", *every),
        f"{HOME}b.agent.md": agent("B", *every),
        f"{HOME}c.agent.md": agent("C", "tools: [edit]"),
        f"{HOME}d.agent.md": agent("D", "tools: [edit]", "disable-model-invocation: true"),
    }
    facts = team_facts(files)
    assert through(facts, "A")["write"] == ("C",)
    assert limits(facts)["B"] == ("can write, through `C`",)


@pytest.mark.parametrize(
    ("tools", "rights", "said"),
    [
        ("tools: Read, Agent(b)", "true", ["a"]),
        ("tools: Read, Agent(b)", "off", []),
        ("tools: Read, Bash, Agent(b)", "true", []),
        ("model: inherit", "true", []),
    ],
)
def test_gains_are_said_where_they_are_asked_for(
    tmp_path: Path, tools: str, rights: str, said: list[str]
) -> None:
    put(
        tmp_path,
        {f"{CLAUDE}a.md": agent("a", tools), f"{CLAUDE}b.md": agent("b", "tools: Edit, Bash")},
    )
    request = Request(paths=(".",), settings=(f"agents.rights={rights}",), jobs=1)
    with chdir(tmp_path):
        result = run(request, RULES)
    gains = [each for each in result.findings if each.name == "gains-rights"]
    assert [each.message.parts[0] for each in gains] == said


def test_skills_that_agents_run_or_have_are_in_pictures() -> None:
    skill = "---\nname: {}\ndescription: Does it\n{}---\nDo it.\n"
    facts = team_facts(
        {
            f"{CLAUDE}a.md": agent("a", "tools: Read", "skills: [given]"),
            f"{CLAUDE}b.md": agent("b", "tools: Write"),
            ".claude/skills/given/SKILL.md": skill.format("given", ""),
            ".claude/skills/run/SKILL.md": skill.format("run", "context: fork\nagent: b\n"),
            ".claude/skills/idle/SKILL.md": skill.format("idle", ""),
            ".claude/commands/do.md": skill.format("do", "context: fork\nagent: a\n"),
        }
    )
    drawn = sketch(facts)
    assert drawn.machine is not None
    names = [each.name for each in drawn.machine.phases]
    assert names == ["main", "a", "b", "/given", "/run", "/do"]
    moves = drawn.machine.moves
    ways = {(names[each.source], names[each.target or 0]) for each in moves}
    assert ways == {("a", "/given"), ("/run", "b"), ("/do", "a")}
    assert drawn.bounds["b"] == ("can write",)


def test_what_claude_code_takes_for_no_agent_gains_nothing(tmp_path: Path) -> None:
    nameless = agent("a", "tools: Read, Agent(b)").replace("name: a\n", "")
    put(tmp_path, {f"{CLAUDE}a.md": nameless, f"{CLAUDE}b.md": agent("b", "tools: Bash")})
    with chdir(tmp_path):
        result = run(Request(settings=("agents.rights=true",), jobs=1), RULES)
    assert "gains-rights" not in {each.name for each in result.findings}


def arrows(files: dict[str, str]) -> tuple[set[tuple[str, str]], dict[tuple[str, str], str]]:
    """The arrows of a picture, and why some are never taken."""
    drawn = sketch(team_facts(files))
    machine = drawn.machine
    assert machine is not None
    pairs = [
        (machine.phases[each.source].name, machine.phases[each.target].name)
        for each in machine.moves
        if isinstance(each.target, int)
    ]
    return set(pairs), {pairs[number]: why for number, why in drawn.dead.items()}


def test_who_has_skills_run_is_in_pictures() -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Skill"),
        f"{CLAUDE}b.md": agent("b", "tools: Write"),
        f"{CLAUDE}c.md": agent("c"),
        ".claude/skills/s/SKILL.md": "---\nname: s\ncontext: fork\nagent: b\n---\nDo it.\n",
    }
    assert arrows(files) == ({("/s", "b"), ("a", "/s")}, {})
    assert arrows(files | {SETTINGS: deny("Skill(s)")})[0] == {("/s", "b")}


def test_calls_that_are_denied_are_never_taken() -> None:
    files = {
        f"{CLAUDE}a.md": agent("a", "tools: Agent(b), Agent(c)"),
        f"{CLAUDE}b.md": agent("b"),
        f"{CLAUDE}c.md": agent("c"),
        SETTINGS: deny("Agent(b)"),
    }
    pairs = {("a", "b"), ("a", "c")}
    assert arrows(files) == (pairs, {("a", "b"): "`settings.json` denies it"})
    everybody = dict.fromkeys(pairs, "`settings.json` denies it")
    assert arrows(files | {SETTINGS: deny("Agent")}) == (pairs, everybody)


def test_a_chain_of_ten_thousand_is_followed_as_far_as_calls_go() -> None:
    count = 10_000
    files = {
        f"{CLAUDE}{n}.md": agent(f"n{n}", f"tools: Read, Agent(n{n + 1})") for n in range(count)
    }
    files[f"{CLAUDE}{count}.md"] = agent(f"n{count}", "tools: Edit")
    said = limits(team_facts(files))
    assert said == {
        f"n{count}": ("can write",),
        f"n{count - 1}": (f"can write, through `n{count}`",),
        f"n{count - 2}": (f"can write, through `n{count - 1}`, `n{count}`",),
        f"n{count - 3}": (f"can write, through `n{count - 2}`, `n{count - 1}`, `n{count}`",),
    }
