"""The `[[policies]]` of a configuration: what every run of some contracts must do, or must not."""

from __future__ import annotations

from phaselint.config import toml as tomlfile
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.config.values import Table
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.flaw import Flaw

CONTRACTS = "contracts"
"""The key that says for which contracts a policy is."""


class PolicyEntry(NamedTuple):
    """One `[[policies]]` table: the policy, the pattern of the contracts that it is for (empty for
    all), and the line it starts on (0 when unknown)."""

    policy: Policy
    contracts: str = ""
    line: int = 0


def policy_entries(table: Table, key: str) -> tuple[PolicyEntry, ...]:
    """Read the list of `[[policies]]` tables.

    Raises:
        UsageError: one of them is not well formed; the text names its line.
    """
    entries = table.value[key]
    if not isinstance(entries, list):
        raise table.wrong_type((key,), "a list of tables", entries)
    if not entries:
        raise table.error((key,), "`policies` is an empty list")
    return tuple(_entry(table, (key, index), entry) for index, entry in enumerate(entries))


def _entry(table: Table, path: tomlfile.Path, entry: Any) -> PolicyEntry:
    from phaselint.policies.reading import read_policies

    if not isinstance(entry, dict):
        raise table.wrong_type(path, "a list of tables", entry)
    contracts = entry.get(CONTRACTS, "")
    if not isinstance(contracts, str):
        raise table.wrong_type((*path, CONTRACTS), "a string", contracts)
    rest = {name: value for name, value in entry.items() if name != CONTRACTS}
    policies, flaws = read_policies([rest], path[:1])
    for flaw in flaws:
        raise table.error((*path, *_below(flaw)), str(flaw.message))
    (policy,) = policies
    return PolicyEntry(
        policy._replace(pointer=path), contracts, tomlfile.line_of(table.file, table.path + path)
    )


def _below(flaw: Flaw) -> Iterator[str]:
    """Where a flaw is in a table: the key, which has a line of its own."""
    yield from (step for step in flaw.pointer[2:3] if isinstance(step, str))
