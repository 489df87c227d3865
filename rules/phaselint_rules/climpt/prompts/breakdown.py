"""The two yml files that say where prompts are and which addresses they can have (reference climpt
§1.2, §7.6)."""

from __future__ import annotations

import posixpath
import re

from phaselint.dialects.keys import usable
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.claiming import at_start, first_step
from phaselint_rules.climpt.entry.addresspatterns import (
    NO_PROMPT,
    WORDS,
    Asked,
    asked_of,
    fits,
    mismatches,
    pattern_of,
    refused_steps,
    written_pattern,
)
from phaselint_rules.climpt.needs import PROMPTS, REGISTRY, SOUND, VALIDATION
from phaselint_rules.climpt.ways.transitiontext import first_names, witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.document import Document


ALTERNATIVES = r"\^\([\w|-]+\)\$"
"""A pattern to which a word can be added."""


@rule(
    "CL528",
    ERROR,
    needs=(*REGISTRY, "prompt_files_known"),
    claims="ends",
    complete_if=("prompts_known",),
    ends="failure",
)
def breakdown_config_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing or incomplete yml files for the prompts

    What:
        `<agentId>-<c1>-app.yml` or `<agentId>-<c1>-user.yml` doesn't exist in the directory
        `.agent/climpt/config`, or the app file has no `working_dir`, `app_prompt.base_dir` or
        `app_schema.base_dir` that is a plain relative path. Silent if `agentId` isn't the name of
        the agent: `agent-id-mismatch`.
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
        Add the files.
    Dry run:
        A run can't build its first prompt.
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
    claim = at_start(facts, Ends(first_step(facts), NO_PROMPT))
    if absent:
        folder = posixpath.dirname(known.app)
        yield Finding(
            facts.place((*facts.registry.base, "c1")),
            message(
                "{} {} missing from {}, so no prompt can be built",
                joined(" and ", map(quote, absent)),
                "is" if len(absent) == 1 else "are",
                quote(folder),
            ),
            "add what is missing; the names consist of `agentId` and `c1`",
            witness=witness,
            claim=claim,
        )
    elif known.fault and _readable(facts):
        file, pointer = known.fault_at
        yield Finding(
            Place(file, pointer) if file else facts.place((*facts.registry.base, "c1")),
            message("{}, so no prompt can be built", known.fault),
            "set each of `working_dir`, `app_prompt.base_dir` and `app_schema.base_dir` to a "
            "plain relative path",
            witness=witness,
            claim=claim,
        )


def _readable(facts: ClimptFacts) -> bool:
    """Whether both files could be read; otherwise their errors are reported."""
    documents, known = facts.contract.documents, facts.contract.breakdown
    return all(usable(documents[path]) for path in (known.app, known.user) if path in documents)


def refused(facts: ClimptFacts, step: Step) -> bool:
    """Whether the prompt library certainly refuses the address of a step."""
    if not facts.patterns_known:
        return False
    return any(fits(pattern_of(facts, each.part), each.word) is False for each in asked_of(step))


@rule(
    "CL529",
    ERROR,
    needs=(*REGISTRY, "patterns_known"),
    prove="prompts.proofs.prompts:refused_address",
    complete_if=(*PROMPTS, *VALIDATION, *SOUND),
    fix="unsafe",
    ends="failure",
)
def breakdown_pattern_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Step address that the user's yml doesn't allow

    What:
        `c2` of a step or validation step doesn't match the pattern of `directiveType`, or `c3` that
        of `layerType`. Reported once for each word, and once for all words if the pattern matches
        none of them. Or one of the patterns isn't found: it must be in double quotes after the
        name. Silent about a `c3` with an invalid format: `c3-format`.
    Why:
        The prompt library refuses the prompt: a run that reaches the step ends with PR-C3L-002, and
        a closure step sends a prompt other than its own. climpt's `--validate` refuses the agent.
    Bad:
        // layerType: pattern: "^(issue)$"
        "c3": "project"
    Good:
        // layerType: pattern: "^(issue|project)$"
        "c3": "project"
    Fix:
        Add the word to the pattern; a fix is suggested if that is a list of words.
    Dry run:
        A run reaches each step and finds no prompt; the pattern is read from the file. Not
        confirmed for a validation step, or a pattern that the library finds anyway.
    Source:
        climpt §1.2, §3.2, §7.6
    """
    for part, setting in WORDS.items():
        if pattern_of(facts, part) is None and usable(_user(facts)):
            yield _not_found(facts, setting)
    for pattern, uses in mismatches(facts):
        yield _mismatch(facts, pattern, uses)


def _user(facts: ClimptFacts) -> Document:
    return facts.contract.documents[facts.contract.breakdown.user]


def _not_found(facts: ClimptFacts, setting: str) -> Finding:
    """The finding that a pattern is missing where climpt looks for it."""
    place, given = written_pattern(facts, setting)
    if given is None:
        return Finding(
            place,
            message("no pattern for `{}`, so no prompt can be built", setting),
            f'write `pattern: "…"` below `{setting}`',
            witness=Witness({"code": NO_PROMPT}),
        )
    quoted = None if '"' in given or "\\" in given else f'"{given}"'
    return Finding(
        place,
        message(
            "the pattern of `{}` isn't in double quotes, so `--validate` doesn't find it",
            setting,
        ),
        "write it in double quotes",
        witness=Witness({"code": ""}),
        fix=Fix("unsafe", "write it in double quotes", (Edit(place, quoted),)) if quoted else None,
    )


def _mismatch(facts: ClimptFacts, pattern: str, uses: Sequence[Asked]) -> Finding:
    first = uses[0]
    setting = WORDS[first.part]
    place, parsed = written_pattern(facts, setting)
    words = list(dict.fromkeys(each.word for each in uses))
    keys = list(dict.fromkeys(each.owner.key for each in uses))
    fatal = refused_steps(facts, uses) if facts.graph_known else ()
    code = NO_PROMPT if fatal else ""
    data = {"part": first.part, "words": words, "steps": keys, "code": code}
    return Finding(
        facts.place(first.pointer),
        message(
            "`{}` {} of {} {} match {}, the pattern of `{}`",
            first.part,
            first_names(words),
            first_names(keys),
            "doesn't" if len(words) == 1 else "don't",
            quote(pattern),
            setting,
        ),
        f"add {quote_all(words)} to the pattern in {quote(posixpath.basename(place.file))}",
        related=(
            Related(place, "the pattern"),
            *(Related(facts.place(each.pointer), "used here too") for each in uses[1:]),
        ),
        witness=witness_at(facts, fatal[0], **data)
        if fatal
        else Witness({"step": first.owner.key, **data}),
        fix=_add_words(place, pattern, words) if parsed == pattern else None,
    )


def _add_words(place: Place, pattern: str, words: Sequence[str]) -> Fix | None:
    """How to add words to a pattern that is a list of words."""
    plain = all(re.fullmatch(r"[\w-]+", word) for word in words)
    if not plain or not re.fullmatch(ALTERNATIVES, pattern):
        return None
    edit = Edit(place, f'"{"|".join((pattern[:-2], *words))})$"')
    return Fix("unsafe", f"add {quote_all(words)} to the pattern", (edit,))
