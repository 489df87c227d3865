"""What a sibling does by itself, worked out once for all states in which it is the same: what an
answer makes of it, how it can be answered, and what tells its states apart (reference R35–R39).

States of a fan-out are made of those of its siblings, so there are many more of them. Executions
and answers are told apart by their identity, since what is kept gives the same objects again.
"""

from __future__ import annotations

from phaselint.dialects.stud.running.memo import Beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.running.session import Law, State


def beside(state: State) -> Beside | None:
    """The known facts about the siblings that run; none where none do, or a world has a say."""
    fan = state.fork
    return None if fan is None or fan.joining else _of(state.law)


def _of(law: Law) -> Beside | None:
    """The known facts under a law; siblings depend on nothing else of it."""
    if law.memo is None or law.memo.beside is None:
        return None
    key = (law.asked, law.registry)
    found = law.memo.beside.get(key)
    if found is None:
        found = law.memo.beside[key] = Beside()
    return found
