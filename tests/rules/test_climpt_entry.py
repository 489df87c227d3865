"""Where runs begin (reference climpt §7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, REGISTRY, STEPS, contract, names, of, places, registry

ENTRY = "initial.issue"
GRAPH = {"type": "detect:graph"}


def entries(
    mapping: Any = ABSENT, entry: Any = ABSENT, verdict: dict[str, Any] | None = None
) -> dict[str, str]:
    """The sound agent with other entries, and perhaps another verdict."""
    value = registry()
    del value["entryStepMapping"]
    given = {"entryStepMapping": mapping, "entryStep": entry}
    value.update((key, item) for key, item in given.items() if item is not ABSENT)
    change = {"runner": {"verdict": verdict}} if verdict else {}
    return contract(agent_change=change, files={REGISTRY: value})


@pytest.mark.parametrize(
    ("mapping", "entry", "code"),
    [
        (ABSENT, ABSENT, "SR-ENTRY-001"),
        (ABSENT, "", "SR-ENTRY-001"),
        ({}, ABSENT, "SR-GATE-002"),
    ],
)
def test_a_run_has_to_begin_somewhere(mapping: Any, entry: Any, code: str) -> None:
    files = entries(mapping, entry)
    assert names(files) == ["no-entry-step"]
    [finding] = of("no-entry-step", files)
    assert finding.witness is not None
    assert finding.witness.data == {"code": code}
    assert finding.fix is not None
    assert finding.fix.title == "add `entryStep` `initial.issue`"


@pytest.mark.parametrize(
    ("mapping", "entry"),
    [
        ({"count:iteration": ENTRY}, ABSENT),
        (ABSENT, ENTRY),
        ({}, ENTRY),
        ({"count:iteration": ENTRY}, ENTRY),
        ({"poll:state": ENTRY}, ENTRY),
    ],
)
def test_either_way_of_saying_it_will_do(mapping: Any, entry: Any) -> None:
    assert names(entries(mapping, entry)) == []


def test_of_the_wrong_type_is_a_matter_of_form() -> None:
    assert names(entries(entry=5)) == ["registry-schema"]
    assert names(entries(mapping=[])) == ["registry-schema"]
    assert names(entries(mapping={"count:iteration": None})) == ["registry-schema"]


class TestUnknown:
    def test_every_entry_has_to_be_a_step(self) -> None:
        mapping = {"count:iteration": ENTRY, "poll:state": "initial.isue"}
        found = of("unknown-entry", entries(mapping, "start"))
        assert places(found) == ["entryStep", "entryStepMapping poll:state"]
        assert [finding.help for finding in found] == [
            "declare it in `steps`, or correct the name",
            "use `initial.issue`",
        ]

    def test_nothing_is_said_of_ways_without_a_known_entry(self) -> None:
        assert names(entries({"count:iteration": "start"})) == ["unknown-entry"]


class TestVerdict:
    def test_an_entry_for_another_type_is_none_for_this(self) -> None:
        files = entries({"poll:state": ENTRY})
        assert names(files) == ["entry-missing-for-verdict"]
        unused = of("entry-mapping-unused", files)
        assert places(unused) == ["entryStepMapping poll:state"]

    def test_a_misspelt_type_is_pointed_out(self) -> None:
        [finding] = of("entry-missing-for-verdict", entries({"counts:iteration": ENTRY}))
        assert finding.help == "replace `counts:iteration` with `count:iteration`"

    def test_the_type_of_a_registry_alone_is_not_known(self) -> None:
        files = {"registry.json": entries({"poll:state": ENTRY})[REGISTRY]}
        assert names(files, main="registry.json", opt_in=["entry-mapping-unused"]) == []

    @pytest.mark.parametrize("key", ["issue", "count", "count:iterations", ""])
    def test_other_keys_are_no_types(self, key: str) -> None:
        found = of("entry-mapping-key-unknown", entries({"count:iteration": ENTRY, key: ENTRY}))
        assert places(found) == [f"entryStepMapping {key}"]

    def test_a_near_type_that_has_an_entry_is_not_offered(self) -> None:
        mapping = {"count:iteration": ENTRY, "count:iterations": ENTRY}
        [finding] = of("entry-mapping-key-unknown", entries(mapping))
        assert finding.fix is None


class TestGraphVerdict:
    def test_it_does_not_look_at_the_mapping(self) -> None:
        files = entries({"detect:graph": ENTRY}, verdict=GRAPH)
        assert names(files) == ["graph-verdict-needs-entry-step"]
        [finding] = of("graph-verdict-needs-entry-step", files)
        assert finding.fix is not None
        assert finding.fix.safety == "safe"

    def test_a_mapping_for_another_type_changes_nothing(self) -> None:
        files = entries({"poll:state": ENTRY}, verdict=GRAPH)
        assert names(files) == ["graph-verdict-needs-entry-step"]

    @pytest.mark.parametrize("config", [{"entryStep": ENTRY}, {"registryPath": "other.json"}])
    def test_its_configuration_may_say_it(self, config: dict[str, str]) -> None:
        files = entries({"detect:graph": ENTRY}, verdict={**GRAPH, "config": config})
        assert of("graph-verdict-needs-entry-step", files) == ()

    def test_without_any_entry_that_is_what_is_wrong(self) -> None:
        assert names(entries(verdict=GRAPH)) == ["no-entry-step"]


class TestSections:
    def test_a_section_is_no_step_to_begin_with(self) -> None:
        files = contract("section.rules", *STEPS, registry_change={"entryStep": ENTRY})
        found = of("entry-step-not-executable", files)
        assert places(found) == ["entryStepMapping count:iteration"]

    def test_a_section_with_a_gate_is_run(self) -> None:
        change = {"steps": {ENTRY: {"c2": "section"}}}
        assert of("entry-step-not-executable", contract(registry_change=change)) == ()

    def test_a_step_without_a_gate_is_reported_as_such(self) -> None:
        change = {"steps": {ENTRY: {"structuredGate": ABSENT}}}
        files = contract(registry_change=change)
        assert of("entry-step-not-executable", files) == ()
        assert "gate-incomplete" in names(files)
