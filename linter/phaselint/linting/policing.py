"""Policies of one contract, those of the scripts next to it and those of the configuration: read,
their names looked up, and asked where that is wanted (design §8)."""

from __future__ import annotations

from phaselint.executor import beside
from phaselint.executor.script import POLICIES, read_script
from phaselint.linting.internal_errors import THE_FINDINGS, rule_named
from phaselint.linting.policy_results import ASKED, Lack, Policed
from phaselint.project.paths import below
from phaselint.vocabulary.finding import Finding, Place, Position, Range
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import Postponed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.behavior.answers import Answer, Question
    from phaselint.config.entries import PolicyEntry
    from phaselint.config.model import Config
    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.linting.execution_result import Executed, Studied
    from phaselint.linting.task import Task
    from phaselint.policies.naming import Unknown
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.flaw import Flaw

INVALID = "invalid-script"
UNKNOWN = "unknown-act"
LISTED = "`phaselint graph --acts` lists the acts of a contract"


class Sources(NamedTuple):
    """Where policies are written: patterns of scripts besides those next to a contract, the
    policies of the configuration, and its path below the root of the project."""

    scripts: tuple[str, ...] = ()
    policies: tuple[PolicyEntry, ...] = ()
    config_file: str = ""


def sources_of(config: Config, root: str) -> Sources:
    """Where the policies of a project are written."""
    file = below(root, config.path) if config.path else ""
    return Sources(config.scripts, config.policies, file)


class Written(NamedTuple):
    """A policy of a contract, where it is written, and its number in the configuration; none for
    one of a script."""

    policy: Policy
    place: Place
    entry: int | None = None


class Found(NamedTuple):
    """The policies of a contract: what is written, what is wrong with how, and the scripts."""

    written: tuple[Written, ...]
    flaws: tuple[tuple[str, Flaw], ...]
    documents: Mapping[str, Document]


def has_policies(reader: Reader, target: Target, sources: Sources) -> bool:
    """Whether a contract may have policies; no script is parsed for that."""
    return bool(sources.policies or beside.with_policies(reader, target, sources.scripts))


def policies_of(
    reader: Reader, target: Target, sources: Sources, files: Iterable[str] = ()
) -> Found:
    """The policies of a contract: those of the scripts next to it, and those of the configuration
    that are for it, or for one of its files."""
    documents: dict[str, Document] = {}
    written: list[Written] = []
    flaws: list[tuple[str, Flaw]] = []
    for path in beside.with_policies(reader, target, sources.scripts):
        document = reader.document(path)
        if document is None:
            continue
        script = read_script(document)
        if not beside.is_for(path, script.contract, target.paths):
            continue
        documents[path] = document
        flaws += [(path, each) for each in script.flaws if each.pointer[:1] == (POLICIES,)]
        for policy in script.policies:
            at = document.range(policy.pointer)
            written.append(Written(policy, Place(path, policy.pointer, "value", at)))
    written += _configured((target.path, *sorted(target.paths), *files), sources)
    return Found(tuple(written), tuple(flaws), documents)


def _configured(paths: Sequence[str], sources: Sources) -> Iterator[Written]:
    """The policies of the configuration that are for a contract with such paths."""
    for number, entry in enumerate(sources.policies):
        if is_about(entry, paths):
            yield Written(entry.policy, entry_place(entry, sources.config_file), number)


def is_about(entry: PolicyEntry, paths: Iterable[str]) -> bool:
    """Whether a policy of the configuration is for a contract with such paths."""
    if not entry.contracts:
        return True
    from phaselint.project.globs import compile_globs

    matches = compile_globs((entry.contracts,))
    return any(map(matches, filter(None, paths)))


def entry_place(entry: PolicyEntry, config_file: str) -> Place:
    """Where a policy of the configuration is written."""
    start = Position(max(entry.line, 1), 1)
    return Place(config_file, (), "document", Range(start, start))


def with_policies(studied: Studied, ran: Executed) -> Executed:
    """What the executor adds to the findings of a contract, with what comes of its policies where
    it has any."""
    task, target = studied.task, studied.facts.contract.target
    sources = Sources(task.scripts, task.policies, task.config_file)
    if not has_policies(studied.reader, target, sources):
        return ran
    found = Policed(unasked=ASKED)
    with studied.defects.caught(THE_FINDINGS):
        found = policed(studied, sources)
    hits = [*ran.hits, *found.hits]
    return ran._replace(hits=hits, documents={**ran.documents, **found.documents}, policed=found)


def policed(studied: Studied, sources: Sources) -> Policed:
    """What comes of the policies of a contract, as far as the task asks for it."""
    task, target = studied.task, studied.facts.contract.target
    found = policies_of(studied.reader, target, sources, studied.facts.contract.documents)
    hits: list[Hit] = []
    if not task.dry_run:  # a dry run reads the scripts, and says all that is wrong with them
        hits += [_flawed(studied, path, flaw) for path, flaw in found.flaws]
        broken = (one for each in found.documents.values() for one in beside.unreadable(each))
        hits += [_hit(studied, INVALID, each) for each in broken]
    told = Policed(documents=found.documents, unasked=frozenset() if task.policing else ASKED)
    if not found.written:
        return told._replace(hits=_shown(task, hits), unasked=frozenset())
    told = _judged(studied, found.written, told)
    return told._replace(hits=_shown(task, (*hits, *told.hits)))


def _judged(studied: Studied, written: Sequence[Written], told: Policed) -> Policed:
    """Look up the names in policies, and ask those whose names are known."""
    from phaselint.behavior.knowing import Names

    if not getattr(studied.facts, "runs_known", False):
        lacks = tuple(Lack(each.entry) for each in written if each.entry is not None)
        told = told._replace(unasked=ASKED | {UNKNOWN}, lacks=lacks)
        return _in_the_dark(studied, written, told) if studied.task.policing else told
    hits: list[Hit] = []
    lacking: list[Lack] = []
    askable: list[Question] = []
    facts = studied.facts
    names = Names(studied.dialect.runtime(), facts.contract, facts.options)
    for each in written:
        unknown = names.unknown(each.policy)
        absent = [one for one in unknown if not one.glob]
        if each.entry is not None:
            lacking.append(_lack(each.entry, unknown))
        else:
            hits += [_unknown_hit(studied, each, one) for one in absent]
        if not (absent or (unknown and each.entry is not None)):
            askable.append(_question(each, unknown))
    told = told._replace(hits=tuple(hits), lacks=tuple(lacking))
    return _answered(studied, askable, told) if studied.task.policing and askable else told


def _lack(entry: int, unknown: Sequence[Unknown]) -> Lack:
    """What one contract lacks of what a policy of the configuration names."""
    names = {one.text: one.message for one in unknown if not one.glob}
    return Lack(entry, names, {one.text: one.message for one in unknown if one.glob})


def _in_the_dark(studied: Studied, written: Sequence[Written], told: Policed) -> Policed:
    """The messages about policies where errors of the contract hide what its runs do; not about
    those of the configuration that are for any contract, since it may lack what they name."""
    from phaselint.behavior.asking import unasked

    reason = "errors of the contract hide what its runs do"
    about = [
        each
        for each in written
        if each.entry is None or studied.task.policies[each.entry].contracts
    ]
    return _taken(studied, [unasked(_question(each), reason) for each in about], told)


def _shown(task: Task, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(filter(task.shows, hits))


def _question(written: Written, idle: Sequence[Unknown] = ()) -> Question:
    from phaselint.behavior.answers import Question

    file = written.place.file
    places = tuple((each.text, Place(file, each.pointer)) for each in idle)
    return Question(written.policy, written.place, places)


def _flawed(studied: Studied, path: str, flaw: Flaw) -> Hit:
    finding = Finding(Place(path, flaw.pointer, flaw.part), flaw.message, beside.CORRECT)
    return _hit(studied, INVALID, finding)


def _unknown_hit(studied: Studied, written: Written, unknown: Unknown) -> Hit:
    """The message about a name in a policy of a script that the contract does not have, or of a key
    that is for others."""
    if unknown.misplaced:
        place = Place(written.place.file, unknown.pointer, "key")
        return _hit(studied, INVALID, Finding(place, unknown.message, beside.CORRECT))
    place = Place(written.place.file, unknown.pointer)
    return _hit(studied, UNKNOWN, Finding(place, unknown.message, LISTED))


def _hit(studied: Studied, name: str, finding: Finding) -> Hit:
    from phaselint.executor.proof import STATIC

    proof = STATIC if studied.task.dry_run else None
    return Hit(rule_named(studied.task.rules, name), finding, studied.facts.contract.target, proof)


def _answered(studied: Studied, askable: Sequence[Question], told: Policed) -> Policed:
    """Ask policies, and take down the messages about them."""
    from phaselint.behavior.asking import asked
    from phaselint.executor.proof import proof_context

    task = studied.task
    lab = proof_context(studied.dialect, studied.facts, task.bound, studied.reader)
    try:
        answers = list(asked(lab, askable, verify=task.verify))
    except Postponed:
        studied.defects.put_off(*ASKED)
        return told
    return _taken(studied, answers, told)


def _taken(studied: Studied, answers: Sequence[Answer], told: Policed) -> Policed:
    """What answers come to."""
    rules, target = studied.task.rules, studied.facts.contract.target
    hits: list[Hit] = []
    for answer in answers:
        for each in () if answer.dark and not studied.task.policies_alone else answer.said:
            hits.append(Hit(rule_named(rules, each.rule), each.finding, target, each.proof))
        if answer.defect:
            text = message("the check of a policy failed: {}", answer.defect)
            studied.defects.say(text, "please report this with the contract")
    standings = tuple(each.standing for each in answers)
    return told._replace(hits=(*told.hits, *hits), standings=standings)
