"""The labelled corpus of the dialect: shapes, schemas, prompt files and yml files.

The environment variable PHASELINT_CORPUS names the folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.climpt.detect import claim
from phaselint.dialects.climpt.reading.load import load
from phaselint.dialects.climpt.reading.promptfiles import file_name
from phaselint.project.disk import DiskReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.climpt.filemodel import FileProblem
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.vocabulary.finding import Pointer

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

NEITHER_FORM = "Must match exactly one"
"""What is said of a transition rule, whatever is wrong in it."""

OF_OTHER_RULES = (NEITHER_FORM, 'not in enum ["next"', 'pattern "^#/"', '["command"]')
"""Messages of the reference's schema pass that no problem of a shape stands for."""


def read_labels() -> dict[str, Any]:
    path = Path(CORPUS, "climpt", "expected.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if CORPUS and path.exists() else {}
    return found


LABELS = read_labels()
FOLDERS = [path for path, label in LABELS.items() if "agent" in label]


def loaded(path: str) -> ClimptContract:
    full = Path(CORPUS, "climpt", path)
    folder, name = (full, "") if full.is_dir() else (full.parent, full.name)
    reader = DiskReader(str(folder))
    (target,) = claim(reader, name, forced=True)
    return load(reader, target)


def layer(path: str, name: str) -> Iterator[str]:
    """The messages of one layer of the reference's `--validate`."""
    for message in LABELS[path]["errors"]:
        found, _, text = message.partition(": ")
        if found == name:
            yield text


def written(pointer: Pointer) -> str:
    """A place as the reference names it."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in pointer)
    return text.removeprefix(".")


def places(problems: Iterable[FileProblem]) -> set[str]:
    found = set()
    for _, problem, _ in problems:
        if problem.kind == "missing-required-field":
            found |= {written((*problem.pointer, name)) for name in problem.names}
        else:
            found.add(written(problem.pointer))
    return found


def of_1_13(path: str) -> ClimptContract:
    """The contract of a folder all of which is written for 1.13."""
    contract = loaded(path)
    if contract.signs:
        pytest.skip("a part of it is written for another release")
    return contract


@pytest.mark.parametrize("path", FOLDERS)
def test_agent_json_breaks_the_schema_in_the_same_places(path: str) -> None:
    contract = of_1_13(path)
    file = contract.agent.file if contract.agent else ""
    mine = [
        each for each in contract.problems if each.file == file and each.problem.kind != "conflict"
    ]
    theirs = {text.partition(": ")[0] for text in layer(path, "agent-schema")}
    ours = places(each for each in mine if each.rule == "agent-schema")
    assert ours - theirs == set()
    assert theirs - places(mine) == set()


@pytest.mark.parametrize("path", LABELS)
def test_the_registry_breaks_the_schema_in_the_same_places(path: str) -> None:
    ours = places(
        each
        for each in of_1_13(path).problems
        if each.rule == "registry-schema"
        and each.problem.grave
        and each.problem.kind != "too-short"
    )
    messages = list(layer(path, "registry-schema"))
    forms = tuple(text.partition(": ")[0] for text in messages if NEITHER_FORM in text)
    others = (text for text in messages if not any(other in text for other in OF_OTHER_RULES))
    theirs = {text.partition(": ")[0] for text in others}
    assert {place for place in ours if not place.startswith(forms)} == theirs


@pytest.mark.parametrize("path", FOLDERS)
def test_the_same_prompt_files_are_missing(path: str) -> None:
    contract, missing = loaded(path), set()
    root = contract.breakdown.root
    for step in contract.registry.steps.values() if contract.registry else ():
        if step.c2 and step.c3 and step.edition and root is not None:
            name = file_name(step.edition, step.adaptation)
            if f"{root}/{step.c2}/{step.c3}/{name}" not in contract.prompts:
                missing.add(f'steps["{step.key}"]')
    start = "[PATH] C3L prompt file not found: "
    labels = (text for text in layer(path, "path") if text.startswith(start))
    assert missing == {text.removeprefix(start).partition(" ")[0] for text in labels}


@pytest.mark.parametrize("path", FOLDERS)
def test_the_same_yml_files_are_missing(path: str) -> None:
    contract = loaded(path)
    labels = " ".join(layer(path, "config-registry"))
    read = not any("flow.prompts.registry" in text for text in layer(path, "path"))
    if contract.registry is not None and contract.registry.c1 and read:
        assert contract.breakdown.app_found == ("app.yml not found" not in labels)
        assert contract.breakdown.user_found == ("user.yml not found" not in labels)


@pytest.mark.parametrize("path", FOLDERS)
def test_schemas_of_agents_that_start_are_resolved(path: str) -> None:
    contract, startup = loaded(path), LABELS[path]["startup"]
    gated = (
        {step.key for step in contract.registry.steps.values() if step.gate}
        if (contract.registry)
        else set()
    )
    refused = [key for key, each in contract.schemas.items() if each.error and key in gated]
    if startup["ok"]:
        assert refused == []
    if refused:
        assert startup["code"] == "SR-VALID-003"


@pytest.mark.parametrize("path", FOLDERS)
def test_every_place_in_a_resolved_schema_leads_back_to_where_it_is_written(path: str) -> None:
    contract = loaded(path)
    for expanded in contract.schemas.values():
        for pointer, (file, source) in expanded.origin.items():
            if pointer and pointer[-1] == "additionalProperties":
                continue
            found = follow(expanded.schema, pointer)
            there = follow(contract.documents[file].value, source)
            assert type(found) is type(there)
            assert isinstance(found, dict | list) or found == there


def follow(value: Any, pointer: Pointer) -> Any:
    for key in pointer:
        value = value[key]
    return value
