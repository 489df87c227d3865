"""Reading conditions: what is a reference, a comparison, a failure word, and what is none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.sweny.analysis.conditions import Condition, read, vocabulary
from phaselint.dialects.sweny.model import Input, Node, Workflow


def node(name: str, *properties: str) -> Node:
    declared: dict[str, Any] = {each: {} for each in properties}
    return Node(name, ("nodes", name), output={"type": "object", "properties": declared})


NODES = (
    node("assess", "verdict", "issue_id"),
    node("fix", "branch", "tests"),
    node("run-test", "result"),
    node("open pr", "url"),
    node("v1.check", "ok"),
    node("package", "kind"),
    node("report"),
    node("decide", "outcome"),
    node("a", "x"),
    node("Überprüfung", "ergebnis"),
)
WORKFLOW = Workflow(
    "w.yml",
    nodes={each.id: each for each in NODES},
    inputs={"repo": Input("repo", ("inputs", "repo"), "string")},
)


def reading(text: str) -> Condition:
    return read(text, vocabulary(WORKFLOW))


def said(text: str) -> list[str]:
    """The comparisons of a text: subject, kind, values."""
    condition = reading(text)
    subjects = [
        (each.start, each.text, each.comparison)
        for each in (*condition.references, *condition.unknown)
    ]
    subjects += ((each.start, ".".join(each.fields), each.comparison) for each in condition.bare)
    return [
        " ".join(
            [
                *(["not"] if found.negated else []),
                name,
                found.kind,
                "|".join(f'"{v.text}"' if v.quoted else v.text for v in found.values),
                *(["or beyond"] if found.ranged else []),
            ]
        ).strip()
        for _, name, found in sorted(subjects, key=lambda subject: subject[0])
        if found is not None
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assess.verdict is fix", ["assess.verdict"]),
        ("when assess.verdict is fix and fix.tests is pass", ["assess.verdict", "fix.tests"]),
        ("`assess.verdict` is fix", ["assess.verdict"]),
        ('"assess.verdict" is fix', ["assess.verdict"]),
        ("{{assess.verdict}} equals fix", ["assess.verdict"]),
        ("${assess.verdict} == 'fix'", ["assess.verdict"]),
        ("(assess.verdict = fix)", ["assess.verdict"]),
        ("assess.verdict.", ["assess.verdict"]),
        ("assess.verdict, or fix.tests", ["assess.verdict", "fix.tests"]),
        ("assess.issues[0].id is set", ["assess.issues.id"]),
        ("assess.issues[*].id is set", ["assess.issues.id"]),
        ("assess.evals.ok.pass is true", ["assess.evals.ok.pass"]),
        ("Assess.verdict is fix", ["Assess.verdict"]),
        ("run-test.result is ok", ["run-test.result"]),
        ("open pr.url is set", ["open pr.url"]),
        ("the open pr.url is set", ["open pr.url"]),
        ("v1.check.ok is true", ["v1.check.ok"]),
        ("Überprüfung.ergebnis ist gut", ["Überprüfung.ergebnis"]),
        ("input.repo is set", ["input.repo"]),
        ("report.summary says so", ["report.summary"]),
        ("a.x > 3", ["a.x"]),
        ("package.kind is crate", ["package.kind"]),
        ("fix.test-results are good", ["fix.test-results"]),
        # near misses
        ("the fix. Then report", []),
        ("stop after the fix.Then go on", []),
        ("wait for the fix...then go on", []),
        ("package.json was changed", []),
        ("report.md is missing", []),
        ("see src/fix.tests for more", []),
        ("see ./fix.tests", []),
        ("see https://fix.tests/x", []),
        ("mail to fix@assess.verdict.org", []),
        ("@fix.tests", []),
        ("fix.tests/unit is empty", []),
        ("at 9 a.m. sharp", []),
        ("for example (e.g. fix)", []),
        ("the score is 4.5", []),
        ("version 1.2 is out", []),
        ("my-assess.verdict is fix", []),
        ("pre_fix.tests is pass", []),
        ("outcome.fix.tests is pass", []),
        ("assess.isDone() holds", []),
    ],
)
def test_references_to_nodes_and_input(text: str, expected: list[str]) -> None:
    assert [each.text for each in reading(text).references] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("asess.verdict is fix", ["asess.verdict"]),
        ("run_test.result is ok", ["run_test.result"]),
        ("output.verdict is fix", ["output.verdict"]),
        ("github.event is push", ["github.event"]),
        ("outcome.kind is approved", []),
        ("repo.owner is known", []),
        ("config.yml is there", []),
        ("next.config.js is there", []),
        ("example.com is down", []),
        ("Node.js is installed", []),
        ("i.e. nothing", []),
        ("e.g. a typo", []),
        ("the U.S. team", []),
        ("J.Smith is asked", []),
        ("done.Next", []),
        ("it has v1.2", []),
        ("math.abs(x) is small", []),
        ('the title is "see foo.bar"', []),
        ('the title is "fix foo.bar soon"', []),
    ],
)
def test_names_that_look_like_references(text: str, expected: list[str]) -> None:
    assert [each.text for each in reading(text).unknown] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("verdict is fix", ["verdict equals fix"]),
        ("verdict = fix", ["verdict equals fix"]),
        ("verdict == 'fix'", ['verdict equals "fix"']),
        ('verdict === "fix"', ['verdict equals "fix"']),
        ("verdict equals fix", ["verdict equals fix"]),
        ("verdict is equal to fix", ["verdict equals fix"]),
        ("verdict is “fix it”", ['verdict equals "fix it"']),
        ("assess.verdict is fix", ["assess.verdict equals fix"]),
        ("assess.verdict is fix.", ["assess.verdict equals fix"]),
        ("verdict is fix or skip", ["verdict equals fix|skip"]),
        ("verdict is fix, skip or escalate", ["verdict equals fix|skip|escalate"]),
        ("verdict is fix, skip, or escalate", ["verdict equals fix|skip|escalate"]),
        ("verdict is fix | skip", ["verdict equals fix|skip"]),
        ("verdict is fix/skip", ["verdict equals fix|skip"]),
        ("verdict is either fix or skip", ["verdict among fix|skip"]),
        ("verdict is one of fix, skip and escalate", ["verdict among fix|skip|escalate"]),
        ("verdict in [fix, skip]", ["verdict among fix|skip"]),
        ('verdict in ["fix"]', ['verdict among "fix"']),
        ("verdict is in (fix, skip)", ["verdict among fix|skip"]),
        ("verdict is not fix", ["not verdict equals fix"]),
        ("verdict isn't fix", ["not verdict equals fix"]),
        ("verdict isn’t fix", ["not verdict equals fix"]),
        ("verdict != fix", ["not verdict equals fix"]),
        ("verdict is not in [fix, skip]", ["not verdict among fix|skip"]),
        ("verdict is none of fix, skip", ["not verdict among fix|skip"]),
        ("level is 3", ["level equals 3"]),
        ("level is 4.5", ["level equals 4.5"]),
        ("level is -1.", ["level equals -1"]),
        ("level is 3%", ["level equals"]),
        ("level > 3", ["level order"]),
        ("level is medium or higher", ["level equals medium or beyond"]),
        ("level is 0 or undefined", ["level equals 0|undefined"]),
        ("verdict is set", ["verdict presence"]),
        ("verdict is not set", ["verdict presence"]),
        ("verdict is missing", ["verdict presence"]),
        ("verdict exists", ["verdict presence"]),
        ("verdict == null", ["verdict presence"]),
        ("verdict is set to fix", ["verdict equals fix"]),
        # what is no value
        ("verdict is fixed by hand", ["verdict equals"]),
        ("verdict is the best", ["verdict equals"]),
        ("verdict is greater than 3", ["verdict equals"]),
        ("verdict is in progress", ["verdict among"]),
        ("verdict is fix, and tests is pass", ["verdict equals fix", "tests equals pass"]),
        ("verdict is fix, and done", ["verdict equals fix"]),
        ("verdict is fix, urgent", ["verdict equals fix"]),
        ("verdict is high or retries exhausted", ["verdict equals high"]),
        ("verdict is fix or verdict is skip", ["verdict equals fix", "verdict equals skip"]),
        ("verdict contains fix", ["verdict other"]),
        ("verdict was fix", ["verdict other"]),
        ("nothing to compare", []),
    ],
)
def test_comparisons(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_the_word_before_a_bare_name_is_kept() -> None:
    assert [each.before for each in reading("deploy status is ok").bare] == ["deploy"]
    assert [each.before for each in reading("done, status is ok").bare] == [""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assess failed", ["failed"]),
        ("assess fails or errored", ["fails", "errored"]),
        ("it did not succeed", ["did not succeed"]),
        ("Failure", ["Failure"]),
        ("no errors", []),
        ("fail-safe mode", []),
        ("a failover happened", []),
        ("error_count is 3", []),
        ('status is "failed"', []),
        ("assess.error is set", []),
        ("x.failed", []),
    ],
)
def test_failure_words(text: str, expected: list[str]) -> None:
    assert [each.text for each in reading(text).failures] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("verdict is fix", ()),
        ("verdict is not fix", ("not",)),
        ("verdict isn't fix", ("isn't",)),
        ("otherwise", ("otherwise",)),
        ("at least medium", ("at least",)),
        ("level > 3", (">",)),
        ("no-framework was found", ()),
        ("nothing notable", ()),
    ],
)
def test_words_that_turn_or_widen_a_text(text: str, expected: tuple[str, ...]) -> None:
    assert tuple(each.text for each in reading(text).wide) == expected


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("verdict is FIX", "fix", True),
        ("verdict is fixed", "fix", False),
        ("risk level is low", "risk_level", True),
        ("risk-level is low", "risk_level", True),
        ("no framework", "no-framework", True),
        ("prefix", "fix", False),
        ("a hot-fix", "fix", False),
    ],
)
def test_names_a_word(text: str, word: str, found: bool) -> None:
    assert reading(text).names(word) is found


def test_evaluator_results_are_noticed() -> None:
    assert reading("assess.evals.ok.pass is true").evals
    assert reading("evals.ok.pass is true").evals
    assert not reading("retrievals.ok").evals


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            [
                "assess",
                ".",
                "verdict",
                " ",
                "is",
                "[",
                "0",
                "]",
                "'",
                '"',
                "`",
                "or",
                ",",
                "open pr",
            ]
        )
        | st.text(max_size=4),
        max_size=14,
    ).map("".join)
)
def test_reading_any_text_gives_places_in_it(text: str) -> None:
    found = reading(text)
    for each in (*found.references, *found.unknown):
        assert text[each.start : each.start + len(each.root)] == each.root
        assert each.start < each.end <= len(text)
    for word in (*found.words, *found.failures):
        assert text[word.start : word.end] == word.text
