"""The two yml files that say where prompts are and which addresses they may have (reference
climpt §1.2, §7.6)."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from phaselint.dialects.climpt.analysis.variablesources import inert
from phaselint.dialects.keys import usable
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import joined, say, tick
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.needs import PROMPTS, REGISTRY, SOUND, VALIDATION
from phaselint_rules.climpt.walks import at, some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, ValidationStep
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

NO_PROMPT = "PR-C3L-002"
WORDS = {"c2": "directiveType", "c3": "layerType"}
"""A part of an address, and the setting in the user's yml that it has to match."""

WORD_LIST = re.compile(r"\^\(([a-z|-]+)\)\$")
"""A pattern that lists words, as nearly all do: it needs no engine, which costs a lint much."""

C3 = re.compile(r"[a-z]+(-[a-z]+)*")
ALTERNATIVES = re.compile(r"\^\([\w|-]+\)\$")
"""A pattern that a word can be added to."""


class Asked(NamedTuple):
    """A word of an address: which part, of what, and where it is written."""

    part: str
    word: str
    owner: Step | ValidationStep
    pointer: Pointer


def breakdown_config_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """The yml files that say where the prompts are do not say it.

    What:
        `<agentId>-<c1>-app.yml` or `<agentId>-<c1>-user.yml` does not exist in the folder
        `.agent/climpt/config`, or the former has no `working_dir`, `app_prompt.base_dir` or
        `app_schema.base_dir` that is a plain relative path. Silent where `agentId` is not the
        name of the agent: `agent-id-mismatch`.
    Why:
        No prompt can be built: every run ends with PR-C3L-002, and a closure step with
        PR-RESOLVE-001.
    Bad:
        app_prompt:
          base_dir: ../prompts
    Good:
        app_prompt:
          base_dir: prompts/steps
    Fix:
        Write the files.
    Dry run:
        A run cannot build its first prompt.
    Source:
        climpt §1.2, §3.2, §7.6
    """
    known = facts.contract.breakdown
    if not known.app:
        return
    files = ((known.app, known.app_found), (known.user, known.user_found))
    absent = [posixpath.basename(path) for path, found in files if not found]
    named_otherwise = facts.has_agent and facts.agent.name not in ("", facts.registry.agent_id)
    if absent and named_otherwise:
        return
    witness = Witness({"code": NO_PROMPT})
    if absent:
        folder = posixpath.dirname(known.app)
        yield Finding(
            facts.place((*facts.registry.base, "c1")),
            say(
                "there is no {} in {}: no prompt can be built",
                joined(" and no ", map(tick, absent)),
                tick(folder),
            ),
            "write what is missing; the names are made of `agentId` and `c1`",
            witness=witness,
        )
    elif known.fault and _readable(facts):
        file, pointer = known.fault_at
        yield Finding(
            Place(file, pointer) if file else facts.place((*facts.registry.base, "c1")),
            say("{}: no prompt can be built", known.fault),
            "give each of `working_dir`, `app_prompt.base_dir` and `app_schema.base_dir` a plain "
            "relative path",
            witness=witness,
        )


def _readable(facts: ClimptFacts) -> bool:
    """Whether both files could be read; otherwise their errors are reported."""
    documents, known = facts.contract.documents, facts.contract.breakdown
    return all(usable(documents[path]) for path in (known.app, known.user) if path in documents)


def refused(facts: ClimptFacts, step: Step) -> bool:
    """Whether the prompt library surely refuses the address of a step."""
    if not facts.patterns_known:
        return False
    return any(fits(pattern_of(facts, each.part), each.word) is False for each in _asked(step))


def asked(facts: ClimptFacts) -> Iterator[Asked]:
    """The words of all addresses: those of steps, then those of validation steps."""
    owners: list[Step | ValidationStep] = [*facts.steps.values()]
    for owner in (*owners, *facts.registry.validation.values()):
        yield from _asked(owner)


def _asked(owner: Step | ValidationStep) -> Iterator[Asked]:
    for part, word in (("c2", owner.c2), ("c3", owner.c3)):
        if word:
            yield Asked(part, word, owner, (*owner.pointer, part))


def pattern_of(facts: ClimptFacts, part: str) -> str | None:
    """The pattern of a setting as the reference's text search finds it; none where it finds none,
    or that of another setting, since this one is not in double quotes."""
    known = facts.contract.breakdown
    found = known.directive if part == "c2" else known.layer
    place, parsed = written_pattern(facts, WORDS[part])
    if found is None or parsed is None:
        return found
    document = facts.contract.documents[place.file]
    return found if document.text[document.offsets(place.pointer)[0]] == '"' else None


def written_pattern(facts: ClimptFacts, setting: str) -> tuple[Place, str | None]:
    """The place of a pattern in the user's yml, or of what there is above it, and the pattern as
    the prompt library reads it."""
    file = facts.contract.breakdown.user
    document = facts.contract.documents[file]
    pointer: Pointer = ()
    value = document.value if usable(document) else None
    for key in ("params", "two", setting, "pattern"):
        if not isinstance(value, dict) or key not in value:
            break
        pointer, value = (*pointer, key), value[key]
    place = Place(file, pointer) if pointer else Place(file, (), "document")
    return place, value if isinstance(value, str) else None


def fits(pattern: str | None, word: str) -> bool | None:
    """Whether a word matches a pattern; none where that is not known: there is none, or it takes
    much work."""
    if pattern is None:
        return None
    if listed := WORD_LIST.fullmatch(pattern):
        return word in listed[1].split("|")
    from phaselint.patterns.escapes import Refused
    from phaselint.patterns.matching import Question

    try:
        question = Question(pattern)
    except Refused:
        return None
    return question.answer(word, 0) if question.is_cheap(word) else None


def breakdown_pattern_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """The user's yml does not allow the address of a step.

    What:
        `c2` of a step or validation step does not match the pattern of `directiveType`, or `c3`
        that of `layerType`. Reported once for each word. Or one of the patterns is not found: it
        has to be in double quotes behind the name. Silent about a `c3` that may not be written
        so at all: `c3-format`.
    Why:
        The prompt library refuses the prompt: a run that comes to the step ends with PR-C3L-002,
        and a closure step sends another prompt than its own. The reference's validation refuses
        the agent.
    Bad:
        // layerType: pattern: "^(issue)$"
        "c3": "project"
    Good:
        // layerType: pattern: "^(issue|project)$"
        "c3": "project"
    Fix:
        Add the word to the pattern; offered where that is a list of words.
    Dry run:
        A run comes to the step and finds no prompt. Of a validation step, or a pattern that the
        library finds all the same, it is not proved.
    Source:
        climpt §1.2, §3.2, §7.6
    """
    patterns = {part: pattern_of(facts, part) for part in WORDS}
    for part, setting in WORDS.items():
        if patterns[part] is None and usable(_user(facts)):
            yield _not_found(facts, setting)
    found: dict[tuple[str, str], list[Asked]] = {}
    for each in asked(facts):
        found.setdefault((each.part, each.word), []).append(each)
    for (part, word), uses in found.items():
        malformed = part == "c3" and not C3.fullmatch(word) and not facts.parity
        if not malformed and fits(patterns[part], word) is False:
            yield _mismatch(facts, str(patterns[part]), uses)


def _user(facts: ClimptFacts) -> Document:
    return facts.contract.documents[facts.contract.breakdown.user]


def _not_found(facts: ClimptFacts, setting: str) -> Finding:
    """The finding that a pattern is not there as the reference looks for it."""
    place, given = written_pattern(facts, setting)
    if given is None:
        return Finding(
            place,
            say("there is no pattern of `{}`: no prompt can be built", setting),
            f'write `pattern: "…"` below `{setting}`',
            witness=Witness({"code": NO_PROMPT}),
        )
    quoted = None if '"' in given or "\\" in given else f'"{given}"'
    return Finding(
        place,
        say(
            "the pattern of `{}` is not in double quotes, so that the reference's validation "
            "does not find it",
            setting,
        ),
        "write it in double quotes",
        witness=Witness({"code": ""}),
        fix=Fix("unsafe", "write it in double quotes", (Edit(place, quoted),)) if quoted else None,
    )


def _mismatch(facts: ClimptFacts, pattern: str, uses: list[Asked]) -> Finding:
    first = uses[0]
    setting = WORDS[first.part]
    place, parsed = written_pattern(facts, setting)
    keys = [each.owner.key for each in uses]
    steps = [key for key in keys if key in facts.steps and not inert(facts.steps[key])]
    fatal = steps and facts.graph_known and fits(parsed, first.word) is not True
    data = {"part": first.part, "word": first.word, "code": NO_PROMPT if fatal else ""}
    return Finding(
        facts.place(first.pointer),
        say(
            "the `{}` {} of {} does not match {}, the pattern of `{}`",
            first.part,
            tick(first.word),
            some(keys),
            tick(pattern),
            setting,
        ),
        f"add {tick(first.word)} to the pattern in {tick(posixpath.basename(place.file))}",
        related=(
            Related(place, "the pattern"),
            *(Related(facts.place(each.pointer), "used here too") for each in uses[1:]),
        ),
        witness=at(facts, steps[0], **data)
        if fatal
        else Witness({"step": first.owner.key, **data}),
        fix=_add_word(place, pattern, first.word) if parsed == pattern else None,
    )


def _add_word(place: Place, pattern: str, word: str) -> Fix | None:
    """How to add a word to a pattern that is a list of words."""
    if not ALTERNATIVES.fullmatch(pattern) or not re.fullmatch(r"[\w-]+", word):
        return None
    edit = Edit(place, f'"{pattern[:-2]}|{word})$"')
    return Fix("unsafe", f"add {tick(word)} to the pattern", (edit,))


RULES = (
    Rule(
        "CL528",
        breakdown_config_missing,
        ERROR,
        (*REGISTRY, "prompt_files_known"),
        proofs.prompts.no_breakdown,
        whole=("prompts_known",),
    ),
    Rule(
        "CL529",
        breakdown_pattern_mismatch,
        ERROR,
        (*REGISTRY, "patterns_known"),
        proofs.prompts.refused_address,
        whole=(*PROMPTS, *VALIDATION, *SOUND),
        fix="unsafe",
    ),
)
