"""Rules of other distributions, found through the entry point `phaselint.rules` (design §3).

Looking for entry points costs as much as the rest of the start-up, so it happens only where the
configuration names a plug-in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.errors import UsageError
from phaselint.rule import Rule
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

GROUP = "phaselint.rules"
OURS = "builtin"
"""The entry point of the rules that are always there."""


def with_plugins(rules: Sequence[Rule], names: Sequence[str], config_file: str) -> tuple[Rule, ...]:
    """The rules, and after them those of the named plug-ins.

    A plug-in's entry point leads to a sequence of `phaselint.rule.Rule`, the same shape as the
    built-in `phaselint_rules:RULES`.

    Raises:
        UsageError: there is no such plug-in, it cannot be imported, it is no sequence of rules,
            or a rule of it has a code or name that is taken.
    """
    found = list(rules)
    for name in names:
        brought = _load(name, config_file)
        taken = {word for rule in found for word in (rule.code, rule.name)}
        clash = next((r for r in brought if taken.intersection((r.code, r.name))), None)
        if clash is not None:
            raise UsageError(
                f"{config_file}: plug-in `{name}` brings `{clash.code}` `{clash.name}`, "
                "of which the code or the name is taken"
            )
        found += brought
    return tuple(found)


def _load(name: str, config_file: str) -> tuple[Rule, ...]:
    from importlib.metadata import entry_points

    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        others = sorted(known.keys() - {OURS})
        hint = "" if others else "; the distribution that brings it is not installed"
        raise UsageError(f"{config_file}: {unknown('plug-in', name, others)}{hint}")
    try:
        brought = tuple(known[name].load())
    except Exception as error:  # whatever a plug-in does on import must not look like our crash
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise UsageError(f"{config_file}: plug-in `{name}` cannot be loaded: {reason}") from None
    if not all(isinstance(rule, Rule) for rule in brought):
        raise UsageError(f"{config_file}: plug-in `{name}` is no sequence of rules")
    return brought
