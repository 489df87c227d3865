"""The names in climpt's files: steps, intents, variables, validators and handed-off values
(reference §2, §4.3, §4.6, 1.14 §2)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt import forms
from phaselint.dialects.climpt.analysis.filelinks import links
from phaselint.dialects.climpt.analysis.schemawords import words_in_schemas
from phaselint.dialects.climpt.analysis.variablesources import PREFIX, derived, origin
from phaselint.dialects.climpt.detect import is_workflow
from phaselint.dialects.climpt.model import ISSUE
from phaselint.dialects.climpt.reading.settings import tool_of
from phaselint.dialects.climpt.reading.shapes114 import SETTINGS
from phaselint.dialects.symbols import (
    ANY,
    Naming,
    Sheet,
    Symbol,
    Symbols,
    at_offsets,
    names_in,
    part_of,
    scope_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import ClimptContract, Registry, Step
    from phaselint.dialects.climpt.spelling import Generation
    from phaselint.dialects.symbols import Occurrence, Table
    from phaselint.document import Document

_COMMON = (
    Naming(("steps", ANY), "phase", "definition", "key"),
    Naming(("steps", ANY, "stepId"), "phase"),
    Naming(("entryStep",), "phase"),
    Naming(("steps", ANY, "transitions", ANY, "target"), "phase"),
    Naming(("steps", ANY, "transitions", ANY, "fallback"), "phase"),
    Naming(("steps", ANY, "transitions", ANY, "targets", ANY), "phase"),
    Naming(("steps", ANY, "transitions", ANY), "intent", part="key", within=2),
    Naming(("steps", ANY, "structuredGate", "allowedIntents", ANY), "intent", within=2),
    Naming(("steps", ANY, "structuredGate", "fallbackIntent"), "intent", within=2),
    Naming(("steps", ANY, "transitions", ANY, "condition"), "context", within=2),
    Naming(("steps", ANY, "uvVariables", ANY), "variable"),
    Naming(("validators", ANY), "validator", "definition", "key"),
    Naming(("failurePatterns", ANY), "failure", "definition", "key"),
    Naming(("validators", ANY, "failurePattern"), "failure"),
    Naming(("steps", ANY, "outputSchemaRef", "file"), "file"),
    Naming(("validationSteps", ANY, "outputSchemaRef", "file"), "file"),
)

_FORMER = (
    *_COMMON,
    Naming(("entryStepMapping", ANY), "phase"),
    Naming(("validationSteps", ANY, "validationConditions", ANY, "validator"), "validator"),
)
_LATER = (
    *_COMMON,
    Naming(("entryStepMapping", ANY, "initial"), "phase"),
    Naming(("entryStepMapping", ANY, "continuation"), "phase"),
    Naming(("validationSteps", ANY, "preflightConditions", ANY, "validator"), "validator"),
    Naming(("validationSteps", ANY, "postLLMConditions", ANY, "validator"), "validator"),
)
REGISTRY_NAMES: Mapping[Generation, Table] = {"1.11": _FORMER, "1.13": _FORMER, "1.14": _LATER}

AGENT_NAMES = (
    Naming(("parameters", ANY), "variable", "definition", "key"),
    Naming(("runner", "verdict", "config", "entryStep"), "phase"),
    Naming(("runner", "boundaries", "allowedTools", ANY), "tool"),
    Naming(("runner", "flow", "systemPromptPath"), "file"),
    Naming(("runner", "flow", "prompts", "registry"), "file"),
)

SETTINGS_NAMES = (Naming(("permissions", "allow", ANY), "tool"),)

_FLAG = "--"
_DECLARATION = re.compile(r"(?m)^[ \t]*uvVariables[ \t]*:(.*)$")
_WORD = re.compile(r"[A-Za-z0-9_-]+")


def symbols(contract: ClimptContract) -> Symbols:
    """The names of an agent, a registry or a blueprint."""
    sheets = tuple(_sheets(contract))
    found = (
        *_plain(contract.documents, names_in(contract.documents, sheets)),
        *_handed_on(contract),
        *words_in_schemas(contract),
        *_in_prompts(contract),
        *_flags(contract),
    )
    once = tuple(dict.fromkeys(found))
    return Symbols(once, tuple(links(contract)), sheets, dict(_fixed(contract)))


def _sheets(contract: ClimptContract) -> Iterator[Sheet]:
    agent, registry, settings = contract.agent, contract.registry, contract.settings
    known = forms.FORMS[contract.generation]
    if agent is not None:
        yield Sheet(agent.file, AGENT_NAMES, known.agent, agent.base)
    if registry is not None:
        names = REGISTRY_NAMES[contract.generation]
        yield Sheet(registry.file, names, known.registry, registry.base)
    if settings is not None and settings.file:
        yield Sheet(settings.file, SETTINGS_NAMES, SETTINGS)
    if is_workflow(contract.target):
        yield Sheet(contract.target.main, (), forms.WORKFLOW)


def _plain(documents: Mapping[str, Document], found: Iterable[Occurrence]) -> Iterator[Occurrence]:
    """The names: those of variables without their prefix, those of tools up to the bracket of a
    rule of settings."""
    for each in found:
        symbol, place = each.symbol, each.place
        if symbol.kind == "variable" and symbol.name.startswith(PREFIX) and place.part == "value":
            plain = symbol._replace(name=symbol.name.removeprefix(PREFIX))
            span = (len(PREFIX), len(symbol.name))
            yield from part_of(documents[place.file], plain, place.pointer, *span)
        elif symbol.kind == "tool" and (tool := tool_of(symbol.name)) != symbol.name:
            named = symbol._replace(name=tool)
            yield from part_of(documents[place.file], named, place.pointer, 0, len(tool))
        else:
            yield each


# --- what steps pass on --------------------------------------------------------------------------


def _handed_on(contract: ClimptContract) -> Iterator[Occurrence]:
    """The keys under which steps pass values on, and the inputs that take them (§4.6)."""
    registry = contract.registry
    document = contract.documents.get(registry.file) if registry is not None else None
    if registry is None or document is None:
        return
    for step in registry.steps.values():
        for index, path in enumerate(step.gate.handoff_fields if step.gate is not None else ()):
            key = path.rpartition(".")[2]
            if key:
                symbol = Symbol("context", key, _scope(step))
                pointer = (*step.pointer, "structuredGate", "handoffFields", index)
                span = (len(path) - len(key), len(path))
                yield from part_of(document, symbol, pointer, *span, "definition")
        yield from _taken(document, registry, step)


def _taken(document: Document, registry: Registry, step: Step) -> Iterator[Occurrence]:
    for taken in step.inputs:
        found = origin(taken)
        if found is None:
            continue
        source, key = found
        pointer = (*taken.pointer, "from")
        yield from part_of(document, Symbol("phase", source), pointer, 0, len(source))
        if key and source in registry.steps:
            symbol = Symbol("context", key, _scope(registry.steps[source]))
            span = (len(source) + 1, len(taken.source))
            yield from part_of(document, symbol, pointer, *span)


def _scope(step: Step) -> str:
    return scope_of(step.pointer, len(step.pointer))


def _flags(contract: ClimptContract) -> Iterator[Occurrence]:
    """The flags with the same names as their parameters (§2.9)."""
    agent = contract.agent
    for name, parameter in agent.parameters.items() if agent is not None else ():
        document = contract.documents.get(agent.file) if agent is not None else None
        if document is not None and parameter.cli == f"{_FLAG}{name}":
            symbol, pointer = Symbol("variable", name), (*parameter.pointer, "cli")
            yield from part_of(document, symbol, pointer, len(_FLAG), len(parameter.cli))


def _fixed(contract: ClimptContract) -> Iterator[tuple[Symbol, str]]:
    """The names that other names are made from, or that a run knows."""
    agent, registry = contract.agent, contract.registry
    for name, parameter in agent.parameters.items() if agent is not None else ():
        if parameter.cli and parameter.cli != f"{_FLAG}{name}":
            yield Symbol("variable", name), f"the flag `{parameter.cli}` is derived from it"
    if agent is not None and agent.verdict == "poll:state":
        yield Symbol("variable", ISSUE), "the verdict `poll:state` needs a parameter `issue`"
    for step in registry.steps.values() if registry is not None else ():
        for taken in step.inputs:
            found = origin(taken)
            if found is not None:
                reason = f"the variable `{derived(taken)}` is derived from it"
                yield Symbol("phase", found[0]), reason


# --- prompts -------------------------------------------------------------------------------------


def _in_prompts(contract: ClimptContract) -> Iterator[Occurrence]:
    texts = (*contract.prompts.values(), contract.system_prompt)
    for text in texts:
        document = contract.documents.get(text.file) if text is not None else None
        if text is not None and document is not None:
            yield from _in_prompt(document, text)


def _in_prompt(document: Document, text: Text) -> Iterator[Occurrence]:
    """The variables of a prompt: where they are used, and where its header declares them."""
    for name, _, end in text.variables:
        span = (end - 1 - len(name), end - 1)
        yield at_offsets(document, Symbol("variable", name), (), *span)
    declared = _DECLARATION.search(document.text, 0, text.body_start) if text.declared else None
    if declared is not None:
        for word in _WORD.finditer(document.text, *declared.span(1)):
            name = word[0].removeprefix(PREFIX)
            if name and word[0] in (text.declared or ()):
                span = (word.end() - len(name), word.end())
                yield at_offsets(document, Symbol("variable", name), (), *span)
