"""Facts about an agent that rules need before they are asked (see `phaselint.vocabulary.rule.Rule`;
reference §1.3, §7.9)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import active_entry, entries
from phaselint.dialects.climpt.detect import is_workflow
from phaselint.dialects.climpt.model import VALIDATION_PARTS, Registry
from phaselint.dialects.climpt.spelling import FORMER_MEMBERS
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Self, TypeVar

    from phaselint.dialects.climpt.model import ClimptContract, Step
    from phaselint.vocabulary.finding import Pointer

    Made = TypeVar("Made")


class Known:
    """The known facts of one contract under some options."""

    def __init__(self, contract: ClimptContract, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract
        self.options = options
        self.bound = bound
        self.registry = contract.registry or Registry("")
        self._views: dict[Any, Any] = {}

    def once(self, make: Callable[[Self], Made]) -> Made:
        """The result of a function of the facts: a result that several rules use is computed
        once."""
        if make not in self._views:
            self._views[make] = make(self)
        found: Made = self._views[make]
        return found

    @property
    def is_1_13(self) -> bool | None:
        """Whether the agent is written for release 1.13; none if the question doesn't arise."""
        return self.contract.generation != "1.14" or None

    @property
    def is_1_14(self) -> bool | None:
        """Whether the agent is written for release 1.14; none if the question doesn't arise."""
        return self.contract.generation == "1.14" or None

    @property
    def is_agent(self) -> bool | None:
        """Whether it is an agent or a part of one; none for a workflow."""
        return not is_workflow(self.contract.target) or None

    @property
    def is_workflow(self) -> bool | None:
        """Whether it is the workflow that runs agents; none for an agent."""
        return is_workflow(self.contract.target) or None

    @property
    def workflow_read(self) -> bool | None:
        """Whether the workflow that runs the agent, or that this is, could be read; none for an
        agent without a workflow."""
        if self.contract.workflow is None:
            return None if self.is_agent else False
        return self.wanted

    @cached_property
    def wanted(self) -> bool:
        """Whether it is written for the release that is linted (1.14 §10)."""
        target: str = self.options["target"]
        return target == "auto" or bool(self.is_1_14) == (target == "1.14")

    @cached_property
    def has_agent(self) -> bool:
        """Whether agent.json could be read, and is of a release that is linted (§9)."""
        flat = any(self.in_agent(*sign) for sign in self.contract.signs)
        return self.contract.agent is not None and self.wanted and not flat

    @property
    def registry_read(self) -> bool:
        """Whether the registry could be read, and is of a release that is linted (§9)."""
        return self.contract.registry is not None and self.wanted

    @cached_property
    def validation_read(self) -> bool:
        """Whether that holds for the validation part of the registry too: it can be written for
        1.14 in a registry for 1.13, and is then left out."""
        return self.registry_read and (bool(self.is_1_14) or not self.validation_is_later)

    @cached_property
    def odd_steps(self) -> frozenset[str]:
        """The steps written for a release other than that of the registry."""
        contract, steps = self.contract, (*self.registry.base, "steps")
        signs = contract.signs
        if self.is_1_14:
            signs = tuple(each for each in contract.former if each[1][-1] in FORMER_MEMBERS)
        places = (p for file, p in signs if not self.in_agent(file, p))
        return frozenset(str(p[len(steps)]) for p in places if p[: len(steps)] == steps)

    @cached_property
    def validation_is_later(self) -> bool:
        """Whether the validation has the form of 1.14."""
        depth = len(self.registry.base)
        signs = (p for file, p in self.contract.signs if not self.in_agent(file, p))
        return any(pointer[depth] in VALIDATION_PARTS for pointer in signs)

    @property
    def steps_known(self) -> bool:
        """Whether the registry has a mapping of steps."""
        return self.registry.steps_known

    @property
    def has_inputs(self) -> bool | None:
        """Whether a step has `inputs`; none if rules on inputs don't arise."""
        return any(step.inputs for step in self.steps.values()) or None

    @property
    def has_choices(self) -> bool | None:
        """Whether a transition has anything but a `target`; none if rules on such transitions don't
        arise."""
        rules = (rule for step in self.steps.values() for rule in (step.transitions or {}).values())
        return any(rule.conditional or not rule.simple for rule in rules) or None

    @property
    def all_steps_sound(self) -> bool:
        """Whether every step is well formed."""
        return len(self.sound_steps) == len(self.steps)

    @cached_property
    def graph_known(self) -> bool:
        """Whether the steps could be read and some entry names one of them."""
        return self.registry_read and self.steps_known and bool(self.entries)

    @property
    def start_known(self) -> bool:
        """Whether it is known where runs of this agent start."""
        return bool(self.active)

    @property
    def runs_known(self) -> bool:
        """Whether it is known what runs do (see `dialects.base.Facts`)."""
        known = self.has_agent and self.graph_known and self.start_known
        return known and self.all_steps_sound and self.validation_read

    @property
    def settings_wanted(self) -> bool | None:
        """Whether it is known which settings file runs of the agent read, and whether it exists;
        none for a release that reads none."""
        return self.contract.settings is not None if self.is_1_14 else None

    @property
    def settings_read(self) -> bool | None:
        """Whether the agent has valid settings; none if none are looked for."""
        settings = self.contract.settings
        return None if settings is None else bool(settings.file) and settings.sound

    @property
    def schema_files_known(self) -> bool:
        """Whether the directory of the schemas exists, so a file in it can be missing."""
        return "schemas" not in self.contract.absent_trees

    @cached_property
    def all_schemas_resolved(self) -> bool:
        """Whether every output schema was found and could be resolved."""
        schemas = self.contract.schemas.values()
        return self.schema_files_known and all(each.schema is not None for each in schemas)

    @property
    def prompt_files_known(self) -> bool:
        """Whether the project of the agent exists, so a prompt in it can be missing."""
        return "prompts" not in self.contract.absent_trees

    @property
    def prompts_known(self) -> bool:
        """Whether it is known where the step prompts are."""
        return self.prompt_files_known and self.contract.breakdown.root is not None

    @property
    def has_braces(self) -> bool | None:
        """Whether a prompt has names in braces other than variables, or there might be retry
        prompts, where variables count as such; none if rules on them don't arise."""
        if self.contract.registry is not None and self.registry.validation:
            return True
        system = self.contract.system_prompt
        texts = (*self.contract.prompts.values(), *((system,) if system is not None else ()))
        return any(text.braces for text in texts) or None

    @property
    def patterns_known(self) -> bool:
        """Whether the yml file exists that says which addresses prompts can have."""
        return self.contract.breakdown.user_found

    def in_agent(self, file: str, pointer: Pointer) -> bool:
        """Whether a place is one of agent.json, which can be part of a blueprint."""
        agent = self.contract.agent
        if agent is None or file != agent.file:
            return False
        return pointer[: len(agent.base)] == agent.base

    @property
    def steps(self) -> Mapping[str, Step]:
        """The steps by key, in order."""
        return self.registry.steps

    @cached_property
    def sound_steps(self) -> tuple[Step, ...]:
        """The valid steps."""
        return tuple(step for step in self.steps.values() if step.sound)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """All existing entries, for any verdict type."""
        return entries(self.contract)

    @cached_property
    def active(self) -> str:
        """The entry of this agent's runs; empty if it isn't known."""
        return active_entry(self.contract) if self.has_agent else ""
