"""Tools that instructions speak of (reference sweny §8.6)."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding, Place, Range
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, rule
from phaselint_rules.sweny.needs import SOUND
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node, Skill
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

_WORD = r"(?<![\w.$/-])[a-z]+_[a-z0-9_]*[a-z0-9](?![\w-]|\.\w)"
"""A word that is spelled like a tool, and isn't part of a path or of a longer name."""

_FORBIDDING = r"(?i)\b(?:not|never|avoid|don't|without|instead of)\b"
"""What forbids the rest of a sentence."""

_LONGEST = 300
"""How far back the beginning of a sentence is looked for."""


@rule("SW611", INFO, complete_if=SOUND, default=False)
def instruction_unknown_tool(facts: SwenyFacts) -> Iterator[Finding]:
    """Instruction that mentions an unavailable tool

    What:
        An inline instruction contains a word that begins like the tools of a known skill but isn't
        one of them; or it mentions a tool of a skill that the node doesn't list, or a tool that the
        node's filter removes. Names in the workflow (nodes, inputs, output fields, skills,
        evaluators) don't count, and neither do tools that the instruction forbids ("do not call
        …"). A word can't be proved to be meant as a tool, so the confidence is medium.
    Why:
        The model is told to call a tool that it isn't offered.
    Bad:
        skills: [github]
        instruction: Look for duplicates with github_search_prs.
    Good:
        skills: [github]
        instruction: Look for duplicates with github_search_issues.
    Fix:
        Mention a tool that the node has, or list the skill.
    Source:
        sweny §8.6, §9
    """
    owners = _prefixes(facts)
    names = _own_names(facts)
    for node in facts.sound_nodes:
        given = node.instruction
        if given is None or given.kind != "inline":
            continue
        for word, starts in _words(given.text).items():
            skill = owners.get(word.partition("_")[0])
            said = None if skill is None or word in names else _trouble(facts, node, skill, word)
            if skill is not None and said and not _is_forbidden(given.text, starts):
                yield Finding(
                    _place_of(facts, given.pointer, word),
                    message(
                        "the instruction of {} mentions {}, {}", quote(node.id), quote(word), said
                    ),
                    _remedy(facts, node, skill, word),
                    confidence="medium",
                )


def _words(text: str) -> dict[str, list[int]]:
    """The words of some text that could be tools, and where they start."""
    found: dict[str, list[int]] = {}
    for match in re.finditer(_WORD, text):
        found.setdefault(match[0], []).append(match.start())
    return found


def _is_forbidden(text: str, starts: Iterable[int]) -> bool:
    """Whether a sentence says that the word at one of some places is not to be used."""
    before = (text[max(start - _LONGEST, 0) : start] for start in starts)
    return any(re.search(_FORBIDDING, re.split("[.!?]", each)[-1]) for each in before)


def _prefixes(facts: SwenyFacts) -> Mapping[str, Skill]:
    """What the tools of known skills begin with."""
    found: dict[str, Skill] = {}
    for skill in facts.contract.registry.values():
        for tool in skill.tools:
            found.setdefault(tool.partition("_")[0], skill)
    return found


def _own_names(facts: SwenyFacts) -> frozenset[str]:
    """The names that the workflow itself gives to something."""
    workflow = facts.workflow
    return frozenset(
        (
            *facts.nodes,
            *(workflow.inputs or ()),
            *workflow.skills,
            *(field for node in facts.nodes.values() for field in node.properties),
            *(each.name for node in facts.nodes.values() for each in node.evals),
        )
    )


def _trouble(facts: SwenyFacts, node: Node, skill: Skill, word: str) -> Message | None:
    """What is wrong with naming a tool on a node, if anything is."""
    if word not in facts.known_tools:
        known = skill.mcp is None
        return message("which isn't a tool of skill {}", quote(skill.id)) if known else None
    owner = facts.known_tools[word]
    if owner not in node.skills:
        return message("a tool of skill {}, but the node doesn't list that skill", quote(owner))
    return None if facts.offers(node, word) else message("which the node's `tools` excludes")


def _remedy(facts: SwenyFacts, node: Node, skill: Skill, word: str) -> str:
    if word not in facts.known_tools:
        return meant(word, skill.tools, f"use a tool of {quote(skill.id)}, or rephrase it")
    if facts.known_tools[word] not in node.skills:
        return f"list {quote(facts.known_tools[word])} in `skills`, or remove the mention"
    return "allow it, or remove it from the instruction"


def _place_of(facts: SwenyFacts, pointer: Pointer, word: str) -> Place:
    """Where a word first appears in some text; the whole text if it is written differently."""
    document = facts.contract.documents[facts.file]
    start, end = document.offsets(pointer)
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", document.text[start:end])
    if found is None:
        return facts.place(pointer)
    first, last = (document.position(start + at) for at in found.span())
    return Place(facts.file, pointer, "value", Range(first, last))
