"""Scripts of contracts with errors: what follows from these says so."""

from __future__ import annotations

from pathlib import Path

import phaselint

DESK = Path(__file__).parents[2] / "fixtures/projects/refund-desk/refunds"
WORKFLOW = """\
id: w
name: W
description: Sorts
entry: {entry}
nodes:
  a:
    name: A
    instruction: Do it
  lost:
    name: Lost
    instruction: Do it
edges: []
"""
SCRIPT = """\
version: 1
contract: w.yml
scenarios:
  - {{name: first, model: {{a: [{{data: {{}}}}]}}, expect: {{outcome: {first}}}}}
  - {{name: second, model: {{a: [{{data: {{}}}}]}}, expect: {{outcome: {second}}}}}
"""


def told(root: Path, entry: str, first: str, second: str) -> list[tuple[str, str, int]]:
    """Findings of a contract with a script that sorts before it."""
    (root / "w.yml").write_text(WORKFLOW.format(entry=entry))
    (root / "a.script.yml").write_text(SCRIPT.format(first=first, second=second))
    result = phaselint.lint([str(root)], dry_run=True)
    return [(each.name, str(each.message), len(each.related)) for each in result.findings]


def test_the_script_of_a_refused_contract_gets_one_note(tmp_path: Path) -> None:
    found = told(tmp_path, "nowhere", "completed", "completed")
    notes = [message for name, message, _ in found if name == "script-not-run"]
    assert notes == ["not run: w.yml:4"]
    assert "failed-expectation" not in [name for name, _, _ in found]


def test_a_script_may_expect_the_refusal(tmp_path: Path) -> None:
    found = told(tmp_path, "nowhere", "refused", "refused(OTHER)")
    names = [name for name, _, _ in found]
    assert "script-not-run" not in names
    assert names.count("failed-expectation") == 1


def test_a_failed_expectation_comes_after_the_error_and_names_it() -> None:
    result = phaselint.lint([str(DESK)], dry_run=True)
    *before, failed = [each for each in result.findings if each.level == "error"]
    assert failed.name == "failed-expectation"
    assert failed.file < before[-1].file
    assert [each.place for each in failed.related] == [before[-1].place]


def test_without_errors_it_names_confirmed_warnings(tmp_path: Path) -> None:
    agents = tmp_path / ".github" / "agents"
    agents.mkdir(parents=True)
    handoff = "handoffs:\n  - {label: Go, agent: Bilder, prompt: Build it}\n"
    (agents / "plan.agent.md").write_text(
        f"---\nname: Plan it\ndescription: Plans\n{handoff}---\nPlan.\n"
    )
    (agents / "build.agent.md").write_text("---\nname: Builder\ndescription: Builds\n---\nBuild.\n")
    (tmp_path / "team.script.yaml").write_text(
        "version: 1\nscenarios:\n  - name: built\n"
        "    model: [{pick: Plan it}, send, answer, {press: Go}, leave]\n"
        "    expect: {outcome: completed, phases: [agent, Plan it, Builder]}\n"
    )
    result = phaselint.lint([str(tmp_path)], dry_run=True)
    (warning,) = [each for each in result.findings if each.level == "warning"]
    (failed,) = [each for each in result.findings if each.level == "error"]
    assert (warning.name, failed.name) == ("unknown-target", "failed-expectation")
    assert [each.place for each in failed.related] == [warning.place]
    assert [str(each.message) for each in failed.related] == ["`unknown-target` might be the cause"]
