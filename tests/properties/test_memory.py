"""What is known of documents and schemas from before an edit never changes what is found."""

from __future__ import annotations

import os
import random
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.pipelines import pipeline
from phaselint.dialects import BUILTIN
from phaselint.dialects.base import Target
from phaselint.dialects.options import in_force
from phaselint.linting.check import check
from phaselint.linting.task import Task
from phaselint.patterns.matching import matches
from phaselint.patterns.overlap import disjoint
from phaselint.patterns.portable import found_in
from phaselint.project.memory import DictReader
from phaselint.project.reader import ProjectReader, walk
from phaselint.vocabulary import step_budget
from phaselint.vocabulary.cache import Memory
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.linting.check import Checked

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROJECTS = os.path.join(ROOT, "fixtures", "projects")
NAMES = (
    *("refund-desk", "loan-desk", "loan-desk-fixed", "dependency-bot", "flag-retirement"),
    "release-crew",
)
WORD = re.compile(r"[\w-]+")
ONWARD = re.compile(r"  ([\w-]+): \{nextStages: \[([\w-]+)\]\}\n")
PATHS = (
    *(("parsed.decision", "rework"), ("parsed.notes", "none"), ("parsed.items.0.count", "1")),
    *(("output.kind", "two"), ("parsed.decison", "go-on"), ("attemptCount", "2")),
    *(("parsed", "go-on"), ("reason", "late"), ("capHit", "true")),
)
"""What branches ask about, with a value of it; one is misspelt."""
PATTERNS = st.sampled_from(("^[a-z]+$", "a{2,30}b|1", "(a|b-)*1", "^(ab?)+-$", "(", r"(a)\1"))


class Edit(NamedTuple):
    """A line of a file is left out, doubled, put elsewhere or given a word of another; numbers are
    taken modulo what there is."""

    file: int
    line: int
    other: int
    kind: str


edits = st.builds(
    Edit,
    *[st.integers(0, 10_000)] * 3,
    st.sampled_from(("drop", "twice", "move", "word", "word", "word", "undo")),
)


of_manifests = edits.map(lambda edit: edit._replace(file=0))


@cache
def files_of(name: str) -> dict[str, str]:
    """The files of a project, by their paths in it."""
    found = {}
    top = os.path.join(PROJECTS, name)
    for folder, _, names in os.walk(top):
        for each in names:
            path = os.path.join(folder, each)
            with open(path, encoding="utf-8") as stream:
                found[os.path.relpath(path, top).replace(os.sep, "/")] = stream.read()
    return found


@cache
def targets_of(name: str) -> tuple[Target, ...]:
    """The contracts of a project."""
    reader = DictReader(files_of(name))
    folders = tuple(walk(reader))
    return tuple(
        dict.fromkeys(
            t for each in BUILTIN for folder in folders for t in each.detect(reader, folder)
        )
    )


@cache
def branching(seed: int) -> tuple[dict[str, str], tuple[Target, ...]]:
    """The files of a pipeline of which all stages but the siblings have branches, the manifest
    first, and the contract."""
    files = pipeline(random.Random(seed), "desk", 72)
    (manifest, text), *_ = files.items()
    files[manifest] = f"{ONWARD.sub(_branched, text)}{_outputs(text)}"
    return files, (Target("stud", "", manifest),)


def _branched(found: re.Match[str]) -> str:
    name, onward = found.groups()
    path, value = _asked(name)
    when = f"{{verdict: ok, path: {path}, equals: {value}}}"
    other = f"{{when: {{path: {path}, exists: true}}, nextStages: [{onward}]}}"
    return (
        f"  {name}:\n    branches:\n      - {{when: {when}, nextStages: [{onward}]}}\n"
        f"      - {other}\n    default: {{nextStages: []}}\n"
    )


def _asked(name: str) -> tuple[str, str]:
    return PATHS[int(name.rpartition("-")[2]) % len(PATHS)]


def _outputs(manifest: str) -> str:
    """The schemas of what stages put out about which their branches ask."""
    names = re.findall(r"stages/desk/([\w-]+)\.md", manifest)
    asked = (name for name in names if _asked(name)[0] == "output.kind")
    written = (f"  {name}: {{properties: {{kind: {{enum: [one, two]}}}}}}\n" for name in asked)
    return f"outputs:\n{''.join(written)}"


def edited(text: str, edit: Edit) -> str:
    """The text of a file after an edit."""
    lines = text.splitlines(keepends=True)
    at, other = edit.line % len(lines), edit.other % len(lines)
    if edit.kind == "drop":
        del lines[at]
    elif edit.kind == "twice":
        lines.insert(at, lines[at])
    elif edit.kind == "move":
        lines.insert(other, lines.pop(at))
    elif words := WORD.findall(lines[other]):
        lines[at] = WORD.sub(words[edit.other % len(words)], lines[at], count=1)
    return "".join(lines)


def checked(target: Target, reader: ProjectReader) -> Checked:
    """What is found in a contract."""
    chosen = next(each for each in BUILTIN if each.name == target.dialect)
    rules = RULES.of((target.dialect,))
    return check(chosen, reader, target, Task(rules, in_force(chosen, {}, {})))


def history(files: dict[str, str], targets: tuple[Target, ...], some: list[Edit]) -> None:
    """Check the contracts of a project after each edit, with what is known and from scratch."""
    texts = dict(files)
    reader = DictReader(texts)
    memories = {target: Memory() for target in targets}
    for edit in (None, *some):
        if edit is not None:
            path = sorted(texts)[edit.file % len(texts)]
            texts[path] = files[path] if edit.kind == "undo" else edited(texts[path], edit)
            reader.forget((path,))
        for target, memory in memories.items():
            with memory.used():
                known = checked(target, reader)
            fresh = checked(target, DictReader(texts))
            assert known.hits == fresh.hits
            assert (known.unasked, known.files) == (fresh.unasked, fresh.files)


@pytest.mark.parametrize("name", NAMES)
@given(st.lists(edits, min_size=1, max_size=4))
@settings(max_examples=6, deadline=None)
def test_an_edit_gives_what_a_fresh_look_gives(name: str, some: list[Edit]) -> None:
    history(files_of(name), targets_of(name), some)


@pytest.mark.parametrize("name", ["loan-desk", "flag-retirement", "dependency-bot", "release-crew"])
@given(st.integers(0, 610), st.lists(edits, min_size=1, max_size=3))
@settings(max_examples=15, deadline=None)
def test_where_steps_run_out(name: str, steps: int, some: list[Edit]) -> None:
    """These contracts take up to 600 steps; so they run out somewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(step_budget, "SCHEMA_STEPS", steps)
        history(files_of(name), targets_of(name), some)


@given(st.integers(0, 99), st.lists(st.one_of(edits, of_manifests), min_size=1, max_size=4))
@settings(max_examples=6, deadline=None)
def test_stages_with_branches_are_known_again(seed: int, some: list[Edit]) -> None:
    """What is known of stages is known for some of them at a time, so that there are more here."""
    history(*branching(seed), some)


@given(
    st.integers(0, 99),
    st.integers(0, 3_000),
    st.lists(st.one_of(edits, of_manifests), min_size=1, max_size=3),
)
@settings(max_examples=6, deadline=None)
def test_and_where_steps_run_out_for_them(seed: int, steps: int, some: list[Edit]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(step_budget, "SCHEMA_STEPS", steps)
        history(*branching(seed), some)


questions = st.one_of(
    st.tuples(st.sampled_from((matches, found_in)), PATTERNS, st.text("ab-1", max_size=6)),
    st.tuples(st.just(disjoint), PATTERNS, PATTERNS),
)


@example([[(ask, "^[a-z]+$", "^(ab?)+-$") for ask in (matches, disjoint)]] * 2, 900)
@given(st.lists(st.lists(questions, max_size=6), min_size=2, max_size=4), st.integers(0, 900))
@settings(deadline=None)
def test_patterns_take_the_steps_that_they_take(checks: list[list[Any]], steps: int) -> None:
    """Whoever has a memory gets the same answers, and runs out at the same pattern."""
    memory = Memory()
    for asked in checks:
        with memory.used():
            known = answers(asked, steps)
        assert known == answers(asked, steps)


def answers(asked: list[Any], steps: int) -> tuple[object, ...]:
    """What questions give, where so many steps may be taken; how many are left, and what for."""
    with allowing(StepBudget(steps)) as own:
        given = [ask(*about) for ask, *about in asked]
    return given, own.left, own.pattern_cut
