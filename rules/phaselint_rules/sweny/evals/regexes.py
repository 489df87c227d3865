"""The patterns of `matches`, in `requires` and in evaluators (reference sweny §5.7, §8.4,
appendix B)."""

from __future__ import annotations

import re

from phaselint.javascript.units import length
from phaselint.vocabulary.claim import All, Undecided, Written
from phaselint.vocabulary.finding import Edit, Finding, Fix, WitnessStep
from phaselint.vocabulary.message import joined, message, quote, retold
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.sweny.gates.paths import gate, paths, witness
from phaselint_rules.sweny.gates.unmet import decides, unmet
from phaselint_rules.sweny.needs import GATES, SOUND
from phaselint_rules.sweny.run_descriptions import MOST_SHOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.patterns.backtracking import Recipe, Suspect
    from phaselint.patterns.foreign import Difference, Oddity
    from phaselint.vocabulary.finding import Place, Safety, Witness
    from phaselint.vocabulary.message import Message

Pattern = tuple["Use", str, "Place"]
"""A check with `matches`: the place of its path, the source, and the place of the source."""


def _patterns(facts: SwenyFacts) -> Iterator[Pattern]:
    """Every pattern that some run may try."""
    for use in paths(facts):
        if use.match is not None and use.match.operator == "matches":
            yield use, use.match.value, facts.place((*use.match.pointer, "matches"))


def _is_too_long(source: str) -> bool:
    from phaselint.patterns.javascript import LONGEST

    return length(source) > LONGEST


def _about(use: Use, source: str) -> str:
    """A pattern and its gate, in words."""
    shown = source if len(source) <= MOST_SHOWN else f"{source[: MOST_SHOWN - 1]}…"
    return message("pattern {} for {} in {}", quote(shown), quote(use.text), gate(use))


def _replaced(facts: SwenyFacts, place: Place, source: str, safety: Safety = "unsafe") -> Fix:
    """Offer another source, in quotes that keep its backslashes where there are such."""
    plain = source.isprintable() and not facts.file.endswith(".json")
    import json

    quoted = source.replace("'", "''")
    spelt = f"'{quoted}'" if plain else json.dumps(source, ensure_ascii=False)
    return Fix(safety, f"change it to {quote(source)}", (Edit(place, spelt),))


@rule(
    "SW404",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=GATES,
    ends="unmet",
)
def regex_invalid(facts: SwenyFacts) -> Iterator[Finding]:
    """Pattern that doesn't compile

    What:
        A source of `matches` isn't a JavaScript regular expression without flags. Patterns over the
        length limit have a rule of their own.
    Why:
        The loader doesn't compile it; at run time the check fails for all data. Inline flags,
        possessive quantifiers, atomic groups and `(?P<name>…)` belong to other languages.
    Bad:
        output_matches: [{path: state, matches: (?i)ok}]
    Good:
        output_matches: [{path: state, matches: "[Oo][Kk]"}]
    Fix:
        Use JavaScript syntax: classes with both cases for `(?i)`, `(?<name>…)` for named groups.
    Dry run:
        A run reaches the gate, which fails with `invalid regex`.
    Source:
        sweny §5.7, §8.4, appendix B
    """
    for use, source, place in _patterns(facts):
        from phaselint.patterns.javascript import compile_error

        reason = "" if _is_too_long(source) else compile_error(source)
        if reason:
            from phaselint.patterns.repair import repaired

            better = repaired(source)
            yield Finding(
                place,
                message(
                    "{} doesn't compile, so the check always fails: {}{}",
                    _about(use, source),
                    reason[0].lower(),
                    reason[1:],
                ),
                f"use {quote(better)}"
                if better
                else "use a JavaScript regular expression without flags",
                witness=_witness(facts, use, "fails: invalid regex"),
                claim=unmet(facts, use, f"'{use.text}' invalid regex /"),
                fix=_replaced(facts, place, better) if better else None,
            )


def _witness(facts: SwenyFacts, use: Use, end: str, **more: Any) -> Witness:
    """What a proof needs to try a pattern, and how that ends."""
    source = "" if use.match is None else use.match.value
    shown = witness(facts, use, end, source=source, **more)
    last = WitnessStep(f"{gate(use)} {end}", facts.place(use.pointer))
    return shown._replace(steps=(*shown.steps[:-1], last))


@rule(
    "SW405",
    WARNING,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=GATES,
)
def regex_dialect(facts: SwenyFacts) -> Iterator[Finding]:
    r"""Pattern with a different meaning in JavaScript

    What:
        A source of `matches` compiles, but contains syntax of other languages: `\A`, `\Z`, `\z`,
        `\h`, `\Q…\E`, `[[:alpha:]]`, `a{,3}`, `\p{…}`, or `\x` and `\u` without their two or four
        digits; or it is enclosed in slashes like a literal.
    Why:
        Without flags, JavaScript treats an unknown escape as the letter itself, so `\Afix` looks
        for `Afix`. A source has no slashes or flags: `/^fix/` looks for a start after a slash, and
        never finds it.
    Bad:
        output_matches: [{path: branch, matches: '\Afix/'}]
    Good:
        output_matches: [{path: branch, matches: ^fix/}]
    Fix:
        Use `^` for `\A`, `$` for `\Z` and `\z`, and a class for the others. Remove slashes; for the
        flag `i`, use classes with both cases.
    Dry run:
        The node returns a string on which the two meanings differ; the check uses JavaScript's
        meaning.
    Source:
        sweny §8.4, appendix B
    """
    for use, source, place in _patterns(facts):
        if _is_too_long(source):
            continue
        from phaselint.patterns.foreign import difference, oddities, respelled

        odd = oddities(source)
        if not odd:
            continue
        known = all(each.instead is not None for each in odd)
        better = respelled(source, odd) if known else ""
        shown = difference(source, odd)
        data = {} if shown is None else {"text": shown.text, "matched": shown.matched}
        end = "uses the literal letters" if shown is None else _ending(shown)
        safety: Safety = "safe" if all(each.safe for each in odd) else "unsafe"
        yield Finding(
            place,
            message(
                "{} has a different meaning in JavaScript: {}", _about(use, source), _meanings(odd)
            ),
            f"use {quote(better)}" if better else "rewrite it in JavaScript syntax",
            witness=_witness(facts, use, end, **data),
            claim=All(
                (
                    Undecided("no string was found on which the two meanings differ")
                    if shown is None
                    else decides(facts, use, shown.text, passes=shown.matched),
                ),
                (Written(place, like=re.escape(source)),),
                "what the pattern means in other languages",
            ),
            fix=_replaced(facts, place, better, safety) if better else None,
        )


def _ending(shown: Difference) -> str:
    """What happens to a string on which the two meanings differ."""
    return f"{'accepts' if shown.matched else 'refuses'} the string {_spelt(shown.text)}"


def _meanings(odd: Sequence[Oddity]) -> Message:
    """What each piece means, once."""
    said = (
        message("{} is {}, not {}", quote(each.text), retold(each.means), retold(each.intended))
        for each in odd
    )
    return joined("; ", dict.fromkeys(said))


@rule(
    "SW406",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=GATES,
    ends="unmet",
)
def regex_too_long(facts: SwenyFacts) -> Iterator[Finding]:
    """Pattern longer than 1000 characters

    What:
        A source of `matches` has more than 1000 characters.
    Why:
        The engine doesn't try it: the check fails for all data.
    Bad:
        output_matches: [{path: host, matches: ^(alpha|bravo|…)$}]   # 200 names
    Good:
        output_matches: [{path: host, in: [alpha, bravo]}]
    Fix:
        Use `in` for a list of words, or a shorter pattern.
    Dry run:
        A run reaches the gate, which fails with `regex source exceeds 1000 characters`.
    Source:
        sweny §5.7, §5.17, §8.4
    """
    for use, source, place in _patterns(facts):
        if _is_too_long(source):
            yield Finding(
                place,
                message(
                    "{} has {} characters; the limit is 1000, so the check always fails",
                    _about(use, source),
                    length(source),
                ),
                "use `in` for a list of words, or a shorter pattern",
                witness=_witness(facts, use, "fails: regex source exceeds 1000 characters"),
                claim=unmet(facts, use, f"'{use.text}' invalid regex /"),
            )


@rule(
    "SW407", WARNING, prove="evals.proofs.regexes:takes_long", complete_if=SOUND, only_if_keys=GATES
)
def regex_redos(facts: SwenyFacts) -> Iterator[Finding]:
    """Pattern that can take exponential time

    What:
        A source of `matches` has a loop that can match some string in exponentially many ways (a
        loop in a loop, or overlapping alternatives in a loop), and what follows the loop can fail.
    Why:
        The engine tries all of these ways before it gives up. A string of 30 characters, written by
        the model, can stop the run for hours.
    Bad:
        output_matches: [{path: words, matches: ^(\\w+\\s?)+$}]
    Good:
        output_matches: [{path: words, matches: ^\\w+(\\s\\w+)*$}]
    Fix:
        Make sure that every string matches in only one way: no loop directly in a loop,
        alternatives that start with different characters.
    Dry run:
        A child process tries longer and longer strings, and the time multiplies.
    Source:
        sweny §8.4
    """
    known: dict[str, Suspect | None] = {}
    for use, source, place in _patterns(facts):
        if _is_too_long(source):
            continue
        if source not in known:
            known[source] = _suspect(source)
        found = known[source]
        if found is None:
            continue
        yield Finding(
            place,
            message(
                "{} takes exponential time: {} can match {} in exponentially many ways",
                _about(use, source),
                quote(found.text),
                _attack(found.recipe),
            ),
            "make sure every string matches in only one way: no loop directly in a loop, no "
            "alternatives that start alike",
            witness=_witness(facts, use, "doesn't end in time", recipe=list(found.recipe)),
        )


def _suspect(source: str) -> Suspect | None:
    """The loop of a pattern that can take exponential time; most are found without a search."""
    from phaselint.patterns.plain import plainly_quick

    if plainly_quick(source):
        return None
    from phaselint.patterns.backtracking import suspects

    return suspects(source)


def _attack(recipe: Recipe) -> Message:
    """The strings that take long, in words."""
    pump = message("{} many times", _spelt(recipe.pump))
    first = message("{}, then ", _spelt(recipe.prefix)) if recipe.prefix else ""
    last = message(", then {},", _spelt(recipe.suffix)) if recipe.suffix else ""
    return joined("", (first, pump, last))


def _spelt(text: str) -> Message:
    """A piece of a string; invisible characters appear as their codes."""
    if text.isprintable():
        return quote(text)
    import json

    return quote(json.dumps(text)[1:-1])
