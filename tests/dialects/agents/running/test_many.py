"""A dry run of a large team proves every finding, not the first alone."""

from __future__ import annotations

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
