"""Contracts on the bench, in memory: what the linter finds in them, and what its provers say."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cases import Case, listed, texts
from phaselint.config.model import FILE
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import as_configured, in_force
from phaselint.executor.proof import ProofContext, proof_context
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.base import Dialect, Target
    from phaselint.linting.check import Checked
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule

PROVABLE: tuple[Rule, ...] = tuple(sorted((rule for rule in RULES if rule.prove), key=str))
"""The rules with a prover, one for each dialect that has it."""


class Bench(NamedTuple):
    """One contract, what its rules say about it, and the lab in which that is proved."""

    target: Target
    hits: tuple[Hit, ...]
    lab: ProofContext[Any]

    def of(self, rule: Rule) -> tuple[Finding, ...]:
        """The findings of a rule for whose proof a dry run would ask."""
        return tuple(
            hit.finding for hit in self.hits if hit.rule is rule and not hit.finding.waiver
        )

    def verdict(self, rule: Rule, finding: Finding) -> Proof:
        """What the prover of a rule says of a finding, its own or one told to it."""
        assert rule.prove is not None
        with allowing(StepBudget(engine=True)):
            return rule.prove(self.lab.of(rule), finding)


def named(rule: Rule) -> str:
    """A rule as tests are called by it: several dialects may have one of the same name."""
    return f"{rule.name}.{rule.dialect}"


@cache
def cases(rule: str, kind: str) -> tuple[Case, ...]:
    """The cases of a rule that are `bad` or `good`."""
    return tuple(case for case in listed(rule) if case.variant.partition("-")[0] == kind)


@lru_cache(32)
def benches(case: Case) -> tuple[Bench, ...]:
    """The contracts of a case, as its configuration has them."""
    return benches_of(texts(case))


def benches_of(files: Mapping[str, str]) -> tuple[Bench, ...]:
    """The contracts among some files, as a configuration among them has them."""
    return tuple(_bench(each, files) for each in checks(files))


def checks(
    files: Mapping[str, str], *, bound: int = DEFAULT_BOUND, dry_run: bool = False
) -> Iterator[tuple[Dialect, int, Checked]]:
    """Check the contracts among some files, with what a configuration among them says: the dialect
    of each, the bound in force, and what is found. With `dry_run` that comes with its proofs."""
    config = tomllib.loads(files.get(FILE, ""))
    options = {name: said for name, said in config.items() if name in BUILTIN}
    reader = DictReader(files)
    for dialect in BUILTIN:
        asked = as_configured(dialect, options, {})
        found = (each for folder in walk(reader) for each in asked.detect(reader, folder))
        rules, given = RULES.of((dialect.name,)), in_force(dialect, options, {})
        task = Task(rules, given, config.get("bound", bound), dry_run=dry_run)
        for target in dict.fromkeys(found):
            yield dialect, task.bound, check(dialect, reader, target, task)


def _bench(checked: tuple[Dialect, int, Checked], files: Mapping[str, str]) -> Bench:
    dialect, bound, (target, hits, *_) = checked
    facts = checked[2].facts
    assert facts is not None, hits
    return Bench(target, hits, proof_context(dialect, facts, bound, DictReader(files)))
