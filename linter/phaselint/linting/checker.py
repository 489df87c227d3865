"""What the contracts of one project are checked by."""

from __future__ import annotations

from phaselint.config.select import choice_in, is_known, named_by, selection_for
from phaselint.dialects.options import in_force
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.paths import below
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.ruleset import of_dialects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.config.model import Config
    from phaselint.config.select import Selection
    from phaselint.dialects.base import Dialect, Target
    from phaselint.dialects.reader import Reader
    from phaselint.linting.check import Checked
    from phaselint.linting.detection import Workspace
    from phaselint.linting.request import Request
    from phaselint.linting.task import Chosen
    from phaselint.vocabulary.rule import Rule


class Choice(NamedTuple):
    """The rules that are run, which of them are shown, and which are asked, by dialect, as far as
    that was needed."""

    rules: tuple[Rule, ...]
    selection: Selection
    asked: dict[str, Chosen]


class Choices:
    """The choices among rules in the projects of a run: an organization has many projects, and few
    that choose differently from the rest."""

    __slots__ = ("_made", "_request")

    def __init__(self, request: Request) -> None:
        self._request = request
        self._made: dict[Hashable, Choice] = {}

    def of(self, config: Config, rules: tuple[Rule, ...]) -> Choice:
        """The choice among rules under a configuration. Raises UsageError where that names one
        that doesn't exist."""
        key = choice_in(config), rules
        found = self._made.get(key)
        if found is None:
            found = Choice(rules, selection_for(config, self._request, rules), {})
            self._made[key] = found
        return found


class Plan(NamedTuple):
    """How the contracts of a project are checked; `given` are dialect options that win."""

    root: str
    config: Config
    request: Request
    choice: Choice
    given: Mapping[str, Mapping[str, Any]]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are run."""
        return self.choice.rules


def plan_for(workspace: Workspace, request: Request, choice: Choice) -> Plan:
    """How contracts of a project are checked."""
    return Plan(workspace.root, workspace.config, request, choice, workspace.given)


def needed(
    rules: Sequence[Rule], dialects: Iterable[str], config: Config, request: Request
) -> tuple[Rule, ...]:
    """The rules to run: those of the dialects at hand, and all there are where somebody names a
    rule that is not among these, since what a name stands for is settled among all."""
    near = of_dialects(rules, set(dialects))
    settled = all(is_known(selector, near) for selector in named_by(config, request))
    return near if settled else tuple(rules)


class Checker:
    """Checks contracts of one project as its plan says."""

    __slots__ = ("_tasks", "plan", "selection")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.selection = plan.choice.selection
        self._tasks: dict[str, Task] = {}

    def check(self, target: Target, reader: Reader) -> Checked:
        """Check one contract."""
        dialect = self.dialect(target.dialect)
        return check(dialect, reader, target, self.task(target.dialect))

    def dialect(self, name: str) -> Dialect:
        """The dialect that goes by a name in the project."""
        return self.plan.config.dialects[name]

    def task(self, name: str) -> Task:
        """How contracts of a dialect are checked."""
        if name not in self._tasks:
            plan = self.plan
            task = Task(
                rules=plan.rules,
                options=in_force(self.dialect(name), plan.config.options, plan.given),
                bound=plan.request.bound or plan.config.bound or DEFAULT_BOUND,
                dry_run=plan.request.dry_run,
                sound=plan.request.sound or plan.config.sound,
                verify=plan.request.verify,
                scripts=plan.config.scripts,
                cost=plan.request.cost,
                pictures=plan.request.pictures,
                coverage=plan.request.coverage,
                policies=plan.config.policies,
                config_file=below(plan.root, plan.config.path) if plan.config.policies else "",
                policing=plan.request.dry_run or plan.request.policies or plan.request.policing,
                policies_alone=plan.request.policies and not plan.request.dry_run,
                wanted=self.selection.shown,
                asked=self.selection.selected,
            )
            asked = plan.choice.asked
            if name not in asked:
                asked[name] = task.choose(self.dialect(name))
            self._tasks[name] = task._replace(chosen=asked[name])
        return self._tasks[name]
