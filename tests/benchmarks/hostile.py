"""Contracts of about 100 kB that are hard to judge: each is a shape that some question could take
too long about. What is found in them does not matter; that it is found in time does.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Files = dict[str, str]
Schema = dict[str, Any]

SIZE = 100_000


def write(folder: str, files: Files) -> None:
    """Write the files of a contract below a folder."""
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)


# --- schemas -----------------------------------------------------------------------------------


def _object(properties: Mapping[str, Any], **more: Any) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), **more}


def nested(size: int) -> Schema:
    """Objects in objects, many times as deep as a file may be."""
    count = max(1, size // 7_000)
    inner: list[Schema] = []
    for _ in range(count):
        schema: Schema = {"type": "string", "minLength": 3}
        for level in range(60):
            schema = {"properties": {f"p{level}": schema}, "required": [f"p{level}"]}
        inner.append(schema)
    return _object({f"top{number}": each for number, each in enumerate(inner)})


def wide(size: int) -> Schema:
    """Thousands of properties, all of them required."""
    each = {"type": "integer", "minimum": 1, "maximum": 3}
    return _object({f"property{number}": each for number in range(size // 80)})


def listed(size: int) -> Schema:
    """Two long enums that have one value in common."""
    half = size // 32
    first = [f"value-{number:06}" for number in range(half)]
    second = [f"other-{number:06}" for number in range(half - 1)]
    return _object({"s": {"allOf": [{"enum": first}, {"enum": [*second, first[-1]]}]}})


def alternatives(size: int) -> Schema:
    """All of hundreds of choices, which exclude each other in ways that only a search finds."""
    count = size // 170
    choices = [
        {"anyOf": [{"properties": {f"p{n % 40}": {"const": (n * k) % 7}}} for k in range(4)]}
        for n in range(count)
    ]
    return _object({f"p{n}": {"type": "integer"} for n in range(40)}, allOf=choices)


def exclusive(size: int) -> Schema:
    """One of many in one of many."""
    count = size // 260
    inner = [
        {"oneOf": [{"properties": {f"q{n}": {"enum": [k, k + 1]}}} for k in range(4)]}
        for n in range(count)
    ]
    return _object({f"q{n}": {} for n in range(count)}, allOf=inner)


def circles(size: int) -> Schema:
    """References that double at every step and come back to where they began."""
    count = size // 130
    names = [f"d{number}" for number in range(count)]

    def other(number: int) -> Schema:
        return {"$ref": f"#/$defs/{names[number % count]}"}

    defined = {
        name: {"allOf": [other(n + 1), other(n + 1)], "anyOf": [{}, other(n * 7 + 3)]}
        for n, name in enumerate(names)
    }
    return _object({"s": {"$ref": "#/$defs/d0"}, "t": {"$ref": "#/$defs/d1"}}, **{"$defs": defined})


def negations(size: int) -> Schema:
    """What must not be, in what must not be, under conditions."""
    schema: Schema = {"const": 1}
    for level in range(90):
        schema = {"not": schema} if level % 2 else {"if": schema, "then": {"type": "string"}}
    count = max(1, size // 3_000)
    return _object({f"n{number}": schema for number in range(count)})


PATTERNS = (
    "^(?:[a-z]+[0-9]{{1,{0}}})+x$",
    "^(?=.*{0})(?:a|b|ab)*[^c]{{3,{0}}}$",
    "(?:x?){{{0}}}x{{{0}}}",
    "(?:a|aa)+{0}$",
    "^(?:{0}|[^{0}]*)*!$",
)


def patterns(size: int) -> tuple[str, ...]:
    """Hundreds of patterns, no two the same."""
    count = size // 80
    return tuple(PATTERNS[n % len(PATTERNS)].format(20 + n) for n in range(count))


def patterned(size: int) -> Schema:
    """Properties with a pattern, and all of several for some."""
    sources = patterns(size)
    properties: dict[str, Any] = {}
    for number, source in enumerate(sources):
        schema: Schema = {"type": "string", "pattern": source}
        if number % 3 == 0:
            schema = {"allOf": [schema, {"pattern": sources[number - 1]}, {"minLength": 30}]}
        properties[f"p{number}"] = schema
    return _object(properties, patternProperties={sources[0]: {"type": "number"}})


def bounds(size: int) -> Schema:
    """Numbers that only a search finds, and lists that are long at least."""
    each = {"multipleOf": 0.7, "minimum": 12345.1, "exclusiveMaximum": 99999.9}
    some = {"minItems": 5000, "uniqueItems": True, "items": each, "contains": {"const": 3}}
    list_ = {"type": "array", **some}
    return _object({f"b{number}": list_ for number in range(size // 170)})


SCHEMAS: Mapping[str, Callable[[int], Schema]] = {
    "nested": nested,
    "wide": wide,
    "listed": listed,
    "alternatives": alternatives,
    "exclusive": exclusive,
    "circles": circles,
    "negations": negations,
    "patterned": patterned,
    "bounds": bounds,
}


# --- SWEny -------------------------------------------------------------------------------------


def workflow(nodes: Iterable[str], edges: Iterable[str] = (), head: str = "") -> Files:
    """A workflow out of lines."""
    text = "".join(nodes)
    links = "".join(edges)
    tail = f"edges:\n{links}" if links else ""
    return {"work.yml": f"id: a\nname: A\nentry: n0\n{head}nodes:\n{text}{tail}"}


def _node(number: int, more: str = "") -> str:
    return f"  n{number}: {{name: N{number}, instruction: Do it.{more}}}\n"


def _edge(source: int, target: int, more: str = "") -> str:
    return f"  - {{from: n{source}, to: n{target}{more}}}\n"


def full_graph(size: int) -> Files:
    """Every node leads to every node, a bounded number of times."""
    count = int((size / 55) ** 0.5)
    nodes = map(_node, range(count))
    edges = (
        _edge(one, other, f", max_iterations: {1 + (one * other) % 3}, when: go {one} {other}")
        for one in range(count)
        for other in range(count)
    )
    return workflow(nodes, edges)


def unbounded_graph(size: int) -> Files:
    """The same without bounds and conditions, which is wrong in many ways."""
    count = int((size / 32) ** 0.5)
    edges = (_edge(one, other) for one in range(count) for other in range(count))
    return workflow(map(_node, range(count)), edges)


def long_line(size: int) -> Files:
    """Thousands of nodes in a line, which is longer than a run may be, and ways back."""
    count = size // 110
    edges = [_edge(number, number + 1, ", when: on") for number in range(count - 1)]
    back = [_edge(n, n // 2, ", when: back, max_iterations: 2") for n in range(1, count)]
    return workflow(map(_node, range(count)), [*edges, *back])


def ladder(size: int) -> Files:
    """Branches that meet again, one behind the other."""
    count = size // 190
    nodes = [_node(number) for number in range(3 * count + 1)]
    edges = []
    for step in range(count):
        at = 3 * step
        edges += [
            _edge(at, at + 1),
            _edge(at, at + 2),
            _edge(at + 1, at + 3),
            _edge(at + 2, at + 3),
        ]
    return workflow(nodes, edges)


def unknown_names(size: int) -> Files:
    """Every edge names a node that is nearly one."""
    count = size // 95
    edges = (_edge(n, n)[:-2].replace("to: n", "to: nn") + "}\n" for n in range(count))
    return workflow(map(_node, range(count)), edges)


def gated(output: Any, checks: str) -> Files:
    """A node whose output has a schema, with one evaluator that checks it, and a node behind it."""
    first = (
        f"  n0:\n    name: N\n    instruction: I\n    output: {json.dumps(output)}\n"
        "    eval:\n      - name: e\n        kind: value\n        rule:\n"
        f"          output_matches:\n{checks}"
    )
    return workflow([first, _node(1)], [_edge(0, 1)])


def _check(path: str, operator: str, value: Any) -> str:
    return f"            - {{path: {json.dumps(path)}, {operator}: {json.dumps(value)}}}\n"


def many_checks(size: int) -> Files:
    """Checks of a schema with thousands of properties, and of paths that are not declared."""
    checks = (
        _check(f"property{n}", "equals", n % 5) + _check(f"all:propert{n}[*].x", "in", [1, 2])
        for n in range(size // 210)
    )
    return gated(wide(size // 3), "".join(checks))


def checked_patterns(size: int) -> Files:
    """Checks with patterns by the hundred, against long declared values."""
    values = ["ab" * 60 + str(n) for n in range(size // 600)]
    checks = (_check("s", "matches", each) for each in patterns(size // 2))
    return gated(_object({"s": {"enum": values}}), "".join(checks))


def conditions(size: int) -> Files:
    """Conditions that compare with values of schemas, as long as a line may be."""
    count = size // 600
    schema = "{{type: object, properties: {{kind: {{enum: [a, b, c{0}]}}}}, required: [kind]}}"
    words = " and ".join(f"n{n}.kind is a or input.x{n} == 'b'" for n in range(8))
    more = f", when: {json.dumps(words)}, max_iterations: 1"
    nodes = (_node(n, f", output: {schema.format(n)}") for n in range(count))
    return workflow(nodes, (_edge(n, (n + 1) % count, more) for n in range(count)))


def aliases(size: int) -> Files:
    """Anchors of anchors, each used several times: far more values than characters."""
    lines = ["x0: &x0 {a: 1, b: [1, 2, 3]}\n"]
    lines += [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 3)}]\n" for n in range(1, 7)]
    output = ", output: {type: object, properties: {p: {enum: *x4}}}"
    nodes = (_node(n, output) for n in range(size // 400))
    return workflow(nodes, (_edge(n, n + 1) for n in range(size // 400 - 1)), "".join(lines))


def shared(size: int) -> Files:
    """One schema in many nodes, by an alias."""
    count = size // 1_000
    first = f"  n0: {{name: N, instruction: I, output: &o {json.dumps(alternatives(size // 8))}}}\n"
    rest = [_node(n, ", output: *o") for n in range(1, count)]
    return workflow([first, *rest], [_edge(n, n + 1) for n in range(count - 1)])


def one_kind(size: int) -> Files:
    """The same mistake thousands of times."""
    return workflow([_node(n, ", colour: red, instrution: x") for n in range(size // 75)])


def one_text(size: int) -> Files:
    """An instruction of one line, full of what looks like references."""
    text = " ".join(f"{{{{input.x{n}}}}} n{n}.y @skill{n} ./f{n}.md" for n in range(size // 45))
    return workflow([f"  n0: {{name: N, instruction: {json.dumps(text)}}}\n"])


def brackets(size: int) -> Files:
    """Lists in lists as deep as it goes, again and again."""
    return workflow([f"  n{n}: {'[' * 150}{']' * 150}\n" for n in range(size // 310)])


def with_schema(schema: Schema) -> Files:
    """A node whose output has a schema, with checks of its first properties."""
    names = list(schema["properties"])[:40]
    checks = (_check(name, "equals", 2) + _check(name, "matches", "^[a-z]+$") for name in names)
    return gated(schema, "".join(checks))


WORKFLOWS: Mapping[str, Callable[[int], Files]] = {
    "full graph": full_graph,
    "unbounded graph": unbounded_graph,
    "long line": long_line,
    "ladder": ladder,
    "unknown names": unknown_names,
    "many checks": many_checks,
    "checked patterns": checked_patterns,
    "conditions": conditions,
    "aliases": aliases,
    "shared": shared,
    "one kind": one_kind,
    "one text": one_text,
    "brackets": brackets,
}


# --- Vesanor -----------------------------------------------------------------------------------


def session(phases: Iterable[str], ways: str, tools: Mapping[str, str], more: str = "") -> Files:
    """A session and its tools out of lines."""
    text = f'schema_version: "1.0"\nagent: a\nphases:\n{"".join(phases)}transitions:\n{ways}{more}'
    return {"desk/session.yaml": text, **{f"desk/{name}.yaml": tools[name] for name in tools}}


def tool(name: str, phases: Iterable[str], target: str = "", more: str = "") -> str:
    """A tool with all base fields."""
    way = f"transitions: {{advances_to: {target}}}\n" if target else ""
    return (
        f"tool: {name}\nside_effect: write\nevidence_class: local_transaction\n"
        f"commit_requirement: none\n{way}preconditions: []\ngate: block\n"
        f"valid_in_phases: [{', '.join(phases)}]\n{more}"
        "timeouts: {total_ms: 1000}\nretries: {max_attempts: 1, retry_on: []}\n"
        "rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 3}}\n"
        "assertions: {input_invariants: [], output_invariants: []}\n"
        "golden_cases: []\nallowed_errors: []\n"
    )


def _phase(number: int) -> str:
    return f"  - name: p{number}\n" + ("    initial: true\n" if number == 0 else "")


def phase_line(size: int) -> Files:
    """Thousands of phases in a line, with one tool for all of them."""
    count = size // 60
    ways = "".join(f"  p{n}: [p{n + 1}]\n" for n in range(count - 1))
    names = [f"p{n}" for n in range(count)]
    return session(map(_phase, range(count)), ways, {"t": tool("t", names, "p1")})


def phase_graph(size: int) -> Files:
    """Every phase leads to every phase."""
    count = int((size / 6) ** 0.5)
    names = [f"p{n}" for n in range(count)]
    ways = "".join(f"  {name}: [{', '.join(names)}]\n" for name in names)
    return session(map(_phase, range(count)), ways, {"t": tool("t", names, "p1")})


def waiting_tools(size: int) -> Files:
    """Tools in a line, of which each waits for the one before and shuts the one after."""
    count = size // 520
    names = [f"t{n}" for n in range(count)]
    tools = {
        name: tool(
            name,
            ["p0"],
            more="preconditions:\n"
            + (f"  - requires_prior_tool: {names[n - 1]}\n" if n else "  []\n"),
        ).replace("preconditions: []\n", "", 1)
        for n, name in enumerate(names)
    }
    return session([_phase(0), _phase(1)], "  p0: [p1]\n", tools)


def misspelt_phases(size: int) -> Files:
    """Transitions to thousands of phases that are nearly there."""
    count = size // 60
    ways = "".join(f"  p{n}: [pp{n + 1}x, q{n}]\n" for n in range(count))
    return session(map(_phase, range(count)), ways, {})


def unknown_fields(size: int) -> Files:
    """A session with thousands of fields that nothing reads."""
    more = "".join(f"description{n}: {n}\n" for n in range(size // 22))
    return session([_phase(0), _phase(1)], "  p0: [p1]\n", {}, more)


SESSIONS: Mapping[str, Callable[[int], Files]] = {
    "phase line": phase_line,
    "phase graph": phase_graph,
    "waiting tools": waiting_tools,
    "misspelt phases": misspelt_phases,
    "unknown fields": unknown_fields,
}
