"""The answers that there may be in a state, each with what it takes for granted (reference §5.17,
exploration)."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.langgraph.functionmodel import Send, Update, name_of
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.running.control import mapped
from phaselint.dialects.langgraph.running.interrupts import pending
from phaselint.dialects.langgraph.running.session import (
    QUESTION,
    SOMETHING,
    Did,
    Package,
    Resumed,
    Routed,
)
from phaselint.dialects.langgraph.running.statekeys import returns_whole, sites_of
from phaselint.dialects.records import MILDEST_FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.functionmodel import (
        Answer,
        Constant,
        Function,
        Return,
        Written,
    )
    from phaselint.dialects.langgraph.model import Branch, Node
    from phaselint.dialects.langgraph.running.session import Frame, Label, Law
    from phaselint.dialects.records import Grade

    Graded = dict[Did | Routed | Resumed, Grade]

MOST = 256
"""The most answers of one question that are distinguished."""

MANY = (0, 1, 2)
"""How many stand for any number of packages."""


class Beyond(Exception):
    """There are more than `MOST` answers."""


def resumptions(frame: Frame) -> Graded:
    """How an interrupted run is resumed, if it can be; and that it is left where it is."""
    left: Graded = {Resumed(left=True): "hostile"}
    if not frame.law.resumable:
        return left
    return {Resumed(each=pending(frame) > 1): "strict", **left}


# --- nodes ----------------------------------------------------------------------------------------


def deeds(law: Law, name: str, resumed: int, present: frozenset[str]) -> Graded:
    """What a run of a node may come to, that was resumed so often; of the whole state it gives
    back what has a value. Raises Beyond."""
    known = law.keys
    if known is not None and any(map(returns_whole, sites_of(law.nodes[name]))):
        law = law._replace(keys=known & present)
    key = (name, resumed > 0, law.keys)
    if key not in law.options:
        law.options[key] = _deeds(law, law.nodes[name], resumed)
    found: Graded = law.options[key]
    return found


def goes_wrong(law: Law, name: str, did: Did) -> bool:
    """Whether it is only where something goes wrong that a node returns so."""
    key = (name, "wrong")
    if key not in law.options:
        node = law.nodes[name]
        told: dict[bool, set[Did]] = {True: set(), False: set()}
        if node.function is not None and any(site.exceptional for site in node.function.returns):
            for site in node.function.returns:
                ways = (each for each, _ in _of_site(law, site, node.function, node))
                told[site.exceptional].update(ways)
        law.options[key] = frozenset(told[True] - told[False])
    found: frozenset[Did] = law.options[key]
    return did in found


def handlings(law: Law, name: str) -> Graded:
    """What the error handler of a node may come to."""
    key = (name, "handler")
    if key not in law.options:
        handler = law.nodes[name].handler
        done = _of_function(law, handler) if handler else _opaque(law, routes=True)
        law.options[key] = {Did(raised=SOMETHING): "hostile", **done} if law.caught else done
    found: Graded = law.options[key]
    return found


def _deeds(law: Law, node: Node, resumed: int) -> Graded:
    function = node.function
    if function is None:
        found = _opaque(law, routes=node.routes)
        return _with_raises(law, node, found)
    found = {**dict.fromkeys(_handed(law), "hostile"), **_of_function(law, function, node)}
    open_ = [each for each in function.interrupts if each.swallowed is None]
    if open_ and not resumed:
        asking: Graded = {Did(interrupts=(QUESTION,)): "strict"}
        found = asking if any(each.certain for each in open_) else {**found, **asking}
    return _with_raises(law, node, found)


def _with_raises(law: Law, node: Node, found: Graded) -> Graded:
    """The same, and that the node may raise, where it says so or something comes of it."""
    raises = node.function is not None and node.function.raises
    if raises or law.sees_errors(node.name):
        return {Did(raised=SOMETHING): "hostile", **found}
    return found


def _handed(law: Law) -> Iterator[Did]:
    """The possible commands from a graph called by a node for the graph around it."""
    yield from (Did(None, (name,)) for name in sorted(law.called) if name in law.nodes)


def _opaque(law: Law, *, routes: bool) -> Graded:
    """What a node may do of which nothing is known."""
    found: Graded = {Did(): "strict"}
    if law.guides:
        found[Did(_every_key(law))] = "hostile"
    if routes:
        found |= dict.fromkeys(_anywhere(law), "hostile")
    return found


def _anywhere(law: Law) -> Iterator[Did]:
    """Commands to every node, and to END."""
    for name in (*law.nodes, END):
        yield Did(None, (name,))


def _of_function(law: Law, function: Function, node: Node | None = None) -> Graded:
    found: Graded = {}
    for site in function.returns:
        for did, grade in _of_site(law, site, function, node):
            _add(found, did, grade)
    if not function.returns_complete:
        _add(found, Did(), "strict" if not found else "fair")
        for answer, grade in _opaque(law, routes=function.commands).items():
            _add(found, answer, grade if grade == "hostile" else "fair")
    if found:
        return found
    if function.raises:  # such as one that is still to be written
        return {Did(raised=SOMETHING): "strict", Did(): "hostile"}
    return {Did(): "strict"}


def _add(found: Graded, did: Did | Routed | Resumed, grade: Grade) -> None:
    if did not in found or MILDEST_FIRST.index(grade) < MILDEST_FIRST.index(found[did]):
        found[did] = grade
    if len(found) > MOST:
        raise Beyond


def _of_site(
    law: Law, site: Return, function: Function, node: Node | None
) -> Iterator[tuple[Did, Grade]]:
    """What a return of a node comes to."""
    if site.form == "invalid":
        yield Did(returned=site.said or "something else"), "strict"
        return
    updates = list(_updates(law, site))
    for goto, grade in _gotos(law, site, function, node):
        for update, again, known in updates:
            yield Did(update, goto, site.parent, again=again), grade if known else "hostile"
    if site.form == "unknown" and function.commands:
        yield from ((did, "hostile") for did in _anywhere(law))


def _updates(
    law: Law, site: Return
) -> Iterator[tuple[tuple[tuple[str, Constant | None], ...] | None, frozenset[str], bool]]:
    """What a return writes: keys with values, those that hold their old value, and whether that is
    known. The keys by which routers decide have each value that they may be set to."""
    update = site.update
    if site.form == "none" or (site.form == "command" and update == Update()):
        yield None, frozenset(), True
        return
    again = law.adding & frozenset([each.key for each in update.keys if each.again])
    listed = {each.key: each for each in update.keys}
    rest: list[str] = []
    if returns_whole(site):
        again |= law.adding
        rest = sorted((law.keys or frozenset()) - listed.keys())
    columns = [_values(law, each) for each in listed.values()]
    for row in _rows(columns):
        pairs = (*zip(listed, row, strict=True), *((key, None) for key in rest))
        yield pairs, again, True
    if not update.complete and law.guides:
        yield _every_key(law), again, False


def _every_key(law: Law) -> tuple[tuple[str, Constant | None], ...]:
    """An update of all keys, with values of which nothing is known."""
    return tuple((key, None) for key in sorted(law.keys or law.guides))


def _rows(columns: Sequence[Sequence[Constant | None]]) -> Iterator[tuple[Constant | None, ...]]:
    size = 1
    for column in columns:
        size *= len(column)
    if size > MOST:
        raise Beyond
    yield from product(*columns)


def _values(law: Law, written: Written) -> Sequence[Constant | None]:
    """The values that a key is set to, as far as something comes of it."""
    known = [each for each in written.values.constants if isinstance(each, (str, bool, int))]
    if written.key in law.guides:
        return (*known, *(() if written.values.complete and known else (None,)))
    return known[:1] if written.values.only and known else (None,)


def _gotos(
    law: Law, site: Return, function: Function, node: Node | None
) -> Iterator[tuple[tuple[Label, ...], Grade]]:
    """The targets that the command of a return may have, all at once."""
    if site.goto is None:
        yield (), "strict"
        return
    seen: dict[tuple[Label, ...], Grade] = {}
    for answer in site.goto.options:
        for labels in _packed(law, answer):
            seen.setdefault(labels, "strict")
    if not site.goto.complete:
        declared = node.destinations if node and node.destinations else function.declared
        for each in declared or ():
            label = _label(each.value)
            seen.setdefault((label,), "strict" if not site.goto.options else "fair")
        if not declared and not site.parent:
            for name in (*law.nodes, END):
                seen.setdefault((name,), "hostile")
        elif not declared:
            seen.setdefault((), "hostile")
    yield from seen.items()


def _packed(law: Law, answer: Answer) -> Iterator[tuple[Label, ...]]:
    """The labels of an answer; of a comprehension of packages none, one and two of them."""
    parts: list[list[tuple[Label, ...]]] = []
    for target in answer.targets:
        value = target.value
        if isinstance(value, Send):
            names = sorted(law.nodes) if value.node is None else [str(name_of(value.node))]
            counts = MANY if value.many else (1,)
            some: list[tuple[Label, ...]] = [
                (Package(name),) * count for name in names for count in counts if count
            ]
            parts.append([*some, ()] if 0 in counts else some)
        else:
            parts.append([(_label(value),)])
    size = 1
    for part in parts:
        size *= len(part)
    if size > MOST:
        raise Beyond
    for row in product(*parts):
        yield tuple(label for labels in row for label in labels)


def _label(value: Constant) -> Label:
    if isinstance(value, Send):
        return Package(str(name_of(value.node)) if value.node is not None else "")
    return value


# --- routers --------------------------------------------------------------------------------------


def routes(frame: Frame) -> Graded:
    """What the router may give that is asked. Raises Beyond."""
    law = frame.law
    branch = law.branches[frame.task.node][frame.asked]
    router = branch.router
    guide = router.guide if router and router.id in law.shared else None
    value = _guiding(frame, guide.key) if guide else None
    key = (id(branch), value)
    if key not in law.options:
        law.options[key] = _routes(law, branch, value)
    found: Graded = law.options[key]
    return found


def _guiding(frame: Frame, key: str) -> Constant:
    """What a key is known to be for the router of a task, which sees what this has written."""
    values: dict[str, Constant | None] = {**dict(frame.values), **dict(frame.effect.values)}
    return values.get(key)


def _routes(law: Law, branch: Branch, value: Constant) -> Graded:
    found: Graded = {}
    for answer in _given(branch, value):
        doubted = bool(answer.missing) or (_undecided(law, branch) and _misses(branch, answer))
        for labels in _packed(law, answer):
            single = answer.single and len(labels) == 1
            grade: Grade = "hostile" if doubted else "strict"
            _add(found, Routed(labels, single, answer.unhashable), grade)
    if branch.router is not None and branch.router.raises:
        _add(found, Routed((), raised=SOMETHING), "hostile")
    if branch.answers.complete:
        return found
    for labels, grade in _others(law, branch):
        known: Grade = "fair" if branch.answers.options else "strict"
        more = Routed(labels, single=len(labels) == 1)
        _add(found, more, known if grade == "strict" else grade)
    return found


def _undecided(law: Law, branch: Branch) -> bool:
    """Whether a router goes by a key of the state here of which nothing is known, and by one that
    is set to constants elsewhere."""
    router = branch.router
    if branch.guided or router is None or router.guide is None:
        return False
    every = (each for branches in law.branches.values() for each in branches)
    return any(each.guided and each.router and each.router.id == router.id for each in every)


def _misses(branch: Branch, answer: Answer) -> bool:
    """Whether the map of a branch lacks a label of an answer."""
    if branch.path_map is None or not mapped(branch):
        return False
    labels = {name_of(each.label) for each in branch.path_map.entries}
    plain = (each.value for each in answer.targets if not isinstance(each.value, Send))
    return branch.path_map.complete and any(name_of(each) not in labels for each in plain)


def _given(branch: Branch, value: Constant) -> Sequence[Answer]:
    """The answers of a router where it is known by which value it decides, else all."""
    router = branch.router
    if value is None or router is None or router.guide is None:
        return branch.answers.options
    cases = {name_of(case): numbers for case, numbers in router.guide.cases}
    numbers = cases.get(value, router.guide.otherwise)
    chosen = [router.answers.options[number] for number in numbers]
    kept = [each for each in chosen if each in branch.answers.options]
    return kept or chosen or branch.answers.options


def _may_be_list(branch: Branch) -> bool:
    """Whether a router may give several labels at once, for all that is known."""
    return branch.router is None or not (branch.router.returns_one or branch.router.declared)


def _others(law: Law, branch: Branch) -> Iterator[tuple[tuple[Label, ...], Grade]]:
    """The possible answers of a router in addition to the known ones."""
    given = branch.path_map
    if given is not None and mapped(branch):
        labels = tuple(dict.fromkeys(_label(entry.label) for entry in given.entries))
        yield from (((label,), "strict") for label in labels)
        if _may_be_list(branch) and len(labels) > 1:
            yield labels, "hostile"
        if given.complete:
            return
    elif given is None and branch.router is not None and branch.router.declared:
        for each in branch.router.declared:
            yield (_label(each.value),), "strict"
        return
    for name in (*law.nodes, END):
        yield (name,), "hostile"
