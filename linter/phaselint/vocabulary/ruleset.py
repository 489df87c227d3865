"""The rules of all dialects, imported when they are needed: a run over contracts of one dialect
does not pay for the others (design §11)."""

from __future__ import annotations

from collections.abc import Sequence

from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import overload

    from phaselint.vocabulary.rule import Rule


class RuleSet(Sequence["Rule"]):
    """A sequence of rules. To look at all of them imports all of them, one dialect after the other
    as far as one looks; `of` imports some.

    Args:
        modules: dialect → the module with its `RULES`, in the order of the sequence;
            `ANY_DIALECT` stands for the rules that hold for every contract.
        brought: further rules, of plugins.
    """

    __slots__ = ("_brought", "_modules")

    def __init__(self, modules: Mapping[str, str], brought: tuple[Rule, ...] = ()) -> None:
        self._modules = modules
        self._brought = brought

    def plus(self, brought: tuple[Rule, ...]) -> RuleSet:
        """These, and those of plugins after them."""
        return RuleSet(self._modules, (*self._brought, *brought))

    def of(self, dialects: Collection[str]) -> tuple[Rule, ...]:
        """The rules of some dialects, and those that hold for every contract."""
        wanted = {ANY_DIALECT, *dialects}
        return (
            *self._imported(name for name in self._modules if name in wanted),
            *(rule for rule in self._brought if rule.dialect in wanted),
        )

    def _imported(self, dialects: Iterable[str]) -> Iterator[Rule]:
        for dialect in dialects:
            yield from module_of(self._modules[dialect]).RULES

    @property
    def _all(self) -> tuple[Rule, ...]:
        return tuple(iter(self))  # of a sequence itself, `tuple` asks how long it is

    def __iter__(self) -> Iterator[Rule]:
        yield from self._imported(self._modules)
        yield from self._brought

    def __len__(self) -> int:
        return len(self._all)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Rule: ...
        @overload
        def __getitem__(self, index: slice) -> Sequence[Rule]: ...

    def __getitem__(self, index: int | slice) -> Rule | Sequence[Rule]:
        return self._all[index]


def with_brought(rules: Sequence[Rule], brought: tuple[Rule, ...]) -> Sequence[Rule]:
    """Rules, and those of plugins after them; of a `RuleSet` none is imported for that."""
    return rules.plus(brought) if isinstance(rules, RuleSet) else (*rules, *brought)


def of_dialects(rules: Sequence[Rule], dialects: Collection[str]) -> tuple[Rule, ...]:
    """The rules that contracts of some dialects are asked about, and no others where that spares
    importing them."""
    return rules.of(dialects) if isinstance(rules, RuleSet) else tuple(rules)
