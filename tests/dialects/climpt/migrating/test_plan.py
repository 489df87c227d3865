"""Agents of release 1.13 become agents of 1.14 by the table of the reference (1.14 §9)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import climpt
from climpt import AGENT, FOLDER, NAME, REGISTRY, SCHEMA, contract
from phaselint.dialects.base import Target
from phaselint.dialects.climpt.migrating.plan import plan
from phaselint.dialects.climpt.migrating.steps import MOST_REPEATS
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.migration import Planned

SETTINGS = f"{climpt.CONFIG}/claude.settings.climpt.agents.{NAME}.json"
SHARED = f"{climpt.CONFIG}/claude.settings.climpt.agents.json"
CLOSING = ("closure.issue closing repeat",)
VALIDATED: dict[str, Any] = {
    "validators": {"v": {"type": "command", "command": "true"}},
    "validationSteps": {
        "closure.iteration": {
            "stepId": "closure.iteration",
            "name": "V",
            "c2": "retry",
            "c3": "issue",
            "validationConditions": [{"validator": "v"}],
            "onFailure": {"action": "abort"},
        }
    },
}


def planned(files: Mapping[str, str]) -> Planned:
    reader = DictReader(files)
    return plan(load(reader, Target("climpt", FOLDER)), {}, reader)


def migrated(*steps: str, **given: Any) -> dict[str, Any]:
    """The files of an agent as they are after its migration, as values."""
    files = contract(*steps, **given)
    texts = {**files, **planned(files).texts}
    return {path: json.loads(text) for path, text in texts.items() if path.endswith(".json")}


def registry(*steps: str, **change: Any) -> dict[str, Any]:
    found: dict[str, Any] = migrated(*steps, registry_change=change)[REGISTRY]
    return found


def step(key: str, *steps: str, **change: Any) -> dict[str, Any]:
    found: dict[str, Any] = registry(*steps, steps={key: change})["steps"][key]
    return found


def remarks(files: Mapping[str, str]) -> list[str]:
    return [str(each.message) for each in planned(files).remarks]


class TestSteps:
    def test_kind_and_address(self) -> None:
        found = step("closure.issue", adaptation="own")
        assert found["kind"] == "closure"
        assert found["address"] == {
            "c1": "steps",
            "c2": "closure",
            "c3": "issue",
            "edition": "default",
            "adaptation": "own",
        }
        assert found.keys().isdisjoint({"stepKind", "c2", "c3", "edition", "adaptation"})

    def test_an_empty_adaptation_is_dropped(self) -> None:
        assert "adaptation" not in step("closure.issue", adaptation="")["address"]

    def test_an_edition_that_is_missing_is_the_usual_one(self) -> None:
        assert step("closure.issue", edition=climpt.ABSENT)["address"]["edition"] == "default"

    def test_a_kind_that_is_missing_is_told_by_the_phase(self) -> None:
        assert step("continuation.issue", stepKind=climpt.ABSENT)["kind"] == "work"
        assert step("verification.issue", stepKind=climpt.ABSENT)["kind"] == "verification"

    def test_sections_are_work(self) -> None:
        assert step("section.one", *climpt.STEPS, "section.one")["kind"] == "work"

    def test_a_kind_that_nothing_tells_is_left_to_the_author(self) -> None:
        files = contract(
            registry_change={"steps": {"initial.issue": {"stepKind": climpt.ABSENT, "c2": "odd"}}}
        )
        assert any("the kind of `initial.issue` isn't known" in each for each in remarks(files))

    def test_what_is_now_demanded(self) -> None:
        found = step("closure.issue", uvVariables=climpt.ABSENT, usesStdin=climpt.ABSENT)
        assert (found["uvVariables"], found["usesStdin"]) == ([], False)


class TestIntents:
    def test_abort_goes_from_list_rules_and_schema(self) -> None:
        first = {
            "structuredGate": {"allowedIntents": ["next", "abort", "repeat"]},
            "transitions": {"abort": {"target": None}},
        }
        found = migrated(registry_change={"steps": {"initial.issue": first}})
        changed = found[REGISTRY]["steps"]["initial.issue"]
        assert changed["structuredGate"]["allowedIntents"] == ["next", "repeat"]
        assert "abort" not in changed["transitions"]
        definition = found[SCHEMA]["definitions"]["initial.issue"]
        action = definition["properties"]["next_action"]["properties"]["action"]
        assert action["enum"] == ["next", "repeat"]

    def test_rules_that_are_missing(self) -> None:
        found = registry(
            "initial.issue next repeat", "continuation.issue next>closure.issue", *CLOSING
        )
        assert found["steps"]["initial.issue"]["transitions"] == {
            "repeat": {"target": "initial.issue"},
            "next": {"target": "continuation.issue"},
        }
        lacking = step("closure.issue", *climpt.STEPS, transitions={"closing": climpt.ABSENT})
        assert lacking["transitions"]["closing"] == {"target": None}

    def test_a_way_that_nothing_tells_is_left_to_the_author(self) -> None:
        files = contract("verification.issue next escalate", *CLOSING)
        told = [each for each in remarks(files) if "add its target" in each]
        assert len(told) == 2


class TestChains:
    def test_as_many_repeats_as_iterations_are_left(self) -> None:
        steps = registry()["steps"]
        assert steps["initial.issue"]["adaptationChain"] == ["default"] * 9
        assert steps["closure.issue"]["adaptationChain"] == ["default"] * 6

    def test_none_without_repeat(self) -> None:
        assert "adaptationChain" not in step("closure.issue", "closure.issue closing")

    def test_long_ones_are_cut_and_said(self) -> None:
        limit = {"runner": {"verdict": {"config": {"maxIterations": 500}}}}
        files = contract(agent_change=limit)
        chain = json.loads(planned(files).texts[REGISTRY])["steps"]["initial.issue"]
        assert len(chain["adaptationChain"]) == MOST_REPEATS
        assert any("500" in each for each in remarks(files))

    def test_a_prompt_of_its_own_is_sent_again(self) -> None:
        own = {"steps": {"initial.issue": {"adaptation": "own"}}}
        variant = {f"{climpt.PROMPTS}/initial/issue/f_default_own.md": "# Own\n"}
        chain = migrated(registry_change=own, files=variant)[REGISTRY]["steps"]["initial.issue"]
        assert set(chain["adaptationChain"]) == {"own"}

    def test_among_closing_steps_alone_the_prompt_of_the_action_is_the_own_one(self) -> None:
        github = {"enabled": True, "defaultClosureAction": "label-only"}
        files = contract(
            "closure.issue closing repeat",
            agent_change={"runner": {"integrations": {"github": github}}},
            files={f"{climpt.PROMPTS}/closure/issue/f_default_label-only.md": "# Label\n"},
        )
        after = {**files, **planned(files).texts}
        found = json.loads(after[REGISTRY])["steps"]["closure.issue"]
        assert found["address"]["adaptation"] == "label-only"
        assert set(found["adaptationChain"]) == {"default"}
        assert "closure-variant-never-sent" not in climpt.names(after)


class TestEntries:
    def test_pairs(self) -> None:
        assert registry()["entryStepMapping"] == {
            "count:iteration": {"initial": "initial.issue", "continuation": "continuation.issue"}
        }

    def test_closing_steps_lend_their_own_prompt(self) -> None:
        assert registry("closure.issue closing")["entryStepMapping"] == {
            "count:iteration": {"initial": "closure.issue", "continuation": "closure.issue"}
        }

    def test_an_entry_alone_becomes_a_pair_in_its_place(self) -> None:
        found = registry(entryStepMapping=climpt.ABSENT, entryStep="initial.issue")
        assert found["entryStepMapping"]["count:iteration"]["initial"] == "initial.issue"
        assert "entryStep" not in found

    def test_a_graph_keeps_its_entry(self) -> None:
        graph = {"runner": {"verdict": {"type": "detect:graph"}}}
        change = {"entryStepMapping": climpt.ABSENT, "entryStep": "initial.issue"}
        found = migrated(agent_change=graph, registry_change=change)[REGISTRY]
        assert found["entryStep"] == "initial.issue"
        assert found["entryStepMapping"].keys() == {"detect:graph"}


class TestValidation:
    def test_conditions_phases_and_attempts(self) -> None:
        found = registry(**VALIDATED)
        assert found["validators"]["v"]["phase"] == "postllm"
        changed = found["validationSteps"]["closure.iteration"]
        assert changed["preflightConditions"] == []
        assert changed["postLLMConditions"] == [{"validator": "v"}]
        assert "validationConditions" not in changed
        assert changed["onFailure"] == {"action": "retry", "maxAttempts": 1}

    def test_the_address_is_added_and_the_flat_one_stays(self) -> None:
        changed = registry(**VALIDATED)["validationSteps"]["closure.iteration"]
        assert (changed["c2"], changed["c3"]) == ("retry", "issue")
        assert changed["address"] == {
            "c1": "steps",
            "c2": "retry",
            "c3": "issue",
            "edition": "failed",
        }

    def test_that_nothing_is_checked_beforehand_is_said(self) -> None:
        files = contract(registry_change=VALIDATED)
        assert any("phase `preflight`" in each for each in remarks(files))


class TestSettings:
    def test_tools_and_mode_move(self) -> None:
        found = migrated()
        assert found[SETTINGS] == {"permissions": {"allow": ["Read"], "defaultMode": "acceptEdits"}}
        assert "boundaries" not in found[AGENT]["runner"]

    def test_a_sandbox_stays(self) -> None:
        change = {"runner": {"boundaries": {"sandbox": {"enabled": True}}}}
        found = migrated(agent_change=change)
        assert found[AGENT]["runner"]["boundaries"] == {"sandbox": {"enabled": True}}

    def test_a_wildcard_becomes_a_list_of_names(self) -> None:
        change = {"runner": {"boundaries": {"allowedTools": ["*"]}}}
        found = migrated(agent_change=change)
        assert found[SETTINGS]["permissions"]["allow"] == ["Read", "Glob", "Grep"]

    def test_files_that_are_there_are_never_changed(self) -> None:
        theirs = '{"permissions": {"allow": ["Bash"]}}'
        for path in (SETTINGS, SHARED):
            assert planned(contract(files={path: theirs})).texts.get(path) is None
        assert SETTINGS not in planned(contract(files={SETTINGS: theirs})).texts
        assert SETTINGS in planned(contract(files={SHARED: theirs})).texts

    def test_the_registry_is_put_in_place_last(self) -> None:
        first = {"structuredGate": {"allowedIntents": ["next", "abort", "repeat"]}}
        files = contract(registry_change={"steps": {"initial.issue": first}})
        assert list(planned(files).texts) == [SETTINGS, SCHEMA, AGENT, REGISTRY]


@pytest.mark.parametrize("odd", [None, True, 0, "abort", [], ["abort"], {}, {"a": None}])
@pytest.mark.parametrize(
    "member", ["structuredGate", "transitions", "outputSchemaRef", "c2", "edition", "stepKind"]
)
def test_values_of_other_types_are_kept_or_refused(member: str, odd: Any) -> None:
    files = contract(registry_change={"steps": {"initial.issue": {member: odd}}})
    for text in planned(files).texts.values():
        json.loads(text)


class TestRefusals:
    def refusal(self, **files: Any) -> str:
        return planned(contract(files=files)).refusal

    def test_what_does_not_load(self) -> None:
        assert "does not load: .agent/demo/steps_registry.json:1:1" in self.refusal(
            **{REGISTRY: "{"}
        )
        assert "does not load" in self.refusal(**{AGENT: '{"name": 1, "name": 2}'})
        assert "does not load" in self.refusal(**{REGISTRY: "{", SETTINGS: "{}"})
        assert "no steps registry" in self.refusal(**{REGISTRY: climpt.ABSENT})

    def test_both_generations(self) -> None:
        change = {"steps": {"initial.issue": {"kind": "work"}}}
        found = planned(contract(registry_change=change))
        assert "is written partly for climpt 1.13 and partly for 1.14" in found.refusal
        assert not found.already

    def test_what_is_migrated_already(self) -> None:
        files = contract()
        again = planned({**files, **planned(files).texts})
        assert again.already
        assert again.texts == {}

    def test_a_migration_that_was_cut_short_can_be_finished(self) -> None:
        files = contract()
        texts = dict(planned(files).texts)
        registry = texts.pop(REGISTRY)
        again = planned({**files, **texts})
        assert again.texts == {REGISTRY: registry}


class TestTheOnlyIteration:
    @pytest.mark.parametrize(
        ("steps", "most", "kind", "told"),
        [
            (CLOSING, 1, "count:iteration", 1),
            (CLOSING, 2, "count:iteration", 0),
            (CLOSING, 1, "detect:keyword", 0),
            (climpt.STEPS, 1, "count:iteration", 0),
        ],
    )
    def test_an_unclear_answer_fails_now(
        self, steps: tuple[str, ...], most: int, kind: str, told: int
    ) -> None:
        change = {"runner": {"verdict": {"type": kind, "config": {"maxIterations": most}}}}
        found = remarks(contract(*steps, agent_change=change))
        assert len([each for each in found if "AGENT_MAX_ITERATIONS" in each]) == told
