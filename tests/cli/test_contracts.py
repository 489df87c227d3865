"""`phaselint contracts`: what is recognised, as what, with which files, and what nearly is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import SESSION, TOOL, contract
from phaselint.dialects import BUILTIN

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
WORKFLOW = "id: a\nname: A\nentry: b\nnodes: {b: {name: B, instruction: Do.}}\nedges: []\n"
AGENT = "---\ndescription: Plans.\ntools: [read]\n---\nPlan.\n"
PLAIN = "---\nname: plan\ndescription: Plans\n---\nPlan.\n"
NAMED = "---\nname: plan\ndescription: Plans\ntools: Read\n---\nPlan.\n"
SCRIPT = "version: 1\nscenarios: []\n"


def put(command: Command, **files: str) -> None:
    """Write files into the folder of a command."""
    for name, text in files.items():
        path = command.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def listed(command: Command, *arguments: str) -> dict[str, Any]:
    """What is listed, as data."""
    ended = command("contracts", "--format=json", *arguments)
    assert (ended.status, ended.err) == (0, "")
    value: dict[str, Any] = json.loads(ended.out)
    return value


def missed(command: Command, *arguments: str) -> dict[str, tuple[str, str]]:
    """Path → dialect and reason of near misses, which the JSON lists under two keys."""
    found = listed(command, *arguments)
    assert found["missed"] == found["near_misses"]
    return {each["path"]: (each["dialect"], each["why"]) for each in found["near_misses"]}


def test_a_contract_with_its_files_and_scripts(phaselint: Command) -> None:
    contract(phaselint.folder / "desk")
    put(phaselint, **{"desk/desk.script.yaml": SCRIPT, "desk/notes.txt": "", "compose.yml": "a: 1"})
    ended = phaselint("contracts")
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines == [
        "desk (vesanor)",
        "  desk/answer.yaml",
        "  desk/session.yaml",
        "  desk/desk.script.yaml (script)",
        "",
        "1 contract detected.",
    ]
    assert listed(phaselint)["contracts"] == [
        {
            "path": "desk",
            "dialect": "vesanor",
            "files": ["desk/answer.yaml", "desk/session.yaml"],
            "scripts": ["desk/desk.script.yaml"],
        }
    ]


def test_nothing_at_all(phaselint: Command) -> None:
    assert phaselint("contracts").lines == ["0 contracts detected."]
    assert listed(phaselint) == {
        "version": 1,
        "contracts": [],
        "missed": [],
        "near_misses": [],
    }


@pytest.mark.parametrize("project", sorted(each.name for each in PROJECTS.iterdir()))
def test_nothing_of_a_project_is_nearly_a_contract(phaselint: Command, project: str) -> None:
    found = listed(phaselint, str(PROJECTS / project))
    assert found["contracts"]
    assert found["missed"] == []


@pytest.mark.parametrize(
    ("path", "text", "dialect", "why"),
    [
        ("session.yaml", "phases: []\n", "vesanor", "has only `phases` of the keys of a session"),
        (
            "session.yaml",
            "user: me\n",
            "vesanor",
            "doesn't have any of the keys of a session: `phases`",
        ),
        ("desk.yaml", SESSION, "vesanor", "isn't named `session.yaml`"),
        ("answer.yaml", "tool: a\ntimeouts: {}\n", "vesanor", "has `tool`, but none of"),
        ("workflow.yaml", "roles: []\n", "vesanor", "has `roles` but no `workflow`"),
        ("flow.yml", "nodes: {}\nedges: []\n", "sweny", "has only `edges`, `nodes` of the keys of"),
        ("flow.yml", f"{WORKFLOW}jobs: []\n", "sweny", "has the key `jobs`, which other formats"),
        (
            "flow.yml",
            WORKFLOW.replace("{b: ", "[").replace("}}", "}]"),
            "sweny",
            "aren't a mapping",
        ),
        (".sweny/flows/a.yml", WORKFLOW, "sweny", "is a workflow outside `.sweny/workflows`"),
        ("agent.json", '{"name": "a"}', "climpt", "has `name` but no `runner`"),
        ("agent.json", '{"name": "a", "runner": {}}', "climpt", "has a `runner` without `flow`"),
        ("steps_registry.json", "{}", "climpt", "has no `agentId` and no `steps`"),
        ("steps.json", '{"agentId": "a"}', "climpt", "has `agentId` but no `steps`"),
        (".agent/workflow.json", "{}", "climpt", "is read with agents for climpt 1.14"),
        ("a.md", "---\nturnCap: 3\n---\n", "stud", "has only `turnCap` of the keys of a stage"),
        ("a.markdown", "---\nturnCap: 3\nallowedTools: []\n---\n", "stud", "isn't an `.md` file"),
        ("a.yaml", "entryStage: a\nstages: []\n", "stud", "but no `studPipeline`"),
        ("a.json", '{"completionTool": "done"}', "stud", "but no `completionSchema`"),
        ("agents/plan.md", AGENT, "agents", "is neither in `.github` nor `.claude`"),
        ("agents/more/plan.md", AGENT, "agents", "is neither in `.github` nor `.claude`"),
        ("agents/plan.md", PLAIN, "agents", "is neither in `.github` nor `.claude`"),
        ("design/plan.md", NAMED, "agents", "is neither in `.github` nor `.claude`"),
        (".github/agent/plan.md", AGENT, "agents", "is in `agent`, not in `agents`"),
        (".github/plugin/agents/a.agent.md", AGENT, "agents", "is in `plugin/agents`, not in"),
        (".claude/plan.md", NAMED, "agents", "is in `.claude`, not in `agents`"),
        (".github/agents/more/plan.md", AGENT, "agents", "is in a subfolder of `agents`"),
        (".codex/agents/plan.toml", "name = 'x'\n", "agents", "doesn't read agents of Codex"),
        (".opencode/agent/plan.md", AGENT, "agents", "doesn't read agents of OpenCode"),
        (".roomodes", "{}\n", "agents", "doesn't read agents of Roo Code"),
    ],
)
def test_what_is_nearly_a_contract(
    phaselint: Command, path: str, text: str, dialect: str, why: str
) -> None:
    put(phaselint, **{path: text})
    found = missed(phaselint)
    assert found.keys() == {path}
    assert found[path][0] == dialect
    assert why in found[path][1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("design/plan.md", PLAIN),
        ("design/plan.md", AGENT),
        ("skills/plan/SKILL.md", NAMED),
        (".claude/skills/plan/SKILL.md", NAMED),
        (".claude/commands/plan.md", NAMED),
        ("agents/plan.md", "# Plans\n\nname: description:\n"),
        ("agents/README.md", NAMED),
    ],
)
def test_what_looks_like_no_agent(phaselint: Command, path: str, text: str) -> None:
    put(phaselint, **{path: text})
    assert missed(phaselint) == {}


@pytest.mark.parametrize("ignored", [".claude/", "*.md", "plan.md"])
def test_what_is_ignored(phaselint: Command, ignored: str) -> None:
    put(phaselint, **{".gitignore": f"{ignored}\n", "desk/.claude/agents/plan.md": NAMED})
    assert missed(phaselint) == {"desk": ("agents", "is ignored by `.gitignore`")}


def test_what_is_beside_others_that_are_not_ignored(phaselint: Command) -> None:
    files = {f"{home}/agents/plan.md": NAMED for home in (".claude", ".github")}
    put(phaselint, **{".gitignore": ".claude/\nbuild/\n", "build/agents/plan.md": NAMED, **files})
    assert missed(phaselint) == {}


def test_agents_that_a_plugin_does_not_list(phaselint: Command) -> None:
    manifest = '{"name": "desk", "agents": ["./more/a.md"]}'
    files = {"more/a.md": NAMED, "agents/b.md": NAMED, ".claude-plugin/plugin.json": manifest}
    put(phaselint, **files)
    assert missed(phaselint) == {
        "agents/b.md": ("agents", "isn't among the agents that `.claude-plugin/plugin.json` lists")
    }


def test_every_dialect_says_what_nearly_is_one() -> None:
    assert all(each.setup is not None for each in BUILTIN)


def test_a_folder_of_an_agent_without_its_files(phaselint: Command) -> None:
    put(phaselint, **{".agent/helper/prompts/system.md": "Help.\n"})
    assert missed(phaselint) == {
        ".agent/helper": ("climpt", "has neither `agent.json` nor `steps_registry.json`")
    }


def test_what_is_part_of_a_contract_is_not_nearly_one(phaselint: Command) -> None:
    """A file whose `tool` has no other key of a tool contract is part of the session beside it."""
    contract(phaselint.folder / "desk", more="tool: more\ntimeouts: {}\n")
    assert missed(phaselint) == {}


def test_what_a_configuration_excludes(phaselint: Command) -> None:
    for name in ("north", "old/south"):
        contract(phaselint.folder / name)
    put(
        phaselint, **{"phaselint.toml": 'exclude = ["vendor", "old/*"]\n', "vendor/a.yml": WORKFLOW}
    )
    assert [each["path"] for each in listed(phaselint)["contracts"]] == ["north"]
    assert missed(phaselint) == {
        "old/south": ("vesanor", "is excluded by `old/*`"),
        "vendor/a.yml": ("sweny", "is excluded by `vendor`"),
    }
    assert missed(phaselint, "--isolated") == {}


def test_reasons_are_told_once_as_text(phaselint: Command) -> None:
    put(phaselint, **dict.fromkeys(("a.yml", "b.yml"), "nodes: {}\nedges: []\n"))
    first, *paths, reason, empty, last = phaselint("contracts").lines
    assert first == "Files that look like a contract but aren't one:"
    assert paths == ["  a.yml", "  b.yml"]
    assert reason.startswith(
        "    sweny: has only `edges`, `nodes` of the keys of a workflow; at least 3"
    )
    assert (empty, last) == ("", "0 contracts detected.")


def test_a_named_file_alone(phaselint: Command) -> None:
    put(phaselint, **{"a/session.yaml": "phases: []\n", "a/b.yml": "nodes: {}\nedges: []\n"})
    assert missed(phaselint, "a/b.yml").keys() == {"a/b.yml"}
    contract(phaselint.folder / "desk")
    assert listed(phaselint, "desk/answer.yaml")["contracts"][0]["path"] == "desk"


def test_a_dialect_that_is_named_is_the_only_one(phaselint: Command) -> None:
    put(phaselint, **{"session.yaml": "phases: []\n", "a.yml": "nodes: {}\nedges: []\n"})
    found = listed(phaselint, "--dialect=vesanor")
    assert [each["path"] for each in found["contracts"]] == ["."]
    assert found["missed"] == []


def test_projects_in_a_project_go_by_their_own_configuration(phaselint: Command) -> None:
    contract(phaselint.folder / "inner" / "old")
    put(phaselint, **{"inner/phaselint.toml": 'exclude = ["old"]\n', "phaselint.toml": ""})
    assert missed(phaselint) == {"inner/old": ("vesanor", "is excluded by `old`")}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "nowhere: no such file or directory"),
        (
            ("--dialect=vesenor",),
            "--dialect: unknown dialect `vesenor`; a similar name exists: `vesanor`",
        ),
        (("--config=none.toml",), "none.toml: no such file"),
    ],
)
def test_bad_input(phaselint: Command, arguments: tuple[str, ...], said: str) -> None:
    ended = phaselint("contracts", *arguments)
    assert ended.status == 2
    assert ended.err == f"phaselint: {said}\n"


@pytest.mark.posix
def test_what_is_no_file_is_said(phaselint: Command) -> None:
    os.mkfifo(phaselint.folder / "pipe.yaml")
    ended = phaselint("contracts", "pipe.yaml")
    assert (ended.status, ended.err) == (2, "phaselint: pipe.yaml: is a named pipe\n")


def test_a_path_that_is_not_there_leaves_the_others(phaselint: Command) -> None:
    put(phaselint, **{"desk/answer.yaml": TOOL, "desk/session.yaml": SESSION})
    ended = phaselint("contracts", "nowhere", "desk")
    assert ended.status == 2
    assert ended.lines[0] == "desk (vesanor)"


def test_control_characters_are_escaped(phaselint: Command) -> None:
    put(phaselint, **{"a\x1b[31m.yml": "nodes: {}\nedges: []\n"})
    assert "\x1b" not in phaselint("contracts").out


# --- for which programs ---------------------------------------------------------------------------


def readers(command: Command, *arguments: str) -> dict[str, str]:
    """Harness → why, of the one contract there is."""
    [contract] = listed(command, *arguments)["contracts"]
    return {each["name"]: each["why"] for each in contract["harnesses"]}


TEAM = {
    ".github/agents/a.agent.md": AGENT,
    ".github/prompts/b.prompt.md": "---\nagent: a\n---\nGo.\n",
    ".claude/agents/c.md": "---\nname: c\ndescription: x\n---\nGo.\n",
}


def test_a_team_says_for_which_harnesses_it_is(phaselint: Command) -> None:
    put(phaselint, **TEAM)
    here = "files in `.github/agents` and 1 more"
    where = {"local": here, "copilot": here, "claude": "files in `.claude/agents`"}
    assert readers(phaselint) == where
    assert "  for Claude Code: files in `.claude/agents`" in phaselint("contracts").lines


def test_by_the_option(phaselint: Command) -> None:
    put(phaselint, **TEAM)
    why = "`agents.harness` names it"
    assert readers(phaselint, "--set", "agents.harness=cli,claude") == {"cli": why, "claude": why}
    put(phaselint, **{"phaselint.toml": '[agents]\nharness = "vscode"\n'})
    why = "`agents.harness` names VS Code"
    assert readers(phaselint) == {"local": why, "copilot": why}
    put(phaselint, **{"phaselint.toml": '[agents]\nharness = ["files", "cloud"]\n'})
    assert readers(phaselint)["cloud"] == "`agents.harness` names it"
    assert readers(phaselint)["local"].startswith("files in ")


@pytest.mark.parametrize(
    ("target", "harness"), [("vscode", "local"), ("github-copilot", "copilot")]
)
def test_by_what_all_agents_are_for(phaselint: Command, target: str, harness: str) -> None:
    agent = AGENT.replace("---\nPlan", f"target: {target}\n---\nPlan")
    put(phaselint, **{".github/agents/a.agent.md": agent})
    assert readers(phaselint) == {harness: f"`target: {target}`"}


def test_other_contracts_have_none(phaselint: Command) -> None:
    contract(phaselint.folder / "desk")
    [found] = listed(phaselint)["contracts"]
    assert "harnesses" not in found
