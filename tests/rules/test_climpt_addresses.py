"""Where prompts are looked for, and keys of an old release (reference climpt §1.2, §7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, CONFIG, PROMPTS, REGISTRY, contract, names, of, places

FIRST, CLOSURE = "initial.issue", "closure.issue"
CHECK = "verification.issue"
THREE = (
    "initial.issue next>verification.issue",
    "verification.issue next>closure.issue",
    "closure.issue closing repeat",
)
"""An agent without a continuation."""


class TestYml:
    USER = f"{CONFIG}/demo-steps-user.yml"
    APP = f"{CONFIG}/demo-steps-app.yml"

    def user(self, directive: str, layer: str = '"^[a-z-]+$"') -> dict[str, Any]:
        return {
            self.USER: f"params:\n  two:\n    directiveType:\n      pattern: {directive}\n"
            f"    layerType:\n      pattern: {layer}\n"
        }

    def test_one_finding_for_each_word(self) -> None:
        found = of("breakdown-pattern-mismatch", contract(*THREE, files=self.user('"^(initial)$"')))
        assert places(found) == [f"steps {CHECK} c2", f"steps {CLOSURE} c2"]
        assert found[0].fix is not None
        assert found[0].fix.edits[0].text == '"^(initial|verification)$"'

    def test_all_steps_with_the_word_share_it(self) -> None:
        found = of("breakdown-pattern-mismatch", contract(files=self.user('"."', '"^(a)$"')))
        assert places(found) == [f"steps {FIRST} c3"]

    @pytest.mark.parametrize("directive", ["'^[a-z]+$'", "^[a-z]+$"])
    def test_only_double_quotes_are_found(self, directive: str) -> None:
        found = of("breakdown-pattern-mismatch", contract(files=self.user(directive)))
        assert [finding.fix.edits[0].text for finding in found if finding.fix] == ['"^[a-z]+$"']

    def test_a_pattern_is_searched_for_anywhere_in_a_word(self) -> None:
        assert names(contract(files=self.user('"i"'))) == ["breakdown-pattern-mismatch"]
        assert names(contract(files=self.user('"i|o"'))) == []

    def test_a_refused_address_is_one_defect(self) -> None:
        files = {**self.user('"^(initial|closure)$"')}
        files[f"{PROMPTS}/verification/issue/f_default.md"] = ABSENT
        found = set(names(contract(*THREE, files=files)))
        assert found == {"breakdown-pattern-mismatch", "missing-continuation-pair"}

    @pytest.mark.parametrize("gone", [{APP: ABSENT}, {USER: ABSENT}, {APP: ABSENT, USER: ABSENT}])
    def test_missing_files(self, gone: dict[str, Any]) -> None:
        assert names(contract(files=gone)) == ["breakdown-config-missing"]

    def test_a_file_that_cannot_be_read_is_reported_as_such(self) -> None:
        assert names(contract(files={self.APP: "a: [\n"})) == ["syntax-error"]

    def test_another_agent_id_explains_them(self) -> None:
        files = contract()
        files[REGISTRY] = files[REGISTRY].replace('"agentId": "demo"', '"agentId": "dmo"')
        assert names(files) == ["agent-id-mismatch"]


def test_fallback_keys_are_looked_at_for_the_old_release_only() -> None:
    keys = {FIRST: "initial_issue", CHECK: "initial.issue", CLOSURE: "anything"}
    change = {"steps": {step: {"fallbackKey": key} for step, key in keys.items()}}
    files = contract(registry_change=change)
    assert names(files) == ["legacy-field"] * 3
    assert names(files, legacy="1.13.22") == ["fallback-key-dotted", "fallback-key-unknown"]


def test_what_is_said_of_the_old_release_where_it_is_linted_for_as_well() -> None:
    gone = {f"{PROMPTS}/verification/issue/f_default.md": ABSENT}
    change = {"steps": {CHECK: {"fallbackKey": "initial_issue"}}, "userPromptsBase": "prompts"}
    files = contract(registry_change=change, files=gone)
    missing = of("prompt-file-missing", files, legacy="1.13.22")
    assert [each.message.rpartition("; ")[2] for each in missing] == [
        "1.13.22 sends the fallback `initial_issue`"
    ]
    assert "fallback" not in of("prompt-file-missing", files)[0].message
    kept, removed = of("legacy-field", files, legacy="1.13.22"), of("legacy-field", files)
    assert [each.fix is None for each in kept] == [True]
    assert [each.fix is None for each in removed] == [False, False]
    assert kept[0].message.endswith("1.13.23 and later never read it")


def test_a_key_that_no_document_names() -> None:
    change = {"steps": {CHECK: {"fallbackKey": "initial_isue"}}}
    found = of("fallback-key-unknown", contract(registry_change=change), legacy="1.13.22")
    assert [each.message.endswith("isn't in the documented table") for each in found] == [True]
