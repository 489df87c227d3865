"""Placeholders that reach the model unchanged (reference climpt §4.6, §4.9)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.climpt.claiming import at_start, first_step, noted
from phaselint_rules.climpt.data.declaredvariables import run_to_prompt, text_place
from phaselint_rules.climpt.needs import AGENT, BRACES, PROMPTS, SOUND
from phaselint_rules.climpt.prompts.unfilled import sent_texts, unfilled
from phaselint_rules.climpt.ways.transitiontext import first_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.claim import Notes, Undecided
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message
    from phaselint_rules.climpt.prompts.unfilled import Sent, Unfilled

PLACEHOLDER_NOT_FILLED = (
    Grade("warning", "it is meant as a variable"),
    Grade("info", "it can be part of the text"),
)


@rule(
    "SW711",
    PLACEHOLDER_NOT_FILLED,
    needs=(*PROMPTS, *BRACES),
    claims="notes",
    complete_if=(*AGENT, *SOUND),
    fix="unsafe",
)
def placeholder_not_filled(facts: ClimptFacts) -> Iterator[Finding]:
    """Placeholder that is never replaced

    What:
        A prompt has a name in braces that climpt doesn't fill in. A warning if it is meant as a
        variable: the name differs from a known one by prefix or braces only (`{issue}`,
        `{{uv_issue}}`), has the form of one (`{uv-changed-files}`), or is listed under
        `customVariables` in the front matter, which climpt no longer reads. In a retry prompt
        `{{name}}` is filled in, but `{uv-name}` isn't. Any other name in braces outside of code is
        an info, one for each prompt. `${name}` isn't reported.
    Why:
        The model reads the braces, not the value.
    Bad:
        Work on {issue}.
    Good:
        Work on {uv-issue}.
    Fix:
        Write the variable as climpt does. Remove a variable that no longer exists, or pass it as a
        parameter or an input.
    Dry run:
        A run sends the prompt with the placeholder. A retry prompt is read, not run, and so is an
        info.
    Source:
        climpt §4.6, §4.9
    """
    for sent in sent_texts(facts):
        others = []
        for each in unfilled(sent):
            if each.reason == "other":
                others.append(each)
            else:
                yield _warning(facts, sent, each)
        if others:
            yield _info(facts, sent, others)


def _warning(facts: ClimptFacts, sent: Sent, each: Unfilled) -> Finding:
    place, written = _spot(facts, sent, each), each.brace.written
    better = each.better
    edit = Edit(place, better)
    return Finding(
        place,
        message("{} in {} {}", quote(written), _whose(sent), _why(each)),
        _help(sent, each),
        witness=_run(facts, sent, each),
        claim=_claim(facts, sent, each),
        fix=Fix("unsafe", f"replace it with {quote(better)}", (edit,)) if better else None,
    )


def _why(each: Unfilled) -> Message:
    if each.reason == "inner":
        return message("keeps a pair of braces: the model reads the value in `{}`", "{…}")
    if each.reason == "custom":
        return message("isn't filled in: climpt doesn't read `customVariables`")
    return message("isn't filled in: the model reads the braces")


def _help(sent: Sent, each: Unfilled) -> str:
    if each.better:
        return f"write {quote(each.better)}"
    if each.reason == "near":
        return "declare the variable, and write `{uv-name}`"
    if sent.kind == "retry":
        return "write `{{name}}` with a name of `extractParams`"
    if each.reason == "form":
        return "use a name without hyphens, like that of a parameter or an input"
    return "remove it, or pass the value as a parameter or an input"


def _info(facts: ClimptFacts, sent: Sent, others: Sequence[Unfilled]) -> Finding:
    names = [each.brace.written for each in others]
    form = "{{name}}" if sent.kind == "retry" else "{uv-name}"
    return Finding(
        _spot(facts, sent, others[0]),
        message(
            "{} in {} {} filled in: the model reads the braces",
            quote_all(names) if len(names) == 1 else first_names(names),
            _whose(sent),
            "isn't" if len(names) == 1 else "aren't",
        ),
        f"write {quote(form)} if you mean a variable",
        severity="info",
    )


def _whose(sent: Sent) -> Message:
    if sent.kind == "system":
        return message("the system prompt")
    if sent.kind == "retry":
        return message("the retry prompt of {}", quote(sent.owner))
    return message("the prompt of {}", first_names([step.key for step in sent.steps]))


def _spot(facts: ClimptFacts, sent: Sent, each: Unfilled) -> Place:
    return text_place(facts, sent.text, each.brace.start, each.brace.end)


def _run(facts: ClimptFacts, sent: Sent, each: Unfilled) -> Witness | None:
    """A run that sends the text; none for one that only a failed validation sends, and if the
    braces are filled in as far as possible."""
    if sent.kind == "retry" or each.reason == "inner":
        return None
    if sent.kind == "system":
        return Witness({"placeholder": each.brace.written})
    return run_to_prompt(facts, sent.steps[0], sent.text, placeholder=each.brace.written)


def _claim(facts: ClimptFacts, sent: Sent, each: Unfilled) -> Notes | Undecided | None:
    """That a run sends the text with the placeholder, and with what is before that in its line;
    none where no witness has a run."""
    if sent.kind == "retry" or each.reason == "inner":
        return None
    text, at = facts.contract.documents[sent.text.file].text, each.brace.start
    since = max(sent.text.body_start, *(text.rfind(mark, 0, at) + 1 for mark in "}\n"))
    written = (text[since : each.brace.end].lstrip(),)
    if sent.kind == "system":
        return at_start(facts, noted(first_step(facts), holds={"system": written}))
    return noted(sent.steps[0].key, model_called=True, holds={"prompt": written})
