"""Hooks put into settings: nothing that was there is lost or written otherwise."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.guards.merging import merged
from phaselint.guards.settings import EVENTS, block
from phaselint.guards.targets import OF

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = block(OF["claude-code"], "guards/guard.py")
SMALL = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "g"}]}]}}


def subsequence(old: str, new: str) -> bool:
    """Whether all characters of a string are in another, in order."""
    rest = iter(new)
    return all(each in rest for each in old)


class TestStyle:
    def test_a_new_file_is_the_block(self) -> None:
        assert json.loads(merged("", BLOCK)) == BLOCK
        assert merged(" \n", BLOCK) == merged("", BLOCK)

    def test_the_layout_of_the_user_stays(self) -> None:
        old = '{\n    "model": "x",   "odd" : [1,2 ,3],\n    "permissions": {"deny": []}\n}\n'
        new = merged(old, SMALL)
        assert new == (
            '{\n    "model": "x",   "odd" : [1,2 ,3],\n    "permissions": {"deny": []},\n'
            '    "hooks": {\n'
            '        "PreToolUse": [{"hooks": [{"type": "command", "command": "g"}]}]\n'
            "    }\n"
            "}\n"
        )

    def test_other_hooks_stay_in_front(self) -> None:
        old = '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "mine"}]}]}}'
        new = json.loads(merged(old, SMALL))
        assert new["hooks"]["PreToolUse"] == [
            {"matcher": "Bash", "hooks": [{"command": "mine"}]},
            SMALL["hooks"]["PreToolUse"][0],
        ]

    def test_registering_again_changes_nothing(self) -> None:
        for old in ("", "{}", '{"a": 1}', '{\n\t"a": 1\n}\n'):
            once = merged(old, BLOCK)
            assert merged(once, BLOCK) == once

    def test_a_narrow_matcher_does_not_register_it(self) -> None:
        entry = {"matcher": "Bash", **SMALL["hooks"]["PreToolUse"][0]}
        old = json.dumps({"hooks": {"PreToolUse": [entry]}})
        assert len(json.loads(merged(old, SMALL))["hooks"]["PreToolUse"]) == 2

    def test_line_ends_and_byte_order_mark_stay(self) -> None:
        new = merged('\ufeff{\r\n  "a": 1\r\n}\r\n', BLOCK)
        assert new.startswith("\ufeff{")
        assert new.count("\n") == new.count("\r\n")


class TestRefused:
    @pytest.mark.parametrize(
        "old",
        [
            "{",
            "[]",
            '{"a": 1} // mine',
            '{"a": 1, "a": 2}',
            '{"hooks": []}',
            '{"hooks": {"Stop": {}}}',
            "nonsense",
        ],
    )
    def test_what_is_not_settings_is_not_touched(self, old: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            merged(old, BLOCK)


def random_values(pick: random.Random) -> Iterator[Any]:
    """Settings that users may have."""
    names = ["a", "hooks", 'q"uote', "ünï", "model", "version", "{", "}"]
    for _ in range(300):
        found: dict[str, Any] = {}
        for name in pick.sample(names, pick.randint(0, 5)):
            if name != "hooks":
                found[name] = pick.choice([1, [], {}, [1, [2]], "]", {"x": {"y": []}}, None])
                continue
            events = pick.sample(EVENTS["claude-code"], pick.randint(0, 3))
            entry = {"hooks": [{"type": "command", "command": "other"}]}
            found[name] = {each: pick.choice([[], [entry], [entry, entry]]) for each in events}
        yield found


def test_random_settings_keep_every_character_and_get_every_hook() -> None:
    pick = random.Random(34)
    for value in random_values(pick):
        indent = pick.choice([None, None, 1, 2, 4, "\t"])
        old = json.dumps(value, indent=indent, ensure_ascii=pick.random() < 0.5)
        old = old.replace("\n", pick.choice(["\n", "\r\n"])) + pick.choice(["", "\n"])
        wanted = pick.choice([BLOCK, SMALL, block(OF["copilot-cli"], "g.py")])
        new = merged(old, wanted)
        assert subsequence(old.replace(" ", "").replace("\r", ""), new), old
        found = json.loads(new)
        hooks = found.pop("hooks")
        for event, entries in wanted["hooks"].items():
            assert hooks[event][-1] == entries[0]
            del hooks[event][-1]
        before = value.pop("hooks", {})
        assert {each: some for each, some in hooks.items() if some} == {
            each: some for each, some in before.items() if some
        }
        assert found == ({"version": 1} if "version" in wanted else {}) | value
        assert merged(new, wanted) == new
