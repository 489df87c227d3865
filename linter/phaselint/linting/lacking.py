"""Policies of the configuration that are for no contract, or name what none has."""

from __future__ import annotations

import os

from phaselint.linting.internal_errors import rule_named
from phaselint.linting.policing import LISTED, UNKNOWN, entry_place
from phaselint.linting.policy_results import UNTESTED, Lack
from phaselint.project.paths import below
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.config.model import Config
    from phaselint.vocabulary.rule import Rule


def unknown_acts(
    config: Config, root: str, lacks: Iterable[Sequence[Lack]], rules: Iterable[Rule]
) -> Iterator[Hit]:
    """The findings about names that no contract has for which their policy is, each once, about
    patterns that match nothing there, and about policies that are for no contract, where the policy
    is written.

    Args:
        lacks: what each contract lacks; all contracts of the project.
    """
    known = tuple(rules)
    file, missing = below(root, config.path), _missing(lacks)
    for number, entry in enumerate(config.policies):
        place = entry_place(entry, file)
        lack = missing.get(number)
        if lack is None:
            text = message("no contract matches `{}`", entry.contracts)
            finding = Finding(place, text, "`phaselint contracts` lists them", severity="info")
            yield Hit(rule_named(known, UNTESTED), finding)
            continue
        for text in lack.names.values():
            yield Hit(rule_named(known, UNKNOWN), Finding(place, text, LISTED))
        for pattern in lack.idle:
            text = message("`{}` matches no act of any contract", pattern)
            yield Hit(rule_named(known, UNTESTED), Finding(place, text, LISTED, severity="info"))


def _missing(lacks: Iterable[Sequence[Lack]]) -> dict[int, Lack]:
    """For each policy that is for some contract, what all of these lack."""
    found: dict[int, Lack] = {}
    for one in (lack for some in lacks for lack in some):
        before = found.get(one.entry, one)
        names = {name: before.names[name] for name in before.names if name in one.names}
        idle = {name: before.idle[name] for name in before.idle if name in one.idle}
        found[one.entry] = Lack(one.entry, names, idle)
    return found


def is_whole(root: str, paths: Iterable[str]) -> bool:
    """Whether some paths, as the user names them, contain all of a project."""
    named = (os.path.join(os.path.realpath(path), "") for path in paths)
    return any(os.path.join(os.path.realpath(root), "").startswith(each) for each in named)
