"""The shape of a rule: one check for one dialect, with everything there is to know about it.

Two dialects that report the same defect share code and name and each bring their own rule
(design §7). The docstring of the check is the documentation of the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.finding import Finding, Severity

FixPolicy = Literal["none", "safe", "unsafe", "manual"]
ProofMethod = Literal["static", "replay", "explore", "refusal", "differential"]


class Grade(NamedTuple):
    """A severity a rule may take, and when; an empty condition means always."""

    severity: Severity
    condition: str = ""


class Rule(NamedTuple):
    """One check for one dialect.

    `check` takes the dialect's facts (the result of `Dialect.study`) and yields findings
    without rule and contract. It is a documented function that yields nothing where the
    engine itself reports the defect. `prove` names a function in `proofs` beside the check's own
    module, with the module in front where `proofs` is a package (`graph.never_visited`). It is
    imported for a dry run only, takes the bench (`executor.proof.Lab`) and one finding and
    returns the executor's verdict. It is empty for document facts.
    `catalogue` are the names in dialect references that differ from the product's.
    `default` is false for rules that are reported only when selected.
    """

    code: str
    name: str
    dialect: str
    severities: tuple[Grade, ...]
    check: Callable[[Any], Iterable[Finding]]
    prove: str = ""
    method: ProofMethod = "static"
    fix: FixPolicy = "none"
    catalogue: tuple[str, ...] = ()
    default: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Every word a user may write for this rule: code, name, catalogue names."""
        return (self.code, self.name, *self.catalogue)


ANY_DIALECT = "*"
"""The `dialect` of a rule that holds for every contract."""
