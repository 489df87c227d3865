"""Completion in the policies of scripts: their keys, the acts of the contract, and other words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.behavior.knownacts import known_acts
from phaselint.executor.script import POLICIES
from phaselint.formats.policies import COMMON, KEYS, OF_TEAMS
from phaselint.policies.reading import FROM, SCOPES, SHAPES
from phaselint.report.acts import OFFERED, listed
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint_lsp.cursor import Cursor
    from phaselint_lsp.snapshot import CheckedContract

ACTS = frozenset(
    key for key, about in KEYS.items() if "$ref" in about or "$ref" in about.get("items", {})
)
"""The keys whose values name acts."""


class Offer(NamedTuple):
    """What may be at a place of a policy: a key or a value, with what it is in a few words."""

    text: str
    detail: str = ""
    is_key: bool = False


def offers(checked: CheckedContract, cursor: Cursor) -> Iterator[Offer]:
    """What may be where the cursor is in a script of a contract."""
    pointer = cursor.pointer
    if len(pointer) < 3 or pointer[0] != POLICIES:
        return
    policy = _policy(cursor)
    runtime = checked.dialect.runtime()
    reaching = runtime.reaching(checked.contract, checked.facts.options)
    if cursor.part == "key" and len(pointer) == 3:
        for key in _keys(policy, teams=reaching is not None):
            yield Offer(key, KEYS[key]["description"], is_key=True)
    elif cursor.part == "value" and pointer[2] == FROM:
        yield from map(Offer, reaching.agents if reaching is not None else ())
    elif cursor.part == "value" and pointer[2] in ACTS and FROM in policy and reaching is not None:
        yield from (Offer(f"call {each}") for each in reaching.names)
    elif cursor.part == "value" and pointer[2] in ACTS:
        for each in listed(known_acts(runtime, checked.contract)):
            yield Offer(each.text, OFFERED if each.offered else ", ".join(each.phases))
    elif cursor.part == "value" and isinstance(pointer[2], str):
        for word in KEYS.get(pointer[2], {}).get("enum", ()):
            yield Offer(word)


def _policy(cursor: Cursor) -> Mapping[str, Any]:
    """The keys of the policy that the cursor is in, without the one that is being written."""
    found: Any = cursor.document.value
    for step in cursor.pointer[:2]:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if cursor.mark not in str(key)}


def _keys(policy: Mapping[str, Any], *, teams: bool) -> Iterator[str]:
    """The keys that a policy may have besides those that it has. `teams`: in a contract in which
    agents call one another."""
    shape = next((key for key in SHAPES if key in policy), None)
    of_teams = OF_TEAMS if teams and policy.keys().isdisjoint((*SCOPES, "under")) else ()
    if FROM in policy:
        wanted: tuple[str, ...] = ("never", *OF_TEAMS, *(key for key in COMMON if key != "under"))
    elif shape is None:
        wanted = (*SHAPES, *(key for key in KEYS if key not in OF_TEAMS or teams))
    else:
        needed, scopes = SHAPES[shape]
        free = scopes if policy.keys().isdisjoint(scopes) else ()
        more = of_teams[:1] if shape == "never" else ()
        wanted = (*filter(None, (needed,)), *free, *more, *COMMON)
    yield from (key for key in dict.fromkeys(wanted) if key not in policy)
