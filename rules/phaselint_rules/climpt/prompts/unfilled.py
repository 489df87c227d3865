"""Names in braces that no run fills in: in prompts of steps, retry prompts and the system prompt
(reference climpt §4.6, §4.9)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import plain
from phaselint.dialects.climpt.reading.braces import Brace
from phaselint.dialects.climpt.reading.promptfiles import FAILED_EDITION, file_name, patterns_of
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.climpt.data.declaredvariables import FILLED, is_word, sent_by_prompt
from phaselint_rules.climpt.validation.retryprompts import given_names, retry_path
from phaselint_rules.climpt.validation.unconsulted import unconsulted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Step, ValidationStep

    Kind = Literal["step", "retry", "system"]
    Reason = Literal["near", "inner", "form", "custom", "other"]

_PREFIXES = ("uv-", "uv_", "uv.")
_OWN_RULE = "input_text"
"""`{input_text}` is replaced by an empty string."""


class Sent(NamedTuple):
    """A text for the model: what kind of prompt it is, its steps or its validation step, and the
    names that are filled in; `offered` are those of them that certainly have a value for a
    corrected placeholder."""

    text: Text
    kind: Kind
    steps: tuple[Step, ...]
    owner: str
    known: frozenset[str]
    offered: frozenset[str]


class Unfilled(NamedTuple):
    """A name in braces that reaches the model, the first of its kind in a prompt: why it isn't
    filled in, and how the intended name, if any, is written."""

    brace: Brace
    reason: Reason
    better: str = ""


def sent_texts(facts: ClimptFacts) -> Iterator[Sent]:
    """The prompts with names in braces that runs can send."""
    for text, steps in sent_by_prompt(facts):
        if text.braces:
            yield _of_steps(facts, text, steps)
    seen = set()
    for validation in facts.registry.validation.values() if facts.validation_read else ():
        for text in map(_with_variables, _retry_texts(facts, validation)):
            if text.braces and text.file not in seen:
                seen.add(text.file)
                known = given_names(facts, validation) | {"this"}
                yield Sent(text, "retry", (), validation.key, known=known, offered=known)
    system = facts.contract.system_prompt if facts.has_agent else None
    if system is not None and system.braces:
        known = frozenset(FILLED)
        yield Sent(system, "system", (), "", known=known, offered=known)


def _of_steps(facts: ClimptFacts, text: Text, steps: tuple[Step, ...]) -> Sent:
    """A prompt of steps: every name counts that one of them declares or can have a value for."""
    known: set[str] = set()
    offered: set[str] | None = None
    for step in steps:
        sources, declared = facts.sources[step.key], set(map(plain, step.variables))
        supplied = {name for name, each in sources.items() if any(not s.lacking for s in each)}
        certain = {name for name, each in sources.items() if any(s.certain for s in each)}
        known |= declared | supplied
        sure = declared | certain
        offered = sure if offered is None else offered & sure
    within = frozenset(offered or ())
    return Sent(text, "step", steps, "", known=frozenset(known), offered=within)


def _retry_texts(facts: ClimptFacts, validation: ValidationStep) -> Iterator[Text]:
    """The prompts after a failure of a validation step that runs look up."""
    if unconsulted(facts, validation) or not (validation.c2 and validation.c3):
        return
    if not validation.conditions:
        return
    names = [file_name(FAILED_EDITION)]
    for pattern in patterns_of(validation, facts.registry).values():
        own = file_name(pattern.edition, pattern.adaptation)
        path = retry_path(facts, validation, own)
        names.append(own if path in facts.contract.prompts else file_name(pattern.edition))
    for name in dict.fromkeys(names):
        text = facts.contract.prompts.get(retry_path(facts, validation, name) or "")
        if text is not None:
            yield text


def _with_variables(text: Text) -> Text:
    """A text with its variables among the braces, which are left out if there are no others."""
    if text.braces:
        return text
    told = ((f"{{uv-{name}}}", f"uv-{name}", start, end) for name, start, end in text.variables)
    return text._replace(braces=tuple(Brace(*each) for each in told if each[2] >= text.body_start))


def unfilled(sent: Sent) -> tuple[Unfilled, ...]:
    """The names in braces of a prompt that are never filled in, each once."""
    found: dict[str, Unfilled] = {}
    for brace in sent.text.braces:
        if brace.written in found:
            continue
        told = _retried(sent, brace) if sent.kind == "retry" else _plainly(sent, brace)
        if told is not None:
            found[brace.written] = told
    return tuple(found.values())


def _bare(name: str) -> str:
    """A name without what looks like the prefix of variables."""
    start = next((each for each in _PREFIXES if name.startswith(each)), "")
    return name.removeprefix(start)


def _plainly(sent: Sent, brace: Brace) -> Unfilled | None:
    """What happens with a name in the prompt of a step, or in the system prompt, where `{uv-name}`
    is filled in."""
    name, bare = brace.name, _bare(brace.name)
    if name == _OWN_RULE:
        return None
    better = f"{{uv-{bare}}}" if bare in sent.offered else ""
    if name.startswith("uv-"):
        if brace.doubled and brace.written[2] not in " \t":
            return Unfilled(brace, "inner", better) if bare in sent.known else None
        if brace.doubled and bare in sent.known:
            return Unfilled(brace, "near", better)
        if sent.kind == "system" or bare in sent.known or is_word(bare):
            return None
        return Unfilled(brace, "form")
    return _unfilled(sent, brace, better)


def _retried(sent: Sent, brace: Brace) -> Unfilled | None:
    """What happens with a name in a retry prompt, where `{{name}}` is filled in."""
    name, bare = brace.name, _bare(brace.name)
    tight = brace.doubled and len(brace.written) == len(name) + 4
    if tight and "-" not in name:
        return None
    better = f"{{{{{bare}}}}}" if bare in sent.offered else ""
    if name.startswith("uv-") and not better:
        return Unfilled(brace, "form")
    return _unfilled(sent, brace, better)


def _unfilled(sent: Sent, brace: Brace, better: str) -> Unfilled | None:
    if brace.code == "syntax":
        return None
    if better or _bare(brace.name) in sent.known:
        return Unfilled(brace, "near", better)
    if brace.name in sent.text.custom:
        return Unfilled(brace, "custom")
    return None if brace.code else Unfilled(brace, "other")


def almost_used(facts: ClimptFacts, step: Step) -> frozenset[str]:
    """The variables that a prompt of a step has in a form that isn't filled in."""
    texts = [text for text in facts.texts(step) if text.braces]
    found = (each for text in texts for each in unfilled(_of_steps(facts, text, (step,))))
    return frozenset(_bare(each.brace.name) for each in found if each.reason in ("near", "inner"))
