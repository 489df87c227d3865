"""The harnesses in which a finding holds (reference §1.1, §9): those of its file, if they read the
relevant part. Rules specify this with a list of words:

`local` a harness
`all`           every harness, whatever it makes of the key that the finding is at
`runs`          those whose sessions are run
`ROW`           those that read what a row of the table is about
`CELL: ROW`     those of which a row says so, such as `ignored: key handoffs`
`report`        it is about Copilot sessions, and only counted unless these are named
"""

from __future__ import annotations

from phaselint.dialects.agents.analysis.settling import cautious
from phaselint.dialects.agents.harnesses import CLAUDE, COPILOT, LOCAL
from phaselint.dialects.agents.options import HARNESSES
from phaselint.dialects.agents.tables.harness import MATRIX, MODES, PROMPTS, READS, TITLES
from phaselint.project.paths import is_below, split
from phaselint.vocabulary.finding import Holding
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.vocabulary.finding import Finding, Pointer
    from phaselint.vocabulary.rule import Rule

ALL, REPORT, RUNS = "all", "report", "runs"

_SHARED = {
    ".claude/settings.json": "file .claude/settings.json",
    ".claude/skills/": "file .claude/skills",
    ".claude/commands/": "file .claude/commands/*.md",
}
"""Files of Claude Code that other harnesses read as well, with their rows."""

_OF_CLAUDE = (".claude", ".claude-plugin")
_ROWS = {
    ".prompt.md": PROMPTS,
    ".chatmode.md": MODES,
    ".vscode/mcp.json": "file .vscode/mcp.json",
    ".mcp.json": "file .mcp.json",
}
"""Suffixes of files that not every harness reads, with their rows."""


_UNKNOWN = "unknown"
"""Stands in the table for all keys that a harness doesn't know."""


def held(facts: AgentsFacts, rule: Rule, finding: Finding) -> Finding | None:
    """A finding with the harnesses in which it holds, and a fix that is safe only if one harness
    reads the file; None if it holds in none of the team's harnesses."""
    found = _held(facts, rule, finding)
    return None if found is None else cautious(facts, rule, found)


def _held(facts: AgentsFacts, rule: Rule, finding: Finding) -> Finding | None:
    """A finding with its harnesses. Findings that aren't about a particular agent are reported
    anyway, in any dialect. A rule that knows the harnesses better than its words do sets them in
    the finding; rules of all dialects can only do that."""
    if finding.holding is not None and rule.dialect == ANY_DIALECT:
        return finding
    file = finding.place.file
    active = _active(facts, file)
    if REPORT in rule.holds and COPILOT not in active:
        return None
    able = _able(facts, rule, finding)
    if finding.holding is not None:
        able &= frozenset(finding.holding.harnesses)
    found = able & active
    if not found and not facts.wanted.named:
        found = able & _readers(facts, file)
    if not found:
        general = rule.dialect == ANY_DIALECT and not rule.holds and file not in facts.by_file
        return finding if general else None
    counted = REPORT in rule.holds and not facts.wanted.listing
    only = "" if found == active or REPORT in rule.holds else in_words(found)
    return finding._replace(holding=Holding(tuple(sorted(found)), only, counted))


def in_words(harnesses: Iterable[str]) -> str:
    """The display names of some harnesses."""
    found = frozenset(harnesses)
    *first, last = (TITLES[each] for each in HARNESSES if each in found)
    return f"{', '.join(first)} and {last}" if first else last


def resolved(words: Iterable[str]) -> frozenset[str]:
    """The harnesses that words stand for; an undecided cell stands for none."""
    return frozenset(each for word in words for each in _of_word(word))


def _of_word(word: str) -> Iterator[str]:
    if word in HARNESSES:
        yield word
    elif word == ALL:
        yield from HARNESSES
    elif word == RUNS:
        yield from (LOCAL, CLAUDE)
    elif word != REPORT:
        cell, colon, row = word.partition(": ")
        cells = {cell} if colon else READS
        yield from (each for each, said in MATRIX[row if colon else word].items() if said in cells)


def unsettled(pointer: Pointer, *, listed: bool) -> frozenset[str]:
    """The harnesses with unknown treatment of the key at a place. `listed`: its value is a list."""
    key = str(pointer[0]) if pointer else ""
    row = "key model list" if key == "model" and listed else f"key {key}"
    return frozenset(each for each, said in MATRIX.get(row, {}).items() if said == "unsettled")


def readers_of(key: str) -> frozenset[str]:
    """The harnesses in which a key can have an effect: those that don't ignore it."""
    row = MATRIX.get(f"key {key}", {}) if key != _UNKNOWN else {}
    ignoring = (each for each, said in row.items() if said in ("ignored", "absent"))
    return frozenset(HARNESSES).difference(ignoring)


def _able(facts: AgentsFacts, rule: Rule, finding: Finding) -> frozenset[str]:
    """The harnesses in which a finding can hold, regardless of the team's."""
    pointer, file = finding.place.pointer, finding.place.file
    words = [word for word in rule.holds if word != REPORT]
    able = resolved(words) if words else frozenset(HARNESSES)
    about_file = any("file " in word or word in HARNESSES for word in words)
    row = next((row for end, row in _ROWS.items() if file.endswith(end)), "")
    if row and not about_file and REPORT not in rule.holds:
        able &= resolved((row,))
    if file in facts.by_file:
        value = facts.by_file[file].header.value.get(str(pointer[0])) if pointer else None
        listed = isinstance(value, list)
        if not words and rule.dialect != ANY_DIALECT and pointer:
            able &= readers_of(str(pointer[0]))
        able -= unsettled(pointer, listed=listed) if rule.level(finding) != "info" else frozenset()
    return able


def _active(facts: AgentsFacts, file: str) -> frozenset[str]:
    """The harnesses that a file is for."""
    agent = facts.by_file.get(file)
    if agent is not None:
        return facts.wanted.of_agent(agent)
    if _is_of_claude(file):
        rows = [row for part, row in _SHARED.items() if part in file]
        return facts.wanted.claude | facts.active & resolved(rows)
    if file.startswith((".github/", ".vscode/")) or "/.github/" in file or "/.vscode/" in file:
        return facts.wanted.vscode
    return facts.active


def _readers(facts: AgentsFacts, file: str) -> frozenset[str]:
    """The harnesses of a file, if none are named."""
    agent = facts.by_file.get(file)
    return facts.wanted.readers(agent) if agent is not None else frozenset(HARNESSES)


def _is_of_claude(file: str) -> bool:
    """Whether a file is in a folder of Claude Code."""
    return any(is_below(file, home) or f"/{home}/" in f"/{split(file)[0]}/" for home in _OF_CLAUDE)
