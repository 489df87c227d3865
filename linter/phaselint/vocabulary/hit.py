"""What checking a contract gives, before anybody knows where the user reads of it."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.diagram.model import View
    from phaselint.dialects.base import Target
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint.vocabulary.rule import Rule


class Hit(NamedTuple):
    """What checking a contract gives: a finding, the rule that says it, the contract, and the
    executor's verdict in a dry run. `target` is none where no contract is concerned. `view` is what
    there is to see of it, where pictures are asked for."""

    rule: Rule
    finding: Finding
    target: Target | None = None
    proof: Proof | None = None
    view: View | None = None

    @property
    def is_error(self) -> bool:
        """Whether it is an error, as its rule says."""
        return self.rule.level(self.finding) == "error"

    @property
    def explains(self) -> bool:
        """Whether it may explain what exploring a contract shows: an error or a warning of a rule
        that is on by default."""
        return self.rule.default and self.rule.level(self.finding) != "info"
