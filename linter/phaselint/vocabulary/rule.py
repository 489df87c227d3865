"""The shape of a rule: one check for one dialect, with everything there is to know about it.

Two dialects that report the same defect share code and name and each bring their own rule
(design §7). The docstring of the check is the documentation of the rule.
"""

from __future__ import annotations

from functools import cache

from phaselint.vocabulary.deferred import named, resolved
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, TypeVar

    from phaselint.vocabulary.claim import ClaimKinds
    from phaselint.vocabulary.finding import Finding, Method, Proof, Severity

    Check = Callable[[Any], Iterable[Finding]]
    Prover = Callable[[Any, Finding], Proof]
    CheckT = TypeVar("CheckT", bound=Callable[..., Iterable[Finding]])
    ProverT = TypeVar("ProverT", bound=Callable[..., Proof])

    FixPolicy = Literal["none", "safe", "unsafe", "manual"]
    Ending = Literal["", "failure", "trap", "unused", "unmet", "unknown"]
    ProofMethod = Literal["static", Method]


FIX_POLICIES: tuple[FixPolicy, ...] = ("none", "safe", "unsafe", "manual")
"""All ways of fixing."""

METHODS: tuple[ProofMethod, ...] = (
    "static",
    "replay",
    "explore",
    "refusal",
    "differential",
    "static+replay",
    "static+explore",
)
"""All ways of proving."""

ENDINGS: tuple[Ending, ...] = ("", "failure", "trap", "unused", "unmet", "unknown")
"""How runs may end for what a finding says: in the failure that its proof shows; nowhere, since
none completes from where it speaks of; without a use of what it is at or names; without success
where it stands, since nothing meets what is asked there; or in a way that nobody knows, since it is
about what is not read. Empty where findings say nothing of how runs end."""

ANY_DIALECT = "*"
"""The `dialect` of a rule that holds for every contract."""

NEWER: Mapping[str, tuple[str, ...]] = {
    "refused-without-reason": ("unexplained-refusal",),
    "refuted-finding": ("contradicted-finding",),
    "failed-expectation": ("failed-assertion",),
    "answer-against-schema": ("answer-violates-schema",),
    "dead-element": ("unused-declaration",),
    "misspelt-tool": ("misspelled-tool",),
}
"""Better names of rules, accepted wherever a name is read. Reports print the keys."""

SHARED = "shared"
"""The package of the rules that hold for every contract."""


CLAIMS = "claims:"
"""What is before the kind of claims where other rules have the module of their prover."""

DECLARED = "declared"
"""The attribute of a check under which `rule` notes what it is told."""

KEYS = "keys"
"""The name of the fact that rules which are about something go by: the keys that are there."""


class Grade(NamedTuple):
    """A severity a rule may take, and when; an empty condition means always."""

    severity: Severity
    condition: str = ""


ERROR = (Grade("error"),)
WARNING = (Grade("warning"),)
INFO = (Grade("info"),)


class RuleFields(NamedTuple):
    """What a `Rule` consists of."""

    code: str
    name: str
    dialect: str
    severities: tuple[Grade, ...]
    check: Check
    needs: tuple[str, ...]
    complete_if: tuple[str, ...]
    prove: Prover | None
    fix: FixPolicy
    catalogue: tuple[str, ...]
    default: bool
    origin: str
    per_part: bool
    only_if_keys: tuple[str, ...]
    ends: Ending
    holds: tuple[str, ...]
    by_engine: bool


class Rule(RuleFields):
    """One check for one dialect.

    Args:
        code: two letters and three digits, never used for another rule.
        check: takes the dialect's facts (the result of `Dialect.study`) and yields findings; a
            deferred one where few contracts give it anything to do.
        severities: those that its findings may take, the worst first.
        needs: the names of facts that must hold for the rule to be asked: while one does not,
            causes come without their consequences. A fact that is none does not arise.
        complete_if: the names of facts that must hold for the rule's silence to say anything:
            while one does not, it is asked, but not about all there is.
        prove: takes the bench (`executor.proof.ProofContext`) and one finding and returns the
        executor's
            verdict, in a dry run only; there is none for document facts.
        fix: how safe the fixes are that its findings come with.
        catalogue: names in dialect references that differ from the product's.
        default: false for rules that are reported only when selected.
        name: what the rule is called, where that is not the name of its check with hyphens.
        dialect: whose contracts it checks, where that is not the package of its check.
        origin: the distribution that brings the rule; empty for the built-in ones.
        per_part: whether what it finds in a contract is what it finds in its `parts`, one after
            the other: the facts have them, and they stay the same objects as long as each is.
        only_if_keys: keys of contracts. Where it has some, it finds nothing in a contract with
            none of them, and is not asked: the facts have the `keys` that exist.
        whole, apart, about: the previous names of `complete_if`, `per_part` and `only_if_keys`.
        ends: how runs end for what its findings say (see `ENDINGS`), so these explain such an
            end where a dry run finds it.
        holds: in which of several programs that read the files its findings hold, in words of the
            dialect; empty for all that read them.
        by_engine: whether the engine itself reports the defect. The check documents the rule and
            is never asked.
    """

    __slots__ = ()

    def __new__(
        cls,
        code: str,
        check: Check,
        severities: tuple[Grade, ...],
        needs: tuple[str, ...] = (),
        prove: Prover | None = None,
        *,
        complete_if: tuple[str, ...] = (),
        fix: FixPolicy = "none",
        catalogue: tuple[str, ...] = (),
        default: bool = True,
        name: str = "",
        dialect: str = "",
        origin: str = "",
        per_part: bool = False,
        only_if_keys: tuple[str, ...] = (),
        ends: Ending = "",
        whole: tuple[str, ...] = (),
        apart: bool = False,
        about: tuple[str, ...] = (),
        holds: tuple[str, ...] = (),
        by_engine: bool = False,
    ) -> Rule:
        # A check that is none is told of when the rules of a plugin are looked at.
        module, function = (dialect, name) if name and dialect else named(check)
        called = name or function.replace("_", "-")
        whose = dialect or _dialect_of(module)
        identity = (code, called, whose, severities, check)
        asked = (needs, complete_if or whole, prove, fix, catalogue, default, origin)
        more = (per_part or apart, only_if_keys or about, ends, holds, by_engine)
        return tuple.__new__(cls, (*identity, *asked, *more))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as the tuple it is: its checks and provers by their names."""
        return (_unpickled, tuple(self))

    def level(self, finding: Finding) -> Severity:
        """How severe a finding of this rule is: as its check says, else the worst it may be."""
        return finding.severity or self.severities[0].severity

    @property
    def method(self) -> ProofMethod:
        """How the rule is proved, as its prover says (see `by`); this imports the prover."""
        if self.prove is None:
            return "static"
        method: ProofMethod = getattr(resolved(self.prove), "method", "replay")
        return method

    @property
    def methods(self) -> tuple[ProofMethod, ...]:
        """All the ways in which the rule is proved, `method` first."""
        others: tuple[ProofMethod, ...] = ()
        if self.prove is not None:
            others = getattr(resolved(self.prove), "others", ())
        return (self.method, *others)

    @property
    def names(self) -> tuple[str, ...]:
        """Every word a user can write for this rule: code, names, catalog names."""
        newer = () if self.origin else NEWER.get(self.name, ())
        return (self.code, self.name, *self.catalogue, *newer)


def rule(
    code: str,
    severities: tuple[Grade, ...],
    *,
    needs: tuple[str, ...] = (),
    prove: str = "",
    claims: ClaimKinds | None = None,
    complete_if: tuple[str, ...] = (),
    fix: FixPolicy = "none",
    catalogue: tuple[str, ...] = (),
    default: bool = True,
    per_part: bool = False,
    only_if_keys: tuple[str, ...] = (),
    ends: Ending = "",
    holds: tuple[str, ...] = (),
    by_engine: bool = False,
) -> Callable[[CheckT], CheckT]:
    """Make a check a rule of the dialect in whose package it stands, with the name of the check.

    Args:
        prove: the prover as `module:function`, the module below the package of the dialect's
            rules: `proofs.gates:goes_on`. It is imported when a finding should be proved.
        claims: the kind of what the findings claim, or two kinds, in place of a prover.

    The other arguments are those of `Rule`. What is said here is only noted; a run reads the
    index that is made of it (`phaselint_rules.indexing`), so it imports no check which it
    does not ask.
    """
    prover = f"{CLAIMS}{claims}" if claims else prove
    asked = (needs, complete_if, prover, fix, catalogue, default)
    said = (code, severities, *asked, per_part, only_if_keys, ends, holds, by_engine)

    def mark(check: CheckT) -> CheckT:
        vars(check)[DECLARED] = said
        return check

    return mark


def by(method: ProofMethod, *others: ProofMethod) -> Callable[[ProverT], ProverT]:
    """Say how a prover proves, where that is not by replay; `others` are its ways where releases
    of a format differ."""

    def mark(prover: ProverT) -> ProverT:
        vars(prover).update(method=method, others=others)
        return prover

    return mark


def _unpickled(*values: Any) -> Rule:
    return tuple.__new__(Rule, values)


@cache  # modules have five rules each
def _dialect_of(module: str) -> str:
    """The package that a check's module is in: there is one for each dialect."""
    package = module.rpartition(".")[0].rpartition(".")[2]
    return ANY_DIALECT if package == SHARED else package
