"""What two sides of a comparison have no content of: submodules, and files that a partial clone
lacks."""

from __future__ import annotations

from phaselint.linting.difference.parts import is_in, may_be_a_part
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.linting.difference.sides import Side

    Show = Callable[[str], str]


def without_modules(old: Side, new: Side, show: Show) -> tuple[Side, Side, tuple[str, ...]]:
    """Both sides without what is in submodules of either, as git has no content of these, and a
    line for each one that changed or has contracts."""
    modules = {**old.modules, **new.modules}
    if not modules:
        return old, new, ()
    told = {
        module
        for module in modules
        if _has_contracts(old, module)
        or _has_contracts(new, module)
        or (old.in_git and new.in_git and old.modules.get(module) != new.modules.get(module))
    }
    notes = (
        f"{show(module)}: contracts in a submodule are not compared; run `phaselint diff` in it"
        for module in sorted(told)
    )
    return _without(old, modules), _without(new, modules), tuple(notes)


def _has_contracts(side: Side, module: str) -> bool:
    return any(is_in(side.path(each), module) for each in side.found)


def _without(side: Side, modules: dict[str, str]) -> Side:
    return side._replace(
        files={
            path: name
            for path, name in side.files.items()
            if not any(is_in(path, each) for each in modules)
        },
        found=tuple(
            found
            for found in side.found
            if not any(is_in(side.path(found), each) for each in modules)
        ),
    )


def lacking_files(old: Side, new: Side, show: Show) -> Iterator[str]:
    """A line for each side of which git lacks files that contracts may be made of."""
    for side in (old, new):
        paths = sorted(filter(may_be_a_part, side.lacking()))
        if paths:
            more = f" and {len(paths) - 1} more" if paths[1:] else ""
            yield (
                f"{side.label}: this partial clone lacks {plural(len(paths), 'file')} "
                f"({show(paths[0])}{more}); fetch all with `git fetch --refetch --no-filter`"
            )
