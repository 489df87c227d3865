"""Answers in scripts: what nodes and routers do (reference §5.17).

```yaml
model:                       # by node; `outer/inner` in a subgraph
  critic: [{update: {ok: false}, goto: [writer]}, {goto: [publisher]}]
  work: [{}, {raise: TimeoutError}]
  ask: [{interrupt: "ok?"}]
  agent: [{goto: [{send: work}], parent: true}]
route:                       # by source; `source/router` where it has several
  grade: [rewrite, accept]
  split: [{all: [{send: work}, {send: work}]}]
  a: [null]
ask: {ask: ["yes"]}          # by node that is interrupted; {each: "yes"} where several wait
```
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Member
from phaselint.dialects.langgraph.running.session import Did, Package, Resumed, Routed
from phaselint.dialects.protocol import ScriptError
from phaselint.vocabulary.message import message
from phaselint.vocabulary.suggest import suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.langgraph.running.session import Label

    At = tuple[str | int, ...]

ANSWER_KEYS = ("update", "goto", "parent", "raise", "interrupt", "returns", "again")
MEMBER_KEYS = ("enum", "value")


def read_did(answer: Any) -> Did:
    """What a scripted answer says that a node does. Raises ScriptError."""
    if answer is None:
        return Did(None)
    if not isinstance(answer, dict):
        raise ScriptError(
            (), "a node must answer with a mapping such as {update: {...}, goto: [...]}"
        )
    _check_keys(answer, ANSWER_KEYS, ())
    goto = answer.get("goto", [])
    targets = goto if isinstance(goto, list) else [goto]
    at: At = ("goto",)
    labels = tuple(_label(each, (*at, i)) for i, each in enumerate(targets))
    parent = answer.get("parent", False)
    if not isinstance(parent, bool):
        raise ScriptError(("parent",), "`parent` must be true or false")
    commands = bool(labels) or parent
    return Did(
        update=_update(answer, commands=commands),
        goto=labels,
        parent=parent,
        raised=_text(answer, "raise"),
        interrupts=_interrupts(answer),
        returned=_text(answer, "returns"),
        again=frozenset(_names(answer, "again")),
    )


def _update(answer: Mapping[str, Any], *, commands: bool) -> tuple[tuple[str, Any], ...] | None:
    """The keys that are written. Without any a node returns `{}`, or a command without update."""
    if "update" not in answer:
        return None if commands else ()
    update = answer["update"]
    if update is None:
        return None
    if not isinstance(update, dict) or not all(isinstance(key, str) for key in update):
        raise ScriptError(("update",), "`update` must be a mapping key → value")
    return tuple((key, _frozen(value)) for key, value in update.items())


def _frozen(value: Any) -> Any:
    """A value for comparisons: a constant unchanged, anything else as a string."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    import json

    return Value(json.dumps(value, sort_keys=True, default=str))


class Value(str):
    """A value that isn't a constant, as JSON."""

    __slots__ = ()


def _text(answer: Mapping[str, Any], key: str) -> str:
    value = answer.get(key, "")
    if not isinstance(value, str):
        raise ScriptError((key,), f"`{key}` must be a string")
    return value


def _names(answer: Mapping[str, Any], key: str) -> list[str]:
    value = answer.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ScriptError((key,), f"`{key}` must be a list of keys")
    return value


def _interrupts(answer: Mapping[str, Any]) -> tuple[Any, ...]:
    if "interrupt" not in answer:
        return ()
    value = answer["interrupt"]
    values = value if isinstance(value, list) else [value]
    return tuple(map(_frozen, values))


def _check_keys(value: Mapping[str, Any], known: tuple[str, ...], at: At) -> None:
    for key in value:
        if key not in known:
            told = with_near(message("unknown key `{}`", key), suggest(str(key), known))
            raise ScriptError((*at, key), str(told))


def _label(value: Any, at: At) -> Label:
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, dict) and isinstance(value.get("send"), str):
        _check_keys(value, ("send", "arg"), at)
        given = value.get("arg")
        keys = tuple(sorted(map(str, given))) if isinstance(given, dict) else None
        return Package(value["send"], keys)
    if isinstance(value, dict) and all(isinstance(value.get(key), str) for key in MEMBER_KEYS):
        _check_keys(value, MEMBER_KEYS, at)
        return Member(value["value"], value["enum"])
    raise ScriptError(at, "a target must be a name, a constant, or {send: NAME}")


def read_routed(answer: Any) -> Routed:
    """What a scripted answer says that a router gives. Raises ScriptError."""
    if isinstance(answer, dict) and "raise" in answer:
        _check_keys(answer, ("raise",), ())
        return Routed((), raised=_text(answer, "raise"))
    if isinstance(answer, dict) and "unhashable" in answer:
        return Routed((), unhashable=True)
    if isinstance(answer, dict) and isinstance(answer.get("all"), list):
        _check_keys(answer, ("all",), ())
        labels = enumerate(answer["all"])
        return Routed(tuple(_label(each, ("all", i)) for i, each in labels), single=False)
    if isinstance(answer, list):
        return Routed(tuple(_label(each, (i,)) for i, each in enumerate(answer)), single=False)
    return Routed((_label(answer, ()),))


def read_resumed(answer: Any) -> Resumed:
    """What an interrupted run is resumed with: `{each: VALUE}` answers all that is asked,
    `{leave: true}` nothing."""
    if isinstance(answer, dict) and answer.keys() == {"each"}:
        return Resumed(_frozen(answer["each"]), each=True)
    if isinstance(answer, dict) and answer.get("leave") is True:
        return Resumed(left=True)
    return Resumed(_frozen(answer))


# --- writing --------------------------------------------------------------------------------------


def write(answer: Did | Routed | Resumed) -> Any:
    """An answer in script form."""
    if isinstance(answer, Resumed):
        if answer.left:
            return {"leave": True}
        value = _thawed(answer.value)
        return {"each": value} if answer.each else value
    if isinstance(answer, Routed):
        return _write_routed(answer)
    return dict(_write_did(answer))


def _write_routed(routed: Routed) -> Any:
    if routed.raised:
        return {"raise": routed.raised}
    if routed.unhashable:
        return {"unhashable": True}
    labels = [_write_label(each) for each in routed.labels]
    return labels[0] if routed.single else labels


def _write_did(did: Did) -> Iterator[tuple[str, Any]]:
    commands = bool(did.goto) or did.parent
    if did.update:
        yield "update", {key: _thawed(value) for key, value in did.update}
    elif did.update is None and not commands:
        yield "update", None
    elif did.update == () and commands:
        yield "update", {}
    if did.goto:
        yield "goto", [_write_label(each) for each in did.goto]
    if did.parent:
        yield "parent", True
    if did.raised:
        yield "raise", did.raised
    if did.interrupts:
        asked = [_thawed(each) for each in did.interrupts]
        yield "interrupt", asked[0] if len(asked) == 1 else asked
    if did.returned:
        yield "returns", did.returned
    if did.again:
        yield "again", sorted(did.again)


def _thawed(value: Any) -> Any:
    if isinstance(value, Value):
        import json

        return json.loads(value)
    return value


def _write_label(label: Label) -> Any:
    if isinstance(label, Package):
        if label.keys is None:
            return {"send": label.node}
        return {"send": label.node, "arg": dict.fromkeys(label.keys)}
    if isinstance(label, Member):
        return {"enum": label.spelling, "value": label.value}
    return label
