"""Workflows of today become workflows of the later release (reference §11.6)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.migrating import plan
from phaselint.dialects.sweny.reading.load import load
from phaselint.project.memory import DictReader
from sweny import workflow

if TYPE_CHECKING:
    from phaselint.dialects.migration import Planned

YAML = """\
# sorts mail
id: mail
name: Mail
entry: read
nodes:
  read: {name: Read, instruction: Read it.}   # first
  file:
    name: File
    instruction: File it.
edges:
  - {from: read, to: file}
"""


def planned(text: str, file: str = "workflow.yml") -> Planned:
    reader = DictReader({file: text})
    contract = load(reader, Target("sweny", "", file))
    return plan(contract, {"target": "current"}, reader)


def undecided(*edges: str, **fields: Any) -> list[str]:
    found = planned(json.dumps(workflow(*edges, **fields)), "workflow.json")
    return [str(each.message) for each in found.remarks if each.undecided]


def test_what_nodes_see_stays_as_it_is() -> None:
    assert planned(YAML).texts == {"workflow.yml": f"{YAML}context_mode: full\n"}


def test_what_is_proposed_is_not_decided() -> None:
    found = planned(YAML)
    first = "read: {name: Read, instruction: Read it., on_fail: continue}   # first"
    proposed = YAML.replace("read: {name: Read, instruction: Read it.}   # first", first)
    assert found.proposed == {"workflow.yml": f"{proposed}context_mode: full\n"}
    (proposal, *_) = found.remarks
    assert "after `read` has failed" in proposal.message
    assert not any(each.undecided for each in found.remarks)


def test_a_node_that_ends_a_run_or_cannot_fail_has_no_proposal() -> None:
    soft = {"a": {"fail_soft": True}}
    found = planned(json.dumps(workflow("a -> b", nodes=soft)), "workflow.json")
    assert found.proposed == {}


def test_json_and_other_line_ends() -> None:
    found = planned(json.dumps(workflow("a -> b")), "workflow.json")
    value = json.loads(found.proposed["workflow.json"])
    assert value["context_mode"] == "full"
    assert value["nodes"]["a"]["on_fail"] == "continue"
    text = planned(YAML.replace("\n", "\r\n")).texts["workflow.yml"]
    assert text.endswith("\r\ncontext_mode: full\r\n")


def test_what_the_later_release_refuses_is_undecided() -> None:
    assert undecided("a -> b max 101") == ["`max_iterations` can be at most 100"]
    assert undecided("a -> b max 100") == []
    retry = {"a": {"retry": {"max": 11}}}
    assert undecided("a -> b", nodes=retry) == ["`retry.max` can be at most 10"]
    skills = {"mail": {"mcp": {"command": "x"}}}
    assert undecided("a -> b", skills=skills) == ["inline skill `mail` needs an instruction"]


@pytest.mark.parametrize("line", ["spec_version: '1'", "context_mode: full", "budget: {tokens: 1}"])
def test_what_is_of_the_later_release_already(line: str) -> None:
    found = planned(f"{YAML}{line}\n")
    assert found.already
    assert "already" in found.refusal


@pytest.mark.parametrize("text", ["id: [", "a: 1\na: 2\n", "just text"])
def test_what_does_not_load(text: str) -> None:
    found = planned(text)
    assert found.refusal.startswith("does not load")
    assert not found.already
