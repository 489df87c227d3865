"""The law of safe fixes of agents: whatever could read the file, a fixed one has no finding that it
didn't have before; and no fix of any rule writes a name into a list twice.

What could read an agent file isn't told by phaselint here: any of VS Code, Copilot and Claude Code,
unless the file names its target, is in `.claude` or names no tool of Claude Code. So each file is
also read from the folder of Claude Code, before the fix and after it; that it has no new finding in
its own folder, fixing itself ensures.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from fresh import SEED, picker, until
from laws.random_contracts import random_contract
from phaselint.dialects import NAMES, dialect
from phaselint.dialects.options import merge
from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read
from phaselint.linting.check import check
from phaselint.linting.locate import locate
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Finding

TEAMS, HEADERS = 40, 1_500
ELSEWHERE = ".claude/agents/copy.md"
CLAUDES = r"\b(Read|Write|Grep|Glob|Edit|MultiEdit|Bash|WebFetch|WebSearch|Task|Agent|TodoWrite)\b"
PERMITTED = frozenset({"key-ignored-here", "unknown-subagent"})
"""That only VS Code reads a key that is spelled right now, instead of that nobody does; and that a
copy is without the other agents of its team."""
NAMED = [
    *("Read", "Grep", "Glob", "Edit", "MultiEdit", "Bash", "WebFetch", "Task", "TodoWrite"),
    *("read", "edit", "search", "execute", "web", "agent", "codebase", "search/codebase"),
    *("runTests", "execute/runTests", "testFailure", "serach", "saerch", "READ", "Search"),
    *("runCommands", "fetch", "changes", "read_file", "bash", "grep", "Agent(a, gone)"),
    "openSimpleBrowser",
]


def found(name: str, files: Mapping[str, str]) -> tuple[list[tuple[str, Finding]], dict[str, Any]]:
    """The findings in some files, and their documents."""
    of, reader = dialect(name), DictReader(files)
    rules = RULES.of((name,))
    above = {path[:at] for path in files for at, sign in enumerate(path) if sign == "/"}
    folders = {"", *(each for each in above if "/." not in f"/{each}")}
    hits: list[tuple[str, Finding]] = []
    documents: dict[str, Document] = {}
    for target in [each for folder in sorted(folders) for each in of.detect(reader, folder)]:
        made = check(of, reader, target, Task(rules, merge(of, {}, {}, {})))
        documents |= made.documents
        hits += ((hit.rule.name, locate(hit.finding, made.documents)) for hit in made.hits)
    return hits, documents


def fixed(
    name: str, files: Mapping[str, str]
) -> Iterator[tuple[str, Finding, dict[str, str], dict[str, str]]]:
    """Each finding with a fix: the files that this changes, before and after it."""
    hits, documents = found(name, files)
    for rule, finding in hits:
        made = changes_of(finding.fix, documents) if finding.fix else None
        if made:
            before = {path: documents[path].text for path in made}
            yield rule, finding, before, {p: apply(before[p], each) for p, each in made.items()}


def repeated(path: str, text: str) -> Counter[str]:
    """The names that lists of a file have again, by a reading of this test's own. Any string may be
    a list: that of a misspelt key is one once the key is right."""
    waiting: list[Any] = [read(path, text.encode()).value]
    again: Counter[str] = Counter()
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        if isinstance(value, str):
            value = [each.strip(" \"'") for each in value.split(",")]
        if isinstance(value, list):
            waiting += [each for each in value if isinstance(each, dict | list)]
            counts = Counter(each for each in value if isinstance(each, str))
            again.update({each: n - 1 for each, n in counts.items() if n > 1})
    return again


def holds(name: str, files: Mapping[str, str]) -> int:
    """How many fixes of some files were tried."""
    count = 0
    for rule, finding, before, after in fixed(name, files):
        count += 1
        for path in before:
            new = repeated(path, after[path]) - repeated(path, before[path])
            assert not new, (rule, new, after[path])
        if name == "agents" and finding.fix is not None and finding.fix.safety == "safe":
            for path in before:
                spreads_nothing(rule, path, before[path], after[path])
    return count


def spreads_nothing(rule: str, path: str, before: str, after: str) -> None:
    """A fixed agent, read by the other program, has no finding that it didn't have before."""
    header = read(path, before.encode()).value
    settled = ".claude" in path or not path.endswith(".md") or path.endswith(".prompt.md")
    if settled or not isinstance(header, dict) or header.get("target"):
        return
    if not re.search(CLAUDES, str(header.get("tools"))):
        return
    old, new = (
        Counter(name for name, each in found("agents", {ELSEWHERE: text})[0] if not each.counted)
        for text in (before, after)
    )
    assert not {*(new - old)} - PERMITTED, (rule, new - old, before, after)


@pytest.mark.parametrize("name", NAMES)
def test_no_fix_of_a_fixture_breaks_the_law(name: str) -> None:
    cases = [case for case in listed() if "bad" in case.variant]
    assert sum(holds(name, texts(case)) for case in cases) > 0


@pytest.mark.parametrize("name", [each for each in NAMES if each != "langgraph"])
def test_no_fix_of_a_random_contract_breaks_the_law(name: str) -> None:
    seen = Counter[str]()
    for number in until(seen, {"fixes": 1}, TEAMS):
        seen["fixes"] += holds(name, random_contract(name, f"{SEED}-{number}"))


def test_no_fix_of_random_tools_breaks_the_law() -> None:
    pick, seen = picker("tools"), Counter[str]()
    for _ in until(seen, {"fixes": HEADERS / 4 + 1}, HEADERS):
        names = pick.choices(NAMED, k=pick.randint(1, 8))
        quoted = [pick.choice(["{}", "'{}'", '"{}"']).format(each) for each in names]
        written = pick.choice([f"[{', '.join(quoted)}]", ", ".join(names)])
        path = pick.choice(["agents/a.agent.md", ".github/agents/a.md", ".claude/agents/a.md"])
        listing = pick.choice(["", "agents: [Other, other]\n"])
        header = f"---\nname: a\ndescription: Draws\ntools: {written}\n{listing}---\n"
        body = pick.choice(["Do.", "Use #tool:search/codebase and #tool:web.", "Use #tool:edit."])
        seen["fixes"] += holds("agents", {path: f"{header}{body}\n"})
