"""All that the plugins of one configuration bring, as far as it can be used (design §3).

What is wrong with a plugin is no reason to do nothing: what cannot be used is left out and said
in a line that names the distribution, and everything else goes on.
"""

from __future__ import annotations

from phaselint.plugins import dialects, rules
from phaselint.plugins.points import DIALECTS, Offer, offers
from phaselint.plugins.unfit import Unfit, kind_of
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import Rule
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from phaselint.dialects import Dialects


class Brought(NamedTuple):
    """All dialects there are, the rules of plugins, and a line for each thing left out."""

    dialects: Dialects
    rules: tuple[Rule, ...]
    faults: tuple[str, ...]


def brought(
    names: Iterable[str], known: Dialects, builtin: Sequence[Rule], reserved: Collection[str]
) -> Brought:
    """What the named plugins bring.

    Args:
        known: the built-in dialects.
        builtin: the built-in rules.
        reserved: names that a dialect cannot have, since they are keys of a configuration.

    Raises:
        UsageError: nothing that is installed offers a plugin of some name.
    """
    faults: list[str] = []
    lost: set[str] = set()
    tables: list[tuple[str, tuple[Rule, ...]]] = []
    for offer in offers(names):
        try:
            if offer.fault:
                raise Unfit(offer.fault)
            if offer.group == DIALECTS:
                fit = dialects.fit(offer.value, offer.origin, known, reserved)
                known = known.plus((fit,))
            else:
                tables.append((offer.plugin, _table(offer)))
        except Unfit as error:
            faults.append(f"plugin `{offer.plugin}` of {offer.origin}: {_said(offer, error)}")
            if offer.group == DIALECTS:
                lost.add(offer.plugin)
    wanted = [
        rule
        for plugin, table in tables
        for rule in table
        # That the dialect is missing has been said.
        if plugin not in lost or rule.dialect in known
    ]
    kept, unfit = rules.fit(builtin, wanted, known)
    return Brought(known, kept, (*faults, *_lines(unfit)))


def _said(offer: Offer, error: Unfit) -> str:
    if offer.fault:
        return str(error)
    return f"its {'dialect' if offer.group == DIALECTS else 'table of rules'} {error}"


def _table(offer: Offer) -> tuple[Rule, ...]:
    """The rules of an offer, with where they are from."""
    try:
        table: tuple[Any, ...] = tuple(offer.value)
    except Exception:  # what isn't a sequence may be anything, and going over it may raise anything
        raise Unfit(f"isn't one but a {kind_of(offer.value)}") from None
    for each in table:
        if not isinstance(each, Rule):
            raise Unfit(f"holds a {kind_of(each)} among its rules")
    return tuple(rule._replace(origin=offer.origin) for rule in table)


def _lines(unfit: Sequence[tuple[Rule, str]]) -> Iterable[str]:
    """A line for each distribution with rules that are left out: the first, and how many more."""
    by_origin: dict[str, list[tuple[Rule, str]]] = {}
    for rule, why in unfit:
        by_origin.setdefault(rule.origin, []).append((rule, why))
    for origin, each in by_origin.items():
        rule, why = each[0]
        more = f", as {_are(len(each) - 1)} of it" if len(each) > 1 else ""
        yield f"rule `{rule.code}` `{rule.name}` of {origin} is left out{more}: {why}"


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {plural(count, 'other')}"
