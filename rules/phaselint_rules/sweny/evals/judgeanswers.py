"""The words that judges answer with (reference sweny §5.9)."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.sweny.form.subjects import value_at
from phaselint_rules.sweny.needs import EVAL, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts

_WORD = r"[\"'`“‘*]{0,2}([A-Za-z][\w-]{0,30})[\"'`”’*]{0,2}"
_ASKED = (
    r"(?i)(?<![\w-])(?:repl(?:y|ies)|respond|responds|answer|answers|return|returns|output|say"
    r"|verdict(?:\s+(?:is|must\s+be))?)(?:\s+with)?(?:\s+(?:only|either|just|exactly|the\s+word"
    rf"|(?:a|one|single)\s+(?:single\s+)?word|one\s+of))*\s*:?\s+{_WORD}"
    rf"(?P<more>(?:\s*,\s*{_WORD}){{0,6}})"
    rf"(?:\s+(?:if|when|for)\s[^.;,]{{1,120}}[,;]?)?\s*(?:,\s*)?(?:or|and|/)\s+{_WORD}"
)
"""A request for one of some words: "reply with accept or reject", "answer yes if …, no …"."""

_VERBS = (
    *("reply", "replies", "respond", "responds", "answer", "answers", "return", "returns"),
    *("output", "say", "verdict", "verdict is", "verdict must be"),
)
"""How such a request begins: most rubrics contain none of these and need no further search."""

_PAIR = (
    r"(?i)(?<![\w-])(?:repl(?:y|ies)|responds?|answers?|returns?|output|say|verdict)"
    r"(?:\s+(?:with|only|either|just|exactly|is|must\s+be|the\s+word|one\s+of|one\s+word))*\s*:?\s+"
    rf"{_WORD}(?:\s+(?:if|when|for|where)\s[^.;,]{{1,120}})?"
    rf"(?:[,;]?\s+(?:otherwise|else)\s+{_WORD}"
    rf"|[,;]\s*{_WORD}(?=\s+(?:if|when|for|where|otherwise|else)(?![\w-])|\s*[.]?\s*$))"
)
"""A request for one of two words that are usual: "answer yes if …, otherwise no", "return PASS when
…, FAIL when …", "must be one of: accept, reject"."""

_USUAL_WORDS = (
    "accept accepted approve approved bad correct deny denied fail failed failing failure false"
    " fine good incorrect invalid no ok okay pass passed passing reject rejected safe success true"
    " unsafe valid wrong yes"
)
_USUAL = frozenset(_USUAL_WORDS.split())
"""The words that judges are usually asked for."""

_NO_ANSWERS = frozenset(
    {"a", "all", "an", "any", "each", "every", "in", "it", "its", "that", "the", "this", "whether"}
)


@rule("SW425", WARNING, complete_if=SOUND, only_if_keys=EVAL)
def judge_answer_unexpected(facts: SwenyFacts) -> Iterator[Finding]:
    """Rubric whose answer words don't include `pass_when`

    What:
        The rubric of a judge lists the words to answer with ("reply with accept or reject"), but
        `pass_when` isn't in that list. Without `pass_when`, the word is `yes`. Only plain lists of
        single words are read.
    Why:
        The judge passes only with the word in `pass_when`. A model that follows the rubric never
        answers with it.
    Bad:
        {name: sound, kind: judge, rubric: Reply with accept or reject., pass_when: approved}
    Good:
        {name: sound, kind: judge, rubric: Reply with accept or reject., pass_when: accept}
    Fix:
        Use one of the words in `pass_when`, or change the rubric.
    Source:
        sweny §5.9
    """
    for node in facts.sound_nodes:
        for each in node.evals:
            if each.kind != "judge" or _says(each.rubric, each.pass_when):
                continue
            words = _answers(each.rubric)
            if not words or each.pass_when.lower() in {word.lower() for word in words}:
                continue
            entry = (*each.pointer, "pass_when")
            given = "pass_when" in value_at(facts, each.pointer)
            place = facts.place(entry if given else each.pointer)
            yield Finding(
                place,
                message(
                    "judge {} passes only with {}, but its rubric asks for {}",
                    quote(each.name),
                    quote(each.pass_when),
                    quote_all(words),
                ),
                f"set `pass_when` to one of {quote_all(words)}, or change the rubric",
                related=(Related(facts.place((*each.pointer, "rubric")), "asks for other words"),),
                witness=Witness({"node": node.id, "evaluator": each.name, "answers": list(words)}),
            )


def _says(rubric: str, word: str) -> bool:
    """Whether a rubric has a word."""
    return word.lower() in rubric.lower() and bool(
        re.search(rf"(?i)(?<![\w-]){re.escape(word)}(?![\w-])", rubric)
    )


def _answers(rubric: str) -> tuple[str, ...]:
    """The words that a rubric asks for; empty where it doesn't list two or more plainly."""
    plain = " ".join(rubric.lower().split())
    if not any(f"{verb}{mark}" in plain for verb in _VERBS for mark in " :"):
        return ()
    found = re.search(_ASKED, rubric)
    if found is None:
        pair = re.search(_PAIR, rubric)
        words = [each for each in pair.groups() if each] if pair else []
        usual = all(word.lower() in _USUAL for word in words)
        return tuple(dict.fromkeys(words)) if usual else ()
    words = [found[1], *(each[1] for each in re.finditer(_WORD, found["more"] or "")), found[4]]
    if any(word.lower() in _NO_ANSWERS for word in words):
        return ()
    return tuple(dict.fromkeys(words))
