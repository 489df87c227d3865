"""The sarif format: valid, within the limits of code scanning, one fingerprint per result."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from sarif_pydantic import Sarif  # type: ignore[import-untyped]

from phaselint import __version__
from phaselint.linting.result import Result
from phaselint.report import Style, render, sarif
from phaselint.vocabulary.finding import Related, Suppression, Witness, WitnessStep
from samples import Known

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]

SCHEMAS = os.environ.get("PHASELINT_SCHEMAS", "")


def text(result: Result) -> str:
    return "".join(render("sarif", result, Style()))


def run(result: Result) -> Any:
    return json.loads(text(result))["runs"][0]


def notes(result: Result) -> list[str]:
    invocation = run(result)["invocations"][0]
    return [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    log = json.dumps(json.loads(text(result)), indent=2)
    assert log.replace(f'"version": "{__version__}"', '"version": "VERSION"') == snapshot


@pytest.mark.parametrize("which", ["result", "clean"])
def test_follows_the_model(which: str, request: pytest.FixtureRequest) -> None:
    log = Sarif.model_validate_json(text(request.getfixturevalue(which)))
    assert log.version == "2.1.0"


@pytest.mark.skipif(
    not SCHEMAS, reason="PHASELINT_SCHEMAS names no folder with the official schema"
)
@pytest.mark.parametrize("which", ["result", "clean"])
def test_follows_the_official_schema(which: str, request: pytest.FixtureRequest) -> None:
    schema = json.loads(Path(SCHEMAS, "sarif-2.1.0.schema.json").read_text("utf-8"))
    log = json.loads(text(request.getfixturevalue(which)))
    jsonschema.validators.validator_for(schema)(schema).validate(log)


def test_rules_are_those_that_occur(result: Result) -> None:
    data = run(result)
    rules = data["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PL001", "PL101", "PL103", "VE201"]
    for found in data["results"]:
        assert rules[found["ruleIndex"]]["id"] == found["ruleId"]


def test_rule_of_several_dialects_has_one_entry(result: Result) -> None:
    (rule,) = (r for r in run(result)["tool"]["driver"]["rules"] if r["id"] == "PL101")
    assert rule["properties"]["tags"] == ["workflow", "sweny", "vesanor"]
    assert rule["defaultConfiguration"] == {"level": "error"}
    assert rule["properties"]["precision"] == "medium"


def test_paths_are_relative_uris(result: Result) -> None:
    uris = {
        found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for found in run(result)["results"]
    }
    assert "flows/%E4%BE%A1%E6%A0%BC%20100%25.json" in uris
    assert all(uri.isascii() and " " not in uri and ":" not in uri for uri in uris)


def test_fingerprints_are_unique(make_finding: Make) -> None:
    given = ["a", "a:2", "a", "a", "a:2", "b"]
    findings = tuple(make_finding("m", identity=Known(fingerprint)) for fingerprint in given)
    found = [r["partialFingerprints"]["phaselint/v1"] for r in run(Result(findings))["results"]]
    assert found == ["a", "a:2", "a:3", "a:4", "a:2:2", "b"]


def test_step_without_a_place_is_where_the_finding_is(result: Result) -> None:
    found = run(result)["results"][0]
    steps = found["codeFlows"][0]["threadFlows"][0]["locations"]
    assert steps[0]["location"]["physicalLocation"]["region"]["startLine"] == 3
    assert steps[1]["location"]["physicalLocation"] == found["locations"][0]["physicalLocation"]


def test_suppressed_findings_say_why(result: Result) -> None:
    kinds = [
        (found["suppressions"][0]["kind"], found["suppressions"][0]["justification"])
        for found in run(result)["results"]
        if "suppressions" in found
    ]
    assert kinds == [
        ("inSource", "kept for 1.0"),
        ("inSource", "declared"),
        ("external", "generated"),
        ("external", ""),
    ]


def test_a_name_cannot_become_a_link(make_finding: Make) -> None:
    (found,) = run(Result((make_finding("see [this](https://example.org)"),)))["results"]
    assert found["message"]["text"] == "see [this\\](https://example.org)"


def test_internal_error_means_the_run_failed(make_finding: Make) -> None:
    finding = make_finding("m")
    broken = finding._replace(rule=finding.rule._replace(name="internal-error"))
    assert run(Result((finding,)))["invocations"][0]["executionSuccessful"] is True
    assert run(Result((finding, broken)))["invocations"][0]["executionSuccessful"] is False


def test_too_many_results_lose_the_mildest(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 5)
    assert [found["level"] for found in run(result)["results"]] == [
        "error",
        "error",
        "warning",
        "error",
        "error",
    ]
    assert notes(result) == ["left out 6 findings: the limit is 5 results per run"]


def test_too_many_results_lose_suppressed_ones_first(
    make_finding: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 1)
    shown = make_finding("shown", severity="info")
    hidden = make_finding("hidden", severity="error", suppression=Suppression("comment", "r"))
    (found,) = run(Result((shown,), (hidden,)))["results"]
    assert found["message"]["text"] == "shown"


def test_too_many_places_and_steps_are_cut(
    make_finding: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sarif, "MOST_LOCATIONS", 3)
    monkeypatch.setattr(sarif, "MOST_STEPS", 2)
    related = (Related(make_finding("m").place, "r"),) * 3
    full = Result(
        (make_finding("m", related=related, witness=Witness({}, (WitnessStep("s"),) * 3)),)
    )
    (found,) = run(full)["results"]
    assert len(found["relatedLocations"]) == 2
    assert len(found["codeFlows"][0]["threadFlows"][0]["locations"]) == 2
    assert notes(full) == [
        "left out places of 1 result: the limit is 3 each",
        "left out steps of 1 result: the limit is 2 each",
    ]


def test_nothing_is_cut_without_need(result: Result) -> None:
    assert notes(result) == []
