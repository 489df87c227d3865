"""Headers that Claude Code ends early: what is read of them, and what is reported."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from fresh import picker, until
from phaselint.document.reader import read
from phaselint_rules.agents.misread import header_ends_early
from teams import team_facts

if TYPE_CHECKING:
    import random

    from phaselint.document import Document

HEADERS = 1_000
ENDED = re.compile(r"---\s*\n([\s\S]*?)---\s*\n?")
"""A header as Claude Code 2.1.197 finds it, by the pattern in its code."""

FIELDS = (
    ("name: helper",),
    ("description: Helps with it",),
    ("tools: Read, Write",),
    ("tools:", "  - Read", "  - Write"),
    ("disallowedTools: Bash",),
    ("skills: [style, house]",),
    ("initialPrompt: |", "  Look around.", "  Then begin."),
    ("model: inherit # as above",),
)
DASHES = ("---", "----", "------", " --- ", "# ---", "  ---x")


def drawn(pick: random.Random) -> str:
    """A header with dashes somewhere, or without."""
    fields = {each[0].partition(":")[0]: each for each in pick.sample(FIELDS, len(FIELDS))}
    text = "".join(f"{line}\n" for each in fields.values() for line in each)
    for _ in range(pick.choice((0, 1, 1, 2))):
        at = pick.randrange(len(text))
        text = text[:at] + pick.choice(DASHES) + text[at:]
    return f"---{pick.choice(('', ' '))}\n{text}---\nHelp.\n"


def meant(text: str, path: str) -> Document:
    """A header alone, without anything after it."""
    return read(path, f"---\n{text}\n---\n".encode())


def bare(value: Any) -> dict[str, Any]:
    """The fields of a header, whether or not a text in it ends with a break."""
    fields = value.items() if isinstance(value, dict) else ()
    return {key: each.rstrip() if isinstance(each, str) else each for key, each in fields}


def test_a_header_is_read_up_to_the_first_dashes_and_it_is_said_what_that_cuts_off() -> None:
    pick, seen = picker("dashes"), Counter[str]()
    wanted = {"whole": 50, "cut": 50, "skipped": 50, "in part": 20}
    for _ in until(seen, wanted, HEADERS):
        text, plugin = drawn(pick), pick.random() < 0.5
        path = "agents/helper.md" if plugin else ".claude/agents/helper.md"
        files = {path: text} | ({".claude-plugin/plugin.json": "{}"} if plugin else {})
        whole, ended = read(path, text.encode()), ENDED.match(text)
        assert ended is not None
        left = meant(ended[1], path)
        if not whole.readable or not left.readable or whole.problems or left.problems:
            seen["unread"] += 1
            continue
        facts = team_facts(files)
        (agent,) = facts.contract.agents
        full, kept = bare(whole.value), bare(left.value)
        assert bare(agent.header.value) == kept, text
        lost = [each for each in full if each not in kept or full[each] != kept[each]]
        lost = [each for each in lost if each not in kept or each != "description"]
        gone = {"name", "description"} & (full.keys() - kept.keys())
        skipped = bool(gone) and not plugin
        said = [(each.message, each.severity) for each in header_ends_early(facts)]
        named = [f"`{each}`" for each in lost]
        level = "error" if skipped else "warning"
        assert [(re.findall(r"`[^`]+`", message), level) for message, level in said] == (
            [(named, level)] if lost else []
        ), text
        seen["cut" if lost else "whole"] += 1
        seen["skipped"] += skipped
        seen["in part"] += any(each in kept for each in lost)
