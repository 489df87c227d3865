"""The lists of tables in a configuration: what is suppressed, and policies (design §10)."""

from __future__ import annotations

from phaselint.config import toml as tomlfile
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.config.values import Table
    from phaselint.policies.policy import Policy

ENTRY_KEYS = ("rule", "path", "pointer", "phase", "reason")
ENTRY_REQUIRED = ("rule", "path")


class SuppressEntry(NamedTuple):
    """One `[[suppress]]` table: which findings to hide, why, and the line it starts on (0 when
    unknown). `pointer` (RFC 6901) or `phase` narrows it down; both empty mean all of the path."""

    rule: str
    path: str
    pointer: str = ""
    phase: str = ""
    reason: str = ""
    line: int = 0


class PolicyEntry(NamedTuple):
    """One `[[policies]]` table: the policy, the pattern of the contracts that it is for (empty for
    all), and the line it starts on (0 when unknown)."""

    policy: Policy
    contracts: str = ""
    line: int = 0


def suppress_entries(table: Table, key: str) -> tuple[SuppressEntry, ...]:
    """Read the list of `[[suppress]]` tables.

    A missing reason isn't an error here: it is the finding `suppression-missing-reason`.
    """
    entries = table.value[key]
    if not isinstance(entries, list):
        raise table.wrong_type((key,), "a list of tables", entries)
    return tuple(_entry(table, (key, index), entry) for index, entry in enumerate(entries))


def policy_entries(table: Table, key: str) -> tuple[PolicyEntry, ...]:
    """Read the list of `[[policies]]` tables."""
    entries = table.value[key]
    if not isinstance(entries, list):
        raise table.wrong_type((key,), "a list of tables", entries)
    if not entries:
        raise table.error((key,), "`policies` is an empty list")
    return tuple(_policy(table, (key, index), entry) for index, entry in enumerate(entries))


def _policy(table: Table, path: tomlfile.Path, entry: Any) -> PolicyEntry:
    from phaselint.policies.reading import read_policies

    if not isinstance(entry, dict):
        raise table.wrong_type(path, "a list of tables", entry)
    contracts = entry.get("contracts", "")
    if not isinstance(contracts, str):
        raise table.wrong_type((*path, "contracts"), "a string", contracts)
    rest = {name: value for name, value in entry.items() if name != "contracts"}
    policies, flaws = read_policies([rest], path[:1])
    for flaw in flaws:
        key = (step for step in flaw.pointer[2:3] if isinstance(step, str))
        raise table.error((*path, *key), str(flaw.message))
    line = tomlfile.line_of(table.file, table.path + path)
    return PolicyEntry(policies[0]._replace(pointer=path), contracts, line)


def _entry(table: Table, path: tomlfile.Path, entry: Any) -> SuppressEntry:
    if not isinstance(entry, dict):
        raise table.wrong_type(path, "a list of tables", entry)
    for key, value in entry.items():
        if key not in ENTRY_KEYS:
            raise table.error((*path, key), unknown("key", key, ENTRY_KEYS))
        if not isinstance(value, str):
            raise table.wrong_type((*path, key), "a string", value)
    for key in ENTRY_REQUIRED:
        if not entry.get(key):
            raise table.error(path, f"the entry lacks `{key}`")
    if "pointer" in entry and "phase" in entry:
        raise table.error((*path, "phase"), "`pointer` and `phase` exclude each other")
    if entry.get("pointer", "/")[:1] not in ("", "/"):
        raise table.error((*path, "pointer"), "`pointer` must be empty or start with a slash")
    return SuppressEntry(**entry, line=tomlfile.line_of(table.file, table.path + path))
