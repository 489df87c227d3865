"""Fixes that take something out of a workflow or put it elsewhere: what the text is then."""

from __future__ import annotations

from pathlib import Path

import pytest

from phaselint.fixing.choosing import SAFE
from phaselint.fixing.rounds import fix
from phaselint.linting.request import Request
from phaselint_rules import RULES
from sweny import of, workflow

HEAD = """\
id: menu
name: Menu
entry: check
nodes:
  check:
    name: Check
    instruction: Compare the menu with the one on the website.
    skills: [github]
"""


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("    tools: {deny: [Bash]}\n", "    disallowed_tools: [Bash]\n"),
        (
            (
                "    tools:\n      deny:\n        - Bash\n        - github_create_pr # never\n"
                "    disallowed_tools:\n      - Write\n"
            ),
            (
                "    tools:\n      deny:\n        - github_create_pr # never\n"
                "    disallowed_tools:\n      - Write\n      - Bash\n"
            ),
        ),
        (
            "    tools: {deny: [Bash]}\n    disallowed_tools: [Write]\n",
            "    disallowed_tools: [Write, Bash]\n",
        ),
        (
            "    disallowed_tools: [github_create_pr]\n",
            "    tools:\n      deny: [github_create_pr]\n",
        ),
        (
            "    disallowed_tools: [github_create_pr]\n    tools: {deny: [github_create_issue]}\n",
            "    tools: {deny: [github_create_issue, github_create_pr]}\n",
        ),
        ("    retry: # twice\n      max: 2\n", ""),
        ("    judge_model: claude-haiku-4-5\n", ""),
    ],
)
def test_fixes(written: str, fixed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("menu.yml").write_text(HEAD + written + "edges: []\n", encoding="utf-8")
    outcome = fix(Request(("menu.yml",), extend_select=("judge-model-without-judge",)), RULES, SAFE)
    assert outcome.refused == ()
    [after] = outcome.texts.altered().values()
    assert after.decode() == HEAD + fixed + "edges: []\n"


class TestClosedSets:
    """Of a few words all are named, and no misspelling is mended into the contrary (§8.9)."""

    @pytest.mark.parametrize(("word", "near"), [("stop", ""), ("skp", "skip"), ("fial", "fail")])
    def test_a_gate_that_halts_does_not_become_one_that_lets_through(
        self, word: str, near: str
    ) -> None:
        gate = {"output_required": ["input.x"], "on_fail": word}
        (found,) = of("schema-violation", workflow("a", nodes={"a": {"requires": gate}}))
        one = f"use `{near}`; allowed: `fail`, `skip`"
        assert found.help == (one if near else "use one of `fail`, `skip`")
        written = [edit.text for edit in found.fix.edits] if found.fix else []
        assert written == [near] * bool(near)

    def test_the_same_word_in_another_case_is_meant(self) -> None:
        gate = {"output_required": ["input.x"], "on_fail": "Skip"}
        (found,) = of("schema-violation", workflow("a", nodes={"a": {"requires": gate}}))
        assert found.help == "use `skip`; allowed: `fail`, `skip`"
        assert found.fix is not None

    def test_of_declared_words_that_are_opposites_none_is_offered(self) -> None:
        for words, offered in ((["fail", "skip"], False), (["step", "skip"], True)):
            output = {"properties": {"x": {"enum": words}}, "required": ["x"]}
            check = {"output_matches": [{"path": "a.x", "equals": "stop"}]}
            nodes = {"a": {"output": output}, "b": {"requires": check}}
            (found,) = of("requires-value-impossible", workflow("a -> b", nodes=nodes))
            assert (found.fix is not None) == offered
