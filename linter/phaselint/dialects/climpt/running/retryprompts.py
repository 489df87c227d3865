"""The prompt after a failed validation (reference §4.9)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.extractors import extract, summary, values
from phaselint.dialects.climpt.reading.values import ABSENT, at
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.javascript.spaces import trim
from phaselint.javascript.texts import json_of, text_of
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Pattern, Registry, ValidationStep, Validator
    from phaselint.dialects.climpt.reading.extractors import Result, Summary
    from phaselint.dialects.climpt.running.session import Law

FAILED_EDITION = "failed"
GENERIC = "## Verdict conditions not met"

# Compiled where a template has such a part.
_EACH = r"(?s)\{\{#each ([\w.]+)\}\}(.*?)\{\{/each\}\}"
_IF = r"(?s)\{\{#if ([\w.]+)\}\}(.*?)(?:\{\{else\}\}(.*?))?\{\{/if\}\}"
_THIS = r"\{\{this(?:\.([\w.]+))?\}\}"
_NAME = r"\{\{([\w.]+)\}\}"


def retry_prompt(
    law: Law, validation: ValidationStep, validator: Validator | None, result: Result
) -> str:
    """The text that replaces the next prompt; without a validator, its output didn't match."""
    pattern = None if validator is None else pattern_of(law.registry, validator, result)
    text = _template(law, validation, pattern)
    if text is not None:
        extractors = {} if validator is None else validator.extractors or {}
        return filled(text, extract(extractors, result))
    return _generic(validator, result)


def _generic(validator: Validator | None, result: Result) -> str:
    """The text if no file has any."""
    extractors = {} if validator is None else validator.extractors or {}
    parts = [GENERIC, ""]
    if validator is not None and validator.pattern:
        parts += [f"Detected pattern: {validator.pattern}", ""]
    parts += _summarised(summary(extractors, result))
    if result.stderr or result.stdout:
        parts += ["### Error details", "```", result.stderr or result.stdout, "```", ""]
    if validator is not None:
        parts += ["### Details", *_details(values(extractors, result)), ""]
    return "\n".join((*parts, "Please resolve this issue and try completing again."))


def _summarised(told: Summary | None) -> Iterator[str]:
    if told is None:
        return
    yield f"**Summary:** {told.summary}"
    yield f"**Severity:** {told.severity}"
    yield from [f"**Root cause:** {told.root_cause}"] if told.root_cause else []
    yield from [f"**Suggested action:** {told.action}"] if told.action else []
    if told.files:
        yield from ("**Related files:**", *(f"- {file}" for file in told.files))
    yield ""


def _details(params: Mapping[str, Any]) -> Iterator[str]:
    for name, value in params.items():
        if isinstance(value, list) and value:
            yield f"**{name}:**"
            yield from (f"- {each if isinstance(each, str) else json_of(each)}" for each in value)
        elif isinstance(value, str) and trim(value):
            yield f"**{name}:** {value}"


def pattern_of(registry: Registry, validator: Validator, result: Result) -> Pattern | None:
    """The failure pattern of a validator, or else the one whose keywords match its output best."""
    found = registry.patterns.get(validator.pattern)
    if found is not None:
        return found
    told = f"{result.stderr}\n{result.stdout}"
    scores = [(_score(each, told), each) for each in registry.patterns.values()]
    best = max((score for score, _ in scores), default=0)
    return next((each for score, each in scores if score == best), None) if best else None


def _score(pattern: Pattern, told: str) -> int:
    """The number of keywords that occur in some text; a keyword between slashes is a regular
    expression."""
    from phaselint.patterns.matching import matches

    low = told.lower()
    return sum(
        matches(word[1:-1], told) is True
        if len(word) > 1 and word.startswith("/") and word.endswith("/")
        else word.lower() in low
        for word in pattern.semantic
    )


def _template(law: Law, validation: ValidationStep, pattern: Pattern | None) -> str | None:
    wanted = [(pattern.edition, pattern.adaptation)] if pattern else []
    for edition, adaptation in (*wanted, (FAILED_EDITION, "")):
        text = law.library.read(validation.c2, validation.c3, edition, adaptation)
        if not isinstance(text, Failure):
            return text
    return None


def filled(text: str, params: Mapping[str, Any]) -> str:
    """A template with its blocks and names filled in; blocks do not nest."""

    def chosen(found: re.Match[str]) -> str:
        return found[2] if _true(at(params, found[1])) else found[3] or ""

    if "{{#each " in text:
        text = re.sub(_EACH, lambda found: _repeated(found[2], at(params, found[1])), text)
    if "{{#if " in text:
        text = re.sub(_IF, chosen, text)
    if "{{" not in text:
        return text
    return re.sub(_NAME, lambda found: _shown(at(params, found[1])), text)


def _repeated(body: str, items: Any) -> str:
    if not isinstance(items, list):
        return ""
    return "".join(_with_item(body, item) for item in items)


def _with_item(body: str, item: Any) -> str:
    return re.sub(_THIS, lambda found: _shown(at(item, found[1]) if found[1] else item), body)


def _shown(value: Any) -> str:
    if value is ABSENT or value is None:
        return ""
    return ", ".join(map(text_of, value)) if isinstance(value, list) else text_of(value)


def _true(value: Any) -> bool:
    return value is not ABSENT and is_truthy(value)
