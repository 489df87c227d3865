"""The rules of all dialects, imported when they are needed: a run over contracts of one dialect
does not pay for the others (design §11)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, overload

from phaselint.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from phaselint.rule import Rule


class RuleSet(Sequence["Rule"]):
    """A sequence of rules. To look at all of them imports all of them; `of` imports some.

    Args:
        modules: dialect → the module with its `RULES`, in the order of the sequence;
            `ANY_DIALECT` stands for the rules that hold for every contract.
    """

    __slots__ = ("_modules",)

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def of(self, dialects: Collection[str]) -> tuple[Rule, ...]:
        """The rules of some dialects, and those that hold for every contract."""
        return tuple(
            rule
            for name, module in self._modules.items()
            if name == ANY_DIALECT or name in dialects
            for rule in import_module(module).RULES
        )

    @property
    def _all(self) -> tuple[Rule, ...]:
        return self.of(self._modules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Rule: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Rule]: ...
    def __getitem__(self, index: int | slice) -> Rule | Sequence[Rule]:
        return self._all[index]
