"""Where prompts are, and which addresses they may have (reference §1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.climpt.model import Registry
from phaselint.dialects.climpt.reading.breakdown import read_breakdown
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.climpt.filemodel import Breakdown

STEM = ".agent/climpt/config/writer-steps"
APP = (
    'working_dir: ".agent/writer"\napp_prompt:\n  base_dir: "prompts"\napp_schema:\n  base_dir: s\n'
)


def read(app: str | None = APP, user: str | None = "", root: str = "") -> Breakdown:
    stem = f"{root}/{STEM}" if root else STEM
    files = {f"{stem}-app.yml": app, f"{stem}-user.yml": user}
    there = {path: text for path, text in files.items() if text is not None}
    registry = Registry("", agent_id="writer", c1="steps")
    return read_breakdown(DictReader(there), root, registry)[0]


class TestPromptRoot:
    def test_the_folder_that_the_two_settings_make(self) -> None:
        assert read().root == ".agent/writer/prompts"
        assert read(root="a/b").root == "a/b/.agent/writer/prompts"

    def test_the_second_file_may_replace_it(self) -> None:
        assert read(user="app_prompt: {base_dir: own}").root == ".agent/writer/own"

    def test_the_second_file_is_not_needed(self) -> None:
        found = read(user=None)
        assert (found.root, found.user_found) == (".agent/writer/prompts", False)

    def test_the_first_file_is(self) -> None:
        found = read(app=None)
        assert (found.root, found.app_found) == (None, False)
        assert found.fault_at == (f"{STEM}-app.yml", ())

    @pytest.mark.parametrize(
        ("app", "place"),
        [
            (APP.replace("working_dir", "dir"), ("working_dir",)),
            (APP.replace(".agent/writer", ""), ("working_dir",)),
            (APP.replace(".agent/writer", "/x"), ("working_dir",)),
            (APP.replace(".agent/writer", "a/../b"), ("working_dir",)),
            (APP.replace("app_prompt", "prompt"), ("app_prompt", "base_dir")),
            (APP.replace('"prompts"', "5"), ("app_prompt", "base_dir")),
            (APP.replace('"prompts"', '"a|b"'), ("app_prompt", "base_dir")),
            (APP.replace("base_dir: s", "x: y"), ("app_schema", "base_dir")),
            ("[]", ("working_dir",)),
            ("a: [", ()),
        ],
    )
    def test_it_is_unknown_when_a_setting_is_not_right(
        self, app: str, place: tuple[str, ...]
    ) -> None:
        found = read(app)
        assert found.root is None
        assert found.fault
        assert found.fault_at == (f"{STEM}-app.yml", place)

    def test_a_name_with_a_slash_names_no_file(self) -> None:
        registry = Registry("", agent_id="../../x", c1="steps")
        found, documents = read_breakdown(DictReader({}), "", registry)
        assert (found.root, documents) == (None, {})


class TestPatterns:
    def test_they_are_looked_for_in_the_text(self) -> None:
        found = read(user='# directiveType:\nlayerType: {pattern:   "^b$"}\npattern: "^c$"')
        assert (found.directive, found.layer) == ("^b$", "^b$")

    @pytest.mark.parametrize(
        "user",
        [
            None,
            "",
            "directiveType:\n  pattern: '^a$'",
            "directiveType:\n  pattern: ^a$",
            'pattern: "^a$"\ndirectiveType:',
            'directiveType:\n  pattern: ""',
            'directiveType :\n  pattern: "a"',
        ],
    )
    def test_without_double_quotes_there_is_none(self, user: str | None) -> None:
        assert read(user=user).directive is None
