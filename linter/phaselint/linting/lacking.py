"""Policies of the configuration that are for no contract, or name what none has."""

from __future__ import annotations

import os

from phaselint.linting.internal_errors import rule_named
from phaselint.linting.policing import LISTED, UNKNOWN, entry_place
from phaselint.linting.policy_results import UNTESTED
from phaselint.project.paths import below
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.config.model import Config
    from phaselint.linting.policy_results import Lack
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule


def unknown_acts(
    config: Config, root: str, lacks: Iterable[Sequence[Lack]], rules: Iterable[Rule]
) -> Iterator[Hit]:
    """The findings about names that no contract has for which their policy is, each once, and about
    policies that are for no contract, where the policy is written.

    Args:
        lacks: what each contract lacks; all contracts of the project.
    """
    known = tuple(rules)
    file, missing = below(root, config.path), _missing(lacks)
    for number, entry in enumerate(config.policies):
        place = entry_place(entry, file)
        if number not in missing:
            text = message("no contract matches `{}`", entry.contracts)
            finding = Finding(place, text, "`phaselint contracts` lists them", severity="info")
            yield Hit(rule_named(known, UNTESTED), finding)
        for text in missing.get(number, {}).values():
            yield Hit(rule_named(known, UNKNOWN), Finding(place, text, LISTED))


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
