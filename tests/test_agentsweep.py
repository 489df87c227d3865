"""The tables of a sweep over checkouts with teams of agents."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import agentsweep
from agentsweep import Found, Verdict, judge, read_verdicts, rules_table, sample

if TYPE_CHECKING:
    from pathlib import Path

AGENT = "---\nname: Lead\ndescription: Leads\ntools: [serach]\n---\nLead.\n"
FOUND = [
    Found("a", "misspelt-tool", "warning", "x.md:4", "unknown tool"),
    Found("a", "misspelt-tool", "warning", "y.md:4", "unknown tool"),
    Found("b", "misspelt-tool", "warning", "x.md:4", "unknown tool"),
    Found("b", "unknown-tool", "info", "x.md:4", "no tool"),
]


def test_the_last_verdict_that_fits_counts() -> None:
    verdicts = read_verdicts(
        "# of all\ntrue\t*\tmisspelt-tool\t*\nfalse\ta\t*\ty.md:*\tit is a server\n\n"
    )
    assert verdicts[1] == Verdict(False, "a", "*", "y.md:*")
    assert [judge(each, verdicts) for each in FOUND] == [True, False, True, None]
    assert [*rules_table(FOUND, verdicts)][2:] == [
        "| `misspelt-tool` | warning | 3 | 3 | 2 | 66.7 % |",
        "| `unknown-tool` | info | 1 | 0 | 0 |  |",
        "| all | error, warning | 3 | 3 | 2 | 66.7 % |",
        "| all | info | 1 | 0 | 0 |  |",
    ]


def test_what_is_no_verdict() -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_verdicts("true\ta\tb\tc\nmaybe\ta\tb\tc\n")


def test_samples_take_each_rule_of_each_checkout_in_turn() -> None:
    lines = [*sample(FOUND, [Verdict(True, "b", "misspelt-tool", "*")], 2, random.Random(1))]
    assert {tuple(line.split("\t")[1:3]) for line in lines} == {
        ("a", "misspelt-tool"),
        ("b", "unknown-tool"),
    }


def test_checkouts_are_swept(tmp_path: Path) -> None:
    for name in ("one", "two"):
        home = tmp_path / name / ".github" / "agents"
        home.mkdir(parents=True)
        text = AGENT if name == "one" else AGENT.replace("serach", "search")
        (home / "lead.agent.md").write_text(text, encoding="utf-8")
    (tmp_path / "none").mkdir()
    (tmp_path / ".hidden").mkdir()
    none, one, two = agentsweep.sweep(tmp_path)
    assert [(each.name, each.contracts, len(each.found)) for each in (none, one, two)] == [
        ("none", 0, 0),
        ("one", 1, 1),
        ("two", 1, 0),
    ]
    assert not any(each.failed for each in (none, one, two))
    assert one.found[0].place == ".github/agents/lead.agent.md:4"


def test_what_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").mkdir()
    monkeypatch.setattr(agentsweep, "COMMAND", ("false",))
    [one] = agentsweep.sweep(tmp_path)
    assert "ends with 1" in one.failed
    assert [*agentsweep.checkouts_table([one])][2] == f"| one | {one.failed} | | | | | | |"
