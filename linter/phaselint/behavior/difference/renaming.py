"""What is only renamed: a name that only the old version has, and one that only the new one has,
in the same surroundings.

The surroundings of a name are the acts that it is in, and what comes right before and after these,
each without the name. Two names are one where they are more alike than any other pair with one of
them, and at least as much alike as `LEAST` says. What is renamed makes its neighbors more alike:
it is looked again until no more are found.
"""

from __future__ import annotations

from phaselint.behavior.difference.words import Renaming, has_phase, is_tool, letter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from phaselint.behavior.acting import ActAtlas
    from phaselint.behavior.difference.version import Version
    from phaselint.dialects.acts import Act

    Kind = Literal["phase", "tool"]
    Named = tuple[Kind, str]
    Surroundings = frozenset[tuple[str, str, str]]

LEAST = 0.5
"""How much two names have in common at least, of all that either has."""

GAP = "*"
"""What stands for the name itself."""


def renaming_of(old: Version, new: Version) -> Renaming:
    """What of the old version is only renamed in the new one. Parallel steps have no neighbors of
    their own, so both take them in the order of their names."""
    olds, news = _Texts(old.atlases), _Texts(new.atlases)
    gone, added = olds.names - news.names, news.names - olds.names
    if gone and added:
        olds, news = _Texts(old.by_name.atlases), _Texts(new.by_name.atlases)
    found: dict[Kind, dict[str, str]] = {"phase": {}, "tool": {}}
    while gone and added:
        made = Renaming(found["phase"], found["tool"])
        here, there = olds.surroundings(gone, made), news.surroundings(added, Renaming())
        pair = _nearest(here, there)
        if pair is None:
            break
        (kind, before), (_, after) = pair
        found[kind][before] = after
        gone, added = gone - {pair[0]}, added - {pair[1]}
    return Renaming(found["phase"], found["tool"])


def names_in(act: Act) -> Iterator[Named]:
    """The names in an act."""
    if act.phase:
        yield "phase", act.phase
    if act.target:
        yield "phase", act.target
    if act.subject and is_tool(act):
        yield "tool", act.subject
    elif act.subject and has_phase(act):
        yield "phase", act.subject


class _Texts:
    """The neighboring acts of all runs of a version."""

    def __init__(self, atlases: Iterable[ActAtlas]) -> None:
        self._before: dict[Act, set[Act | None]] = {}
        for atlas in atlases:
            self._add(atlas)
        acts = {act for act in set().union(self._before, *self._before.values()) if act is not None}
        self.names = frozenset(name for act in acts for name in names_in(act))

    def _add(self, atlas: ActAtlas) -> None:
        last: dict[int, set[Act | None]] = {0: self._read({None}, atlas.opening)}
        waiting = [0]
        while waiting:
            number = waiting.pop()
            here = last[number]
            offered = {each._replace(thread=0) for each in atlas.offered[number]}
            for act in offered:
                self._note(here, act)
            for edge in atlas.out[number]:
                there = self._read({*here, *offered}, edge.acts)
                known = last.setdefault(edge.target, set())
                if not there <= known:
                    known |= there
                    waiting.append(edge.target)

    def _read(self, before: set[Act | None], acts: Iterable[Act]) -> set[Act | None]:
        """Note the pairs of a step; gives what comes right before whatever comes next."""
        for each in acts:
            if each.verb in ("start", "turn"):
                continue
            act = each._replace(thread=0)
            self._note(before, act)
            before = {act}
        return before

    def _note(self, before: set[Act | None], act: Act) -> None:
        """Note what comes right before an act; none before the first of a run."""
        self._before.setdefault(act, set()).update(before)

    def surroundings(
        self, names: Iterable[Named], renamed: Renaming
    ) -> Mapping[Named, Surroundings]:
        """The surroundings of each of some names, others as they are renamed."""
        wanted = frozenset(names)
        found: dict[Named, set[tuple[str, str, str]]] = {each: set() for each in wanted}
        for after, acts in self._before.items():
            for act in acts:
                own = {*names_in(after), *(names_in(act) if act else ())}
                for name in own & wanted:
                    before = _without(act, name, renamed) if act else ""
                    found[name].add(("pair", before, _without(after, name, renamed)))
        return {name: frozenset(some) for name, some in found.items()}


def _without(act: Act, name: Named, renamed: Renaming) -> str:
    """The letter of an act without a name."""
    kind, text = name
    gap = Renaming({text: GAP}) if kind == "phase" else Renaming({}, {text: GAP})
    return letter(renamed.act(gap.act(act)))


def _nearest(
    here: Mapping[Named, Surroundings], there: Mapping[Named, Surroundings]
) -> tuple[Named, Named] | None:
    """The two names that have most in common, if that is enough and no others are as near."""
    ranked = sorted(
        (
            (_common(some, other), one, two)
            for one, some in here.items()
            for two, other in there.items()
            if one[0] == two[0]
        ),
        reverse=True,
    )
    for share, one, two in ranked:
        if share < LEAST:
            return None
        rivals = [each for each in ranked if each[0] == share and (one in each or two in each)]
        if len(rivals) == 1:
            return one, two
    return None


def _common(one: Surroundings, two: Surroundings) -> float:
    return len(one & two) / len(one | two) if one or two else 0.0
