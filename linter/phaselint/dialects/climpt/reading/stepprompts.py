"""Which prompt file a step uses, and which one a run sends (reference §1.2, §4.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.promptfiles import closing_adaptation, file_name, resolve
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Agent, ClimptContract, Registry, Step

SUFFIXES = {
    "poll:state": "polling",
    "count:iteration": "iteration",
    "count:check": "check",
    "detect:keyword": "keyword",
    "detect:structured": "structured",
}
"""Verdict type → the last word of the handler's step if there is no entry (reference §4.7)."""


class Prompts(NamedTuple):
    """The project paths of a step's prompts; none if one is outside the prompt root.

    `base` is that of the edition alone, `own` that with the step's own adaptation, `action` that of
    the closing action. `own` and `action` are none if there is no such adaptation.
    """

    base: str | None
    own: str | None = None
    action: str | None = None


def prompts(contract: ClimptContract, step: Step) -> Prompts | None:
    """The prompts that a step uses; none if the prompt root or the step's address isn't known."""
    return None if contract.breakdown.root is None else _prompts(step, *_asked(contract))


def _asked(contract: ClimptContract) -> tuple[str, str]:
    """The prompt root, if it is known, and the adaptation that closure steps use."""
    agent, registry = contract.agent, contract.registry
    action = closing_adaptation(agent) if agent is not None else ""
    if action and registry is not None and sends_no_variants(registry):
        action = ""
    return contract.breakdown.root or "", action


def all_prompts(contract: ClimptContract, steps: Sequence[Step]) -> list[Prompts | None]:
    """What `prompts` gives for each of some steps."""
    if contract.breakdown.root is None:
        return [None] * len(steps)
    return _prompts.each((steps,), *_asked(contract))


@pure
def _prompts(step: Step, root: str, closing: str) -> Prompts | None:
    if not step.c2 or not step.c3:
        return None
    action = closing if step.kind == "closure" else ""
    return Prompts(
        _path(step, root),
        _path(step, root, step.adaptation) if step.adaptation else None,
        _path(step, root, action) if action else None,
    )


def sends_no_variants(registry: Registry) -> bool:
    """Whether the verdict handler sends all prompts, which ignores variants (1.14 §4.5)."""
    return registry.paired and registry.closure_only


def path(contract: ClimptContract, step: Step, adaptation: str = "") -> str | None:
    """The project path of a prompt of a step, even if it doesn't exist."""
    root = contract.breakdown.root
    return None if root is None else _path(step, root, adaptation)


def _path(step: Step, root: str, adaptation: str = "") -> str | None:
    return resolve(root, f"{step.c2}/{step.c3}", file_name(step.edition, adaptation))


def sent(contract: ClimptContract, step: Step) -> Text | None:
    """The prompt that a run sends at a step; none if it has none.

    The closing action replaces the step's own adaptation; a missing file is replaced by that of the
    edition. If the handler sends all prompts, it is that of the step that lends its own.
    """
    lender = _lender(contract)
    if lender is not None:
        return _first(contract, path(contract, lender, lender.adaptation), path(contract, lender))
    return _sent(contract, prompts(contract, step))


def _sent(contract: ClimptContract, known: Prompts | None) -> Text | None:
    """The prompt sent of those that a step uses."""
    return None if known is None else _first(contract, known.action or known.own, known.base)


def _first(contract: ClimptContract, *wanted: str | None) -> Text | None:
    """The first existing prompt of some paths."""
    for name in wanted:
        text = contract.prompts.get(name) if name is not None else None
        if text is not None:
            return text
    return None


def _lender(contract: ClimptContract) -> Step | None:
    """The step whose prompt the handler sends for all others; none if they have their own."""
    registry, agent = contract.registry, contract.agent
    if registry is None or agent is None or not sends_no_variants(registry):
        return None
    return registry.steps.get(handler_step(registry, agent))


def texts(contract: ClimptContract, step: Step) -> tuple[Text, ...]:
    """The existing prompts of a step that a run or the reference's validation reads."""
    known = prompts(contract, step)
    if known is None:
        return ()
    run = _sent(contract, known) if _lender(contract) is None else sent(contract, step)
    checked = contract.prompts.get(known.own or known.base or "")
    found = (run, checked, *repeated(contract, step))
    return tuple({text.file: text for text in found if text is not None}.values())


def all_texts(contract: ClimptContract, steps: Sequence[Step]) -> list[tuple[Text, ...]]:
    """What `texts` gives for each of some steps."""
    if _lender(contract) is not None or any(step.spelling.chained for step in steps):
        return [texts(contract, step) for step in steps]
    known, there = all_prompts(contract, steps), contract.prompts
    columns = (
        known,
        [None if each is None else there.get(each.base or "") for each in known],
        [None if each is None else there.get(each.own or "") for each in known],
        [None if each is None else there.get(each.action or "") for each in known],
    )
    return _texts.each(columns)


@pure
def _texts(
    known: Prompts | None, base: Text | None, own: Text | None, action: Text | None
) -> tuple[Text, ...]:
    if known is None:
        return ()
    run = (action if known.action else own) or base
    found = (run, own if known.own else base)
    return tuple({text.file: text for text in found if text is not None}.values())


def repeated(contract: ClimptContract, step: Step) -> tuple[Text | None, ...]:
    """The prompts that a step sends after a repeat, one for each element of its chain (1.14 §4.2);
    none if that doesn't exist."""
    repeats = step.gate is not None and "repeat" in step.gate.allowed
    registry = contract.registry
    if not (step.spelling.chained and repeats and step.runner is None) or registry is None:
        return ()
    base = contract.prompts.get(path(contract, step) or "")
    elements = step.chain.elements
    if not elements or sends_no_variants(registry):
        return ()
    files = (path(contract, step, element) or "" for element in elements)
    return tuple(contract.prompts.get(file, base) for file in files)


def handler_step(registry: Registry, agent: Agent) -> str:
    """The step whose prompt is sent instead of one that a closure step can't get, even if no step
    has that name; `entryStep` of the registry counts for a graph only (reference §4.7). The mapping
    of 1.14 names it (1.14 §4.5)."""
    if agent.verdict == "detect:graph":
        configured = (agent.config or {}).get("entryStep")
        return configured if isinstance(configured, str) else registry.entry_step
    if registry.paired:
        return registry.lent.get(agent.verdict, "")
    entry = (registry.mapping or {}).get(agent.verdict)
    if not entry:
        return f"continuation.{SUFFIXES.get(agent.verdict, 'default')}"
    return f"continuation.{entry.partition('.')[2]}"
