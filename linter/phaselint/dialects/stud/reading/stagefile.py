"""Stages: their fields as typed data, and what is wrong with them (reference §1.1, §2.1, §2.8).

What is malformed is left out of the data: the problems of the stage say what and where.
"""

from __future__ import annotations

from phaselint.dialects.shape import Problem, integer, string_at, strings
from phaselint.dialects.stud.model import REQUIRED, RETRY_REQUIRED, Body, RetryPolicy, Stage
from phaselint.dialects.stud.reading import shapes
from phaselint.document.markdown import front_matter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.shape import Shape
    from phaselint.dialects.stud.model import Form, Profile, StageFault, StudContract
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_UNREAD = frozenset({"unreadable-file", "limit-exceeded"})
_NO_HEADER = frozenset({"duplicate-key", "unknown-tag"})
"""Problems after which a header can be read and anyway is none (§1.1 F4, F6)."""


def form_of(document: Document) -> Form:
    """The form of a stage that has a file of its own."""
    return "markdown" if document.format == "markdown" else "json"


def fault_of(document: Document) -> StageFault:
    """Why the file of a stage has no fields to look at, if it has none (§1.1)."""
    kinds = {problem.kind for problem in document.problems}
    if kinds & _UNREAD:
        return "unreadable"
    if document.format == "markdown":
        header = front_matter(document.text)
        if header is None or header.body < 0:
            return "frontmatter-missing"
    if not document.readable or kinds & _NO_HEADER:
        return "unreadable"
    return "" if isinstance(document.value, dict) else "no-mapping"


def tagged_files(contract: StudContract) -> Iterator[str]:
    """The stage files that can be read and have tags, which headers must not have (§1.1 F6)."""
    for stage in contract.stages:
        if stage.fault == "unreadable" and stage.form != "inline":
            document = contract.documents.get(stage.file)
            problems = document.problems if document is not None and document.readable else ()
            if any(each.kind == "unknown-tag" for each in problems):
                yield stage.file


def read_file(document: Document, profile: Profile) -> Stage:
    """The stage of a markdown or JSON file, as one that is alone; a JSON stage is one of the
    reference (§1.2)."""
    return document.derived(_read_file, "reference" if form_of(document) == "json" else profile)


def _read_file(document: Document, profile: Profile) -> Stage:
    form = form_of(document)
    stage = Stage(0, (), document.path, form, profile)
    fault = fault_of(document)
    if fault:
        return stage._replace(fault=fault)
    shape = shapes.MARKDOWN_STAGE if form == "markdown" else shapes.JSON_STAGE
    stage = _with_fields(stage, document.value, shape)
    return stage._replace(body=_body_of_file(document)) if form == "markdown" else stage


def read_inline(document: Document, index: int, value: Any, profile: Profile) -> Stage:
    """The stage that is written out in a manifest (§3.2)."""
    base: Pointer = ("stages", index)
    stage = Stage(index, base, document.path, "inline", profile, base=base)
    json = document.format == "json"
    return _with_fields(stage, value, shapes.INLINE_JSON_STAGE if json else shapes.INLINE_STAGE)


def missing(value: Mapping[str, Any], base: Pointer, profile: Profile) -> tuple[Problem, ...]:
    """The fields that a stage lacks under a profile, in the order in which a run asks for them:
    those of the stage, then those of its retry policy."""
    return tuple(_missing(value, base, profile))


def _missing(value: Mapping[str, Any], base: Pointer, profile: Profile) -> Iterator[Problem]:
    retry = value.get("retryPolicy")
    places = [(value, base, REQUIRED[profile])]
    if isinstance(retry, dict):
        places.append((retry, (*base, "retryPolicy"), RETRY_REQUIRED))
    for mapping, pointer, required in places:
        names = tuple(key for key in required if key not in mapping)
        if names:
            merged = "<<" in mapping
            yield Problem("missing-required-field", pointer, names=names, merged=merged)


def _with_fields(stage: Stage, value: Mapping[str, Any], shape: Shape) -> Stage:
    base = stage.base
    json = stage.form == "json"
    found = (p for p in shapes.wrong(value, shape, base) if not shapes.is_tolerated(p, base, json))
    problems = (*missing(value, base, stage.profile), *found)
    stage = stage._replace(value=value, problems=problems)
    allowed = strings(value.get("allowedTools"))
    body = string_at(value, "body") if stage.form != "markdown" else ""
    return stage._replace(
        id=string_at(value, "id"),
        name=string_at(value, "name"),
        allowed=allowed if allowed is not None and all(allowed) else None,
        completion_tool=string_at(value, "completionTool"),
        completion_schema=_schema_at(value, "completionSchema"),
        inputs_schema=_schema_at(value, "inputsSchema"),
        retry=_read_retry(stage),
        turn_cap=_integer_at(stage, "turnCap"),
        resolution=_text_at(value, "resolutionPolicy"),
        body=Body(body, stage.at("body") if body else ()),
    )


def _read_retry(stage: Stage) -> RetryPolicy | None:
    value = stage.value.get("retryPolicy")
    if not isinstance(value, dict):
        return None
    return RetryPolicy(_integer_at(stage, "retryPolicy", "maxAttempts"), _text_at(value, "backoff"))


def _integer_at(stage: Stage, *keys: str) -> int | None:
    """The integer at a place where the shape wants one, if there is one."""
    value: Any = stage.value
    for key in keys:
        value = value.get(key)
    pointer = stage.at(*keys)
    found = integer(value)
    broken = found is None or any(problem.pointer == pointer for problem in stage.problems)
    return None if broken else found


def _text_at(value: Mapping[str, Any], key: str) -> str | None:
    found = value.get(key)
    return found if isinstance(found, str) else None


def _schema_at(value: Mapping[str, Any], key: str) -> Any:
    found = value.get(key)
    return found if isinstance(found, dict | bool) else None


def _body_of_file(document: Document) -> Body:
    """What follows the header, with the line breaks that a run sees (§1.1 F1, F5)."""
    start = document.body_start
    return Body(document.text[start:].replace("\r\n", "\n"), start=start)
