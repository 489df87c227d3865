"""The names of the files of a contract's folder (§1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.project.paths import join, split

if TYPE_CHECKING:
    from phaselint.dialects.base import Reader


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
