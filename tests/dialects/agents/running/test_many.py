"""A dry run of a large team proves every finding, not the first alone."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from checking import findings
from phaselint.dialects.agents.detect import detect
from phaselint.linting.proofs import MOST_PROOFS
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

MANY = MOST_PROOFS + 50


def team(home: str, header: str) -> dict[str, str]:
    """So many agents with the same header, in which `{}` is the name of the next."""
    ending = ".agent.md" if home.startswith(".github") else ".md"
    return {
        f"{home}/a{number}{ending}": (
            f"---\nname: a{number}\ndescription: Works\n"
            f"{header.format(f'a{(number + 1) % MANY}')}---\nWork.\n"
        )
        for number in range(MANY)
    }


@pytest.mark.parametrize(
    ("home", "header", "rule"),
    [
        (".github/agents", "tools: [serach, read]\n", "misspelt-tool"),
        (".github/agents", "tools: [read_file]\n", "no-usable-tool"),
        (".github/agents", "tools: [read]\nagents: [{}]\n", "agents-without-agent-tool"),
        (".claude/agents", "tools: Read, webfetch\n", "misspelt-tool"),
        (".claude/agents", "tools: Agent({}), Read\n", "agent-list-ignored"),
    ],
)
def test_all_findings_are_proved(home: str, header: str, rule: str) -> None:
    files = team(home, header)
    [target] = detect(DictReader(files), "")
    found = findings(target, files, dry_run=True)
    said = Counter((each.name, each.proof.status if each.proof else "") for each in found)
    assert said[(rule, "proved")] == MANY
    provable = {each.name for each in RULES if each.prove}
    assert {status for name, status in said if name in provable} == {"proved"}


def calls_in_a_dry_run(handoffs: int, target: str) -> int:
    """The number of function calls that a dry run of an agent with so many handoffs makes."""
    buttons = "".join(
        f"  - label: Button {number}\n    agent: {target.format(number)}\n    prompt: Go on\n"
        for number in range(handoffs)
    )
    files = {
        ".github/agents/a.agent.md": f"---\nname: a\nhandoffs:\n{buttons}---\nWork.\n",
        ".github/agents/b.agent.md": "---\nname: b\n---\nWork.\n",
    }
    [team_of_two] = detect(DictReader(files), "")
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        findings(team_of_two, files, dry_run=True, verify=False)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("target", ["b", "nobody-{}"])
def test_work_grows_with_the_handoffs_of_an_agent(target: str) -> None:
    calls_in_a_dry_run(10, target)  # what is loaded and kept by the first run
    assert calls_in_a_dry_run(800, target) < 5 * calls_in_a_dry_run(200, target)
