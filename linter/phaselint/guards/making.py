"""Guards made of policies: the table of each that a guard can hold, and why others are left out."""

from __future__ import annotations

from phaselint.guards.proving import proved
from phaselint.guards.rows import rows_of, why_not
from phaselint.guards.tables import MOST_STATES, Table, automaton, pruned
from phaselint.guards.targets import NotShown
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.acting import ActAtlas
    from phaselint.guards.proving import Proof
    from phaselint.guards.rows import View
    from phaselint.policies.policy import Policy


class Guarded(NamedTuple):
    """A policy that a guard holds, with what the product of guard and contract shows; none where
    no run of the contract is known."""

    table: Table
    proof: Proof | None


def made(
    policy: Policy, view: View, atlases: Sequence[ActAtlas] | None
) -> tuple[Guarded | None, str]:
    """The guard of a policy whose names are resolved, or why there is none. `atlases` are the runs
    of the contract, or none where they aren't known."""
    if reason := why_not(policy):
        return None, reason
    try:
        rows = rows_of(policy, view)
    except NotShown as error:
        return None, str(error)
    if not any(row.done for row in rows):
        return None, f"{view.target.product} shows none of its acts"
    found = automaton(policy)
    if found is None:
        return None, f"its table has more than {MOST_STATES:,} states"
    table = Table(policy, rows, pruned(found.next, rows), found.start, found.open)
    if atlases is None:
        return Guarded(table, None), ""
    proof = proved(atlases, table, view)
    product = view.target.product
    if proof.wrong:
        return None, f"a guard would block {proof.wrong} in a run that the policy allows"
    if proof.missed:
        return None, f"a guard would miss {proof.missed}, as {product} shows the run"
    return Guarded(table, proof), ""
