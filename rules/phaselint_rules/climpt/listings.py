"""Lists of variables: how names are written, and where lists have to agree (reference climpt
§3.2, §7.6)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.dialects.climpt.analysis.variablesources import PREFIX, RUNTIME, plain
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import joined, say, tick, ticks
from phaselint.vocabulary.rule import INFO, Grade, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.declaredvariables import (
    LATER,
    by_prompt,
    named_in,
    run_to,
    text_place,
    used,
)
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.climpt.needs import PROMPTS, SOUND, STEPS
from phaselint_rules.climpt.walks import some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, Text
    from phaselint.vocabulary.finding import Place

LISTED = re.compile(r"^[ \t]*uvVariables[ \t]*:[ \t]*(?P<value>[^\r\n]*)$", re.MULTILINE)


def uv_prefix(facts: ClimptFacts) -> Iterator[Finding]:
    """A variable is declared with the prefix that only prompts have.

    What:
        A name in `uvVariables` begins with `uv-`.
    Why:
        Runs strip the prefix, but the reference's validation does not and refuses the agent.
    Bad:
        "uvVariables": ["uv-issue"]
    Good:
        "uvVariables": ["issue"]
    Fix:
        Leave the prefix out.
    Dry run:
        A run comes to the step and builds its prompt, as it does without the prefix.
    Source:
        climpt §3.2, §4.6, §7.6, §7.9
    """
    for step in facts.met_steps:
        for index, written in enumerate(step.variables):
            if not written.startswith(PREFIX):
                continue
            name = plain(written)
            place = facts.place((*step.pointer, "uvVariables", index))
            yield Finding(
                place,
                say(
                    "{} declares {}: the prefix belongs to prompts only",
                    tick(step.key),
                    tick(written),
                ),
                f"write {tick(name)}",
                severity="error" if facts.parity else "warning",
                witness=run_to(facts, step, variable=name, code=""),
                fix=_strip(facts, step, place, name),
            )


def _strip(facts: ClimptFacts, step: Step, place: Place, name: str) -> Fix | None:
    """Write a name without its prefix, or remove it where it stands already."""
    if name not in step.variables:
        return Fix("safe", f"write {tick(name)}", (Edit(place, spelt(name)),))
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return Fix("safe", f"remove the second {tick(name)}", (edit,)) if edit else None


def uv_pair_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """An initial step and its continuation declare different variables.

    What:
        The `uvVariables` of `initial.X` and `continuation.X` differ, leaving out
        `completed_iterations` and `previous_summary`.
    Why:
        Where one continues the other without a transition, a variable may be forgotten; the
        reference's validation warns of it.
    Bad:
        // initial.x declares ["issue", "label"]
        "continuation.x": {"uvVariables": ["issue"]}
    Good:
        // initial.x declares ["issue", "label"]
        "continuation.x": {"uvVariables": ["issue", "label"]}
    Fix:
        Declare the same, unless the prompts differ on purpose.
    Source:
        climpt §3.2, §7.6
    """
    known = {step.key: step for step in facts.sound_steps}
    for key, step in known.items():
        first, _, rest = key.partition(".")
        other = known.get(f"continuation.{rest}") if first == "initial" and rest else None
        if other is None:
            continue
        here, there = _names(step), _names(other)
        only = [name for name in here if name not in there]
        more = [name for name in there if name not in here]
        if only or more:
            said = [say("lacks {}", ticks(only))] if only else []
            said += [say("adds {}", ticks(more))] if more else []
            yield Finding(
                facts.place((*other.pointer, "uvVariables"), "key"),
                say(
                    "{} {} beside the variables of {}",
                    tick(other.key),
                    joined(" and ", said),
                    tick(key),
                ),
                "declare the same, unless the prompts differ on purpose",
                related=(
                    Related(facts.place((*step.pointer, "uvVariables"), "key"), "the initial step"),
                ),
            )


def _names(step: Step) -> tuple[str, ...]:
    """The variables of a step that both of a pair may declare, sorted."""
    return tuple(sorted({plain(name) for name in step.variables}.difference(LATER)))


def frontmatter_uv_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """The front matter of a prompt lists other variables than its step.

    What:
        `uvVariables` in the front matter has a name that the registry has not (an error), or lacks
        one of the registry's (a warning); names that the runtime supplies do not count. A list
        written below the key counts as empty. Silent about a name that the prompt uses and the
        step does not declare (`uv-undeclared`), or the other way round (`uv-unused`).
    Why:
        Runs do not read the front matter; the reference's validation compares the two and refuses
        the agent where the prompt has more.
    Bad:
        uvVariables: [issue, branch]   # registry: ["issue"]
    Good:
        uvVariables: [issue]           # registry: ["issue"]
    Fix:
        Write the registry's list.
    Source:
        climpt §3.2, §7.6
    """
    for text, steps in by_prompt(facts):
        if text.declared is None:
            continue
        more, less = _differences(text, text.declared, steps)
        if not more and not less:
            continue
        said = [say("lists {}, which is not declared", ticks(more))] if more else []
        said += [say("lacks {}, which is declared", ticks(less))] if less else []
        yield Finding(
            _listing_place(facts, text),
            say(
                "the front matter of the prompt of {} {}{}",
                some([step.key for step in steps]),
                joined(", and ", said),
                "" if text.declared else ": it counts as empty",
            ),
            "write the list of the registry, in one line",
            severity="error" if more else "warning",
            related=tuple(
                Related(facts.place((*step.pointer, "uvVariables"), "key"), "what is declared")
                for step in steps
            ),
            fix=_align(facts, text, steps),
        )


def _differences(
    text: Text, given: Sequence[str], steps: Sequence[Step]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the front matter of a prompt has more than the registry, and what less."""
    listed = [plain(name) for name in given if plain(name) not in RUNTIME]
    named, bodily = named_in(text), used(text)
    declared = {name: None for step in steps for name in _declared(step)}
    everywhere = set(declared).intersection(*map(_declared, steps))
    more = (name for name in listed if name not in everywhere and name not in bodily)
    less = (name for name in declared if name not in listed and name in named)
    return tuple(more), tuple(name for name in less if name not in RUNTIME)


def _declared(step: Step) -> tuple[str, ...]:
    return tuple(plain(name) for name in step.variables)


def _listing(facts: ClimptFacts, text: Text) -> re.Match[str] | None:
    """The line of the front matter that lists variables."""
    whole = facts.contract.documents[text.file].text
    found = list(LISTED.finditer(whole, 0, text.body_start))
    return found[-1] if found else None


def _listing_place(facts: ClimptFacts, text: Text) -> Place:
    found = _listing(facts, text)
    start, end = (found.start(), found.end()) if found else (0, 0)
    return text_place(facts, text, start, end)


def _align(facts: ClimptFacts, text: Text, steps: Sequence[Step]) -> Fix | None:
    """Write the registry's list; none where the list goes on below, has a comment, or steps that
    share the prompt declare different ones."""
    found, wanted = _listing(facts, text), {_declared(step) for step in steps}
    if found is None or not found["value"] or "#" in found["value"] or len(wanted) > 1:
        return None
    start, end = found.span("value")
    listed = f"[{', '.join(wanted.pop())}]"
    edit = Edit(text_place(facts, text, start, end), listed)
    return Fix("safe", f"write `{listed}`", (edit,))


UV_PREFIX = (
    Grade("error", "with `validate-parity`"),
    Grade("warning", "otherwise: it works"),
)
FRONTMATTER_UV_MISMATCH = (
    Grade("error", "the front matter has a name that the step does not declare"),
    Grade("warning", "it lacks one that the step declares"),
)

RULES = (
    Rule(
        "CL508", uv_prefix, UV_PREFIX, STEPS, proofs.variables.works_anyway, whole=SOUND, fix="safe"
    ),
    Rule("CL509", uv_pair_mismatch, INFO, STEPS, whole=SOUND, default=False),
    Rule(
        "CL511", frontmatter_uv_mismatch, FRONTMATTER_UV_MISMATCH, PROMPTS, whole=SOUND, fix="safe"
    ),
)
