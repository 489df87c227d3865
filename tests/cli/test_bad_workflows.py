"""SWEny workflows as they should not be: each is answered soon, or a bound is named (issue 3).

Nothing is timed. What would take for ever runs into the patience of `Command.process`.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from sweny import node, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cli.command import Command, Ended

NODES, EDGES = 5_000, 20_000
HUGE = 10**9


def written(folder: Path, value: Mapping[str, Any]) -> str:
    """Write a workflow, and give its name."""
    (folder / "flow.json").write_text(json.dumps(value), "utf-8")
    return "flow.json"


def rules(ended: Ended) -> list[str]:
    """The rule of each line of a concise report, without its last."""
    return [line.rpartition("[")[2].rstrip("]") for line in ended.lines[:-1]]


def large() -> dict[str, Any]:
    """A line of nodes with ways back all over, each counted up to a huge number."""
    pick = random.Random(9)
    output = {"type": "object", "properties": {"ok": {"enum": ["y", "n"]}}, "required": ["ok"]}
    ways: list[dict[str, Any]] = [{"from": f"n{k}", "to": f"n{k + 1}"} for k in range(NODES - 1)]
    while len(ways) < EDGES:
        source, target = sorted(pick.sample(range(NODES - 1), 2), reverse=True)
        when = f"n{source}.ok is n"
        ways.append({"from": f"n{source}", "to": f"n{target}", "when": when})
        ways[-1]["max_iterations"] = pick.choice((1, 7, 100)) if pick.random() < 0.99 else HUGE
    return {
        **workflow("n0"),
        "nodes": {f"n{k}": node(output=output) for k in range(NODES)},
        "edges": ways,
    }


class TestSize:
    """Large numbers, of nodes and in them."""

    def test_thousands_of_nodes_and_edges(self, phaselint: Command) -> None:
        ended = phaselint.process("lint", written(phaselint.folder, large()), "--format=concise")
        assert ended.status == 0
        assert set(rules(ended)) == {
            "duplicate-route-target",
            "max-iterations-too-large",
            "same-condition",
            "step-budget-overflow",
        }

    def test_a_dry_run_proves_the_first_findings_and_says_so(self, phaselint: Command) -> None:
        ways = [f"hub -> n{k} when {k} is due" for k in range(250)]
        ends = [f"n{k} -> end when it is so" for k in range(250)]
        name = written(phaselint.folder, workflow(*ways, *ends))
        ended = phaselint.process("lint", name, "--dry-run", "--select=SW204")
        assert ended.lines[-1].endswith(
            "; 200 of 250 confirmed by a simulated run, 50 not confirmed."
        )
        assert "not confirmed: the contract has more than 200 findings to confirm" in ended.out

    def test_huge_counters(self, phaselint: Command) -> None:
        flow = workflow(
            "a -> b", f"b -> a max {HUGE} when b is low", "b -> c", f"c -> a max {HUGE}"
        )
        name = written(phaselint.folder, flow)
        ended = phaselint.process("lint", name, "--dry-run", "--format=concise")
        assert ended.status == 0
        assert "step-budget-overflow" in rules(ended)
        assert "refuted" not in ended.out

    def test_the_bound_of_a_search_is_named(self, phaselint: Command) -> None:
        flow = workflow(
            *(f"a -> {way} max {HUGE} when {way} is due" for way in "bcdefgh"),
            *(f"{way} -> a max {HUGE}" for way in "bcdefgh"),
            "a -> end",
        )
        name = written(phaselint.folder, flow)
        ended = phaselint.process("lint", name, "--bound=1", "--format=concise")
        assert "analysis-incomplete" in rules(ended) or "step-budget-overflow" in rules(ended)


def nested(levels: int) -> dict[str, Any]:
    """A schema of so many levels, in each of which references lead up and round."""
    inner: dict[str, Any] = {"$ref": "#/$defs/round"}
    for _ in range(levels):
        ways = [{"$ref": "#/$defs/round"}, {"$ref": "#/$defs/about"}]
        inner = {
            "type": "object",
            "properties": {"a": inner, "b": ways[0], "c": {"anyOf": ways}},
            "required": ["a"],
        }
    again = {"type": "object", "properties": {"again": {"$ref": "#/$defs/round"}}}
    return {
        **inner,
        "$defs": {
            "round": {"allOf": [{"$ref": "#/$defs/about"}], "properties": {"up": {"$ref": "#"}}},
            "about": {"anyOf": [{"$ref": "#/$defs/round"}, {**again, "required": ["again"]}]},
        },
    }


@pytest.mark.parametrize(
    "path", [".".join("a" * 10 + "b"), ".".join([*"a" * 10, "up", *"a" * 9, "c", "again"])]
)
def test_a_schema_that_refers_to_itself(phaselint: Command, path: str) -> None:
    match = {"path": path, "equals": 1}
    gate = {"name": "gate", "kind": "value", "rule": {"output_matches": [match]}}
    nodes = {
        "a": {"output": nested(10), "eval": [gate], "retry": {"max": 1}},
        "b": {"requires": {"output_required": [f"a.{path}"]}},
    }
    name = written(phaselint.folder, workflow("a -> b", nodes=nodes))
    ended = phaselint.process("lint", name, "--dry-run", "--select=ALL", "--format=concise")
    assert ended.status in (0, 1)
    assert not {"internal-error", "refuted-finding"} & set(rules(ended))


@pytest.mark.parametrize(
    "pattern",
    ["^(a+)+$", "^(a|a)*$", "(x+x+)+y", "(.*)*=.*", "(a?){40}a{40}", "((a{1,99}){1,99}){1,99}"],
)
def test_a_pattern_that_would_run_for_hours(phaselint: Command, pattern: str) -> None:
    values = {"type": "string", "enum": ["a" * 60 + "!", "x" * 60]}
    output = {"type": "object", "properties": {"text": values}, "required": ["text"]}
    rule = {"output_matches": [{"path": "text", "matches": pattern}]}
    gate = {"name": "gate", "kind": "value", "rule": rule}
    nodes = {"a": {"output": output, "eval": [gate], "retry": {"max": 1}}}
    name = written(phaselint.folder, workflow("a", nodes=nodes))
    ended = phaselint.process("lint", name, "--dry-run", "--format=concise")
    assert ended.status in (0, 1)
    assert set(rules(ended)) <= {"regex-redos", "eval-value-impossible", "analysis-incomplete"}


class TestSources:
    """Sources are looked up in the project and nowhere else."""

    @pytest.mark.parametrize(
        "source",
        [
            *("../../../../etc/passwd", "/etc/passwd", "/dev/zero", "./a/../../x.md"),
            {"file": "../x.md"},
        ],
    )
    def test_outside_the_project(self, phaselint: Command, source: Any) -> None:
        name = written(phaselint.folder, workflow("a", rules=[source]))
        ended = phaselint("lint", name, "--format=concise")
        assert rules(ended) == ["path-outside-project"]
        assert "is outside the project and wasn't read" in ended.out

    @pytest.mark.posix
    @pytest.mark.parametrize("target", ["/dev/zero", "/etc/passwd", "link.md", ".."])
    def test_links_are_not_followed_out(self, phaselint: Command, target: str) -> None:
        (phaselint.folder / "link.md").symlink_to(target)
        name = written(phaselint.folder, workflow("a", rules=["./link.md"]))
        ended = phaselint("lint", name, "--format=concise")
        assert ended.status in (0, 1)
        assert len(rules(ended)) == 1
        assert "internal-error" not in rules(ended)

    @pytest.mark.parametrize("host", ["localhost:9", "[::1]", "0x7f.1", "2130706433"])
    def test_addresses_are_never_asked(self, phaselint: Command, host: str) -> None:
        name = written(phaselint.folder, workflow("a", rules=[f"http://{host}/rules.md"]))
        assert rules(phaselint("lint", name, "--format=concise")) == ["source-url-blocked"]

    def test_nor_is_any_other_url(self, phaselint: Command) -> None:
        flow = workflow("a", rules=["https://example.invalid/rules.md"])
        ended = phaselint("lint", written(phaselint.folder, flow), "--dry-run")
        assert ended.status == 0


class TestSkills:
    """Folders of skills that lead round in circles, or are many."""

    @pytest.fixture(autouse=True)
    def project(self, phaselint: Command) -> None:
        """A project with a workflow that uses the skill `one`."""
        skills = phaselint.folder / ".claude" / "skills"
        (skills / "one").mkdir(parents=True)
        (skills / "one" / "SKILL.md").write_text("---\nname: one\n---\nDo it.\n", "utf-8")
        flows = phaselint.folder / ".sweny" / "workflows"
        flows.mkdir(parents=True)
        flow = workflow("a", nodes={"a": {"skills": ["one"]}})
        (flows / "flow.yml").write_text(json.dumps(flow), "utf-8")

    @pytest.mark.posix
    @pytest.mark.parametrize(
        ("link", "target"),
        [
            (".claude/skills/round", "."),
            (".claude/skills/up", "../.."),
            (".claude/skills/itself", "itself"),
            (".agents", ".claude"),
            (".sweny/skills", "../.claude/skills"),
        ],
    )
    def test_a_link_that_leads_round(self, phaselint: Command, link: str, target: str) -> None:
        (phaselint.folder / link).symlink_to(target)
        ended = phaselint("lint", "--dry-run")
        assert ended == (0, "No findings in 2 contracts (2 files).\n", "")

    def test_hundreds_of_skills(self, phaselint: Command) -> None:
        for number in range(300):
            folder = phaselint.folder / ".claude" / "skills" / f"s{number}"
            folder.mkdir()
            (folder / "SKILL.md").write_text(f"---\nname: s{number}\n---\nDo it.\n", "utf-8")
        ended = phaselint("lint")
        assert ended == (0, "No findings in 302 contracts (302 files).\n", "")
