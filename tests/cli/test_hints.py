"""What people are told at the end: why warnings pass, and how they fail; and runs step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.contracts import contract

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command

TEAM = {
    "planner": "handoffs:\n  - {label: Go, agent: Buildr, prompt: Build it.}\n",
    "builder": "",
}
STATUS = "warnings don't change the exit status; `--fail-on warning` makes them do so"
CLOSED = "`--set agents.closed=true` makes unknown agents errors"


def team(folder: Path) -> None:
    """A team with a misspelled handoff."""
    home = folder / ".github" / "agents"
    home.mkdir(parents=True)
    for name, more in TEAM.items():
        text = f"---\nname: {name.title()}\ndescription: Works\n{more}---\nDo it.\n"
        (home / f"{name}.agent.md").write_text(text)


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_a_run_that_passes_with_warnings_says_what_makes_it_fail(
    phaselint: Command, dry: tuple[str, ...]
) -> None:
    team(phaselint.folder)
    ended = phaselint("lint", *dry)
    assert ended.status == 0
    assert f"note: {STATUS}, and {CLOSED}" in ended.lines
    for more in (("--fail-on=warning",), ("--set=agents.closed=true",)):
        ended = phaselint("lint", *dry, *more)
        assert ended.status == 1
        assert STATUS not in ended.out


def test_nobody_else_is_told(phaselint: Command) -> None:
    team(phaselint.folder)
    assert STATUS not in phaselint("lint", "--exit-zero").out
    assert STATUS not in phaselint("lint", "--quiet").out
    assert STATUS not in phaselint("lint", "--format=concise").out
    assert STATUS not in phaselint("lint", "--format=json").out
    assert STATUS not in phaselint("lint", "--write-baseline").out


def test_errors_of_a_contract_are_enough(phaselint: Command) -> None:
    contract(phaselint.folder, "phases: []\n")
    ended = phaselint("lint")
    assert ended.status == 1
    assert STATUS not in ended.out


def test_a_verbose_dry_run_shows_the_run_of_a_finding_step_by_step(phaselint: Command) -> None:
    team(phaselint.folder)
    lines = [line.strip() for line in phaselint("lint", "--dry-run", "--verbose").lines]
    start = lines.index("= the run:")
    steps = [line for line in lines[start + 1 :] if line[:1].isdigit()]
    assert steps[0].startswith("1. `Planner` becomes the active agent  (planner.agent.md:")
    assert any("the handoff from `Planner` to `Buildr` fails" in step for step in steps)
    assert "= the run:" not in phaselint("lint", "--dry-run").out
