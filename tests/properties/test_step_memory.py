"""What is known of a step from before an edit of something else follows from that step alone: each
edit here changes one thing that the steps themselves do not say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import climpt
from phaselint.dialects import BUILTIN
from phaselint.dialects.base import Target
from phaselint.dialects.options import in_force
from phaselint.linting.check import check
from phaselint.linting.locate import locate
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint.vocabulary.cache import Memory
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.vocabulary.hit import Hit

    Files = dict[str, str]

FIRST, SECOND, THIRD, LAST = [each.partition(" ")[0] for each in climpt.STEPS]
NEUTRAL = "section.plain"
"""A step that shows no release."""
APP, USER = [f"{climpt.CONFIG}/{climpt.NAME}-steps-{each}.yml" for each in ("app", "user")]
TARGET = Target("climpt", climpt.FOLDER)
CLIMPT = next(each for each in BUILTIN if each.name == "climpt")
TASK = Task(RULES.of(("climpt",)), in_force(CLIMPT, {}, {}))


class EditorReader(DictReader):
    """A reader that gives equal texts as one object."""

    def _load_text(self, path: str) -> str | None:
        text = super()._load_text(path)
        return None if text is None else TEXTS.setdefault(text, text)


TEXTS: dict[str, str] = {}


class Editor:
    """Checks an agent again and again, and knows what a check before has seen."""

    def __init__(self) -> None:
        self.memory = Memory()
        self._files: Files = {}
        self._reader = EditorReader(self._files)

    def hits(self, files: Files) -> tuple[Hit, ...]:
        """What is found in the agent, written as it is now."""
        changed = [path for path, text in files.items() if self._files.get(path) != text]
        if files.keys() == self._files.keys():
            self._files.update(files)
            self._reader.forget(changed)
        else:
            self._files = dict(files)
            self._reader = EditorReader(self._files)
        with self.memory.used():
            return hits(self._reader)


def base() -> Files:
    """An agent with something to say about several of its steps."""
    return climpt.contract(
        registry_change={
            "steps": {
                SECOND: {"structuredGate": climpt.ABSENT, "usesStdin": 1},
                NEUTRAL: {"stepId": NEUTRAL, "usesStdin": 1, "transitions": {"nex": {}}},
                THIRD: {"adaptation": "strict", "edition": "other", "uvVariables": ["late"]},
            }
        },
        schemas={
            FIRST: {
                "properties": {"other": {"enum": ["next", "repeat"]}, "stepId": {"const": LAST}}
            }
        },
        agent_change={
            "runner": {"integrations": {"github": {"enabled": True}}},
        },
        prompts=dict.fromkeys(("initial/issue", "continuation/issue"), "Look at {uv-what}\n"),
        files={f"{climpt.PROMPTS}/closure/issue/f_default_label-only.md": ""},
    )


def registry(change: Any) -> Callable[[Files], None]:
    """An edit of the registry: members that are merged into it."""
    return _merged(climpt.REGISTRY, change)


def steps(**change: Any) -> Callable[[Files], None]:
    return registry({"steps": {key.replace("_", "."): each for key, each in change.items()}})


def _merged(file: str, change: Any) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        files[file] = json.dumps(climpt.changed(json.loads(files[file]), change))

    return edit


def _swapped(files: Files) -> None:
    value = json.loads(files[climpt.REGISTRY])
    listed = value["steps"]
    listed[FIRST], listed[SECOND] = listed[SECOND], listed[FIRST]
    files[climpt.REGISTRY] = json.dumps(value)


def _doubled(files: Files) -> None:
    """Two steps are written the same, and show the later release."""
    value = json.loads(files[climpt.REGISTRY])
    listed = value["steps"]
    listed[THIRD] = listed[FIRST] = {**listed[FIRST], "kind": "work"}
    listed["continuation.more"] = {"stepKind": "work"}  # and the earlier one still has the majority
    files[climpt.REGISTRY] = json.dumps(value)


def _later(files: Files) -> None:
    """All steps that show a release show the later one."""
    value = json.loads(files[climpt.REGISTRY])
    for key, step in value["steps"].items():
        if key != NEUTRAL:
            step["kind"] = step.pop("stepKind")
            parts = ("c2", "c3", "edition")
            step["address"] = {"c1": "steps", **{part: step.pop(part) for part in parts}}
    files[climpt.REGISTRY] = json.dumps(value)


def _elsewhere(files: Files) -> None:
    """A gate refers to other words of a schema that has them before and after."""
    reference = {"structuredGate": {"intentSchemaRef": "#/properties/other"}}
    registry({"steps": {FIRST: reference}})(files)


def _ungated(files: Files) -> None:
    """No step has a gate, and runs begin in one that had none before."""
    value = json.loads(files[climpt.REGISTRY])
    value["entryStepMapping"]["count:iteration"] = SECOND
    for step in value["steps"].values():
        step.pop("structuredGate", None)
    files[climpt.REGISTRY] = json.dumps(value)


def _text(file: str, old: str, new: str) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        assert old in files[file]
        files[file] = files[file].replace(old, new)

    return edit


def _moved(file: str, other: str) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        files[other] = files.pop(file)

    return edit


def schema(step: str, **members: Any) -> Callable[[Files], None]:
    return _merged(climpt.SCHEMA, {"definitions": {step: climpt.schema(**members)}})


def _prompt(name: str) -> str:
    return f"{climpt.PROMPTS}/{name}/f_default.md"


LOST = "continuation.lost"
CLEAR: Mapping[str, Callable[[Files], None]] = {
    "a step out of reach may be meant by its schema": schema(
        FIRST, intents=("next", "repeat", "handoff")
    ),
    "a step out of reach may be meant by its list": registry(
        {"steps": {FIRST: {"structuredGate": {"allowedIntents": ["next", "repeat", "escalate"]}}}}
    ),
}
"""Edits of an agent of which it is clear where its steps lead."""

EDITS: Mapping[str, Callable[[Files], None]] = {
    **CLEAR,
    "another step is gone": registry({"steps": {THIRD: climpt.ABSENT}}),
    "the step behind another is gone": registry({"steps": {LAST: climpt.ABSENT}}),
    "two steps are written the same": _doubled,
    "the others are of 1.14": _later,
    "a gate refers to other words": _elsewhere,
    "another step has come": steps(continuation_other={"stepId": "x"}),
    "the steps are named otherwise": _swapped,
    "no step has a gate": _ungated,
    "another step is of 1.14": registry(
        {"steps": {LAST: {"kind": "closure", "adaptationChain": ["a"]}}}
    ),
    "the entry is another": registry({"entryStepMapping": {"count:iteration": SECOND}}),
    "a number is true": registry({"steps": {SECOND: {"usesStdin": True}}}),
    "a number has a fraction": registry({"steps": {SECOND: {"usesStdin": 1.0}}}),
    "a gate looks elsewhere": registry(
        {"steps": {FIRST: {"structuredGate": {"intentSchemaRef": "#/properties/next_action"}}}}
    ),
    "a schema offers more": schema(FIRST, intents=("next", "repeat", "handoff")),
    "a schema offers what is no intent": schema(FIRST, intents=("next", "repaet")),
    "a schema offers an alias": schema(THIRD, intents=("next", "done")),
    "the closing action is another": _merged(
        climpt.AGENT,
        {"runner": {"integrations": {"github": {"defaultClosureAction": "label-only"}}}},
    ),
    "the prompts are elsewhere": _text(APP, "prompts/steps", "prompts"),
    "words of addresses are fewer": _text(USER, "^[a-z]+$", "^[a-h]+$"),
    "a prompt is the same as another": _text(
        _prompt("initial/issue"), "Look at {uv-what}\n", "# Do it\n"
    ),
    "prompts say nothing": _text(_prompt("closure/issue"), "# Do it\n", ""),
    "a prompt has gone elsewhere": _moved(_prompt("verification/issue"), _prompt("initial/other")),
}


def hits(reader: DictReader) -> tuple[Hit, ...]:
    """What is found in an agent, with its places."""
    found = check(CLIMPT, reader, TARGET, TASK)
    return tuple(
        hit._replace(finding=locate(hit.finding, found.documents, steps=True)) for hit in found.hits
    )


def fresh(files: Files) -> tuple[Hit, ...]:
    """What is found by whoever knows nothing."""
    return hits(DictReader(files))


def written(name: str) -> Files:
    """What an edit is made to."""
    return climpt.contract(*climpt.STEPS, f"{LOST} repeat") if name in CLEAR else base()


def edited(name: str) -> Files:
    files = written(name)
    EDITS[name](files)
    return files


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_found_by_whoever_knows_the_steps(name: str) -> None:
    editor, before, after = Editor(), fresh(written(name)), fresh(edited(name))
    assert after != before
    assert editor.hits(written(name)) == before
    assert editor.hits(edited(name)) == after
    assert editor.hits(written(name)) == before


@pytest.mark.parametrize("name", EDITS)
def test_as_is_one_that_takes_it_back(name: str) -> None:
    editor = Editor()
    for files in (edited(name), written(name)):
        assert editor.hits(files) == fresh(files)


def test_and_by_whoever_has_seen_them_written_otherwise() -> None:
    editor = Editor()
    for name in EDITS:
        assert editor.hits(edited(name)) == fresh(edited(name)), name
