"""climpt agents as they should not be: each is answered soon, or a bound is named (issue 4).

Nothing is timed. What would take for ever runs into the patience of `Command.process`.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from climpt import FOLDER, NAME, contract

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cli.command import Command, Ended

STEPS = 2_000
AGENTS = 100
LONG = 10_000_000
"""Bytes of a long prompt."""


def written(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of an agent below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def rules(ended: Ended) -> set[str]:
    """The rules of a concise report."""
    return {line.rpartition("[")[2].rstrip("]") for line in ended.lines[:-1]}


def schemas(definitions: Mapping[str, Any]) -> str:
    """The text of a schema file."""
    return json.dumps({"definitions": definitions})


class TestSize:
    """Many steps, long prompts, many agents."""

    def test_thousands_of_steps(self, phaselint: Command) -> None:
        words = ("".join(chr(97 + k // 26**n % 26) for n in (2, 1, 0)) for k in range(STEPS))
        names = [f"continuation.{word}" for word in words]
        line = [f"{here} next>{there} repeat" for here, there in itertools.pairwise(names)]
        ends = (f"{names[-1]} handoff>closure.end repeat", "closure.end closing repeat")
        written(phaselint.folder, contract(*line, *ends))
        ended = phaselint.process("lint", "--format=concise")
        assert "iteration-budget-too-small" in rules(ended)
        assert ended.status == 1

    def test_long_prompts(self, phaselint: Command) -> None:
        text = "{uv-topic} " * (LONG // 11)
        prompts = {f"{c2}/issue": text for c2 in ("initial", "continuation", "closure")}
        written(phaselint.folder, contract(prompts=prompts))
        ended = phaselint.process("lint", "--format=concise")
        assert "uv-undeclared" in rules(ended)
        assert "internal-error" not in rules(ended)

    def test_a_hundred_agents(self, phaselint: Command) -> None:
        files = contract()
        for number in range(AGENTS):
            name = f"{NAME}{number}"
            renamed = {
                path.replace(NAME, name): text.replace(f'"{NAME}"', f'"{name}"').replace(
                    FOLDER, f".agent/{name}"
                )
                for path, text in files.items()
            }
            written(phaselint.folder, renamed)
        ended = phaselint.process("lint", "--format=concise")
        assert f" {AGENTS} contracts" in ended.lines[-1]
        assert ended.status == 0


class TestSchemas:
    """References that lead round."""

    @pytest.mark.parametrize("files", [1, 2, 50])
    def test_a_ring_of_files(self, phaselint: Command, files: int) -> None:
        own = {"properties": {"ring": {"$ref": "ring0.json#/definitions/ring"}}}
        written(phaselint.folder, contract(schemas={"initial.issue": own}))
        folder = phaselint.folder / FOLDER / "schemas"
        for number in range(files):
            other = {"$ref": f"ring{(number + 1) % files}.json#/definitions/ring"}
            ring = {"type": "object", "properties": {"on": other}}
            (folder / f"ring{number}.json").write_text(schemas({"ring": ring}), "utf-8")
        ended = phaselint.process("lint", "--format=concise")
        assert "schema-ref-circular" in rules(ended)
        assert ended.status == 1


class TestPaths:
    """What leads out of the agent's folder is a finding, and never read."""

    @pytest.mark.parametrize("path", ["../../../../etc/passwd", "/etc/passwd", "/dev/zero"])
    @pytest.mark.parametrize("place", ["schema", "reference"])
    def test_a_schema_elsewhere(self, phaselint: Command, path: str, place: str) -> None:
        steps = {"initial.issue": {"outputSchemaRef": {"file": path}}}
        far = {"initial.issue": {"properties": {"far": {"$ref": f"{path}#/a"}}}}
        files = (
            contract(registry_change={"steps": steps})
            if place == "schema"
            else contract(schemas=far)
        )
        written(phaselint.folder, files)
        ended = phaselint.process("lint", "--format=concise")
        assert "path-outside-project" in rules(ended)
        assert "internal-error" not in rules(ended)

    @pytest.mark.parametrize("path", ["../../../../etc/passwd", "/etc/passwd", "/dev/zero"])
    def test_a_system_prompt_elsewhere(self, phaselint: Command, path: str) -> None:
        flow = {"runner": {"flow": {"systemPromptPath": path}}}
        written(phaselint.folder, contract(agent_change=flow))
        ended = phaselint.process("lint", "--format=concise")
        assert "path-outside-project" in rules(ended)
