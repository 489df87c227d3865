"""Plug-ins of Claude Code by their manifests, and by the entries of a marketplace."""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.finding import pointer_text
from phaselint_rules import RULES
from teams import Said, agent, checked, found, put

if TYPE_CHECKING:
    from pathlib import Path

MARKET, MANIFEST = ".claude-plugin/marketplace.json", ".claude-plugin/plugin.json"
WRONG = "tools: Read, Wirte"


def market(*entries: Any) -> str:
    return json.dumps({"name": "market", "plugins": list(entries)})


def test_a_plug_in_of_a_marketplace_needs_no_manifest(tmp_path: Path) -> None:
    listed = {"name": "a", "source": "./packs/a", "agents": ["./own/x.md"]}
    put(
        tmp_path,
        {
            MARKET: market({"name": "m", "source": "./"}, listed, {"source": "./packs/b"}),
            "packs/a/own/x.md": agent("x", "tools: Agent(y, z), Read"),
            "packs/a/own/y.md": agent("y"),
            "packs/b/agents/z.md": agent("z", WRONG),
            "packs/c/agents/w.md": agent("w", WRONG),
        },
    )
    assert checked(tmp_path) == ["packs/a (2 files)", "packs/b (2 files)"]
    assert found(tmp_path) == [
        Said("warning", "unknown-subagent", "packs/a/own/x.md"),
        Said("warning", "unknown-subagent", "packs/a/own/x.md"),
        Said("warning", "misspelt-tool", "packs/b/agents/z.md"),
    ]
    assert checked(tmp_path, "packs/b/agents/z.md") == ["packs/b (2 files)"]


def test_a_missing_file_of_an_entry_is_said_of_the_marketplace(tmp_path: Path) -> None:
    entry = {"name": "a", "source": "./a", "agents": ["./x.md"], "commands": "./commands"}
    put(tmp_path, {MARKET: market(entry), "a/y.md": agent("y")})
    assert found(tmp_path) == [Said("error", "missing-component", MARKET)] * 2


def test_a_manifest_of_its_own_counts_more(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            MARKET: market({"source": "./a", "agents": ["./nowhere.md"]}),
            f"a/{MANIFEST}": '{"name": "a", "agents": "./team/x.md"}',
            "a/team/x.md": agent("x", WRONG),
            f"a/b/{MANIFEST}": '{"name": "b"}',
            "a/b/agents/y.md": agent("y"),
        },
    )
    assert checked(tmp_path) == ["a (2 files)", "a/b (1 file)"]
    assert found(tmp_path) == [Said("warning", "misspelt-tool", "a/team/x.md")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"plugins": 1}',
        '{"plugins": [1, null, {}, {"source": 1}, {"source": {"source": "github"}}]}',
        market({"source": "../out"}, {"source": "./../out"}, {"source": "/"}, {"source": "a"}),
        market({"source": "./a/"}, {"source": "./a"}, {"source": "./."}),
        "{" * 10_000,
    ],
)
def test_an_odd_marketplace_is_read_as_far_as_it_goes(tmp_path: Path, text: str) -> None:
    put(tmp_path, {MARKET: text, "a/notes.txt": "", "b/agents/x.md": agent("x")})
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("agents", "rules"),
    [
        ("./team/x.md", []),
        (["./team/x.md", "./team/x.md"], []),
        (["./team/X.md"], ["missing-component"]),
        ("./team", ["agent-folder-in-manifest"]),
        ("team/x.md", ["path-not-relative"]),
        ("/team/x.md", ["path-not-relative"]),
        ({"x": "./team/x.md"}, ["component-type"]),
        ([1, None], ["component-type", "component-type"]),
        ([], []),
    ],
)
def test_what_a_manifest_lists(tmp_path: Path, agents: Any, rules: list[str]) -> None:
    text = json.dumps({"name": "pack", "agents": agents})
    put(tmp_path, {MANIFEST: text, "team/x.md": agent("x")})
    assert [each.name for each in found(tmp_path)] == rules


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ({"agents": []}, [("/agents", "x.md, y.md")]),
        ({"agents": [], "skills": "./"}, [("/agents", "x.md, y.md")]),
        ({"agents": "./agents/x.md"}, [("/agents", "y.md")]),
        ({"commands": ["./commands/go.md"]}, [("/commands", "stop.md")]),
        ({"commands": {"go": {"source": "./commands/go.md"}}}, [("/commands", "stop.md")]),
        ({"commands": {"go": {"content": "Go."}}}, [("/commands", "go.md, stop.md")]),
        ({"commands": ["./commands"]}, []),
        ({"commands": "./commands/"}, []),
        ({"skills": "./skills"}, []),
        (
            {"agents": "./agents/x.md", "commands": []},
            [("/agents", "y.md"), ("/commands", "go.md, stop.md")],
        ),
        ({}, []),
    ],
)
@pytest.mark.parametrize("sold", [False, True])
def test_what_lists_leave_out(
    tmp_path: Path, said: dict[str, Any], left: list[tuple[str, str]], sold: bool
) -> None:
    files = {
        **{f"agents/{each}.md": agent(each) for each in "xy"},
        **{f"commands/{each}.md": "---\ndescription: x\n---\nDo.\n" for each in ("go", "stop")},
        "agents/README.md": "# Agents\n",
        "commands/README.md": "# Commands\n",
        "skills/s/SKILL.md": "---\nname: s\n---\nDo.\n",
    }
    if sold:
        entry = {"name": "m", "source": "./pack", **said}
        put(tmp_path, {MARKET: market(entry), **{f"pack/{k}": v for k, v in files.items()}})
    else:
        put(tmp_path, {MANIFEST: json.dumps({"name": "pack", **said}), **files})
    with chdir(tmp_path):
        result = run(Request(jobs=1), RULES)
    assert [each.name for each in result.findings] == ["default-folder-ignored"] * len(left)
    before = "/plugins/0" if sold else ""
    told = [(pointer_text(each.place.pointer), each.message) for each in result.findings]
    for (where, names), (at, message) in zip(left, told, strict=True):
        assert at == f"{before}{where}"
        assert message.endswith(f"leaves out {names.replace(', ', '`, `').join('``')}")


@pytest.mark.parametrize(
    "settings", ["{", "[]", '{"permissions": []}', '{"permissions": {"deny": 1}}']
)
def test_odd_settings_deny_nothing(tmp_path: Path, settings: str) -> None:
    files = {
        ".claude/agents/a.md": agent("a", "tools: Agent(b)"),
        ".claude/agents/b.md": agent("b"),
    }
    put(tmp_path, {**files, ".claude/settings.json": settings})
    assert found(tmp_path) == []
