"""Steps that can repeat, and where their chains are written (reference climpt 1.14 §2.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import Equals, plainly_admits, satisfiable
from phaselint_rules.climpt.gates.schemas import SIGNAL
from phaselint_rules.climpt.pointertext import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place


CHAIN = "adaptationChain"
REPEAT = "repeat"


def repeats(step: Step) -> bool:
    """Whether a step lists `repeat`."""
    return step.gate is not None and REPEAT in step.gate.allowed and not step.section


def can_repeat(facts: ClimptFacts, step: Step) -> bool:
    """Whether a step lists `repeat` and an answer of it can use it. In a closure step only
    `next_action.action` counts, whatever its gate reads (reference §4.4)."""
    schema = facts.schema(step)
    if not repeats(step) or step.kind != "closure" or schema is None:
        return repeats(step)
    said, test = path_of(SIGNAL), Equals(REPEAT)
    return plainly_admits(schema, said, test) or satisfiable(schema, said, test).answer != "no"


def repeats_end(facts: ClimptFacts, step: Step) -> bool:
    """Whether a run has iterations left for one repeat more than the chain of a step has elements,
    if it has any."""
    if not can_repeat(facts, step) or step.chain.endless or not is_list(facts, step):
        return False
    way, length = facts.way_lengths[step.key], len(step.chain.elements)
    return step.chain.given and way > 0 and 0 < length <= facts.agent.max_iterations - way


def chain_place(facts: ClimptFacts, step: Step) -> Place:
    """Where the chain of a step is written."""
    return facts.place((*step.pointer, CHAIN))


def element_place(facts: ClimptFacts, step: Step, element: str) -> Place:
    """The first place of an element of a chain, or the whole chain."""
    written = value_at(facts, chain_place(facts, step))
    inner = (written.index(element),) if isinstance(written, list) and element in written else ()
    return facts.place((*step.pointer, CHAIN, *inner))


def is_list(facts: ClimptFacts, step: Step) -> bool:
    """Whether the chain of a step is absent or a list: `adaptation-chain-element` reports any other
    value."""
    return not step.chain.given or isinstance(value_at(facts, chain_place(facts, step)), list)
