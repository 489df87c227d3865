"""How one contract differs: both versions loaded, linted, run and drawn."""

from __future__ import annotations

from phaselint.behavior.difference.differing import difference
from phaselint.behavior.difference.model import RunStep
from phaselint.behavior.difference.version import Version
from phaselint.config import rules_for
from phaselint.executor.beside import with_policies
from phaselint.executor.proof import proof_context
from phaselint.linting.batch import Batch
from phaselint.linting.check import check
from phaselint.linting.checker import Checker, Choices, needed, plan_for
from phaselint.linting.difference.model import ChangedCost, ChangedPolicy, ContractDifference
from phaselint.linting.filtering import judge
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.vocabulary.errors import blamed
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import StepBudget, allowing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from phaselint.behavior.answers import Answer, Question
    from phaselint.behavior.costs import Bound
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.base import Dialect, Facts
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.rule import Rule

ERRORS = "errors of the contract hide what its runs do"
MISSING = "files of the contract are missing"
NOT_KNOWN = "it isn't known what its runs do"


class Linted(NamedTuple):
    """One version of a contract, linted.

    Attributes:
        found: where it was found.
        facts: what its rules were asked about; none after a defect.
        findings: what rules say.
        files: the files that it is made of.
        version: its runs; none where errors hide what they do.
        show: names a file of its project as a reader knows it.
        has_errors: whether rules report errors, suppressed or not.
    """

    found: FoundContract
    facts: Facts | None
    findings: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    version: Version | None
    show: Callable[[str], str]
    documents: Any = None
    has_errors: bool = False


class Linter:
    """Lints single contracts.

    Args:
        request: the request for each.
        rules: the built-in rules.
    """

    def __init__(self, request: Request, rules: Sequence[Rule]) -> None:
        self._request = request
        self._rules = rules
        self._choices = Choices(request)

    @property
    def bound(self) -> int | None:
        """How many states are expanded, where that is given."""
        return self._request.bound

    def lint(self, found: FoundContract, loaded: Any, show: Callable[[str], str]) -> Linted:
        """Lint a contract that was loaded; what is suppressed or in a baseline isn't found."""
        workspace, target = found.workspace, found.target
        config = workspace.config
        known = rules_for(config, self._rules, {target.dialect})
        rules = needed(known, (target.dialect,), config, self._request)
        checker = Checker(plan_for(workspace, self._request, self._choices.of(config, rules)))
        task = checker.task(target.dialect)
        dialect = checker.dialect(target.dialect)._replace(load=lambda *_: loaded)
        checked = check(dialect, workspace.reader, target, task)
        batch = Batch(checker, known, [checked], workspace.reader, show=show)
        made = judge([batch], self._request).diagnostics
        return Linted(
            found,
            checked.facts,
            findings=tuple(
                each for each in made if each.suppression is None and not each.finding.counted
            ),
            files=checked.files,
            version=self._version(found, checked.facts),
            show=show,
            documents=batch.documents,
            has_errors=any(each.level == "error" for each in made),
        )

    def _version(self, found: FoundContract, facts: Facts | None) -> Version | None:
        if facts is None or not getattr(facts, "runs_known", False):
            return None
        config = found.workspace.config
        bound = self._request.bound or config.bound or DEFAULT_BOUND
        return Version(proof_context(found.dialect, facts, bound, found.workspace.reader))


def compared(
    old: Linted,
    new: Linted,
    paths: tuple[str, str],
    files: tuple[str, ...],
    bound: int,
    *,
    pictures: bool,
    states: int | None = None,
) -> ContractDifference:
    """How two versions of a contract differ; `paths` are what they are called, `states` is how many
    of them are expanded, where that is given."""
    runs = None
    found, former = new.found, paths[0] if paths[0] != paths[1] else ""
    policies: tuple[ChangedPolicy, ...] = ()
    if old.version is not None and new.version is not None:
        with blamed(found.dialect.origin, "runtime"), allowing(StepBudget(engine=True)):
            runs = _placed(difference(old.version, new.version, bound), old, new)
            policies = tuple(_policies(old, new))
    with blamed(found.dialect.origin, "runtime"), allowing(StepBudget(engine=True)):
        costs = tuple(_costs(old, new, states))
    appeared, fixed = _findings(old, new)
    return ContractDifference(
        found.dialect.name,
        paths[1],
        change="renamed" if former else "changed",
        former=former,
        files=files,
        runs=runs,
        unknown=_unknowns(old, new),
        policies=policies,
        found=appeared,
        fixed=fixed,
        costs=costs,
        drawings=(_drawing(old), _drawing(new)) if pictures else (None, None),
        word=found.dialect.word,
    )


def alone(
    linted: Linted, path: str, files: tuple[str, ...], *, added: bool, pictures: bool
) -> ContractDifference:
    """A contract that only one side has."""
    drawing = _drawing(linted) if pictures else None
    return ContractDifference(
        linted.found.dialect.name,
        path,
        "added" if added else "removed",
        files=files,
        unknown=("", _unknown(linted)) if added else (_unknown(linted), ""),
        found=linted.findings if added else (),
        fixed=() if added else linted.findings,
        drawings=(None, drawing) if added else (drawing, None),
        word=linted.found.dialect.word,
    )


def unreadable(
    dialect: Dialect, path: str, files: tuple[str, ...], missing: tuple[bool, bool]
) -> ContractDifference:
    """A contract of which git lacks files of the old version, or of the new one."""
    old, new = (MISSING if each else "" for each in missing)
    return ContractDifference(
        dialect.name, path, "changed", files=files, unknown=(old, new), word=dialect.word
    )


def _unknown(linted: Linted) -> str:
    """Why it isn't known what the runs of a version do; empty where it is."""
    if linted.version is not None:
        return ""
    return ERRORS if linted.facts is None or linted.has_errors else NOT_KNOWN


def _unknowns(old: Linted, new: Linted) -> tuple[str, str]:
    """Why it isn't known what the runs of both versions do; what isn't known without errors isn't
    known with them."""
    reasons = (_unknown(old), _unknown(new))
    return (NOT_KNOWN, NOT_KNOWN) if all(reasons) and NOT_KNOWN in reasons else reasons


def _findings(old: Linted, new: Linted) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The findings that only the new version has, and those that only the old one had."""
    before = {_key(each) for each in old.findings}
    after = {_key(each) for each in new.findings}
    return (
        tuple(each for each in new.findings if _key(each) not in before),
        tuple(each for each in old.findings if _key(each) not in after),
    )


def _key(found: Diagnostic) -> tuple[object, ...]:
    """What findings of both versions are told apart by: not their file, which may be renamed."""
    return found.identity._replace(path="")


def _costs(old: Linted, new: Linted, bound: int | None) -> Iterator[ChangedCost]:
    """What a run costs at most, in each unit in which that changed or is open."""
    explored = old.version is not None and new.version is not None
    before, after = (_bounds(each, bound, explored=explored) for each in (old, new))
    if not before or not after:
        return
    for unit in dict.fromkeys((*after, *before)):
        one, two = before.get(unit), after.get(unit)
        cost = ChangedCost(unit, one, two)
        if cost.is_open or _spent(one) != _spent(two):
            yield cost


def _bounds(linted: Linted, bound: int | None, *, explored: bool) -> dict[str, Bound]:
    """What a run of a version costs at most, by units; empty where it isn't known what runs do, or
    the runtime refuses it. `explored` tells that its runs were compared."""
    version = linted.version
    if linted.facts is None or (version is not None and version.refused):
        return {}
    from phaselint.linting.costing import costs
    from phaselint.linting.exploration import SOUND_BOUND

    found = linted.found
    config = found.workspace.config
    most = min(bound or config.bound or DEFAULT_BOUND, SOUND_BOUND)
    if version is not None and explored and found.dialect.cost is None:
        from phaselint.behavior.costs import bounds

        return {each.unit: each for each in bounds(version.lab, most, version.atlases)}
    _, told = costs(found.dialect, linted.facts, most, found.workspace.reader)
    return {each.unit: each for each in told}


def _spent(bound: Bound | None) -> tuple[object, ...]:
    """What bounds are told apart by: not the run that shows one."""
    return (bound.status, bound.most, bound.exact) if bound is not None else ()


def _policies(old: Linted, new: Linted) -> Iterator[ChangedPolicy]:
    """The policies of the new version whose status differs from that in the old one; an act
    that only the new one has is one that no run of the old one does."""
    workspace, target = new.found.workspace, new.found.target
    config = workspace.config
    if not config.policies and not with_policies(workspace.reader, target, config.scripts):
        return
    from phaselint.linting.policing import policies_of, sources_of

    sources = sources_of(config, workspace.root)
    written = policies_of(workspace.reader, target, sources).written
    assert old.version is not None
    assert new.version is not None
    if not written or old.version.refused or new.version.refused:
        return
    from phaselint.behavior.answers import Question
    from phaselint.behavior.asking import asked
    from phaselint.behavior.knowing import Names

    lab = new.version.lab
    names = Names(lab.runtime, lab.facts.contract, lab.options)
    questions = [
        Question(each.policy, each.place) for each in written if not names.unknown(each.policy)
    ]
    before, after = (
        asked(each.lab, questions, runs=each.runs) for each in (old.version, new.version)
    )
    for question, one, two in zip(questions, before, after, strict=True):
        if one.standing.status != two.standing.status:
            is_now = two.standing.status == "violated"
            steps = _moved(_steps(two if is_now else one), _placing(new if is_now else old))
            yield _changed(question, one, two, steps)


def _changed(
    question: Question, one: Answer, two: Answer, steps: tuple[RunStep, ...]
) -> ChangedPolicy:
    policy = question.policy
    status = (one.standing.status, two.standing.status)
    return ChangedPolicy(policy.title, policy.rule, *status, question.place, steps)


def _steps(answer: Answer) -> tuple[RunStep, ...]:
    for said in answer.said:
        witness = said.finding.witness
        if witness is not None:
            return tuple(RunStep(each.text, each.place, each.phase) for each in witness.steps)
    return ()


def _drawing(linted: Linted) -> Drawing | None:
    """The graph of a version, with its places, where there is one."""
    if linted.facts is None:
        return None
    from phaselint.diagram.draw import draw
    from phaselint.diagram.places import map_drawing

    with blamed(linted.found.dialect.origin, "machine"):
        drawing = draw(linted.found.dialect, linted.facts)
    return map_drawing(drawing, _placing(linted)) if drawing.nodes else None


def _placing(linted: Linted) -> Callable[[Place], Place]:
    """What gives a place its range, and names its file as the user does."""
    from phaselint.linting.locate import ranged

    change = ranged(linted.documents)

    def placed(place: Place) -> Place:
        found = change(place)
        return found._replace(file=linted.show(found.file))

    return placed


def _moved(steps: tuple[RunStep, ...], change: Callable[[Place], Place]) -> tuple[RunStep, ...]:
    return tuple(each._replace(place=change(each.place)) if each.place else each for each in steps)


def _placed(runs: Any, old: Linted, new: Linted) -> Any:
    """A difference whose runs have the places of the version that has them."""
    places = {"new": _placing(new), "gone": _placing(old)}

    def moved(steps: tuple[RunStep, ...], side: str) -> tuple[RunStep, ...]:
        return _moved(steps, places[side])

    return runs._replace(
        runs=tuple(each._replace(steps=moved(each.steps, each.side)) for each in runs.runs),
        endings=tuple(each._replace(steps=moved(each.steps, each.side)) for each in runs.endings),
        lost=tuple(each._replace(steps=moved(each.steps, "new")) for each in runs.lost),
        won=tuple(each._replace(steps=moved(each.steps, "gone")) for each in runs.won),
    )
