"""Policies of the configuration that name what no contract has."""

from __future__ import annotations

import os

from phaselint.linting.internal_errors import rule_named
from phaselint.linting.policing import LISTED, UNKNOWN, entry_place
from phaselint.project.paths import below
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.config.model import Config
    from phaselint.linting.policing import Lack
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule


def unknown_acts(
    config: Config, root: str, lacks: Iterable[Sequence[Lack]], rules: Iterable[Rule]
) -> Iterator[Hit]:
    """The findings about names that no contract has for which their policy is, each once, where the
    policy is written.

    Args:
        lacks: what each contract lacks; all contracts of the project.
    """
    rule = rule_named(rules, UNKNOWN)
    file = below(root, config.path)
    for number, missing in sorted(_missing(lacks).items()):
        place = entry_place(config.policies[number], file)
        for text in missing.values():
            yield Hit(rule, Finding(place, text, LISTED))


def _missing(lacks: Iterable[Sequence[Lack]]) -> dict[int, Mapping[str, Message]]:
    """For each policy that is for some contract, what all of these lack."""
    found: dict[int, Mapping[str, Message]] = {}
    for one in (lack for some in lacks for lack in some):
        if one.entry in found:
            before = found[one.entry]
            found[one.entry] = {name: before[name] for name in before if name in one.names}
        else:
            found[one.entry] = one.names
    return found


def is_whole(root: str, paths: Iterable[str]) -> bool:
    """Whether some paths, as the user names them, contain all of a project."""
    named = (os.path.join(os.path.realpath(path), "") for path in paths)
    return any(os.path.join(os.path.realpath(root), "").startswith(each) for each in named)
