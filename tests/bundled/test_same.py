"""Findings and proofs in the bundle are those in CPython: of all cases of all rules, and of all
projects."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bundled.innode import Run, here
from cases import FIXTURES, listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from bundled.innode import Bundled
    from cases import Written

pytestmark = pytest.mark.bundle

SHARES = 2
"""Tests among which the rules are divided: a plain machine has two cores."""

CHECK = ("lint", "--dry-run", "--min-severity", "info", "--format", "json", ".")
RULES = tuple(dict.fromkeys(case.rule for case in listed()))
PROJECTS = tuple(sorted(path.name for path in (FIXTURES / "projects").iterdir()))
PYTHON = (3, 14)
"""The version of Python in the bundle."""

OTHERS = {"syntax-error": "its help names the Python whose grammar is used"}
"""Rule → why the bundle gives other reports for its cases if this Python is of another version."""


@pytest.mark.parametrize("share", range(SHARES))
def test_cases_have_the_same_findings_and_proofs(
    share: int, written: Written, bundled: Bundled, record_property: Callable[[str, object], None]
) -> None:
    rules = RULES[share::SHARES]
    for rule in rules:
        written.rule(rule)
    runs = [Run(f"/cases/{rule}", CHECK) for rule in rules]
    mounts = {"/cases": written.root}
    pairs = zip(rules, here(mounts, runs), bundled.run(mounts, runs), strict=True)
    differing = {
        rule
        for rule, native, other in pairs
        if (native.status, native.stdout, native.stderr)
        != (other["status"], other["stdout"], other["stderr"])
    }
    record_property("tried", {"rules compared with the bundle": len(rules)})
    others = OTHERS if sys.version_info[:2] != PYTHON else {}
    assert differing == others.keys() & set(rules)


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "--dry-run", "--format", "json", "."),
        ("lint", "--dry-run", "--format", "html", "."),
        ("lint", "--dry-run", "--verify", "--format", "sarif", "."),
        ("contracts",),
        ("policies", "--format", "json"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_projects_have_the_same_reports(arguments: tuple[str, ...], bundled: Bundled) -> None:
    mounts = {"/projects": FIXTURES / "projects"}
    runs = [Run(f"/projects/{name}", arguments) for name in PROJECTS]
    other = bundled.run(mounts, runs)
    for name, native, found in zip(PROJECTS, here(mounts, runs), other, strict=True):
        assert (name, found["status"], found["stderr"]) == (name, native.status, native.stderr)
        assert found["stdout"] == native.stdout, name


def test_a_lint_loads_the_parts_of_its_dialect_alone(bundled: Bundled) -> None:
    mounts = {"/projects": FIXTURES / "projects"}
    runs = [Run("/projects/loan-desk", ("lint", "--dry-run", "."))]
    (found,) = bundled.run(mounts, runs)
    assert len(found["loaded"]) == 2
