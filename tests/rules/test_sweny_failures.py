"""Routing by failure in the SWEny dialect: what a router can be shown of it, and what not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.sweny_routing import VERDICT, output, reported, when
from sweny import of, workflow

STRING: dict[str, Any] = {"type": "string"}


@pytest.mark.parametrize(
    "declared",
    [
        {"status": STRING},
        {"error_count": STRING},
        {"speed": ["ok", "fail"]},
        {"outcome": ["ok", "failed"]},
        {"reason": STRING},
    ],
)
def test_properties_that_tell_of_failure(declared: dict[str, Any]) -> None:
    edges = ("build -> a when the compiler failed", "build -> b")
    assert reported(*edges, nodes={"build": output(**declared)}) == []


def test_a_text_about_the_node_itself_is_not_about_a_value_of_the_same_family() -> None:
    edges = ("build -> a when the build has failed", "build -> b")
    assert reported(*edges, nodes={"build": output(speed=["ok", "fail"])}) == [
        "failure-route-unobservable"
    ]


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        ({"state": ["booked", "partial"]}, True),
        ({"state": ["booked", "failed"]}, False),
        ({"state": {"type": "string"}}, False),
        ({"passed": {"enum": [True, False]}}, False),
        ({"build_note": {"type": "string"}}, True),
    ],
)
def test_what_tells_that_the_node_itself_failed(declared: dict[str, Any], found: bool) -> None:
    edges = ("build -> a when build failed", "build -> b")
    value = workflow(*edges, nodes={"build": output(**declared)})
    assert bool(of("failure-route-unobservable", value)) is found


def test_a_failure_is_seen_without_declared_properties_and_by_evaluators() -> None:
    plain = reported("build -> a when build failed", "build -> b", nodes={"build": {}})
    assert "failure-route-unobservable" not in plain
    assert when("assess failed, so assess.evals.ok.pass is false") == [
        "when-references-undeclared-field"
    ]


def test_a_failed_evaluator_is_seen_by_its_name() -> None:
    check = {"name": "compiles", "kind": "judge", "rubric": "Does it compile?"}
    nodes = {"build": {**output(speed=["slow", "fast"]), "eval": [check]}}
    assert reported("build -> a when compiles failed", "build -> b", nodes=nodes) == []
    assert reported("build -> a when build failed", "build -> b", nodes=nodes) == [
        "failure-route-unobservable"
    ]


def test_failures_are_shown_with_documented_semantics() -> None:
    value = workflow("assess -> fix when assess failed", "assess -> end", nodes=VERDICT)
    assert of("failure-route-unobservable", value)
    assert not of("failure-route-unobservable", value, semantics="documented")
    field = workflow("assess -> fix when assess.error is set", "assess -> end", nodes=VERDICT)
    assert not of("when-references-undeclared-field", field, semantics="documented")
