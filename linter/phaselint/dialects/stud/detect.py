"""Which files are stages, pipelines and configurations of state machines (reference §1, §3.1)."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.base import SCRIPT_SUFFIXES, Target
from phaselint.dialects.keys import keys_of
from phaselint.dialects.stud.reading.owners import DATA, HOME, MANIFEST_SUFFIXES, MARKER, Owners
from phaselint.project.paths import join, outside, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

    Listed = Callable[[str], bool]
    Detect = Callable[[Reader, str], Iterator[Target]]
    Claim = Callable[[Reader, str, bool], Iterator[Target]]

    Part = Literal["manifest", "stage", "configuration", ""]

NAME = "stud"


CONFIGURATION_PREFIXES = ("sm-config.", "lifecycle-config.")

SIGNATURE = frozenset(
    {
        *("completionTool", "completionSchema", "turnCap", "allowedTools", "retryPolicy"),
        "resolutionPolicy",
    }
)
"""A header with two of these keys is that of a stage (§1.1)."""

CONFIGURATION_KEYS = frozenset(
    {
        *("entry", "enabled", "autoAttach", "projectRoot", "maxDiscoveryTurns", "maxBuildTurns"),
        "completionTokenBudget",
    }
)
"""§1.3."""

_MARKDOWN = (".md", ".markdown")
STAGE_FILES = (*_MARKDOWN, ".json")
_KEY_LINE = r"(?m)^([A-Za-z]+)[ \t]*:"


def unlisted(_path: str) -> bool:
    """What a configuration lists that lists no stages."""
    return False


def under(globs: Sequence[str]) -> tuple[Detect, Claim]:
    """`detect` and `claim` for one project whose files stay unchanged, where the configuration
    lists stages by globs (§1.1). The two share what they come across."""
    listed: Listed = unlisted
    if globs:
        from phaselint.project.globs import compile_globs

        listed = compile_globs(globs)
    known: dict[str, Any] = {"listed": listed, "owners": Owners()}
    return partial(detect, **known), partial(claim, **known)


def detect(
    reader: Reader, folder: str, *, listed: Listed = unlisted, owners: Owners | None = None
) -> Iterator[Target]:
    """The contracts whose folder this is, and those in its `.stud`; `listed` tells the markdown
    files that are stages because the configuration lists them (§1.1). `owners` is what further
    folders have use for."""
    owners = owners or Owners()
    yield from _found_in(reader, folder, listed, owners)
    if HOME in reader.hidden(folder):
        from phaselint.project.reader import walk

        for inner in walk(reader, join(folder, HOME)):
            yield from _found_in(reader, inner, listed, owners)


def claim(
    reader: Reader,
    path: str,
    forced: bool,
    *,
    listed: Listed = unlisted,
    owners: Owners | None = None,
) -> Iterator[Target]:
    """The contracts a path named by the user stands for (design §9): of a stage that pipelines
    list it is those. For `listed` and `owners` see
    `detect`."""
    owners = owners or Owners()
    folder, name = split(path)
    if name not in reader.names(folder):
        yield from _claim_folder(reader, path, forced, listed, owners)
        return
    part = _part_of_file(reader, path, listed)
    if part in ("manifest", "configuration"):
        yield _target(path)
        return
    manifests: list[str] = []
    if path.lower().endswith(STAGE_FILES):
        manifests = owners.of(reader, path, thorough=forced or bool(part))
    yield from map(_target, manifests)
    if not manifests and (part or (forced and _may_be_forced(name))):
        yield _target(path)


def root(folder: str) -> str:
    """The folder around `.stud`, of what is in it; else the folder itself (§1.1)."""
    return outside(folder, (HOME,))


def is_stage(reader: Reader, path: str) -> bool:
    """Whether a markdown file has the header of a stage (§1.1); of a header that does not parse
    the lines that start with a key count."""
    head = header(reader, path)
    if head is None or sum(key in head for key in SIGNATURE) < 2:
        return False
    document = reader.document(path)
    if document is None:
        return False
    if document.readable:
        return isinstance(document.value, dict) and len(SIGNATURE & document.value.keys()) >= 2
    from re import findall

    return len(SIGNATURE.intersection(findall(_KEY_LINE, head))) >= 2


def header(reader: Reader, path: str) -> str | None:
    """The text between the `---` lines of a file; up to its end where the second is missing."""
    text = reader.text(path)
    if text is None or not text.startswith("---"):
        return None
    from phaselint.document.markdown import front_matter

    found = front_matter(text)
    return text[found.start : found.end] if found is not None else None


def part_of(document: Document) -> Part:
    """What a document is when its dialect is certain: a markdown file is a stage, a YAML file a
    pipeline, and a JSON file may be anything (§1.3)."""
    if document.format == "markdown":
        return "stage"
    lower = document.path.lower()
    keys = keys_of(document)
    if document.format == "yaml" or lower.endswith(MANIFEST_SUFFIXES) or MARKER in keys:
        return "manifest"
    if split(lower)[1].startswith(CONFIGURATION_PREFIXES):
        return "configuration"
    return "configuration" if keys and keys <= CONFIGURATION_KEYS else "stage"


# --- one file ----------------------------------------------------------------------------------


def _part_of_file(reader: Reader, path: str, listed: Listed) -> Part:
    """What a file is by its name and content, when nothing else says that it is ours."""
    lower = path.lower()
    name = split(lower)[1]
    if lower.endswith(SCRIPT_SUFFIXES):
        return ""
    if lower.endswith(_MARKDOWN) and listed(path):
        return "stage"
    if lower.endswith(".md"):
        return "stage" if is_stage(reader, path) else ""
    if lower.endswith(MANIFEST_SUFFIXES):
        return "manifest"
    if not lower.endswith(DATA):
        return ""
    if lower.endswith(".json") and name.startswith(CONFIGURATION_PREFIXES):
        return "configuration"
    text = reader.text(path)
    if text is None:
        return ""
    if MARKER in text and MARKER in keys_of(reader.document(path)):
        return "manifest"
    if lower.endswith(".json") and _may_be_object(text):
        keys = keys_of(reader.document(path))
        if {"completionTool", "completionSchema"} <= keys and keys & {"body", "turnCap"}:
            return "stage"
    return ""


def _may_be_object(text: str) -> bool:
    """Whether a JSON text is worth parsing: most files of most projects are data."""
    return '"completionTool"' in text and '"completionSchema"' in text


def _may_be_forced(name: str) -> bool:
    lower = name.lower()
    return lower.endswith((".md", *DATA)) and not lower.endswith(SCRIPT_SUFFIXES)


def _target(path: str) -> Target:
    """The contract whose main file has a path."""
    return Target(NAME, split(path)[0], path)


# --- folders -----------------------------------------------------------------------------------


def _found_in(reader: Reader, folder: str, listed: Listed, owners: Owners) -> Iterator[Target]:
    """The contracts among the files of a folder. Once a stage has brought the pipelines around it
    to light, the other markdown files that these list are not looked into: they aren't contracts,
    and whoever reads the pipeline reads them anyway."""
    met = False
    for path in (join(folder, name) for name in reader.names(folder)):
        if met and path.lower().endswith(_MARKDOWN) and owners.of(reader, path):
            continue
        part = _part_of_file(reader, path, listed)
        met = met or part == "stage"
        if part and (part != "stage" or not owners.of(reader, path)):
            yield _target(path)


def _claim_folder(
    reader: Reader, folder: str, forced: bool, listed: Listed, owners: Owners
) -> Iterator[Target]:
    """The contracts found in a folder; with `forced` also what looks as if it was meant, and the
    pipelines that list the stages in it."""
    found = dict.fromkeys(detect(reader, folder, listed=listed, owners=owners))
    if forced:
        for path in (join(folder, name) for name in reader.names(folder)):
            if _looks_meant(reader, path):
                found |= dict.fromkeys(map(_target, owners.of(reader, path) or [path]))
    yield from found


def _looks_meant(reader: Reader, path: str) -> bool:
    """Whether a file in a folder that was named is worth a finding: no readme is, and no data of
    other tools."""
    lower = path.lower()
    if not lower.endswith((".md", ".json")) or lower.endswith(SCRIPT_SUFFIXES):
        return False
    if lower.endswith(".md"):
        return header(reader, path) is not None
    text = reader.text(path)
    return text is not None and any(f'"{key}"' in text for key in SIGNATURE)
