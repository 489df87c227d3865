"""The labelled corpus of the dialect: what the reference refuses, and its skill files.

The environment variable PHASELINT_CORPUS names the folder.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.reading.catalogue import SKILLS
from phaselint.dialects.sweny.reading.load import load
from phaselint.dialects.sweny.reading.skills import read_file
from phaselint.dialects.sweny.running.admission import errors
from phaselint.project.disk import DiskReader

if TYPE_CHECKING:
    from phaselint.dialects.shape import Problem
    from phaselint.dialects.sweny.model import SwenyContract

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")


def read_json(name: str) -> dict[str, Any]:
    path = Path(CORPUS, "sweny", name)
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}
    return found


LABELS = read_json("expected.json") | {
    f"mutations/{name}": label for name, label in read_json("mutations/expected.json").items()
}
SKILL_LABELS = read_json("skills_expected.json")


@pytest.fixture(scope="module")
def reader() -> DiskReader:
    return DiskReader(str(Path(CORPUS, "sweny")))


def loaded(reader: DiskReader, path: str) -> SwenyContract:
    return load(reader, Target("sweny", path.rpartition("/")[0], path))


@pytest.mark.parametrize("path", LABELS)
def test_the_reference_refuses_the_same_for_the_same(reader: DiskReader, path: str) -> None:
    label, contract = LABELS[path], loaded(reader, path)
    expected = [(each["code"], each.get("nodeId") or "") for each in label["details"]]
    assert [tuple(each) for each in errors(contract)] == expected
    with_skills = [each.code for each in errors(contract, SKILLS)]
    assert with_skills == label["errors_with_builtin_skills"]


@pytest.mark.parametrize("path", LABELS)
def test_every_problem_of_the_shape_is_where_the_reference_sees_it(
    reader: DiskReader, path: str
) -> None:
    contract = loaded(reader, path)
    if contract.legacy or not contract.problems:
        return
    messages = (each["message"] for each in LABELS[path]["details"])
    places = Counter(text.partition(": ")[0] if ": " in text else "" for text in messages)
    issues = dict.fromkeys(issue for each in contract.problems for issue in _issues(each))
    assert Counter(".".join(map(str, place)) for _, place in issues) == places


def _issues(problem: Problem) -> list[tuple[str, tuple[str | int, ...]]]:
    """The issues of the reference that a problem stands for: what kind, and where."""
    if problem.union is not None:
        return [("union", problem.union)]
    if problem.kind == "unknown-field":
        return [("keys", problem.pointer[:-1])]
    lacks = problem.kind == "conflict" and problem.wanted.startswith("a ")
    if lacks or problem.kind == "missing-required-field":
        return [("missing", (*problem.pointer, name)) for name in problem.names]
    return [(problem.kind + problem.wanted, problem.pointer)]


@pytest.mark.parametrize("folder", SKILL_LABELS)
def test_skill_files(reader: DiskReader, folder: str) -> None:
    label = SKILL_LABELS[folder]
    document = reader.document(f"{folder}/SKILL.md")
    assert document is not None
    found = read_file(document)
    told = (found.fault, "stdio-command-declared" if found.stdio else None)
    assert [each for each in told if each] == label["diagnostics"]
    skill = found.skill
    assert (skill is not None) == label["loaded"]
    if skill is not None:
        assert label["skill"] == {
            "id": skill.id,
            "category": skill.category,
            "config": [*skill.required_env, *skill.optional_env],
            "has_instruction": bool(skill.instruction),
            "mcp": skill.mcp,
        }
