"""Defects of phaselint and of plugins while a contract is checked, as findings: what fails is left
out, and all else goes on. So is what takes more than is waited for, which isn't a finding."""

from __future__ import annotations

from phaselint.vocabulary.errors import PluginError, described
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Dialect, Target
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule

THE_CONTRACTS = "the other contracts were linted"
THE_RULES = "the other rules were checked"
THE_FINDINGS = "nothing else is missing"
"""What has gone on anyway."""


class Defects:
    """What failed while one contract was checked; each defect is said once.

    Attributes:
        hits: the findings about them.
        rules: the names of the rules that were not asked to the end.
        late: whether some of that is only for want of patience.
    """

    __slots__ = ("_dialect", "_known", "_target", "hits", "late", "rules")

    def __init__(self, dialect: Dialect, target: Target, rules: Iterable[Rule]) -> None:
        self._dialect = dialect
        self._known = rules
        self._target = target
        self.hits: list[Hit] = []
        self.rules: set[str] = set()
        self.late = False

    def caught(self, goes_on: str, rule: Rule | None = None) -> _Caught:
        """Note what is raised inside, and go on behind."""
        return _Caught(self, goes_on, rule)

    def note(self, error: Exception, goes_on: str, rule: Rule | None = None) -> None:
        """Note what was raised, in code of a rule if one is given, else of the dialect."""
        origin = (rule.origin if rule else "") or self._dialect.origin
        reason = error.reason if isinstance(error, PluginError) else described(error)
        who = f"plugin {origin}" if origin else "phaselint"
        text = message("{} failed on this contract: {}", who, reason)
        self.say(text, f"please report this with the contract; {goes_on}")
        if rule is not None and goes_on == THE_RULES:
            self.rules.add(rule.name)

    def put_off(self, *rules: str) -> None:
        """Note rules that take more than is waited for."""
        self.rules.update(rules)
        self.late = True

    def say(self, message: Message, help_text: str) -> None:
        """Report what is wrong, unless that has been said."""
        if all(hit.finding.message != message for hit in self.hits):
            place = Place(self._target.file, (), "document")
            rule = rule_named(self._known, "internal-error")
            self.hits.append(Hit(rule, Finding(place, message, help_text), self._target))


class _Caught:
    """See `Defects.caught`."""

    __slots__ = ("_defects", "_goes_on", "_rule")

    def __init__(self, defects: Defects, goes_on: str, rule: Rule | None) -> None:
        self._defects = defects
        self._goes_on = goes_on
        self._rule = rule

    def __enter__(self) -> None:
        """Nothing is raised yet."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        self._defects.note(error, self._goes_on, self._rule)  # it must not hide the rest
        return True


def rule_named(rules: Iterable[Rule], name: str) -> Rule:
    """A rule by its name. Raises LookupError when there is none."""
    for rule in rules:
        if rule.name == name:
            return rule
    raise LookupError(name)
