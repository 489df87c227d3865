"""The rules of the next release alone, which are asked where the option `target` says so.

Their rows are here and not with their checks, which are imported when a workflow is linted for
that release.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module
from phaselint.vocabulary.rule import ERROR, WARNING, Rule
from phaselint_rules.sweny import proofs
from phaselint_rules.sweny.needs import NEXT, NEXT_GRAPH, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.sweny import effects, expressions, policies
else:
    effects = deferred_module("phaselint_rules.sweny.effects")
    expressions = deferred_module("phaselint_rules.sweny.expressions")
    policies = deferred_module("phaselint_rules.sweny.policies")

POLICIES = (
    Rule("SW801", policies.permission_above_ceiling, ERROR, NEXT, whole=SOUND),
    Rule("SW802", policies.budget_above_ceiling, ERROR, NEXT, whole=SOUND),
    Rule("SW803", policies.agent_env_on_read_node, ERROR, NEXT, whole=SOUND),
)

EFFECTS = (
    Rule("SW804", effects.duplicate_output, ERROR, NEXT, whole=SOUND),
    Rule("SW805", effects.output_not_allowed, ERROR, NEXT, whole=SOUND),
    Rule("SW806", effects.unsupported_output, ERROR, NEXT, whole=SOUND),
)

EXPRESSIONS = (
    Rule("SW809", expressions.when_expression_invalid, ERROR, NEXT, whole=SOUND),
    Rule("SW810", expressions.mixed_when_forms, ERROR, NEXT, whole=SOUND),
    Rule(
        "SW811",
        expressions.when_expressions_overlap,
        WARNING,
        NEXT_GRAPH,
        proofs.expressions.ends_undecided,
        whole=SOUND,
        ends="failure",
    ),
)
