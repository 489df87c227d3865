"""Variables that a step declares or its prompt uses, and what supplies them (reference climpt
§4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import (
    RUNTIME,
    inert,
    plain,
)
from phaselint.javascript.spaces import trim
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import Message, message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.data.declaredvariables import (
    MISSING,
    declarations,
    declared_place,
    ends,
    misspelt,
    named_in,
    only_given,
    run_to,
    run_to_prompt,
    sent_by_prompt,
    text_place,
    used,
)
from phaselint_rules.climpt.data.inputsupply import is_left_out, unsupplied
from phaselint_rules.climpt.data.runtimenames import too_early, unavailable
from phaselint_rules.climpt.edits import add_item, remove
from phaselint_rules.climpt.needs import BOTH, PROMPTS, SOUND
from phaselint_rules.climpt.ways.transitiontext import first_names
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.variablesources import Source
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Safety
    from phaselint_rules.climpt.data.declaredvariables import Declaration

UNKNOWN = "PR-RESOLVE-005"
_MOST_PLACES = 100
"""How many places a finding names."""


REPOSITORY = "repository"
"""What releases up to 1.13.22 supply with poll:state (§5)."""

UV_NO_SOURCE = (
    Grade("error", "it never has a value, or with `validate-parity`"),
    Grade("warning", "every run has it anyway"),
)

UV_UNDECLARED = (
    Grade("error", "it might have no value, or with `validate-parity`"),
    Grade("warning", "a parameter or an input always supplies it"),
)


@rule(
    "CL501",
    UV_NO_SOURCE,
    needs=BOTH,
    prove="data.proofs.uvnames:no_source",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def uv_no_source(facts: ClimptFacts) -> Iterator[Finding]:
    """Variable without a source

    What:
        A name in `uvVariables` isn't a parameter of the agent, a name that the runtime supplies, or
        a variable of the step's `inputs`. Reported once for the step, at the first of such names.
        Silent in sections, in steps that no run reaches, and if the step has an input for it that
        another rule reports: `input-from-format`, `input-source-unknown`,
        `input-key-not-handed-off`. A warning for `issue` in release 1.14, because every run has it
        even if it isn't a parameter.
    Why:
        A declared variable is required even if the prompt doesn't use it: the run ends with
        PR-RESOLVE-003, and a closure step sends a prompt other than its own. climpt's `--validate`
        refuses even an `issue` that isn't a parameter.
    Bad:
        // the agent has the parameter issue
        "initial.issue": {"uvVariables": ["issue_number"]}
    Good:
        "initial.issue": {"uvVariables": ["issue"]}
    Fix:
        Use the name of the parameter, or declare one. A fix suggests a similar name.
    Dry run:
        For each of the variables, a run with values for the others reaches the step and can't build
        its prompt. For a warning, a run reaches the step and sends it.
    Source:
        climpt §3.2, §4.6, §7.6, climpt 1.14 §3.4, §3.5, §7.1
    """
    for step in facts.sending_steps:
        lacking = unsupplied(facts, step) if step.variables else ()
        if lacking:
            yield _unsupplied(facts, step, lacking)
        yield from (_given_anyway(facts, e) for e in declarations(step) if only_given(facts, e))


def _given_anyway(facts: ClimptFacts, found: Declaration) -> Finding:
    """The finding about an argument that every run has although it isn't a parameter."""
    return Finding(
        declared_place(facts, found),
        message(
            "{} of {} isn't a parameter: runs have it anyway, but `--validate` reports an error",
            quote(found.name),
            quote(found.step.key),
        ),
        "declare a parameter with that name in agent.json",
        severity="error" if facts.parity else "warning",
        witness=run_to(facts, found.step, variable=found.name, variables=[found.name], code=""),
    )


def _unsupplied(facts: ClimptFacts, step: Step, lacking: Sequence[Declaration]) -> Finding:
    first, *others = (declared_place(facts, each) for each in lacking[:_MOST_PLACES])
    near = {_near(each.name, facts.sources[step.key]): each for each in reversed(lacking)}
    meant = [(each, better) for better, each in reversed(near.items()) if better]
    names = [each.name for each in lacking]
    return Finding(
        first,
        message(
            "{} declares {} {}, but {} a value{}",
            quote(step.key),
            "variable" if len(names) == 1 else "variables",
            first_names(names),
            "it never gets" if len(names) == 1 else "they never get",
            "" if inert(step) else f", {ends(facts, step, MISSING)}",
        ),
        _advice(meant, len(names)) + _of_old_release(facts, names),
        related=tuple(Related(place, "this one too") for place in others),
        witness=run_to(facts, step, variable=names[0], variables=names, code=MISSING),
        fix=_rename(facts, meant),
    )


def _of_old_release(facts: ClimptFacts, names: Sequence[str]) -> str:
    """What the older release, if it is linted for, supplies."""
    old, polled = facts.options["legacy"], facts.agent.verdict == "poll:state"
    if not (old and polled and REPOSITORY in names):
        return ""
    return f"; {old} supplies {quote(REPOSITORY)}, but 1.13.23 and later don't"


def _advice(meant: Sequence[tuple[Declaration, str]], lacking: int) -> str:
    """What to do about variables without a source, some of which might be misspelled."""
    if len(meant) == lacking == 1:
        return f"use {quote(meant[0][1])}"
    remedy = "declare parameters with these names in agent.json, or inputs of the step"
    if lacking == 1:
        remedy = "declare a parameter with that name in agent.json, or an input of the step"
    said = ", ".join(f"replace {quote(each.name)} with {quote(better)}" for each, better in meant)
    return f"{said}, or {remedy}" if said else remedy


def _rename(facts: ClimptFacts, meant: Sequence[tuple[Declaration, str]]) -> Fix | None:
    """Write the most likely name."""
    fixes = [replace(e.written, better, declared_place(facts, e)) for e, better in meant]
    if len(fixes) < 2:
        return fixes[0] if fixes else None
    title = ", ".join(f"{quote(each.written)} by {quote(better)}" for each, better in meant)
    return Fix("unsafe", f"replace {title}", tuple(e for fix in fixes for e in fix.edits))


def _near(name: str, known: Collection[str]) -> str | None:
    """The most likely name of a source: a similar name, or one that this name extends; a name of
    the runtime only if no other is similar."""
    own = [each for each in known if each not in RUNTIME]
    longer = [each for each in own if name.startswith(f"{each}_")]
    near = suggest(name, own) or (max(longer, key=len) if longer else None)
    return near or suggest(name, [each for each in RUNTIME if each in known])


@rule(
    "CL502",
    UV_UNDECLARED,
    needs=PROMPTS,
    prove="data.proofs.uvnames:undeclared",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def uv_undeclared(facts: ClimptFacts) -> Iterator[Finding]:
    """Undeclared variable in a prompt

    What:
        The prompt of a step uses `{uv-x}`, but `x` is neither in its `uvVariables` nor a name that
        the runtime supplies. A warning if a parameter or an input always supplies it. A prompt that
        a repeat sends in release 1.14, or the closing action, counts separately. Silent if a
        declared name without a source is the same name misspelled: `uv-no-source`.
    Why:
        A variable without a value ends the run with PR-RESOLVE-005. A variable with a value is
        filled in anyway, but climpt's `--validate` refuses the agent.
    Bad:
        // prompt: Work on {uv-branch}
        "uvVariables": ["issue"]
    Good:
        "uvVariables": ["issue", "branch"]
    Fix:
        Declare the variable. If it has a source, that changes nothing else.
    Dry run:
        A run reaches the step and ends with PR-RESOLVE-005; for a warning, the prompt is sent with
        the value. The declared variables of the step are read from the file.
    Source:
        climpt §3.2, §4.6, §7.6, climpt 1.14 §4.2, §7.1
    """
    sent = sent_by_prompt(facts)
    every = used.each(([text for text, _ in sent],))
    for (text, steps), names in zip(sent, every, strict=True):
        for name, (start, end) in names.items():
            lacking = [step for step in steps if _undeclared(facts, step, name)]
            if lacking:
                yield _unlisted(facts, text, name, (start, end), lacking)


def _undeclared(facts: ClimptFacts, step: Step, name: str) -> bool:
    if name in RUNTIME or name in map(plain, step.variables):
        return False
    known = facts.sources[step.key]
    return name not in known or name not in misspelt(facts, step).values()


def _unlisted(
    facts: ClimptFacts, text: Text, name: str, spot: tuple[int, int], steps: Sequence[Step]
) -> Finding:
    found = {step.key: facts.sources[step.key].get(name, ()) for step in steps}
    certain = all(any(_sure(each) for each in found[step.key]) for step in steps)
    first = next((step for step in steps if not any(map(_sure, found[step.key]))), steps[0])
    works = (
        message("; it works because {} supplies it", _supplier(found[first.key]))
        if certain
        else None
    )
    declared = [plain(each) for each in first.variables]
    near = None if found[first.key] else suggest(name, declared)
    code = "" if certain else UNKNOWN
    return Finding(
        text_place(facts, text, *spot),
        message(
            "the prompt of {} uses {}, but `uvVariables` doesn't declare it{}",
            quote_all(step.key for step in steps),
            quote(name),
            works or f", {ends(facts, first, UNKNOWN)}",
        ),
        f"use {quote(near)}" if near else f"add {quote(name)} to `uvVariables`",
        severity="warning" if certain and not facts.parity else "error",
        related=tuple(_list_related(facts, step) for step in steps),
        witness=run_to_prompt(
            facts, first, text, variable=name, code=code, optional=_optional(found, first)
        ),
        fix=_declare(facts, name, steps, certain) if all(found.values()) else None,
    )


def _sure(source: Source) -> bool:
    return source.certain


def _supplier(found: Sequence[Source]) -> Message:
    sure = next(each for each in found if each.certain)
    if sure.parameter is not None:
        return message("a parameter")
    return message("the input {}", quote(sure.taken.name)) if sure.taken else message("the runtime")


def _optional(found: dict[str, tuple[Source, ...]], step: Step) -> bool:
    """Whether a parameter supplies the variable when it is given."""
    return any(each.parameter is not None for each in found[step.key])


def _list_related(facts: ClimptFacts, step: Step) -> Related:
    return Related(facts.place((*step.pointer, "uvVariables"), "key"), "the declared variables")


def _declare(facts: ClimptFacts, name: str, steps: Sequence[Step], certain: bool) -> Fix | None:
    """Declare a variable; if a run might lack it, it must be given from then on."""
    documents, file = facts.contract.documents, facts.registry.file
    edits = [add_item(documents, file, (*s.pointer, "uvVariables"), name) for s in steps]
    made = tuple(edit for edit in edits if edit is not None)
    safety: Safety = "safe" if certain else "unsafe"
    return Fix(safety, f"declare {quote(name)}", made) if len(made) == len(steps) else None


@rule(
    "CL503",
    WARNING,
    needs=PROMPTS,
    prove="data.proofs.uvnames:still_needed",
    complete_if=SOUND,
    fix="safe",
)
def uv_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused variable

    What:
        A name in `uvVariables` isn't used in the step's prompt as `{uv-name}`. Silent if the prompt
        is empty, if the variable has no source (`uv-no-source`), if the prompt has a misspelled
        form of it (`uv-undeclared`, `placeholder-not-filled`), and if the name can't be declared at
        all (`uv-continuation-only`, `uv-runtime-unavailable`).
    Why:
        It is required anyway: a run without a value for it ends with PR-RESOLVE-003.
    Bad:
        // prompt: Work on issue {uv-issue}
        "uvVariables": ["issue", "label"]
    Good:
        "uvVariables": ["issue"]
    Fix:
        Remove it from the list.
    Dry run:
        A run without the value can't build the prompt; that the prompt doesn't use it is read from
        the file. Not confirmed if a run always has a value.
    Source:
        climpt §3.2, §4.6, §7.6
    """
    for step in facts.sending_steps:
        found = facts.texts(step) if step.variables else ()
        if not found or not all(trim(text.body) for text in found):
            continue
        written = frozenset[str]().union(*map(named_in, found))
        pairs, known = misspelt(facts, step), facts.sources[step.key]
        almost = _almost(facts, step, found)
        for each in declarations(step):
            unsupplied = facts.has_agent and each.name not in known
            told = unsupplied or each.name in pairs or each.name in almost
            told = told or _forbidden(facts, step, each.name)
            if each.name not in written and not told:
                yield _idle(facts, each, found, known.get(each.name, ()))


def _almost(facts: ClimptFacts, step: Step, found: Sequence[Text]) -> Collection[str]:
    """The variables that the prompts have in a form that isn't filled in."""
    if not any(text.braces for text in found):
        return ()
    from phaselint_rules.climpt.prompts.unfilled import almost_used

    return almost_used(facts, step)


def _forbidden(facts: ClimptFacts, step: Step, name: str) -> bool:
    """Whether another rule reports that a step can't declare a name."""
    return bool(too_early(facts, step, name) or unavailable(facts, step, name))


def _idle(
    facts: ClimptFacts, each: Declaration, found: Sequence[Text], known: Sequence[Source]
) -> Finding:
    place = declared_place(facts, each)
    edit = remove(facts.contract.documents, place.file, place.pointer)
    given = is_left_out(facts, each.name, known)
    return Finding(
        place,
        message(
            "{} is declared but never used in the prompt of {}{}",
            quote(each.name),
            quote(each.step.key),
            "" if any(map(_sure, known)) else ", although runs need a value for it",
        ),
        "remove it from `uvVariables`, or use it in the prompt",
        related=tuple(Related(_start(facts, text), "the prompt") for text in found),
        witness=run_to(facts, each.step, variable=each.name, code=MISSING, parameter=given),
        fix=Fix("safe", f"remove {quote(each.written)}", (edit,)) if edit else None,
    )


def _start(facts: ClimptFacts, text: Text) -> Any:
    return text_place(facts, text, text.body_start, text.body_start)
