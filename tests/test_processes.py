"""Plain lint and the language server start no process: a hook of the interpreter would see one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cases import FIXTURES

TESTS = Path(__file__).parent
WATCHED = """
import sys

STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn",
          "os.startfile", "os.system", "pty.spawn", "_winapi.CreateProcess")


def watch(event, args):
    if event in STARTS:
        raise SystemExit(f"{event} {args}")


sys.addaudithook(watch)
"""
COMMAND = """
from phaselint.cli import main
chosen = ["--jobs", "1", "--format", "concise", "--extend-select", "ALL"]
status = main(["lint", *chosen, *sys.argv[1:]])
assert status == 1, status
"""
SERVER = """
from pathlib import Path
from lsp.desks import Editor
editor = Editor(Path(sys.argv[1]))
editor.scan()
print(*(each.message for path in editor.desk.files() for each in editor.desk.findings(path)))
"""
PATTERNS = (
    *(rf"x{{1000}}\E{{1,{most}}}" for most in range(3, 23)),
    *(rf"\A(?:[{letter}-z]+|a)+\Z" for letter in "abcdef"),
    *(rf"^({letter}+)+\1$" for letter in "abc"),
    r"(?=.*\d)(?=.*[a-z])\h(\w+\s?)+\z",
    "(?:" * 200 + "a" + ")*" * 200 + "b",
    "^" + "(?=a|b)" * 100 + "c",
    "x*" * 300 + "y",
)


def hostile() -> str:
    """A workflow of patterns that are hard to judge."""
    checks = "".join(f"            - {{path: s, matches: '{each}'}}\n" for each in PATTERNS)
    return f"""\
id: a
name: A
entry: n
nodes:
  n:
    name: N
    instruction: Do it.
    output: {{type: object, properties: {{s: {{enum: [{"x" * 500}, b]}}}}, required: [s]}}
    eval:
      - name: e
        kind: value
        rule:
          output_matches:
{checks}"""


def said(program: str, *args: str | Path, seed: str = "0") -> str:
    """What a program says under the hook."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED + program, *map(str, args)],
        env={"PYTHONPATH": str(TESTS), "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hostile.yml").write_text(hostile())
    return tmp_path


def test_the_hook_sees_a_process(tmp_path: Path) -> None:
    """Of a dry run, which measures how long a pattern takes."""
    (tmp_path / "a.yml").write_text(hostile().replace(PATTERNS[0], "^(a+)+$"))
    program = COMMAND.replace('"ALL"', '"ALL", "--dry-run", "--isolated"')
    with pytest.raises(AssertionError, match=r"subprocess\.Popen"):
        said(program, tmp_path)


def test_no_lint_of_hostile_patterns_starts_one(folder: Path) -> None:
    found = said(COMMAND, "--isolated", folder)
    assert "[regex-redos]" in found
    assert "[regex-dialect]" in found
    assert found.count("[analysis-incomplete]") == 1


def test_no_lint_of_fixtures_starts_one() -> None:
    assert said(COMMAND, FIXTURES / "projects", FIXTURES / "rules")


def test_the_server_starts_none(folder: Path) -> None:
    assert "has a different meaning in JavaScript" in said(SERVER, folder)
    assert said(SERVER, FIXTURES / "projects")


@pytest.mark.parametrize("seed", ["1", "2"])
def test_what_is_said_depends_on_the_contract_alone(folder: Path, seed: str) -> None:
    assert said(COMMAND, "--isolated", folder, seed=seed) == said(COMMAND, "--isolated", folder)
