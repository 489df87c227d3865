"""Policies that are added to a script, or make a new one: all else stays to the letter."""

from __future__ import annotations

from phaselint.executor.script import POLICIES, VERSION
from phaselint.project.paths import join, split
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.document import Document
    from phaselint.executor.script import Script

    Written = Mapping[str, Any]
    """A policy as its author writes it."""

INDENT = " " * 2
SUFFIX = ".script.yaml"


def new_script(target: Target, policies: Sequence[Written]) -> str:
    """The text of a script next to a contract that has some policies and nothing else."""
    from phaselint.executor.script import as_yaml

    contract = split(target.path)[1] if target.main else "."
    head = as_yaml({"version": VERSION, "contract": contract})
    lines = as_yaml(list(policies)).splitlines(keepends=True)
    return "".join((head, f"{POLICIES}:\n", *(f"{INDENT}{line}" for line in lines)))


def script_for(
    target: Target, root_name: str, scripts: Iterable[tuple[str, Document, Script]]
) -> str:
    """The path of the script that further policies of a contract belong in: that with policies, or
    the one that is called as the contract, or the only one; else a new one next to it. `root_name`
    is what the folder of the project is called."""
    path = _path(target, root_name)
    some = list(scripts)
    with_policies = [each for each, document, _ in some if has_policies(document)]
    paths = [each for each, _, _ in some]
    if with_policies:
        return path if path in with_policies else with_policies[0]
    return paths[0] if len(paths) == 1 else path


def has_policies(document: Document) -> bool:
    """Whether a script has the key of policies."""
    return isinstance(document.value, dict) and POLICIES in document.value


def with_policies(document: Document, policies: Sequence[Written]) -> str:
    """The text of a script that is well formed with further policies, after those that it has; it
    is without a byte order mark.

    Raises:
        UsageError: they can't be added without changing more than is meant.
    """
    from phaselint.document.editing import edited
    from phaselint.document.growing import append_values, insert_value

    new = [dict(each) for each in policies]
    if has_policies(document):
        edit = append_values(document, (POLICIES,), new)
    else:
        edit = insert_value(document, (), POLICIES, new)
    if edit is None:
        raise UsageError("policies can't be added in place; add them by hand")
    text = edited(document, (edit,))
    _check(document, text, new)
    return text


def _check(document: Document, text: str, new: Sequence[Written]) -> None:
    """The new text must make the intended change alone. Raises UsageError where it doesn't."""
    from phaselint.document.reader import read_text

    wanted = dict(document.value)
    wanted[POLICIES] = [*wanted.get(POLICIES, ()), *new]
    found = read_text(document.path, text)
    if not found.readable or found.value != wanted:
        raise UsageError("policies can't be added without other changes")


def _path(target: Target, root_name: str) -> str:
    """The path of the script that is called as a contract, next to it."""
    if target.name and not target.alone:
        name = target.name
    elif target.main:
        name = split(target.main)[1].partition(".")[0]
    else:
        name = split(target.folder)[1] or root_name
    return join(target.folder, f"{name}{SUFFIX}")
