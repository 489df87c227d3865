"""Claude Code itself, with a model that follows a script; only where somebody asks for it.

`PHASELINT_CLAUDE` names the command, such as that of the npm package `@anthropic-ai/claude-code`.
Nothing leaves this machine.
"""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from claudecode.offered import OFFERED, TOOLS, expected
from claudecode.scripted import COMMAND, Call, session
from cli.command import Command
from fresh import SEED

if TYPE_CHECKING:
    from claudecode.scripted import Session, Turn

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
ACTS = (
    "call tool Write",
    "call tool Read",
    "call agent link-checker",
    "call agent figure-maker",
    "call skill house-style",
)
POLICIES = {
    "before": "never: {}\n    before: {}",
    "after": "never: {}\n    after: {}",
    "most": "at-most: 1\n    of: {}",
    "never": "never: {}",
}
SESSIONS = 4

pytestmark = pytest.mark.skipif(not COMMAND, reason="PHASELINT_CLAUDE names no command")


def test_the_tools_that_subagents_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "project" / ".claude" / "agents"
    folder.mkdir(parents=True)
    calls: list[Turn] = []
    words = {}
    for number, header in enumerate(OFFERED):
        words[header] = f"WORD-{number}-"
        text = f"---\nname: a{number}\ndescription: Use it\n{header}\n---\nHelp.\n"
        (folder / f"a{number}.md").write_text(text, "utf-8")
        calls.append([_agent(f"a{number}", words[header])])
    turns: dict[str, list[Turn]] = {"BEGIN-": calls}
    turns |= {word: [["fine"]] for word in words.values()}
    ended = session(tmp_path / "project", tmp_path / "home", turns)
    offered = {each.word: {*each.tools} & {*TOOLS} for each in ended.asked}
    assert {each: offered[words[each]] for each in OFFERED} == {
        each: expected(each) for each in OFFERED
    }


@pytest.mark.parametrize("number", range(SESSIONS))
def test_a_guard_blocks_what_violates_and_logs_say_the_same(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pick = random.Random(f"{SEED} {number}")
    project = tmp_path / "project"
    shutil.copytree(PROJECTS / "release-crew-fixed" / "handbook", project)
    (project / "chapter.md").write_text("Text\n", "utf-8")
    (project / "phaselint.toml").write_text('scripts = ["*.script.yaml"]\n', "utf-8")
    shapes = pick.sample(sorted(POLICIES), 2)
    policies = (POLICIES[each].format(*pick.sample(ACTS, 2)) for each in shapes)
    text = "version: 1\ncontract: .\npolicies:\n" + "".join(
        f"  - name: p{at}\n    {each}\n    why: reason-{at}\n" for at, each in enumerate(policies)
    )
    (project / "book.script.yaml").write_text(text, "utf-8")
    phaselint = Command(project, capsys.readouterr)
    exported = phaselint.process(
        *("policies", ".", "--export", "claude-code", "--output", "guard.py", "--register")
    )
    assert exported.status == 0, exported.err
    main: list[Turn] = [[_call(pick, project, turn)] for turn in range(8)]
    sub: list[Turn] = [[Call("Read", {"file_path": str(project / "chapter.md")})]]
    ended = session(project, tmp_path / "home", {"BEGIN-": main, "SUB-": sub})
    blocked = _blocked(ended)
    for log in (ended.stream, tmp_path / "home" / ".claude" / "projects"):
        told = phaselint.process("conform", str(log), "--contract", ".", "--format", "json")
        (run,) = json.loads(told.out)["runs"]
        assert run["leaves"] is None
        broken = {each["name"][1:] for each in run["policies"] if each["verdict"] == "broken"}
        assert broken >= {*blocked}, SEED
        assert bool(broken) == bool(blocked), SEED


def _agent(name: str, word: str) -> Call:
    return Call("Agent", {"subagent_type": name, "description": "do it", "prompt": word})


def _call(pick: random.Random, project: Path, turn: int) -> Call:
    """A call of the main agent, which always works if it isn't blocked."""
    act = pick.choice(ACTS)
    if "agent" in act:
        return _agent(act.rpartition(" ")[2], "SUB-")
    if "skill" in act:
        return Call("Skill", {"skill": "house-style"})
    if "Write" in act:
        return Call("Write", {"file_path": str(project / f"{turn}.txt"), "content": "x"})
    return Call("Read", {"file_path": str(project / "chapter.md")})


def _blocked(ended: Session) -> Counter[str]:
    """How often the guard blocked a call with the reason of a policy."""
    found: Counter[str] = Counter()
    for line in ended.stream.read_text("utf-8").splitlines():
        message: Any = json.loads(line).get("message")
        for block in message["content"] if isinstance(message, dict) else ():
            if isinstance(block, dict) and block.get("type") == "tool_result":
                told = str(block["content"]).partition("reason-")[2]
                found.update(told[:1])
    return found
