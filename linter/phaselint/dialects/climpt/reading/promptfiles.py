"""Prompt files: what they contain, and which of them a run can address (reference §1.2, §3.2)."""

from __future__ import annotations

import re
from itertools import islice

from phaselint.dialects.climpt.filemodel import Text
from phaselint.dialects.climpt.spelling import NESTED
from phaselint.document import Document
from phaselint.javascript.spaces import trim
from phaselint.project.paths import join, normal
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.model import Agent, Pattern, Registry, Step, ValidationStep
    from phaselint.dialects.climpt.reading.braces import Brace
    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.finding import Pointer

DEFAULT_EDITION = "default"
FAILED_EDITION = "failed"
"""The edition of the retry prompt if that of the pattern doesn't exist (§4.9)."""

INPUT_TEXT = "{input_text}"

_VARIABLE = re.compile(r"\{uv-([A-Za-z0-9_-]+)\}")
_FENCE = "---"
_OPENING = len("---\n")
_LISTED = 10_000
"""Files of a prompt root that are listed."""
_VARIANTS = 200
"""Adaptations of a chain whose files are looked for."""


# --- one file ----------------------------------------------------------------------------------


def read_prompt(reader: Reader, path: str) -> Document | None:
    """The document of a prompt; if it isn't readable text, such as UTF-16, that reports it. Its
    front matter is read as YAML only if it might have a suppression comment: the reference reads it
    line by line and knows no syntax errors."""
    text = reader.text(path)
    if text is None or "\0" in text:
        return reader.document(path)
    if text.startswith(_FENCE) and "phaselint:" in text:
        document = reader.document(path)
        if document is not None and document.readable:
            return document
    return _plain_document(text, path)


@pure
def _plain_document(text: str, path: str) -> Document:
    return Document(path, "markdown", text)


def read_text(document: Document) -> Text:
    """The contents of a prompt file; names of variables can have hyphens, although the reference
    doesn't treat these as variables."""
    text = document.text
    start = body_start(text)
    found = [*_VARIABLE.finditer(text)]
    braces, custom = _braces(text, start, found)
    return Text(
        file=document.path,
        body=text[start:],
        body_start=start,
        variables=tuple((match[1], match.start(), match.end()) for match in found),
        input_text=text.find(INPUT_TEXT),
        declared=declared_in(text),
        braces=braces,
        custom=custom,
    )


def _braces(
    text: str, start: int, variables: list[re.Match[str]]
) -> tuple[tuple[Brace, ...], frozenset[str]]:
    """The names in braces, and those that the header lists for them; most prompts have only the
    braces of plain variables, and there is nothing to look for."""
    plain = sum(1 for match in variables if match.start() >= start and "-" not in match[1])
    if text.count("{", start) == plain:
        return (), frozenset()
    from phaselint.dialects.climpt.reading.braces import custom_names, read_braces

    return read_braces(text, start), custom_names(text[:start])


def body_start(text: str) -> int:
    """The offset after a document's leading `---` block; 0 if it has none."""
    closing = _closing(text)
    if closing < 0:
        return 0
    rest = text[closing + len("\n---") :]
    return len(text) - len(rest.lstrip())


def declared_in(text: str) -> tuple[str, ...] | None:
    """The names that `uvVariables` in the front matter lists, which the reference itself parses: an
    inline list or a string with commas; a list below the key counts as empty (§3.2)."""
    closing = _closing(text)
    given: str | None = None
    for line in text[_OPENING:closing].split("\n") if closing >= 0 else ():
        key, colon, value = trim(line).partition(":")
        if colon and not key.startswith("#") and trim(key) == "uvVariables":
            given = trim(value)
    if given is None:
        return None
    # No list ends in a digit: compiling the pattern for each would be wasted.
    number = given[-1:].isdecimal() and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", given)
    if number or given in ("true", "false"):
        return ()
    if len(given) > 1 and (given[0], given[-1]) in (("[", "]"), ('"', '"'), ("'", "'")):
        given = given[1:-1]
    names = (trim(name) for name in given.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def _closing(text: str) -> int:
    """The end of the line that closes the front matter; -1 if there is none."""
    return text.find("\n---", len(_FENCE)) if text.startswith(_FENCE) else -1


# --- the files of a registry -------------------------------------------------------------------


class Address(NamedTuple):
    """A prompt that a run can use: the directory given by `c2` and `c3`, the file's name, the place
    in the registry, and the project path; none if that is outside the prompt root."""

    folder: str
    name: str
    pointer: Pointer
    path: str | None


def addresses(registry: Registry, agent: Agent | None, root: str) -> Iterator[Address]:
    """All prompts that steps, their repeats, the closing action and retries can use."""
    action = "" if agent is None else closing_adaptation(agent)
    for found in _step_addresses.each(([*registry.steps.values()],), action, root):
        yield from found
    for validation in registry.validation.values():
        folder = retry_folder(validation)
        if folder and validation.conditions:
            names = _retry_files(validation, registry)
            yield from (_address(root, folder, name, validation.pointer) for name in names)


def retry_folder(validation: ValidationStep) -> str:
    """The directory of the retry prompts of a validation step; empty if it names none. A run of
    1.14 doesn't find them by `address` alone, although that is the intended place (1.14 §4.6)."""
    c2 = validation.c2 or validation.address.get("c2", "")
    c3 = validation.c3 or validation.address.get("c3", "")
    return f"{c2}/{c3}" if c2 and c3 else ""


def closing_adaptation(agent: Agent) -> str:
    """The adaptation of the closing action; empty if it has none (§1.2)."""
    if not agent.github or agent.closure_action not in ("label-only", "label-and-close"):
        return ""
    return agent.closure_action


def file_name(edition: str, adaptation: str = "") -> str:
    """The name of a prompt file."""
    stem = f"f_{edition or DEFAULT_EDITION}"
    return f"{stem}_{adaptation}.md" if adaptation else f"{stem}.md"


@pure
def _step_addresses(step: Step, action: str, root: str) -> tuple[Address, ...]:
    if not (step.c2 and step.c3):
        return ()
    folder = f"{step.c2}/{step.c3}"
    names = _step_files(step, action if step.kind == "closure" else "")
    return tuple(_address(root, folder, name, step.pointer) for name in names)


def _address(root: str, folder: str, name: str, pointer: Pointer) -> Address:
    return Address(folder, name, pointer, resolve(root, folder, name))


def _step_files(step: Step, action: str) -> Iterator[str]:
    yield file_name(step.edition)
    for adaptation in (step.adaptation, action, *variants(step)):
        if adaptation:
            yield file_name(step.edition, adaptation)


def variants(step: Step) -> tuple[str, ...]:
    """The adaptations that repeats of a step send, each once, up to a limit: the well-formed
    elements of its chain (1.14 §2.2). In 1.13 there are none."""
    if step.spelling is not NESTED:
        return ()
    return tuple(islice(filter(is_element, dict.fromkeys(step.chain.elements)), _VARIANTS))


def is_element(text: str) -> bool:
    """Whether a string can be an element of a chain (1.14 §2.2, §3.3 S9)."""
    return re.fullmatch(r"[A-Za-z0-9._-]+", text) is not None and ".." not in text


def _retry_files(validation: ValidationStep, registry: Registry) -> Iterator[str]:
    yield file_name(FAILED_EDITION)
    for pattern in patterns_of(validation, registry).values():
        yield file_name(pattern.edition)
        if pattern.adaptation:
            yield file_name(pattern.edition, pattern.adaptation)


def patterns_of(validation: ValidationStep, registry: Registry) -> Mapping[str, Pattern]:
    """The failure patterns whose prompts a validation step can use: those its validators name, and
    those found by their words if a validator names an unknown pattern (§4.9)."""
    found: dict[str, Pattern] = {}
    for condition in validation.conditions:
        validator = registry.validators.get(condition.validator)
        if validator is None:
            continue
        pattern = registry.patterns.get(validator.pattern)
        if pattern is not None:
            found[pattern.name] = pattern
        else:
            found |= {name: each for name, each in registry.patterns.items() if each.semantic}
    return found


def resolve(root: str, folder: str, name: str) -> str | None:
    """The project path of a prompt, given its directory by `c2` and `c3`; none if that is outside
    the prompt root."""
    path = normal(f"{folder}/{name}")
    if path is None or folder.startswith("/"):
        return None
    return join(root, path)


def listed(reader: Reader, root: str) -> tuple[str, ...]:
    """The files below a prompt root, up to a limit."""
    found: list[str] = []
    waiting = [root]
    while waiting and len(found) < _LISTED:
        folder = waiting.pop()
        found += (join(folder, name) for name in reader.names(folder))
        waiting += (join(folder, name) for name in reversed(reader.folders(folder)))
    return tuple(found[:_LISTED])
