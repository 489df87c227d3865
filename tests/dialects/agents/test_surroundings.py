"""What lies around agents: settings, skills, hooks, servers, manifests; as odd as it may be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.agents.scaffolding import near
from phaselint.project.memory import DictReader
from teams import CLAUDE, HOME, Said, agent, checked, found, put, team_facts

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS, LOCAL = ".claude/settings.json", ".claude/settings.local.json"
MANIFEST, MARKET = ".claude-plugin/plugin.json", ".claude-plugin/marketplace.json"
WORKER = f"{CLAUDE}worker.md"
WRONG = "tools: Read, Wirte"


def said_of(files: dict[str, str | bytes], folder: Path) -> list[tuple[str, str]]:
    put(folder, {WORKER: agent("worker"), **files})
    return [(each.level, each.name) for each in found(folder)]


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"permissions": {"deny": ["Agent(workre)"]}}',
        '{\n  // ours\n  "permissions": {"deny": ["Agent(workre)",],},\n}',
        '{"permissions": /* ours */ {"deny": ["Agent(workre)"]}}',
        '\ufeff{\r\n// ours\r\n"permissions": {"deny": ["Agent(workre)"],},\r\n}\r\n',
        '{"permissions": {"deny": [" Agent( workre ) "]}}',
        '{"permissions": {"ask": ["Task(workre)"]}}',
    ],
)
def test_settings_are_read_as_people_write_them(tmp_path: Path, text: str) -> None:
    assert said_of({SETTINGS: text}, tmp_path) == [("warning", "unknown-denied-agent")]


def test_a_comment_moves_no_place() -> None:
    text = '{ // "Agent(a)"\n  "permissions": {"deny": ["Agent(b)",]}\n}\n'
    facts = team_facts({WORKER: agent("worker"), SETTINGS: text})
    [rule] = facts.contract.around.permissions
    place = facts.contract.documents[SETTINGS].range(rule.pointer, "value")
    assert (place.start.line, place.start.column) == (2, 28)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "{,}" * 1000,
        "[" * 10_000,
        '{"permissions": []}',
        '{"permissions": {"deny": {}, "allow": "Bash", "ask": null}}',
        '{"permissions": {"deny": [1, null, "", "()", "((", "Agent(", "Agent()", ")", {}]}}',
        '{"agent": 3, "hooks": []}',
        '{"agent": "", "hooks": {}}',
        "// nothing",
        '"' + "\\" * 10_001,
    ],
)
def test_of_odd_settings_nothing_is_said(tmp_path: Path, text: str) -> None:
    files: dict[str, str | bytes] = {SETTINGS: text, LOCAL: text, ".github/hooks/a.json": text}
    assert said_of({**files, ".mcp.json": text, ".vscode/mcp.json": text}, tmp_path) == []


@pytest.mark.parametrize("name", ["проверка", "写手", "مدقق", "naïve", "a\u0301b"])
def test_names_in_other_scripts_are_found_as_they_are_written(tmp_path: Path, name: str) -> None:
    rules = {"agent": name, "permissions": {"deny": [f"Agent({name})"]}}
    skill = f"---\nname: s\ncontext: fork\nagent: {name}\n---\n"
    files: dict[str, str | bytes] = {
        f"{CLAUDE}own.md": agent(name),
        SETTINGS: json.dumps(rules, ensure_ascii=False),
        ".claude/skills/s/SKILL.md": skill,
    }
    assert said_of(files, tmp_path) == [("warning", "denied-subagent")]


def test_without_agents_of_claude_code_its_settings_are_not_asked(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            f"{HOME}a.agent.md": agent("A", "tools: [read]"),
            SETTINGS: '{"agent": "nobody", "hooks": {"stop": []}}',
        },
    )
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("effect", "rule", "name"),
    [
        ("deny", "Write(./a)", "path-rule-ignored"),
        ("deny", "Write(*)", ""),
        ("deny", "Write(content:x)", ""),
        ("allow", "Write", ""),
        ("allow", "*", "allow-glob-ignored"),
        ("deny", "*", ""),
        ("allow", "mcp__a__*", ""),
        ("allow", "mcp__a__b_*", ""),
        ("allow", "mcp__*__b", "allow-glob-ignored"),
        ("ask", "mcp__a__b(c)", "mcp-rule-with-parentheses"),
        ("allow", "Grep(path:src)", "param-rule-in-allow"),
        ("ask", "Grep(path:src)", ""),
        ("allow", "Bash(git:*)", ""),
        ("allow", "WebFetch(domain:a.example)", ""),
        ("allow", "Agent(pack:worker)", ""),
        ("allow", "Read(c:/x)", ""),
        ("deny", "bash", "unknown-rule-tool"),
        ("allow", "bash", ""),
        ("deny", "MultiEdit", ""),
        ("deny", "Agent(model:opus)", ""),
        ("deny", "Agent(pack:workre)", ""),
        ("deny", "Agent(fork)", ""),
    ],
)
def test_rules_that_do_nothing(tmp_path: Path, effect: str, rule: str, name: str) -> None:
    text = json.dumps({"permissions": {effect: [rule]}})
    wanted = [("warning", name)] if name else []
    assert said_of({SETTINGS: text}, tmp_path) == wanted


# --- skills, hooks, servers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n---\n",
        "---\n: [\n---\n",
        "---\nname: [a]\ncontext: {a: 1}\nagent: [b]\nallowed-tools: 3\n---\n",
        "---\ncontext: fork\n---\n",
        "---\ncontext: fork\nagent: worker\n---\n",
        "---\r\ncontext: fork\r\nagent: worker\r\n---\r\n",
    ],
)
def test_odd_skills_are_no_findings(tmp_path: Path, text: str) -> None:
    places = (".claude/skills/s/SKILL.md", ".claude/commands/a/b.md", ".github/skills/s/SKILL.md")
    assert said_of(dict.fromkeys(places, text), tmp_path) == []


def test_a_skill_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    text = "\ufeff---\r\ncontext: fork\r\nagent: workre\r\n---\r\n"
    files: dict[str, str | bytes] = {".claude/skills/s/SKILL.md": text}
    assert said_of(files, tmp_path) == [("warning", "unknown-fork-agent")]


def test_a_skill_of_a_plug_in_names_agents_of_the_plug_in(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            MANIFEST: "{}",
            "agents/own.md": agent("own"),
            "skills/a/SKILL.md": "---\ncontext: fork\nagent: own\n---\n",
            "commands/b.md": "---\ncontext: fork\nagent: onw-agent\n---\n",
            "hooks/hooks.json": '{"hooks": {"posttooluse": []}}',
        },
    )
    assert found(tmp_path) == [Said("warning", "unknown-hook-event", "hooks/hooks.json")]


# --- manifests and marketplaces -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({MANIFEST: '{"name": "p", "settings": {"agent": "paker"}}'}, [MANIFEST]),
        ({MANIFEST: '{"name": "p", "settings": {"agent": "packer"}}'}, []),
        ({MANIFEST: '{"name": "p", "settings": {"agent": "other:x"}}'}, []),
        ({MANIFEST: '{"name": "p", "settings": {"agent": 5}}'}, []),
        ({MANIFEST: '{"name": "p", "settings": []}'}, []),
        ({MANIFEST: '{"name": "p"}', "settings.json": '{"agent": "worker"}'}, ["settings.json"]),
        ({MANIFEST: '{"name": "p"}', "settings.json": '{"agent": "packer"}'}, []),
        ({MANIFEST: '{"name": "p"}', "settings.json": "["}, []),
        ({MANIFEST: '{"name": "p"}', SETTINGS: '{"agent": "worker"}'}, []),
        ({MANIFEST: '{"name": "p"}', SETTINGS: '{"agent": "packer"}'}, [SETTINGS]),
    ],
)
def test_a_session_begins_with_an_agent_of_whose_settings_say_so(
    tmp_path: Path, files: dict[str, str], said: list[str]
) -> None:
    put(tmp_path, {WORKER: agent("worker"), "agents/packer.md": agent("packer"), **files})
    assert found(tmp_path) == [Said("warning", "unknown-session-agent", each) for each in said]


def test_a_marketplace_may_sell_itself(tmp_path: Path) -> None:
    entries = [{"name": "a", "source": each} for each in ("./", "./.", "./.claude-plugin", "./")]
    put(tmp_path, {MARKET: json.dumps({"plugins": entries}), "agents/x.md": agent("x", WRONG)})
    assert found(tmp_path) == [Said("warning", "misspelt-tool", "agents/x.md")]


def test_plug_ins_inside_plug_ins_have_their_agents_for_themselves(tmp_path: Path) -> None:
    homes = ("", "agents/in/", "agents/in/agents/deep/", "skills/k/")
    manifests = {f"{home}{MANIFEST}": '{"name": "p"}' for home in homes}
    put(tmp_path, {**manifests, **{f"{home}agents/x.md": agent("x", WRONG) for home in homes}})
    assert len(checked(tmp_path)) == len(homes)
    assert [each.file for each in found(tmp_path)] == sorted(f"{home}agents/x.md" for home in homes)


@pytest.mark.posix
def test_links_in_circles_end(tmp_path: Path) -> None:
    put(tmp_path, {WORKER: agent("worker", WRONG), MARKET: '{"plugins": [{"source": "./loop"}]}'})
    (tmp_path / ".claude/agents/loop").symlink_to("..")
    (tmp_path / ".claude/skills").symlink_to(".")
    (tmp_path / ".claude/commands").symlink_to("commands")
    (tmp_path / SETTINGS).symlink_to("settings.local.json")
    (tmp_path / LOCAL).symlink_to("settings.json")
    (tmp_path / "loop").symlink_to(".")
    assert Said("warning", "misspelt-tool", WORKER) in found(tmp_path)


@pytest.mark.parametrize("home", [".plugin", "", ".github/plugin"])
@pytest.mark.parametrize("agents", ["crew", ["./crew"], ["./crew/a.md", "crew/b.agent.md"]])
def test_a_manifest_for_copilot(tmp_path: Path, home: str, agents: object) -> None:
    put(
        tmp_path,
        {
            f"{home}/plugin.json".lstrip("/"): json.dumps({"name": "p", "agents": agents}),
            "crew/a.md": agent("A", "tools: [read, serach]"),
            "crew/b.agent.md": agent("B", "tools: [read]"),
        },
    )
    assert checked(tmp_path) == [". (3 files)"]
    assert found(tmp_path) == [Said("warning", "misspelt-tool", "crew/a.md")]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"agents": 1}', '{"agents": ["../x", null]}', '{"type": "panel"}']
)
def test_another_file_of_that_name_is_no_manifest(tmp_path: Path, text: str) -> None:
    put(tmp_path, {"plugin.json": text, "agents/a.md": agent("A", "tools: [raed]")})
    assert checked(tmp_path) == []


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (
            {f"p/{MANIFEST}": '{"agents": []}'},
            "isn't among the agents that `.claude-plugin/plugin.json` lists",
        ),
        ({f"p/{MARKET}": "{}"}, "is next to `.claude-plugin`, which has no `plugin.json`"),
        (
            {MARKET: '{"plugins": [{"name": "p", "source": "./p", "agents": ["./x.md"]}]}'},
            "isn't among the agents that `.claude-plugin/marketplace.json` lists",
        ),
        ({"p/.codex-plugin/plugin.json": "{}"}, "phaselint doesn't read plugins of Codex"),
        ({"p/plugin.json": '{"agents": []}'}, "isn't among the agents that `plugin.json` lists"),
        ({}, "is neither in `.github` nor `.claude`"),
    ],
)
def test_why_a_file_is_no_agent(files: dict[str, str], why: str) -> None:
    reader = DictReader({**files, "p/agents/a.md": agent("a", "tools: Read")})
    [missed] = near(reader, "p/agents")
    assert missed.why.startswith(why)


def test_why_a_plug_in_among_skills_is_not_read() -> None:
    home = ".claude/skills/s"
    files = {f"{home}/{MANIFEST}": "{}", f"{home}/agents/a.md": agent("a", "tools: Read")}
    [missed] = near(DictReader(files), "")
    assert missed.why.startswith("is in a plugin in `.claude/skills`")
