"""The answers that the checker of certificates tries (reference §2.7, §2.9, §5.17).

They are derived apart from those of an exploration: what a `return` may give is put together word
by word, each word of a `goto`, of an answer or of an update being one of a few, and each result is
noted with the least that it takes for granted. There are none if there are more than `MOST`.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Member, Send, Update
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.running.session import (
    HANDLER,
    QUESTION,
    SOMETHING,
    Did,
    Package,
    Resumed,
    Routed,
)
from phaselint.dialects.records import MILDEST_FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import (
        Answer,
        Answers,
        Constant,
        Function,
        Known,
        Return,
        Written,
    )
    from phaselint.dialects.langgraph.model import Branch, Node
    from phaselint.dialects.langgraph.running.session import Frame, Label, Law, State
    from phaselint.dialects.records import Grade

    Given = Did | Routed | Resumed
    Words = tuple[Label, ...]
    Pairs = tuple[tuple[str, Constant | None], ...]

MOST = 256
"""The most answers of one question that are tried."""


class _TooMany(Exception):
    """There are more than `MOST` answers."""


class _Noted:
    """Answers, each with the least that it takes for granted."""

    def __init__(self) -> None:
        self.found: dict[Given, Grade] = {}

    def note(self, grade: Grade, *answers: Given) -> None:
        for each in answers:
            known = self.found.get(each, "hostile")
            self.found[each] = min(known, grade, key=MILDEST_FIRST.index)
        if len(self.found) > MOST:
            raise _TooMany


def legal(state: State) -> Mapping[Given, Grade] | None:
    """The answers that a run may be given in a state, with what each takes for granted; none in one
    that has ended. None if there are too many."""
    noted = _Noted()
    if state.ended is not None:
        return noted.found
    try:
        if state.stopped:
            _resume(state.frames[0], noted)
        elif state.frame.asked == HANDLER:
            _handle(state.frame, noted)
        elif state.frame.asked < 0:
            _act(state.frame, noted)
        else:
            _route(state.frame, noted)
    except _TooMany:
        return None
    return noted.found


def _resume(frame: Frame, noted: _Noted) -> None:
    """Whoever is asked answers all that is asked at once; or nobody ever does."""
    noted.note("hostile", Resumed(left=True))
    if frame.law.resumable:
        noted.note("strict", Resumed(each=_questions(frame) > 1))


def _questions(frame: Frame) -> int:
    """How many tasks wait for an answer, in graphs in them too."""
    waiting = [pause for _, pause in frame.pauses if pause.waiting]
    inner = [pause.inner for pause in waiting if pause.inner is not None]
    return len(waiting) - len(inner) + sum(map(_questions, inner))


# --- nodes ----------------------------------------------------------------------------------------


def _act(frame: Frame, noted: _Noted) -> None:
    """What the node of a task may come to."""
    law, node = frame.law, frame.law.nodes[frame.task.node]
    pause, function = frame.pause(frame.at), node.function
    keys = _keys(frame, node)
    if function is None:
        _anything(law, keys, noted, routes=node.routes)
    else:
        calls = [call for call in function.interrupts if call.swallowed is None]
        asks = bool(calls) and not (pause and pause.resumed)
        if asks:
            noted.note("strict", Did(interrupts=(QUESTION,)))
        if not (asks and any(call.certain for call in calls)):
            _return(law, function, node, keys, noted)
            # A graph that the function calls may command a node of the graph around it.
            called = (name for name in law.called if name in law.nodes)
            noted.note("hostile", *(Did(None, (name,)) for name in called))
    if (function is not None and function.raises) or law.sees_errors(node.name):
        noted.note("hostile", Did(raised=SOMETHING))


def _handle(frame: Frame, noted: _Noted) -> None:
    """What the error handler of a task may come to."""
    node = frame.law.nodes[frame.task.node]
    if node.handler is None:
        _anything(frame.law, frame.law.keys, noted, routes=True)
    else:
        _return(frame.law, node.handler, None, frame.law.keys, noted)
    if frame.law.caught:
        noted.note("hostile", Did(raised=SOMETHING))


def _keys(frame: Frame, node: Node) -> frozenset[str] | None:
    """The keys of the state; only those with a value where the node gives back the whole state."""
    functions = (each for each in (node.function, node.handler) if each is not None)
    sites = [site for each in functions for site in each.returns]
    whole = any(site.form == "state" or site.update.whole for site in sites)
    known = frame.law.keys
    return known & frame.present if whole and known is not None else known


def _anything(law: Law, keys: frozenset[str] | None, noted: _Noted, *, routes: bool) -> None:
    """What is not known writes nothing that matters, or every key; it may go to every node."""
    noted.note("strict", Did())
    _unknown(law, keys, noted, routes=routes)


def _unknown(law: Law, keys: frozenset[str] | None, noted: _Noted, *, routes: bool) -> None:
    if law.guides:
        noted.note("hostile", Did(_all_keys(law, keys)))
    if routes:
        noted.note("hostile", *(Did(None, (name,)) for name in (*law.nodes, END)))


def _all_keys(law: Law, keys: frozenset[str] | None) -> Pairs:
    return tuple((key, None) for key in sorted(keys or law.guides))


def _return(
    law: Law, function: Function, node: Node | None, keys: frozenset[str] | None, noted: _Noted
) -> None:
    """What the returns of a function may come to."""
    own = _Noted()
    for site in function.returns:
        if site.form == "invalid":
            own.note("strict", Did(returned=site.said or "something else"))
            continue
        declared = (node.destinations if node is not None else None) or function.declared
        gotos = list(_gone(law, site, declared or ()))
        for update, known in _updates(law, site, keys):
            again = _doubled(law, site) if update is not None else frozenset()
            for words, grade in gotos:
                did = Did(update, words, site.parent, again=again)
                own.note(grade if known else "hostile", did)
        if site.form == "unknown" and function.commands:
            own.note("hostile", *(Did(None, (name,)) for name in (*law.nodes, END)))
    if not function.returns_complete:
        own.note("fair" if own.found else "strict", Did())
        _unknown(law, keys, own, routes=function.commands)
    elif not own.found:  # it only raises, or its body has no end that is known
        own.note("hostile" if function.raises else "strict", Did())
        if function.raises:
            own.note("strict", Did(raised=SOMETHING))
    for given, known_as in own.found.items():
        noted.note(known_as, given)


def _gone(law: Law, site: Return, declared: Sequence[Known]) -> Iterator[tuple[Words, Grade]]:
    """What the command of a return goes to."""
    goto = site.goto
    if goto is None:
        yield (), "strict"
        return
    yield from ((words, "strict") for words in _said(law, goto))
    if goto.complete:
        return
    if declared:
        grade: Grade = "fair" if goto.options else "strict"
        yield from (((_word(each.value),), grade) for each in declared)
    elif site.parent:
        yield (), "hostile"
    else:
        yield from (((name,), "hostile") for name in (*law.nodes, END))


def _said(law: Law, answers: Answers) -> Iterator[Words]:
    for option in answers.options:
        yield from _words(law, [each.value for each in option.targets])


def _words(law: Law, values: Sequence[Constant]) -> list[Words]:
    """All that a list of targets may be: what is sent any number of times is sent never, once or
    twice; and to a node that is not known, to each."""
    said: list[Words] = [()]
    for value in values:
        said = [(*before, *more) for before in said for more in _alternatives(law, value)]
        if len(said) > MOST:
            raise _TooMany
    return said


def _alternatives(law: Law, value: Constant) -> Iterator[Words]:
    if not isinstance(value, Send):
        yield (_word(value),)
        return
    names = law.nodes if value.node is None else (_text(value.node),)
    for name in names:
        yield (Package(name),)
        if value.many:
            yield Package(name), Package(name)
    if value.many:
        yield ()


def _word(value: Constant) -> Label:
    if isinstance(value, Send):
        return Package("" if value.node is None else _text(value.node))
    return value


def _text(name: str | Member) -> str:
    return name.value if isinstance(name, Member) else name


def _plain(value: Constant) -> Constant:
    return value.value if isinstance(value, Member) else value


# --- updates --------------------------------------------------------------------------------------


def _updates(
    law: Law, site: Return, keys: frozenset[str] | None
) -> Iterator[tuple[Pairs | None, bool]]:
    """What a return writes, and whether that is known."""
    update = site.update
    if site.form == "none" or (site.form == "command" and update == Update()):
        yield None, True
        return
    written = {each.key: each for each in update.keys}
    rows: list[Pairs] = [()]
    for key, each in written.items():
        rows = [(*row, (key, value)) for row in rows for value in _values(law, each)]
        if len(rows) > MOST:
            raise _TooMany
    whole = site.form == "state" or update.whole
    rest = sorted((keys or frozenset()) - written.keys()) if whole else ()
    yield from (((*row, *((key, None) for key in rest)), True) for row in rows)
    if law.guides and not update.complete:
        yield _all_keys(law, keys), False


def _values(law: Law, written: Written) -> Sequence[Constant | None]:
    """The values of a key: each that a router may decide by, otherwise the only one, if any."""
    values = written.values
    told = [each for each in values.constants if type(each) in (str, bool, int)]
    if written.key not in law.guides:
        return told if values.complete and len(values.constants) == 1 and told else (None,)
    return told if values.complete and told else (*told, None)


def _doubled(law: Law, site: Return) -> frozenset[str]:
    """The keys that a reducer adds what they have to once more."""
    if site.form == "state" or site.update.whole:
        return law.adding
    return law.adding.intersection(each.key for each in site.update.keys if each.again)


# --- routers --------------------------------------------------------------------------------------


def _route(frame: Frame, noted: _Noted) -> None:
    """What the router that is asked may give."""
    law = frame.law
    branch = law.branches[frame.task.node][frame.asked]
    labels = _labels(branch)
    unclear = _decides_elsewhere(law, branch)
    for answer in _possible(frame, branch):
        missing = unclear and labels is not None and not _all_in(answer, labels)
        grade: Grade = "hostile" if answer.missing or missing else "strict"
        for words in _words(law, [each.value for each in answer.targets]):
            one = answer.single and len(words) == 1
            noted.note(grade, Routed(words, one, answer.unhashable))
    if not branch.answers.complete:
        known: Grade = "fair" if branch.answers.options else "strict"
        for words, sure in _unsaid(law, branch):
            noted.note(known if sure else "hostile", Routed(words, single=len(words) == 1))
    if branch.router is not None and branch.router.raises:
        noted.note("hostile", Routed((), raised=SOMETHING))


def _has_map(branch: Branch) -> bool:
    return branch.path_map is not None and branch.path_map.given in ("dict", "list", "literal")


def _labels(branch: Branch) -> frozenset[Constant] | None:
    """The labels of a map; none where there is none, or it has others."""
    given = branch.path_map
    if given is None or not _has_map(branch) or not given.complete:
        return None
    return frozenset(_plain(each.label) for each in given.entries)


def _all_in(answer: Answer, labels: frozenset[Constant]) -> bool:
    values = (each.value for each in answer.targets if not isinstance(each.value, Send))
    return all(_plain(each) in labels for each in values)


def _decides_elsewhere(law: Law, branch: Branch) -> bool:
    """Whether nothing is known here of the key by which a router decides, but is at another
    source."""
    router = branch.router
    if router is None or router.guide is None or branch.guided:
        return False
    others = [each for listed in law.branches.values() for each in listed if each.router]
    return any(each.guided and each.router and each.router.id == router.id for each in others)


def _possible(frame: Frame, branch: Branch) -> Sequence[Answer]:
    """The answers for the value of the key by which a shared router decides; all, where that is not
    known, or none of them fits."""
    router, every = branch.router, branch.answers.options
    if router is None or router.guide is None or router.id not in frame.law.shared:
        return every
    value: Constant = None
    for key, new in (*frame.values, *frame.effect.values):
        if key == router.guide.key:
            value = new
    if value is None:
        return every
    numbers: Iterable[int] = router.guide.otherwise
    for case, those in router.guide.cases:
        if _plain(case) == value:
            numbers = those
    chosen = [router.answers.options[number] for number in numbers]
    return [each for each in chosen if each in every] or chosen or every


def _unsaid(law: Law, branch: Branch) -> Iterator[tuple[Words, bool]]:
    """What a router may give besides its known answers, and whether that is among what is written:
    the labels of its map, or what its annotation declares."""
    given, router = branch.path_map, branch.router
    if given is not None and _has_map(branch):
        words = list(dict.fromkeys(_word(each.label) for each in given.entries))
        yield from (((word,), True) for word in words)
        one = router is not None and (router.returns_one or bool(router.declared))
        if len(words) > 1 and not one:
            yield tuple(words), False
        if given.complete:
            return
    elif given is None and router is not None and router.declared:
        yield from (((_word(each.value),), True) for each in router.declared)
        return
    yield from (((name,), False) for name in (*law.nodes, END))
