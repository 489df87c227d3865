"""What an editor shows the author of a climpt agent (reference §2.2 to §2.5, §4.6, §4.12, 1.14 §2,
§4)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.analysis.variablesources import RUNTIME
from phaselint.dialects.climpt.model import ALLOWED, DEFAULT_MAX_ITERATIONS, INTENTS
from phaselint.dialects.climpt.reading.permissions import BOUNDARY, PLANNED, READER, permissions_of
from phaselint.dialects.climpt.reading.promptfiles import INPUT_TEXT
from phaselint.dialects.climpt.reading.stepprompts import texts
from phaselint.dialects.hover import Hint, Inside, Insight, Offer, Slot
from phaselint.vocabulary.finding import Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.variablesources import Source
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Agent, Step
    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Pointer

_VARIABLE = re.compile(r"\{(?:uv-([\w-]*)|(u?v?|input_[a-z]*))\Z")
_CHANNELS = {
    "parameter": "parameter of the agent",
    "run": "argument of every run",
    "handler": "counted by the verdict handler",
    "loop": "known to the flow loop",
    "input": "passed on by an earlier step",
}


class ClimptInsight(Insight):
    """Insight into an agent, a registry or a blueprint."""

    def __init__(self, facts: ClimptFacts) -> None:
        self._facts = facts

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """The tools and the mode that the agent gives a step."""
        facts, step = self._facts, self._facts.steps.get(phase)
        return (
            permissions_of(facts.contract, facts.agent, step).tools
            if step and facts.has_agent
            else None
        )

    def hints(self, file: str) -> Iterator[Hint]:
        """Kinds, permissions and limits that apply without being written."""
        facts = self._facts
        if file == facts.registry.file:
            for step in facts.sound_steps:
                yield from self._of_step(step)
        if facts.has_agent and facts.agent.file == file:
            yield from self._of_agent(facts.agent)
        settings = facts.contract.settings
        if settings is not None and settings.file == file and settings.mode:
            why = "every step has the mode of its kind, or its own `permissionMode`"
            yield Hint(Place(file, ("permissions", "defaultMode")), "no effect", why)

    def _of_agent(self, agent: Agent) -> Iterator[Hint]:
        if agent.verdict and "maxIterations" not in (agent.config or {}):
            place = self._facts.agent_place((*agent.base, "runner", "verdict", "type"))
            why = "`maxIterations` is missing"
            yield Hint(place, f"maxIterations: {DEFAULT_MAX_ITERATIONS}", why)

    def _of_step(self, step: Step) -> Iterator[Hint]:
        facts = self._facts
        if not step.kind_given and step.kind and step.c2:
            why = f"`stepKind` is missing; `c2` is `{step.c2}`"
            yield Hint(facts.place(step.address_at("c2")), f"stepKind: {step.kind}", why)
        if step.kind_given and not step.permission_mode and facts.has_agent:
            mode = permissions_of(facts.contract, facts.agent, step).mode
            why = "`permissionMode` is missing; the kind of the step decides"
            place = facts.place(step.kind_at)
            yield Hint(place, f"permissionMode: {mode}", why)
        yield from self._of_repeats(step)
        yield from self._of_lent_prompt(step)
        gate = step.gate
        if gate is not None and gate.fallback and gate.fail_fast:
            why = "the fallback is used only with `failFast: false`"
            yield Hint(facts.place((*gate.pointer, "fallbackIntent")), "no effect", why)

    def _of_repeats(self, step: Step) -> Iterator[Hint]:
        """The chain that limits the repeats of a step without one (1.14 §4.2)."""
        gate = step.gate
        if not step.spelling.chained or step.chain.given or gate is None:
            return
        if "repeat" in gate.allowed:
            listed = (*gate.pointer, "allowedIntents", gate.allowed.index("repeat"))
            why = "`adaptationChain` is missing: the second repeat in a row ends the run"
            yield Hint(self._facts.place(listed), 'adaptationChain: ["default"]', why)

    def _of_lent_prompt(self, step: Step) -> Iterator[Hint]:
        """The step whose prompt is sent instead of this one's (1.14 §4.5)."""
        facts = self._facts
        if facts.handled and facts.lender and facts.lender != step.key:
            why = (
                "all steps are closure steps: the verdict handler sends one prompt for all of them"
            )
            place = facts.place(step.address_at("c3"))
            yield Hint(place, f"prompt of {facts.lender}", why)

    def names(self, kind: SymbolKind, _file: str, pointer: Pointer) -> Iterator[Offer]:
        """Intents that the kind of a step allows, climpt's own tools, its variables."""
        step = self._step_at(pointer)
        if kind == "intent":
            allowed = ALLOWED.get(step.kind, step.intents) if step is not None else INTENTS
            yield from (Offer(intent, "intent") for intent in allowed)
        elif kind == "tool":
            known = dict.fromkeys((*PLANNED, "Read", "Glob", "Grep", READER, *BOUNDARY))
            yield from (Offer(tool, "tool") for tool in known)
        elif kind == "variable":
            found = dict(self._known(step)) if step is not None else {}
            for name in RUNTIME:
                yield Offer(name, found.get(name, "of the run"))
        elif kind == "context" and step is not None and step.gate is not None:
            for path in step.gate.handoff_fields:
                yield Offer(path.rpartition(".")[2], f"passed on from `{path}`")

    def _step_at(self, pointer: Pointer) -> Step | None:
        """The step of the registry that contains a place."""
        base = len(self._facts.registry.base)
        if pointer[base : base + 1] != ("steps",) or len(pointer) < base + 2:
            return None
        return self._facts.steps.get(str(pointer[base + 1]))

    def _known(self, step: Step) -> Iterator[tuple[str, str]]:
        """The variables of a step with their sources."""
        for name, sources in self._facts.sources.get(step.key, {}).items():
            if not all(source.lacking for source in sources):
                yield name, _source_text(sources[0])

    # --- prompts -------------------------------------------------------------------------------

    def _asking(self, file: str) -> tuple[Step, ...]:
        """The steps that use a prompt; all steps for the system prompt."""
        system = self._facts.contract.system_prompt
        if system is not None and system.file == file:
            return tuple(self._facts.steps.values())
        return tuple(
            step
            for step in self._facts.steps.values()
            if any(text.file == file for text in texts(self._facts.contract, step))
        )

    def _text(self, file: str) -> Text | None:
        contract = self._facts.contract
        system = contract.system_prompt
        return system if system is not None and system.file == file else contract.prompts.get(file)

    def slots(self, file: str) -> Iterator[Slot]:
        """The variables of a prompt, with their sources in the steps that use it."""
        text, document = self._text(file), self._facts.contract.documents.get(file)
        if text is None or document is None:
            return
        asking = self._asking(file)
        for name, start, end in text.variables:
            lines: dict[str, None] = {}
            for step in asking:
                for source in self._facts.sources.get(step.key, {}).get(name, ()):
                    lacking = f", but {source.lacking}" if source.lacking else ""
                    lines[f"step `{step.key}`: {_source_text(source)}{lacking}"] = None
            range = Range(document.position(start), document.position(end))
            yield Slot(Place(file, (), "value", range), f"uv-{name}", tuple(lines))

    def inside(self, file: str, pointer: Pointer, before: str) -> Inside | None:
        """The variables of a prompt, and the possible sources of an input."""
        if pointer[-1:] == ("from",) and pointer[-3:-2] == ("inputs",):
            return self._in_source(pointer, before)
        found = _VARIABLE.search(before) if not pointer else None
        if found is None or self._text(file) is None:
            return None
        names: dict[str, str] = {}
        for step in self._asking(file):
            names |= {name: names.get(name, detail) for name, detail in self._known(step)}
        if found[1] is not None:
            return Inside(found[1], tuple(Offer(*each) for each in names.items()), "}")
        whole = [Offer(f"uv-{name}", detail) for name, detail in names.items()]
        whole.append(Offer(INPUT_TEXT.strip("{}"), "the input text"))
        return Inside(found[2], tuple(whole), "}")

    def _in_source(self, pointer: Pointer, before: str) -> Inside:
        """`step.key`: the step is the part before the last dot."""
        offers = []
        own = self._step_at(pointer)
        for step in self._facts.steps.values():
            if step is not own and step.gate is not None:
                for path in step.gate.handoff_fields:
                    key = path.rpartition(".")[2]
                    offers.append(Offer(f"{step.key}.{key}", f"passed on from `{path}`"))
        return Inside(before, tuple(offers))


def _source_text(source: Source) -> str:
    words = _CHANNELS[source.channel]
    if source.taken is not None:
        words = f"`{source.taken.source}`, {words}" if source.taken.source else "input of the step"
    return words if source.certain else f"{words}, not always available"
