"""Hits → diagnostics: the one place where these are made (design §8, §10)."""

from __future__ import annotations

from functools import cache

from phaselint.linting.identities import Identities, of_group
from phaselint.linting.locate import all_places, map_places, viewed
from phaselint.vocabulary.diagnostic import Diagnostic
from phaselint.vocabulary.finding import Place, Suppression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.suppression.excerpt import Excerpt
    from phaselint.vocabulary.diagnostic import Identity
    from phaselint.vocabulary.finding import Finding, Severity
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule


def diagnose(
    hits: Iterable[Hit],
    excerpt: Callable[[str], Excerpt | None],
    *,
    severity: Callable[[Rule], Severity | None] = lambda _: None,
    show: Callable[[str], str] = str,
) -> tuple[Diagnostic, ...]:
    """Make the diagnostics of a project, in the order of its hits.

    Args:
        hits: located; see `phaselint.linting.locate.located`.
        excerpt: that of a file by its path from the project root, if it was linted.
        severity: that of a rule in this project, where it is not for its check to say.
        show: names a file as the user does, by its path from the project root.
    """
    named, shown = _shown_as(show), cache(show)
    identities, older = Identities(), Identities()
    made: list[Diagnostic] = []
    for hit in hits:
        rule, finding, target, proof, view = hit
        file, waiver = finding.place.file, finding.waiver
        members = identities.of_many(finding, excerpt) if finding.members else ()
        own = of_group(rule.code, members[0]) if members else None
        made.append(
            Diagnostic(
                rule=rule,
                finding=map_places(finding, named) if _elsewhere(finding, shown) else finding,
                file=file,
                level=severity(rule) or rule.level(finding),
                identity=own or _identity(identities, hit, excerpt),
                dialect=target.dialect if target else "",
                contract=show(target.path) if target else "",
                proof=proof,
                suppression=Suppression("contract", waiver) if waiver else None,
                view=viewed(view, named),
                members=members,
                former=older.of_former(finding, excerpt) if finding.former else (),
            )
        )
    return tuple(made)


def _identity(
    identities: Identities, hit: Hit, excerpt: Callable[[str], Excerpt | None]
) -> Identity:
    """What tells a finding that stands for itself alone from all others."""
    rule, finding, target = hit.rule, hit.finding, hit.target
    if finding.known_as and target is not None:
        return identities.of_contract(rule.code, target.path, finding.known_as)
    return identities.of(rule.code, finding.place, excerpt(finding.place.file))


def _elsewhere(finding: Finding, show: Callable[[str], str]) -> bool:
    """Whether the user names a file of a finding in another way than the project does: not so
    below its root, where most runs begin."""
    return any(show(place.file) != place.file for place in all_places(finding))


def _shown_as(show: Callable[[str], str]) -> Callable[[Place], Place]:
    """What names the file of a place as the user does; many findings tell of the same places."""
    known: dict[Place, Place] = {}

    def named(place: Place) -> Place:
        found = known.get(place)
        if found is None:
            found = Place(show(place.file), place.pointer, place.part, place.range)
            known[place] = found
        return found

    return named
