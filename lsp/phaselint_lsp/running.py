"""Proofs and scripts, run for an author who asks for it; nothing else the server does runs
anything, and here too it is the contract's simulation and never a tool or a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.options import check_options
from phaselint.linting.rule_runner import asked
from phaselint.project.paths import join, normal, split
from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import StepBudget, allowing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.base import Dialect, Facts, Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.executor.scenario import Played
    from phaselint.executor.script import Scenario
    from phaselint.linting.task import Task
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Finding, Proof


class Bench(NamedTuple):
    """A contract to be run, read anew: nobody else works with its facts at the same time."""

    dialect: Dialect
    target: Target
    facts: Facts
    task: Task
    reader: Reader


def bench(dialect: Dialect, reader: Reader, target: Target, task: Task) -> Bench:
    """Read a contract for running it."""
    contract = dialect.load(reader, target)
    return Bench(dialect, target, dialect.study(contract, task.options, task.bound), task, reader)


def prove(bench: Bench, diagnostic: Diagnostic) -> Proof:
    """Prove what is reported of a contract with the executor.

    Raises:
        UsageError: it is not found in the contract any longer.
        PluginError: code of a plugin failed.
    """
    from phaselint.executor.proof import STATIC, proof_context, unless_refused

    rule = diagnostic.rule
    if rule.prove is None:
        return STATIC
    with blamed(rule.origin or bench.dialect.origin, "prove"), allowing(StepBudget()):
        for finding in rule.check(bench.facts) if asked(rule, bench.facts) else ():
            if _same(finding, diagnostic.finding):
                lab = proof_context(bench.dialect, bench.facts, bench.task.bound).of(rule)
                return unless_refused(lab, rule.prove(lab, finding))
    raise UsageError("the finding no longer exists")


def _same(one: Finding, other: Finding) -> bool:
    place = one.place._replace(range=None)
    return one.message == other.message and place == other.place._replace(range=None)


class Outcome(NamedTuple):
    """What came of running a script: whether all is as it expects, and a readable trace."""

    ok: bool
    text: str


def run_script(bench: Bench, script: Document, wanted: str = "") -> Outcome:
    """Run the scenarios of a script, or the one that is wanted.

    Raises:
        UsageError: the script is not well formed, or has no such scenario.
        PluginError: code of a plugin failed.
    """
    from phaselint.executor.script import read_script
    from phaselint.executor.trace import as_text

    read = read_script(script)
    for flaw in read.flaws:
        line = script.range(flaw.pointer, flaw.part).start.line
        raise UsageError(f"{script.path}:{line}: {flaw.message}")
    scenarios = [each for each in read.scenarios if wanted in ("", each.name)]
    if not scenarios:
        raise UsageError(f"{script.path}: scenario `{wanted}` doesn't exist")
    runtime: Any = bench.dialect.runtime()
    lines: list[str] = []
    ok = True
    for scenario in scenarios:
        with blamed(bench.dialect.origin, "runtime"), allowing(StepBudget()):
            played = _judged(bench, runtime, played_on(bench, runtime, scenario))
            lines += as_text(runtime, played)
        ok = ok and not played.flaws
    return Outcome(ok, "".join(lines))


def _judged(bench: Bench, runtime: Any, played: Played) -> Played:
    """A run, with what of the policies of its contract it violates."""
    from phaselint.linting.policing import Sources, has_policies

    task = bench.task
    sources = Sources(task.scripts, task.policies, task.config_file)
    if not has_policies(bench.reader, bench.target, sources):
        return played
    from phaselint.behavior.judging import judged
    from phaselint.linting.stating import stated

    contract = bench.facts.contract
    return judged(runtime, contract, played, stated(runtime, contract, bench.reader, sources))


def played_on(bench: Bench, runtime: Any, scenario: Scenario) -> Played:
    """Run a scenario of a contract.

    Raises:
        UsageError: it asks for an unknown option.
    """
    from phaselint.executor.scenario import play

    options = {**bench.task.options, **check_options(bench.dialect, scenario.options)}
    return play(runtime, bench.facts.contract, options, scenario)


# --- which script is for which contract ----------------------------------------------------------


def scripts_of(reader: Reader, target: Target) -> Iterator[Document]:
    """The scripts next to a contract."""
    for name in reader.names(target.folder):
        if name.endswith(SCRIPT_SUFFIXES):
            document = reader.document(join(target.folder, name))
            if document is not None and document.readable and is_for(document, target):
                yield document


def is_for(script: Document, target: Target) -> bool:
    """Whether a script is for a contract."""
    from phaselint.executor.script import read_script

    named = normal(join(split(script.path)[0], read_script(script).contract))
    return named in target.paths


def target_of(script: Document, targets: Iterable[Target]) -> Target | None:
    """The contract that a script is for; none where it is not known."""
    return next((target for target in sorted(targets) if is_for(script, target)), None)
