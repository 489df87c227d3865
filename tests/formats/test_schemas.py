"""The schemas of phaselint's own formats, held against what reads these."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

import phaselint
from conformance.labels import CORPUS, needs_corpus
from formats.documents import FIXTURES, Slips, documents
from formats.foreign import without_points
from formats.judges import ACCEPTS
from phaselint import version
from phaselint.config.file import READERS
from phaselint.dialects import BUILTIN
from phaselint.formats import FORMATS, schema
from phaselint.formats.heads import DIALECT
from phaselint.report import Style, render

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECTS = FIXTURES / "projects"
DAMAGED = 500
"""Documents of each of the four formats that are read."""


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name))


def names_plugins(value: Any) -> bool:
    """Whether a configuration names plug-ins: what these bring, no schema knows."""
    named = value.get("plugins") if isinstance(value, dict) else None
    return isinstance(named, list) and bool(named) and all(isinstance(each, str) for each in named)


def explained(name: str, value: Any, folder: Path) -> bool:
    """Whether what reads a document refuses it for one of the reasons that no schema has."""
    if name == "config" and names_plugins(value):
        return True
    return ACCEPTS[name](without_points(value), folder)


def is_of_toml(value: Any) -> bool:
    """Whether TOML has such a value, which has no null."""
    if isinstance(value, dict):
        return all(map(is_of_toml, value.values()))
    return all(map(is_of_toml, value)) if isinstance(value, list) else value is not None


def damaged_documents(name: str) -> Iterator[Any]:
    slips = Slips(schema(name), documents(name), Random(f"{name}:1"))
    found = 0
    while found < DAMAGED:
        value = slips.damaged()
        if name != "config" or is_of_toml(value):
            found += 1
            yield value


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_schemas(name: str) -> None:
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["$schema"] == DIALECT
    assert found["title"]
    assert found["description"]


@pytest.mark.parametrize("name", ACCEPTS)
def test_examples_are_good(name: str, tmp_path: Path) -> None:
    examples = schema(name)["examples"]
    assert examples
    for example in examples:
        validator(name).validate(example)
        assert ACCEPTS[name](example, tmp_path)


@pytest.mark.parametrize("name", ACCEPTS)
def test_all_documents_of_the_fixtures(name: str, tmp_path: Path) -> None:
    judge = validator(name)
    assert documents(name)
    for value in documents(name):
        accepts = ACCEPTS[name](value, tmp_path)
        assert judge.is_valid(value) == accepts or explained(name, value, tmp_path), value


@pytest.mark.parametrize("name", ACCEPTS)
def test_damaged_documents(name: str, tmp_path: Path) -> None:
    judge = validator(name)
    seen = set()
    for value in damaged_documents(name):
        reads = ACCEPTS[name](value, tmp_path)
        accepts = judge.is_valid(value)
        seen.add(accepts)
        if accepts != reads:
            assert accepts, list(judge.iter_errors(value))
            assert explained(name, value, tmp_path), value
    assert seen == {True, False}


def described(found: Any) -> Iterator[tuple[str, Any]]:
    """Each key that a schema lists, with what is said of it; what holds on a condition only comes
    besides."""
    for key, each in found.get("properties", {}).items():
        yield key, each
        yield from described(each)
    for each in (found.get("items"), *found.get("$defs", {}).values()):
        if isinstance(each, dict):
            yield from described(each)


@pytest.mark.parametrize("name", ACCEPTS)
def test_every_key_is_described(name: str) -> None:
    told = dict(described(schema(name)))
    assert told
    assert [key for key, each in told.items() if not each.get("description")] == []


def test_all_keys_of_the_configuration_are_there() -> None:
    names = {*READERS, *BUILTIN.names}
    assert set(schema("config")["properties"]) == names


def test_addresses_are_below_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "DOCUMENTATION", "")
    for name in FORMATS:
        assert schema(name)["$id"] == f"urn:phaselint:{name}:1"
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/phaselint")
    for name in FORMATS:
        assert schema(name)["$id"] == f"https://example.org/phaselint/schemas/{name}.json"


def branch(when: Any) -> Any:
    return {"next": {"press": {"branches": [{"when": when, "nextStages": ["label"]}]}}}


STAGE = {"id": "dry", "completionTool": "done", "completionSchema": True, "turnCap": 2}
SLIPS: tuple[tuple[str, Any], ...] = (
    ("config", {"bound": 0}),
    ("config", {"bound": True}),
    ("config", {"baseline": "../known.json"}),
    ("config", {"baseline": "/known.json"}),
    ("config", {"select": ["order-trip"]}),
    ("config", {"ignore": ["PL9"]}),
    ("config", {"severity": {"order-trap": "fatal"}}),
    ("config", {"severity": {"order-trip": "error"}}),
    ("config", {"per-file-ignores": {"a/**": ["order-trip"]}}),
    ("config", {"suppress": [{"rule": "order-trap"}]}),
    ("config", {"suppress": [{"rule": "a", "path": "b", "pointer": "/c", "phase": "d"}]}),
    ("config", {"suppress": [{"rule": "a", "path": "b", "pointer": "c"}]}),
    ("config", {"swenny": {}}),
    ("config", {"sweny": {"maxsteps": 3}}),
    ("config", {"sweny": {"max-steps": "3"}}),
    ("config", {"climpt": {"semantics": "documented"}}),
    ("script", {"version": True}),
    ("script", {"scenarios": [{"model": []}]}),
    ("script", {"scenarios": [{"name": "a", "model": "b"}]}),
    ("script", {"scenarios": [{"name": "a", "on_exhausted": "repeat"}]}),
    ("script", {"scenarios": [{"name": "a", "expect": {"outcome": "complete"}}]}),
    ("script", {"scenarios": [{"name": "a", "expect": {"phase": []}}]}),
    ("manifest", {"studPipeline": True}),
    ("manifest", {"stages": []}),
    ("manifest", {"stages": [""]}),
    ("manifest", {"stages": [{"next": {"nextStages": []}}]}),
    ("manifest", {"stages": [{"file": "a.md", "id": "a"}]}),
    ("manifest", {"stages": [STAGE]}),
    ("manifest", {"stages": [STAGE], "options": {"profile": "reference"}}),
    ("manifest", {"tools": {"bundled": "defaults"}}),
    ("manifest", {"next": {"press": {"nextStages": [], "stages": []}}}),
    ("manifest", {"next": {"press": {"default": {}}}}),
    ("manifest", branch({"path": "a", "equals": []})),
    ("manifest", branch({"equals": 1})),
    ("manifest", branch({"path": "a", "equals": 1, "exists": True})),
    ("manifest", branch({"verdict": ["good"]})),
    ("baseline", {"version": 2}),
    ("baseline", {"findings": [{"rule": "a", "path": "b"}]}),
    ("baseline", {"findings": [{"rule": "a", "path": "b", "fingerprint": "c", "message": 1}]}),
)
"""What is written over an example, so that neither schema nor reader accepts it."""


@pytest.mark.parametrize(("name", "keys"), SLIPS, ids=str)
def test_slips(name: str, keys: Any, tmp_path: Path) -> None:
    value = {**schema(name)["examples"][0], **keys}
    assert not ACCEPTS[name](value, tmp_path)
    assert not validator(name).is_valid(value)


GOOD: tuple[tuple[str, Any], ...] = (
    ("config", {"select": ["all", "pl", "PL10", "yaml-syntax"]}),
    ("config", {"sweny": {"maxSteps": 3, "agent_tools": ["a"]}}),
    ("script", {"scenarios": [{"name": "a", "expect": {"outcome": "failed(SR-001)"}}]}),
    ("manifest", {"stages": [{**STAGE, "body": "a"}], "options": {"profile": "reference"}}),
    ("manifest", {"x-owner": 1, "tools": {"x-note": 2, "bundled": "default"}}),
    ("manifest", branch({"verdict": ["ok", "skip"], "path": "a", "in": [1, None]})),
    ("baseline", {"made": "by hand"}),
)
"""What is written over an example, and accepted by both."""


@pytest.mark.parametrize(("name", "keys"), GOOD, ids=str)
def test_what_is_rare_and_good(name: str, keys: Any, tmp_path: Path) -> None:
    value = {**schema(name)["examples"][0], **keys}
    assert ACCEPTS[name](value, tmp_path)
    validator(name).validate(value)


KINDS: tuple[tuple[str, str, Any], ...] = (
    ("a plugin that is not installed", "config", {"plugins": ["lanes"]}),
    ("a rule that a plugin may bring", "config", {"plugins": ["lanes"], "select": ["no-lane"]}),
    ("a dialect that a plugin may bring", "config", {"plugins": ["lanes"], "lanes": {"wide": 1}}),
    ("a whole number with a point, in TOML", "config", {"bound": 2.0}),
    ("a whole number with a point, in YAML", "manifest", {"studPipeline": 1.0}),
)
"""What a schema accepts and phaselint refuses, by what is in the document alone. Beside these there
are keys that stand twice, which parsers tell of, and what depends on other files: see below."""


@pytest.mark.parametrize(("kind", "name", "keys"), KINDS, ids=[kind for kind, *_ in KINDS])
def test_what_schemas_cannot_know(kind: str, name: str, keys: Any, tmp_path: Path) -> None:
    value = {**schema(name)["examples"][0], **keys}
    validator(name).validate(value)
    assert not ACCEPTS[name](value, tmp_path), kind


ELSEWHERE = (
    ("a file that does not exist", "a.stud.yaml", "studPipeline: 1\n{}", "stage-file-missing"),
    ("a key that stands twice", "a.stud.yaml", "studPipeline: 1\nid: b\n{}", "manifest-invalid"),
)
_REST = "id: a\nentryStage: b\nstages: [b.md]\n"


@pytest.mark.parametrize(("kind", "path", "text", "rule"), ELSEWHERE, ids=lambda each: each)
def test_what_other_parts_say(kind: str, path: str, text: str, rule: str, tmp_path: Path) -> None:
    written = text.format(_REST)
    validator("manifest").validate(yaml.safe_load(written))
    (tmp_path / path).write_text(written, "utf-8")
    result = phaselint.lint([str(tmp_path)], isolated=True)
    assert rule in {each.name for each in result.findings}, kind


def test_scripts_against_their_contract(tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "loan-desk-fixed", tmp_path / "desk")
    script = next((tmp_path / "desk").rglob("*.script.yaml"))
    value = yaml.safe_load(script.read_text("utf-8"))
    value["scenarios"] = [{"name": "a", "options": {"lanes": 2}, "world": {"lanes": 2}}]
    validator("script").validate(value)
    script.write_text(json.dumps(value), "utf-8")
    found = phaselint.lint([str(tmp_path)], dry_run=True).findings
    assert [each.name for each in found if each.file.endswith(script.name)] == ["invalid-script"]


@pytest.mark.parametrize("project", sorted(each.name for each in PROJECTS.iterdir()))
def test_reports_of_projects(project: str) -> None:
    result = phaselint.lint([str(PROJECTS / project)], dry_run=True)
    validator("report").validate(json.loads("".join(render("json", result, Style()))))


@needs_corpus
@pytest.mark.parametrize("dialect", BUILTIN.names)
def test_reports_of_the_corpus(dialect: str) -> None:
    result = phaselint.lint([str(Path(CORPUS) / dialect)], isolated=True)
    validator("report").validate(json.loads("".join(render("json", result, Style()))))
