"""Prompts for failed validations, and the names that they use (reference climpt §4.9, §7.7)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.extractors import Result, extract
from phaselint.dialects.climpt.reading.promptfiles import (
    file_name,
    resolve,
    retry_folder,
)
from phaselint.vocabulary.finding import Place, Range
from phaselint_rules.climpt.pointertext import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Condition, Pattern, ValidationStep
    from phaselint.document import Document

COMMANDS = ("command", "custom")
"""The types of validators that run a command."""

OTHERS = ("file", "custom", "semantic")
"""The types that the runtime knows but the schema doesn't."""

_STATUS = "exitCode:"

ATTEMPTS = 3
"""How often the runtime tries by default."""

_NAME = r"\{\{(?:#each )?([A-Za-z_]\w*)[\w.]*\}\}"

_IF = r"\{\{#if ([A-Za-z_]\w*)[\w.]*\}\}"

_WORDS = frozenset({"this", "else"})


def _asked(facts: ClimptFacts) -> Iterator[tuple[ValidationStep, Condition, Pattern]]:
    """The failure patterns that validation steps can reach, each with the first condition that
    does."""
    for validation in facts.registry.validation.values():
        seen = set()
        for condition in validation.conditions:
            validator = facts.registry.validators.get(condition.validator)
            pattern = facts.registry.patterns.get(validator.pattern) if validator else None
            if pattern is not None and pattern.name not in seen:
                seen.add(pattern.name)
                yield validation, condition, pattern


def retry_path(facts: ClimptFacts, validation: ValidationStep, name: str) -> str | None:
    """The project path of a retry prompt; none if its directory isn't known."""
    folder = retry_folder(validation)
    if not facts.prompts_known or not folder:
        return None
    return resolve(facts.prompt_root, folder, name)


def given_names(facts: ClimptFacts, validation: ValidationStep) -> frozenset[str]:
    """The names that the validators of a validation step can give to its retry prompts."""
    found: set[str] = set()
    for condition in validation.conditions:
        validator = facts.registry.validators.get(condition.validator)
        if validator is not None:
            found.update(extract(validator.extractors or {}, Result()))
    return frozenset(found)


def wanted_names(facts: ClimptFacts, pattern: Pattern) -> Mapping[str, tuple[Place, str]]:
    """The names that a pattern uses, each with its first place and its prompt; the prompt is empty
    if only `params` has the name."""
    found: dict[str, tuple[Place, str]] = {}
    optional: set[str] = set()
    for path in _prompts(facts, pattern):
        text = facts.contract.documents[path].text
        optional |= {match[1] for match in re.finditer(_IF, text)}
        for match in re.finditer(_NAME, text):
            if match[1] not in _WORDS:
                place = text_at(facts.contract.documents[path], match.start(), match.end())
                found.setdefault(match[1], (place, path))
    listed = value_at(facts, facts.place((*pattern.pointer, "params")))
    for index, name in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(name, str):
            place = facts.place((*pattern.pointer, "params", index))
            found[name] = (place, found.get(name, (place, ""))[1])
    return {name: each for name, each in found.items() if name not in optional}


def _prompts(facts: ClimptFacts, pattern: Pattern) -> Iterator[str]:
    """The existing prompts of a pattern: what a run uses of them."""
    for validation, _, each in _asked(facts):
        if each.name != pattern.name:
            continue
        names = dict.fromkeys((file_name(each.edition, each.adaptation), file_name(each.edition)))
        paths = (retry_path(facts, validation, name) for name in names)
        path = next((path for path in paths if path in facts.contract.prompts), None)
        if path is not None:
            yield path


def text_at(document: Document, start: int, end: int) -> Place:
    """The place of some characters of a prompt."""
    spot = Range(document.position(start), document.position(end))
    return Place(document.path, (), "value", spot)


def why_never(word: str) -> str:
    """Why no result of a command is a success; empty if one can be."""
    if word == "empty" or word.startswith("contains:"):
        return ""
    status = word.removeprefix(_STATUS).strip()
    if word.startswith(_STATUS) and status.isascii() and status.isdecimal():
        return ""
    if not word.startswith("matches:"):
        return "isn't a condition that the runtime knows"
    from phaselint.patterns.javascript import compile_error

    reason = compile_error(word.removeprefix("matches:"))
    return f"isn't a regular expression: {reason[0].lower()}{reason[1:]}" if reason else ""
