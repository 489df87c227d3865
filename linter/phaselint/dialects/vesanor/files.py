"""Files of a contract's folder: their names, and what can be told of them at a glance (§1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.project.paths import join, split

if TYPE_CHECKING:
    from phaselint.dialects.base import Reader
    from phaselint.document import Document


def yaml_names(reader: Reader, folder: str) -> list[str]:
    """The YAML files of a folder; hidden ones and scripts of ours are left out."""
    return [
        name
        for name in reader.names(folder)
        if name.endswith((".yaml", ".yml"))
        and not name.startswith(".")
        and not name.endswith(SCRIPT_SUFFIXES)
    ]


def named(reader: Reader, folder: str, stem: str) -> str:
    """The path of `stem.yaml`, else `stem.yml`, in a folder; empty when there is neither."""
    present = reader.names(folder)
    for name in (f"{stem}.yaml", f"{stem}.yml"):
        if name in present:
            return join(folder, name)
    return ""


def stem(path: str) -> str:
    """The last name of a path without its extension."""
    return split(path)[1].rpartition(".")[0]


def keys_of(document: Document | None) -> frozenset[str]:
    """The top keys of a document; of one that does not parse, those its text seems to have."""
    if document is None:
        return frozenset()
    if isinstance(document.value, dict):
        return frozenset(document.value)
    if document.readable:
        return frozenset()
    return frozenset(re.findall(r"^([A-Za-z_]+)[ \t]*:", document.text, re.MULTILINE))


def usable(document: Document) -> bool:
    """Whether a document has a value to trust: a repeated key makes the product refuse it."""
    return document.readable and not any(
        problem.kind == "duplicate-key" for problem in document.problems
    )
