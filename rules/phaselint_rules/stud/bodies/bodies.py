"""Bodies as a whole: what every prompt needs, and the two forms of placeholders (reference §2.4,
§2.7, §6.7)."""

from __future__ import annotations

import re
from itertools import islice

from phaselint.dialects.stud.analysis.placeholderplaces import PlaceholderPlaces
from phaselint.dialects.stud.analysis.uses import quoted_placeholder
from phaselint.dialects.stud.model import REQUIRED
from phaselint.dialects.stud.reading.placeholders import addressable
from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Range, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.stud.bodies.tokens import has_word
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.runoptions import REFERENCE, judging, laws, unnamed
from phaselint_rules.stud.turns import comes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Placeholder, Stage
    from phaselint.vocabulary.message import Message
    from phaselint_rules.stud.bodies.namedinstead import Instead

ANSWER = "I am done."
MOST_TURNS = 100
"""Turns of text that a run is made of."""


@rule("ST401", WARNING, claims="notes", complete_if=ALL)
def body_empty(facts: StudFacts) -> Iterator[Finding]:
    """Stage without a prompt

    What:
        The body of the stage is empty or blank. If a JSON stage has no `body` at all,
        `missing-required-field` is reported instead.
    Why:
        The body is the system prompt. Without it, the model isn't told anything, not even which
        tool ends the stage.
    Bad:
        ---
        id: check-stops
        ...
        ---
    Good:
        ---
        id: check-stops
        ...
        ---
        Check the stops of {{ctx.line}}, then call `submit_stops`.
    Fix:
        Write what the stage should do, and which tool it ends with.
    Dry run:
        A run reaches the stage and sends an empty system prompt.
    Source:
        stud §1.1, §2.4, §6.7, §7 (D26)
    """
    for stage in facts.usable:
        if _blank(facts, stage):
            yield Finding(
                _no_body(facts, stage),
                message("{} has no body, so its system prompt is empty", _subject(stage)),
                "write what the stage should do, and name its completion tool"
                + (f" {quote(stage.completion_tool)}" if stage.completion_tool else ""),
                witness=Witness({"stage": stage.id}),
                claim=_sent(facts, stage),
            )


def _sent(facts: StudFacts, stage: Stage) -> Notes | Undecided:
    """That the prompt of a stage is its body unchanged."""
    if why := unnamed(facts, stage):
        return Undecided(why)
    body, options = {"body": stage.body.text}, judging(facts, stage)
    return Notes(stage.id, "StageEntered", body, hostile=True, options=options)


def _blank(facts: StudFacts, stage: Stage) -> bool:
    """Whether there is a body, or none is needed, and nothing in it."""
    if stage.body.text.strip():
        return False
    if stage.form == "markdown":
        return True
    if "body" in stage.value:
        return stage.has("body")
    return "body" not in REQUIRED[facts.profile(stage)]


def _subject(stage: Stage) -> Message:
    return message("stage {}", quote(stage.id)) if stage.id else message("the stage")


def _no_body(facts: StudFacts, stage: Stage) -> Place:
    """Where a body would begin: the line that ends the header, the key, or the id."""
    if stage.form != "markdown":
        if "body" in stage.value:
            return facts.stage_place(stage, "body", part="key")
        # By what the stage itself says: it may be all that is looked at.
        return facts.stage_place(stage, *(("id",) if stage.id else ()))
    document = facts.contract.documents[stage.file]
    end = len(document.text[: stage.body.start].rstrip("\r\n"))
    start = document.text.rfind("\n", 0, end) + 1
    return Place(stage.file, (), "value", Range(document.position(start), document.position(end)))


@rule("ST402", WARNING, prove="bodies.proofs.bodies:unfinished", complete_if=ALL, fix="unsafe")
def body_missing_completion_tool(facts: StudFacts) -> Iterator[Finding]:
    """Prompt doesn't name the completion tool

    What:
        The body has text, but the name of the completion tool doesn't appear in it as a word of its
        own. Code spans and code blocks count.
    Why:
        A stage ends when the model calls this tool. A model that answers with text is asked again
        until its turns are used up; then the stage ends without a payload.
    Bad:
        completionTool: submit_stops
        # and in the body
        Check the stops, then finish.
    Good:
        Check the stops, then call `submit_stops`.
    Fix:
        Tell the model in the body when to call the tool, and with what. For Markdown files,
        phaselint suggests a line to start from. If the body names the completion tool of another
        stage, or a similar name (as a copied file does), phaselint suggests replacing that name.
    Dry run:
        A model that only writes text reaches the turn cap.
    Source:
        stud §2.7, §5.5, §6.7
    """
    for stage in facts.usable:
        tool, text = stage.completion_tool, stage.body.text
        if tool and stage.has("completionTool") and text.strip() and not has_word(tool, text):
            yield _unfinished(facts, stage, tool)


def _unfinished(facts: StudFacts, stage: Stage, tool: str) -> Finding:
    from phaselint_rules.stud.bodies.namedinstead import MOST_PLACES, named_instead, where

    cap = f" of {stage.turn_cap}" if stage.turn_cap is not None else ""
    found = named_instead(facts, stage)
    places = (place for each in found for place in where(facts, stage, each))
    return Finding(
        facts.stage_place(stage, "completionTool", part="key"),
        message(
            "prompt never mentions {}; without that call the stage hits its turn cap{}",
            quote(tool),
            cap,
        ),
        _advice(tool, found),
        related=tuple(islice(places, MOST_PLACES)),
        witness=Witness({"stage": stage.id, "completionTool": tool, "turnCap": stage.turn_cap}),
        claim=_only_text(facts, stage),
        fix=_named_in_the_end(facts, stage, tool, found),
    )


def _only_text(facts: StudFacts, stage: Stage) -> Notes | Undecided:
    """That turns of text alone take a stage to its cap."""
    cap = stage.turn_cap
    if cap is None or not 0 < cap <= MOST_TURNS:
        return Undecided("the turn cap is missing, or too high for a run")
    return comes_of(facts, stage, "x-CapHit", {"turns": cap}, *[{"text": ANSWER}] * cap)


def _advice(tool: str, found: Sequence[Instead]) -> str:
    """What to do about a body without its completion tool; of several names in its place none is
    surely that which was meant."""
    if len(found) == 1:
        return f"use {quote(tool)} instead of {quote(found[0].name)}{found[0].whose}"
    return "tell the model when to call it, and with what"


def _named_in_the_end(
    facts: StudFacts, stage: Stage, tool: str, found: Sequence[Instead]
) -> Fix | None:
    """The fix that makes a body name its tool and no other in its place."""
    if found:
        from phaselint_rules.stud.bodies.namedinstead import respelt

        return respelt(facts, stage, found[0].name) if len(found) == 1 else None
    return _instruct(facts, stage, tool)


def _instruct(facts: StudFacts, stage: Stage, tool: str) -> Fix | None:
    """A line at the end of a markdown file that names the tool."""
    if stage.form != "markdown" or not re.fullmatch(r"[^\s`{}]+", tool):
        return None
    document = facts.contract.documents[stage.file]
    text = document.text
    line = "\r\n" if "\r\n" in text else "\n"
    lead = line if text.endswith("\n") else line * 2
    end = document.position(len(text))
    edit = Edit(
        Place(stage.file, (), "value", Range(end, end)),
        f"{lead}When you are done, call `{tool}`.{line}",
    )
    return Fix("unsafe", f"add a line that names {quote(tool)}", (edit,))


@rule(
    "ST411",
    WARNING,
    claims="notes",
    complete_if=ALL,
    fix="safe",
)
def placeholder_style_mixed(facts: StudFacts) -> Iterator[Finding]:
    """Both placeholder forms in one prompt

    What:
        One body contains both `{{…}}` and `${…}`. The second form counts only if it starts with
        `ctx`, `stage`, `env`, `settings` or `process`. Reported once per body, at the first
        placeholder whose form the profile doesn't use.
    Why:
        An engine that follows the documents replaces `{{…}}`; the reference engine replaces only
        `${ctx.word}`. With either, some placeholders can stay in the prompt as text.
    Bad:
        Line ${ctx.line}, season {{ctx.season}}
    Good:
        Line {{ctx.line}}, season {{ctx.season}}
    Fix:
        Write all of them in one form. In the documented profile, `${ctx.word}` is rewritten.
    Dry run:
        A run of the reference engine reaches the stage, and its prompt still contains `{{…}}`.
    Source:
        stud §2.4, §6.7, §7 (D3)
    """
    for stage in facts.usable:
        if "{{" not in stage.body.text or "${" not in stage.body.text:
            continue  # looking up placeholders takes longer
        listed = [each for each in facts.placeholders(stage) if each.closed]
        braces = next((each for each in listed if each.style == "braces"), None)
        dollar = next((each for each in listed if each.style == "dollar"), None)
        if braces and dollar:
            yield _mixed(facts, stage, braces, dollar, listed)


def _mixed(
    facts: StudFacts,
    stage: Stage,
    braces: Placeholder,
    dollar: Placeholder,
    listed: Sequence[Placeholder],
) -> Finding:
    documented = facts.profile(stage) == "documented"
    odd, other = (dollar, braces) if documented else (braces, dollar)
    form = "`{{ctx.name}}`" if documented else "`${ctx.name}`"
    places = PlaceholderPlaces(facts.contract.documents[stage.file], stage)
    return Finding(
        places.of(odd),
        message(
            "{} and {} differ in form; an engine that knows only one form "
            "sends the other to the model unchanged",
            quote(quoted_placeholder(odd)),
            quote(quoted_placeholder(other)),
        ),
        f"write all placeholders of this body as {form}",
        related=(Related(places.of(other), "the other form"),),
        witness=Witness(
            {
                "stage": stage.id,
                "placeholder": quoted_placeholder(braces),
                "other": quoted_placeholder(dollar),
            }
        ),
        claim=_left_by_reference(facts, stage, braces, dollar),
        fix=_one_form(facts, stage, listed) if documented else None,
    )


def _left_by_reference(
    facts: StudFacts, stage: Stage, braces: Placeholder, dollar: Placeholder
) -> Notes | Undecided:
    """That a prompt of the reference engine contains a placeholder with braces unchanged, and a
    value in the place of one of the other form, where that names one."""
    if why := unnamed(facts, stage):
        return Undecided(why)
    claim = Notes(stage.id, "StagePreFired", {"phase": "Setup"}, hostile=True)
    left, other = (stage.body.text[each.start : each.end] for each in (braces, dollar))
    lacks = {("filled", other): (other,)} if dollar.path is not None else {}
    options = {**laws(facts), **REFERENCE}
    return claim._replace(holds={"body": (left,)}, lacks=lacks, options=options)


def _one_form(facts: StudFacts, stage: Stage, listed: Sequence[Placeholder]) -> Fix | None:
    """Every `${ctx.word}` in braces; none where some place in the file is not known."""
    document, body = facts.contract.documents[stage.file], stage.body
    places = PlaceholderPlaces(facts.contract.documents[stage.file], stage)
    wanted = [each for each in listed if each.style == "dollar" and addressable(each)]
    # A scalar without quotes must not start with a brace.
    if body.start < 0 and document.text.startswith("$", document.offsets(body.pointer)[0]):
        return None
    edits = []
    for each in wanted:
        place = places.exact(each)
        if place is None:
            return None
        edits.append(Edit(place, f"{{{{{each.inner}}}}}"))
    return Fix("safe", "write `{{ctx.name}}` for `${ctx.name}`", tuple(edits)) if edits else None
