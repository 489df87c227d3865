"""Functions whose answers are known again when a contract is checked again after an edit.

`@pure` declares for a function that its answer follows from its arguments alone; they never change,
nor does the answer. Where there is a memory (see `phaselint.vocabulary.cache`), it is not asked
again about the same; what is the same goes by the argument:

* strings, numbers and tuples of such by their value;
* lists and dicts, which are plain data, by what is written in them: so they are the same where a
  document was read again. An answer that has to do with this very object takes `Itself` of it;
* all else, such as a step or a document, by being the same object.

An answer that is known takes the steps that it took when it was asked for (see
`phaselint.vocabulary.step_budget`), and is asked for again where there are not so many: so what is
left for others does not depend on what is known, and neither does any answer.
"""

from __future__ import annotations

from functools import wraps

from phaselint.vocabulary.step_budget import MEMORY, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ParamSpec, Protocol, TypeVar

    from phaselint.vocabulary.step_budget import Columns

    Args = ParamSpec("Args")
    Answer = TypeVar("Answer")

    # Only types name it, and Python takes longer to make a protocol than a class.
    class Pure(Protocol[Args, Answer]):
        """A function whose answers are known again. It takes its arguments by position."""

        def __call__(self, *args: Args.args, **named: Args.kwargs) -> Answer:
            """The answer of the function."""

        def each(self, columns: Columns, *about: Any) -> list[Answer]:
            """Its answers for each row of columns of things, with the same further arguments.

            To look up each of a thousand takes as long as many a rule takes to look at it. So they
            are known for some rows at a time, as long as the things in them are the same objects.
            """


def pure(make: Callable[Args, Answer]) -> Pure[Args, Answer]:
    """Have a function asked about the same only once, as the module says."""

    ask: Callable[..., Answer] = make

    @wraps(make)
    def known(*args: Any) -> Any:
        memory = MEMORY.get(None)
        return ask(*args) if memory is None else memory.pure(make, args)

    def each(columns: Columns, *about: Any) -> list[Any]:
        memory = MEMORY.get(None)
        if memory is None:
            return [ask(*row, *about) for row in zip(*columns, strict=True)]
        return memory.rows(current(), columns, make, *about)

    vars(known)["each"] = each
    return known  # type: ignore[return-value]  # which has `each` now
