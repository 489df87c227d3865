"""What rules say of the stages of a contract one by one is what they say of it as a whole, and
after an edit only the stage that was edited is looked at."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import pytest

import stud
from cases import Case, listed, texts
from phaselint.dialects import dialect
from phaselint.dialects.options import merge
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk
from phaselint.vocabulary.cache import Memory
from phaselint.vocabulary.step_budget import StepBudget, allowing, ask_per_part
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.stud.analysis.facts import StudFacts

STUD = dialect("stud")
OPTIONS = merge(STUD, {}, {}, {})
APART = [rule for rule in RULES if rule.dialect == "stud" and rule.per_part]
CASES = [case for rule in RULES if rule.dialect == "stud" for case in listed(rule.name)]


def facts_in(
    files: dict[str, str], reader: DictReader | None = None, options: Mapping[str, Any] = OPTIONS
) -> Iterator[StudFacts]:
    """The facts of the contracts in some files."""
    reader = reader or DictReader(files)
    for folder in walk(reader):
        for target in STUD.detect(reader, folder):
            facts = STUD.study(STUD.load(reader, target), options, 1_000)
            yield cast("StudFacts", facts)


def assert_same(facts: StudFacts) -> None:
    for rule in APART:
        apart = chain.from_iterable(map(rule.check, facts.parts))
        assert list(apart) == list(rule.check(facts)), rule.name


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_stage_by_itself_says_what_all_of_them_say(case: Case) -> None:
    for facts in facts_in(texts(case)):
        assert_same(facts)


@pytest.mark.parametrize("semantics", ["contract", "documented", "reference"])
@pytest.mark.parametrize("name", ["s.md", "s.json", ""])
@pytest.mark.parametrize("value", [stud.ABSENT, "", None, ["a", "a"], {"type": "objekt"}])
def test_so_it_is_of_one_without_what_it_needs(semantics: str, name: str, value: object) -> None:
    """In a file of its own, or in the manifest."""
    options = merge(STUD, {}, {}, {"semantics": semantics})
    for key in stud.stage("b"):
        manifest = stud.pipeline("a -> b", "b")
        stage = stud.kept({**manifest["stages"].pop(), key: value})
        files = {}
        if not name:
            manifest["stages"].append(stage)
        else:
            files[name] = stud.markdown(stage) if name == "s.md" else json.dumps(stage)
            manifest["stages"].append(name)
        for facts in facts_in({**files, stud.FILE: json.dumps(manifest)}, options=options):
            assert_same(facts)


def test_only_an_edited_stage_is_asked_again() -> None:
    listed = "stages: [s0.md, s1.md, s2.md]"
    files = {
        "desk.stud.yaml": f"studPipeline: 1\nid: desk\nentryStage: s0\n{listed}\n",
        **{f"s{number}.md": f"---\nid: s{number}\n---\nDo it.\n" for number in range(3)},
    }
    reader, memory, asked = DictReader(files), Memory(), list[str]()

    def ask(facts: StudFacts) -> Iterator[str]:
        for each in facts.usable:
            asked.append(each.id)
            yield each.body.text

    def texts_of() -> list[str]:
        with memory.used(), allowing(StepBudget()):
            (facts,) = facts_in(files, reader)
            return list(ask_per_part(ask, facts))

    assert texts_of() == ["Do it.\n"] * 3
    files["s1.md"] += "Now.\n"
    reader.forget(["s1.md"])
    assert texts_of() == ["Do it.\n", "Do it.\nNow.\n", "Do it.\n"]
    assert asked == ["s0", "s1", "s2", "s1"]
