"""`phaselint policies --export`: what is written, told and registered, and what the file does."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import contract, tool

if TYPE_CHECKING:
    from cli.command import Command, Ended

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
EXAMPLE = PROJECTS / "refund-desk-fixed"
PROVED = "no run that the contract and the policy allow is blocked"
HOSTILE = '"""\n# """ + str(1/0) + \'\'\'\n\\N{DASH} \\x27); import os; os.abort() #'
HOSTILE += "\u2028\u202e\x1b[31m\ud7ff"


@pytest.fixture
def desk(phaselint: Command) -> Command:
    """The command next to a contract with three policies."""
    contract(phaselint.folder / "desk", verify=tool("verify", "intake"))
    write_policies(
        phaselint,
        {"never": "call answer", "before": "call verify", "why": "say only what is known"},
        {"name": "at least", "every-run": "call verify"},
        {"name": "no end", "never": "enter done"},
    )
    return phaselint


def write_policies(command: Command, *policies: dict[str, Any]) -> None:
    path = command.folder / "desk" / "desk.script.yaml"
    path.write_text(json.dumps({"version": 1, "policies": policies}), "utf-8")


def export(command: Command, *more: str, target: str = "claude-code") -> Ended:
    return command("policies", "desk", "--export", target, "--output", "guard.py", *more)


def sent(command: Command, line: str, tool_name: str, name: str = "PreToolUse") -> str:
    """What a registered command answers, started as the harness does."""
    event = {"hook_event_name": name, "session_id": "s", "tool_name": tool_name, "tool_input": {}}
    folder = command.folder
    environment = {**os.environ, "CLAUDE_PROJECT_DIR": str(folder)}
    environment["PHASELINT_GUARD_DIR"] = str(folder / "states")
    ended = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        input=json.dumps(event).encode(),
        capture_output=True,
        env=environment,
        check=True,
    )
    assert ended.stderr == b""
    return ended.stdout.decode()


class TestText:
    def test_it_says_what_is_held_and_what_is_left_out(self, desk: Command) -> None:
        ended = export(desk)
        assert ended.status == 0
        assert ended.lines[0] == "guard.py: guard for Claude Code, 2 of 3 policies of desk"
        title = "never call answer before call verify"
        assert ended.lines[1] == f"  desk/desk.script.yaml:1: {title}"
        assert ended.lines[2].startswith(f"    proved: {PROVED} (")
        assert ended.lines[3] == "  desk/desk.script.yaml:1: at least"
        assert ended.lines[4].startswith(f"    proved: {PROVED} (")
        assert ended.lines[5] == (
            "    a hook sees turns end, not runs: while the policy asks for more, the end of a "
            "turn is blocked, at most 3 times after a prompt"
        )
        assert ended.lines[6] == "register it in .claude/settings.json (--register does it):"
        assert set(json.loads("\n".join(ended.lines[7:]))["hooks"]) >= {"PreToolUse", "Stop"}
        assert ended.err == (
            "phaselint: desk/desk.script.yaml:1: `no end` is left out: Claude Code doesn't show "
            "`enter done` to a hook\n"
        )

    def test_the_same_contract_gives_the_same_bytes(self, desk: Command) -> None:
        export(desk)
        first = (desk.folder / "guard.py").read_bytes()
        assert b"# contract: 'desk' (vesanor), sha256 " in first
        assert export(desk).status == 0
        assert (desk.folder / "guard.py").read_bytes() == first

    def test_json_has_the_same(self, desk: Command) -> None:
        data = json.loads(export(desk, "--format", "json").out)
        assert [each["proved"] for each in data["policies"]] == [True, True]
        assert [each["blocks_turns"] for each in data["policies"]] == [False, True]
        assert [each["title"] for each in data["left_out"]] == ["no end"]
        assert data["settings_file"] == ".claude/settings.json"

    def test_a_contract_without_runs_is_not_proved(self, desk: Command) -> None:
        ended = export(desk, "--bound", "1")
        assert "not proved: exploration stopped at the bound of 1" in ended.lines[2]

    def test_a_graph_is_told_how_to_wrap_its_nodes(self, desk: Command) -> None:
        ended = export(desk, "--policy", "no end", target="langgraph")
        assert ended.lines[-1] == '  builder.add_node("NODE", guard(NODE, "NODE"))'


class TestWrong:
    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--policy", "x"), "--policy requires --export"),
            (("--register",), "--register requires --export"),
            (("--export", "vscode"), "--export requires --output with the file to write"),
            (
                ("--export", "vscode", "--output", "g.py", "--suggest"),
                "--export doesn't go with --suggest, --write or --pick",
            ),
            (
                ("--export", "langgraph", "--output", "g.py", "--register"),
                "a guard of LangGraph has no settings to register; import it",
            ),
            (
                ("--export", "vscode", "--output", "g.py", "--policy", "nothing"),
                "no policy is named `nothing`; `phaselint policies` lists them",
            ),
        ],
    )
    def test_options_that_do_not_go_together(
        self, desk: Command, arguments: tuple[str, ...], told: str
    ) -> None:
        ended = desk("policies", "desk", *arguments)
        assert (ended.status, ended.out, ended.err) == (2, "", f"phaselint: {told}\n")
        assert not (desk.folder / "g.py").exists()

    def test_a_named_policy_that_cannot_be_guarded_writes_nothing(self, desk: Command) -> None:
        ended = export(desk, "--policy", "no end")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.count("\n") == 2
        assert not (desk.folder / "guard.py").exists()

    def test_other_files_are_not_overwritten(self, desk: Command) -> None:
        (desk.folder / "guard.py").write_text("mine", "utf-8")
        ended = export(desk, "--register")
        assert (ended.status, ended.out) == (2, "")
        assert "the file isn't a guard" in ended.err
        assert (desk.folder / "guard.py").read_text("utf-8") == "mine"
        assert not (desk.folder / ".claude").exists()

    def test_settings_that_are_not_json_stay_and_no_guard_is_written(self, desk: Command) -> None:
        path = desk.folder / ".claude" / "settings.json"
        path.parent.mkdir()
        path.write_text("{ // mine\n}", "utf-8")
        ended = export(desk, "--register")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.endswith("it isn't JSON; nothing was written\n")
        assert path.read_text("utf-8") == "{ // mine\n}"
        assert not (desk.folder / "guard.py").exists()


class TestRegistered:
    @pytest.mark.posix
    @pytest.mark.parametrize(
        ("target", "path", "names"),
        [
            ("claude-code", ".claude/settings.json", ("hooks", "command")),
            ("vscode", ".github/hooks/phaselint-vscode.json", ("", "command")),
            ("copilot-cli", ".github/hooks/phaselint-copilot.json", ("", "bash")),
        ],
    )
    def test_what_is_registered_runs_and_blocks(
        self, desk: Command, target: str, path: str, names: tuple[str, str]
    ) -> None:
        output = "my guards/it's.py"
        (desk.folder / "my guards").mkdir()
        more = ("policies", "desk", "--export", target, "--output", output, "--register")
        ended = desk.process(*more)
        assert ended.status == 0
        assert f"registered in {path}:" in ended.lines
        assert "+++ b/" + path in ended.lines
        settings = json.loads((desk.folder / path).read_text("utf-8"))
        (entry,) = settings["hooks"]["PreToolUse"]
        line = (entry[names[0]][0] if names[0] else entry)[names[1]]
        line = line.replace("python3", shlex.quote(sys.executable))
        assert "say only what is known" in sent(desk, line, "answer")
        assert sent(desk, line, "verify") == ""
        assert sent(desk, line, "verify", "PostToolUse") == ""
        assert sent(desk, line, "answer") == ""
        again = desk(*more)
        assert again.lines[-1] == f"registered in {path} already"

    def test_what_the_user_wrote_stays(self, desk: Command) -> None:
        path = desk.folder / "own.json"
        old = '{"model":"x",\n "hooks": {"Stop": [{"hooks": [{"command": "mine"}]}]}}'
        path.write_text(old, "utf-8")
        assert export(desk, "--register", "--settings-file", "own.json").status == 0
        new = path.read_text("utf-8")
        assert new.startswith('{"model":"x",\n "hooks": {"Stop": [{"hooks": [{"command": "mine"}]}')
        assert json.loads(new)["model"] == "x"
        assert len(json.loads(new)["hooks"]["Stop"]) == 2


class TestHostile:
    def test_names_in_policies_are_inert(self, desk: Command) -> None:
        write_policies(
            desk,
            {"name": HOSTILE, "never": "call answer", "before": "call verify", "why": HOSTILE},
            {"name": HOSTILE * 9, "at-most": 1, "of": 'call */"""\'\\N{DASH}'},
        )
        ended = export(desk)
        assert ended.status == 0, ended.err
        text = (desk.folder / "guard.py").read_text("utf-8")
        assert text.isascii()
        assert "\x1b" not in ended.out
        names: dict[str, Any] = {"__name__": "guard"}
        exec(compile(text, "guard.py", "exec"), names)
        assert [each["title"] for each in names["POLICIES"]] == [HOSTILE, HOSTILE * 9]
        names["folder"] = lambda: str(desk.folder)
        event = {"session_id": "s", "tool_name": "answer", "tool_input": {}}
        assert HOSTILE in names["answered"]("PreToolUse", event)


class TestExample:
    def test_the_guard_of_the_example_is_what_the_command_writes(self, phaselint: Command) -> None:
        """If it isn't: `phaselint policies refunds --export claude-code --output
        guards/refunds.py` in that project."""
        shutil.copytree(EXAMPLE, phaselint.folder / "desk")
        path = phaselint.folder / "desk" / "guards" / "refunds.py"
        before = path.read_bytes()
        ended = phaselint(
            *("policies", "desk/refunds", "--export", "claude-code", "--output", str(path))
        )
        assert ended.status == 0
        assert path.read_bytes() == before
