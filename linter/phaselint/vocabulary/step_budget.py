"""How much work patterns and schemas may make in one contract: steps, counted in one place.

Of a pattern, a step is a look at one state, one pair of states or one place of a string; of a
schema, it is a look at one that is part of it. A question about a pattern is asked once for a
contract, and once all steps are spent every further answer is that nothing is known; so the sum is
bounded however many patterns and schemas there are, and depends on no clock.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import wraps

from phaselint.vocabulary.time_budget import InForce, pace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, ParamSpec, Protocol, TypeVar

    Known = dict[tuple[object, ...], object]
    Columns = Sequence[Sequence[Any]]
    Standing = tuple[float, int, int, int]
    """Steps that are left for schemas, and for patterns; questions that are answered once for a
    contract: how often one was asked where there is a memory, and how many have an answer."""
    _Asked = ParamSpec("_Asked")
    _Answer = TypeVar("_Answer")
    _Made = TypeVar("_Made")

    # Only types name these, and Python takes longer to make a protocol than a class.
    class Memory(Protocol):
        """Known answers about patterns and schemas from other contracts, or from before an edit;
        `whole_only` tells that parts of a contract are not asked by themselves."""

        whole_only: bool

        def repeat(self, allowance: StepBudget, ask: Callable[..., Any], *asked: Any) -> Any:
            """What a question gives that is answered once for a contract and has not been so far,
            as if it were asked: it takes the steps that it takes. What it asks in turn is asked.
            Raises Spent."""

        def pure(self, make: Callable[..., Any], args: tuple[Any, ...]) -> Any:
            """See `phaselint.vocabulary.pure`."""

        def per_part(self, allowance: StepBudget, ask: Callable[..., Any], parts: Any) -> Any:
            """See `ask_per_part` below."""

        def rows(
            self, allowance: StepBudget, columns: Columns, make: Callable[..., Any], *about: Any
        ) -> list[Any]:
            """See `phaselint.vocabulary.pure.Pure.each`."""

    class Question(Protocol):
        """A question about a schema, which counts its own steps: how many it was granted, and how
        many are left, below zero once they are spent."""

        root: Any
        steps: int
        left: int


STEPS = 1_000_000
"""What the patterns of a contract may cost."""
SCHEMA_STEPS = 60_000
"""What all questions of rules about the schemas of a contract may cost: schemas looked at."""


class Itself:
    """A value as a key, also of a `pure` function: equal to itself alone, and kept as long as the
    key."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


_UNKNOWN = object()
"""What is known of a question that nobody has asked."""


class Spent(Exception):
    """No steps are left."""


class StepBudget:
    """The steps that are left for the patterns and schemas of one contract, and what is known about
    the patterns.

    Attributes:
        left: how many steps for patterns; below zero once they are spent.
        pattern_cut: the pattern at which they ran out, empty as long as there are some.
        schemas: how many steps for schemas.
        schema_cut: the schema at which these ran out, none as long as there are some.
        engine: whether a child process may be asked where our own matching has no answer, which
            only what nothing but proofs and scripts depend on may.
        turns: the questions about patterns so far, in that order, where there is a memory.
        per_part: whether parts were asked by themselves: a question about a part and the whole
            takes its steps twice then.
        answered: the answers, by their questions.
    """

    __slots__ = (
        "_aside",
        "_asked",
        "_memory",
        "_patience",
        "_wanted",
        "answered",
        "engine",
        "left",
        "pattern_cut",
        "per_part",
        "schema_cut",
        "schemas",
        "turns",
    )

    def __init__(self, steps: int = STEPS, *, engine: bool = False, known: Known | None = None):
        self.left = steps
        self.pattern_cut = ""
        self.engine = engine
        self.schemas: float = SCHEMA_STEPS
        self.schema_cut: Any = None
        self._patience = pace()
        self._aside: StepBudget | None = None
        self._asked: Question | None = None
        self._wanted = 0
        self.answered: Known = {} if known is None else known
        self._memory = MEMORY.get(None)
        self.turns: list[tuple[Any, ...]] = []
        self.per_part = False

    def renewed(self, *, engine: bool = False) -> StepBudget:
        """All steps again, for a second use of the same patterns: what is known stays, and what
        was too much stays unknown. Questions about schemas are bounded one by one alone."""
        further = StepBudget(engine=engine, known=dict(self.answered))
        further.schemas = float("inf")
        return further

    @property
    def aside(self) -> StepBudget:
        """Steps for what only proofs need of the same contract, the same each time: rules have none
        fewer for it."""
        if self._aside is None:
            self._aside = StepBudget()
            self._aside._aside = self._aside
        return self._aside

    @property
    def known(self) -> int:
        """How many questions were answered that are asked once for a contract."""
        return len(self.answered)

    @property
    def exhausted(self) -> bool:
        """Whether something was asked for which there were no steps."""
        return bool(self.pattern_cut) or self.schema_cut is not None

    def spend(self, steps: int) -> None:
        """Take steps away. Raises Spent when there are not so many, and what the effective patience
        raises."""
        self.left -= steps
        if self._patience is not None:
            self._patience.take(steps)
        if self.left < 0:
            raise Spent

    def granted(self, steps: int, question: Question) -> int:
        """How many of so many steps a question about a schema may take, since those before it took
        theirs."""
        self.settle()
        self._asked, self._wanted = question, steps
        return int(max(min(steps, self.schemas), 0))

    def take(self, steps: int) -> bool:
        """Take away the steps of a question about a schema that is answered without asking, if
        there are so many; whether there were."""
        self.settle()
        if steps > self.schemas:
            return False
        self.schemas -= steps
        return True

    def standing(self) -> Standing:
        """How many steps are left, and how much was asked, the last question about a schema
        counted."""
        asked, schemas = self._asked, self.schemas
        if asked is not None:
            schemas -= asked.steps - max(asked.left, 0) + 1
        return schemas, self.left, len(self.turns), len(self.answered)

    def settle(self) -> None:
        """Take away what the last question about a schema took."""
        asked, self._asked = self._asked, None
        if asked is not None:
            self.schemas -= asked.steps - max(asked.left, 0) + 1
            if asked.left < 0 and asked.steps < self._wanted and self.schema_cut is None:
                self.schema_cut = asked.root

    def answer(self, question: Callable[..., object], *asked: object) -> object:
        """What a question about a pattern gives, the first of `asked`; none without steps."""
        key, memory = (question, *asked), self._memory
        if memory is not None:
            self.turns.append(key)
        known = self.answered.get(key, _UNKNOWN)
        if known is not _UNKNOWN:
            return known
        try:
            known = question(*asked) if memory is None else memory.repeat(self, question, *asked)
        except Spent:
            self.pattern_cut = self.pattern_cut or str(asked[0])
            known = None
        self.answered[key] = known
        return known

    def ask_wholes(self) -> None:
        """Have no part asked by itself from now on."""
        if self._memory is not None:
            self._memory.whole_only = True


_CURRENT: ContextVar[StepBudget] = ContextVar("_CURRENT")
MEMORY: ContextVar[Memory] = ContextVar("MEMORY")
"""What is known from before; only what is in this package asks it."""


def current() -> StepBudget:
    """The current allowance; one for a single question where there is none."""
    return _CURRENT.get(None) or StepBudget()


def in_force() -> StepBudget | None:
    """The current allowance, if there is one."""
    return _CURRENT.get(None)


def spend(steps: int) -> None:
    """Take steps from the effective allowance. Raises Spent when there are not so many."""
    allowance = _CURRENT.get(None)
    if allowance is not None:
        allowance.spend(steps)


def allowing(allowance: StepBudget) -> AbstractContextManager[StepBudget]:
    """Make an allowance the current one for what is done inside."""
    return InForce(_CURRENT, allowance)


def for_proofs(make: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
    """Make what only proofs need with steps of its own (`StepBudget.aside`)."""

    @wraps(make)
    def made(*args: _Asked.args, **more: _Asked.kwargs) -> _Made:
        allowance = _CURRENT.get(None)
        if allowance is None:
            return make(*args, **more)
        with allowing(allowance.aside):
            return make(*args, **more)

    return made


def remembering(memory: Memory) -> AbstractContextManager[Memory]:
    """Make a memory the current one for the allowances that are made inside."""
    return InForce(MEMORY, memory)


def remembers() -> bool:
    """Whether there is a memory."""
    return MEMORY.get(None) is not None


def ask_per_part(ask: Callable[[Any], Iterable[Any]], whole: Any) -> Iterable[Any]:
    """What a question finds in a whole that has `parts`, each of which it looks at by itself: where
    there is a memory, only those that were not there before are looked at."""
    memory, allowance = MEMORY.get(None), _CURRENT.get(None)
    if memory is None or allowance is None or memory.whole_only:
        return ask(whole)
    allowance.per_part = True
    found: Iterable[Any] = memory.per_part(allowance, ask, whole.parts)
    return found


def counted(
    question: Callable[_Asked, _Answer | None],
) -> Callable[_Asked, _Answer | None]:
    """Make a question about a pattern one that is answered once for a contract, and by none when
    no steps are left. It is asked with values that can be keys, the pattern first."""

    @wraps(question)
    def answer(*args: _Asked.args, **_: _Asked.kwargs) -> _Answer | None:
        allowance = _CURRENT.get(None)
        if allowance is not None:
            found = allowance.answer(question, *args)
        else:
            with allowing(StepBudget()) as alone:
                found = alone.answer(question, *args)
        return found  # type: ignore[return-value]  # known is what it gave

    return answer
