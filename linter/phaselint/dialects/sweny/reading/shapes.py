"""The shape of a workflow file, as a table (reference §3.1 to §3.9, §4.4)."""

from __future__ import annotations

from phaselint.dialects.checks import (
    TEXT,
    AnyOf,
    AtLeast,
    FilledAnyOf,
    OneOf,
    not_empty,
    union,
    whole,
)
from phaselint.dialects.shape import (
    ANY,
    BOOLEAN,
    LIST,
    MAPPING,
    STRING,
    STRINGS,
    Problem,
    Shape,
    record,
    words,
)
from phaselint.dialects.sweny.reading.fieldchecks import (
    INPUT_NOUNS,
    evaluator_keys,
    input_values,
    is_url,
    without_space,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


SYNONYMS: Mapping[str, str] = {
    "require": "requires",
    "prompt": "instruction",
    "tool": "tools",
    "condition": "when",
    "maxIterations": "max_iterations",
    "next": "edges",
}
"""Unknown keys that are no misspelling, and what they stand for (reference §8.1)."""

METADATA = (
    "author",
    "category",
    "tags",
    "icon",
    "color",
    "version",
    "sweny_version",
    "variables",
    "sample_output",
    "$schema",
)
"""Root keys without a meaning that workflows carry all the same (reference §3.1)."""

LATER = frozenset(
    {
        "spec_version",
        "budget",
        "permissions",
        "outputs",
        "safe_outputs",
        "agent_env",
        "on_fail",
        "context_mode",
    }
)
"""Fields of workflows and nodes that later releases know (reference §11)."""


def is_later(problem: Problem) -> bool:
    """Whether a problem is that a node has a field which only later releases know."""
    pointer = problem.pointer
    if problem.kind != "unknown-field" or len(pointer) != 3:
        return False
    return pointer[0] == "nodes" and problem.found in LATER


TEXTS = Shape("list", items=TEXT)
SOME_TEXTS = Shape("list", items=TEXT, checks=(not_empty,))
COUNT = Shape("number", checks=(whole, AtLeast(1)))
BUDGET = Shape("number", checks=(whole, AtLeast(0)))
STRING_MAP = Shape("mapping", items=STRING)

SOURCE = union(
    "a string, or a mapping with `inline`, `file` or `url`",
    TEXT,
    record({"inline": TEXT}, closed=True, required=("inline",)),
    record({"file": TEXT}, closed=True, required=("file",)),
    record(
        {"url": Shape("string", checks=(is_url,)), "type": STRING},
        closed=True,
        required=("url",),
    ),
)
SOURCES = Shape("list", items=SOURCE)

NODE_SOURCES = union(
    "a list of sources, or a mapping with `only` and `sources`",
    SOURCES,
    record({"only": BOOLEAN, "sources": SOURCES}, required=("sources",)),
)

OPERATORS = ("equals", "in", "matches")

MATCH = record(
    {"path": TEXT, "equals": ANY, "in": LIST, "matches": TEXT},
    closed=True,
    required=("path",),
    checks=(OneOf(OPERATORS),),
)
MATCHES = Shape("list", items=MATCH, checks=(not_empty,))

TOOL_RULES = ("any_tool_called", "all_tools_called", "no_tool_called")
OUTPUT_RULES = ("output_required", "output_matches")

RULE = record(
    {**dict.fromkeys((*TOOL_RULES, "output_required"), SOME_TEXTS), "output_matches": MATCHES},
    closed=True,
    checks=(AnyOf((*TOOL_RULES, *OUTPUT_RULES)),),
)

EVALUATOR = record(
    {
        "name": TEXT,
        "kind": words("value", "function", "judge"),
        "rule": RULE,
        "rubric": TEXT,
        "pass_when": Shape("string", checks=(not_empty, without_space)),
        "model": TEXT,
    },
    closed=True,
    required=("name", "kind"),
    checks=(evaluator_keys,),
)

REQUIRES = record(
    {
        "output_required": SOME_TEXTS,
        "output_matches": MATCHES,
        "on_fail": words("fail", "skip"),
    },
    closed=True,
    checks=(AnyOf(OUTPUT_RULES),),
)

RETRY = record(
    {
        "max": COUNT,
        "instruction": union(
            "a string, `{auto: true}` or `{reflect: …}`",
            TEXT,
            record({"auto": Shape("true")}, closed=True, required=("auto",)),
            record({"reflect": TEXT}, closed=True, required=("reflect",)),
        ),
    },
    closed=True,
    required=("max",),
)

NODE = record(
    {
        "name": TEXT,
        "instruction": SOURCE,
        "skills": STRINGS,
        "output": MAPPING,
        "max_turns": COUNT,
        "disallowed_tools": TEXTS,
        "tools": record(
            {"allow": SOME_TEXTS, "deny": SOME_TEXTS},
            closed=True,
            checks=(AnyOf(("allow", "deny")),),
        ),
        "fail_soft": BOOLEAN,
        "rules": NODE_SOURCES,
        "context": NODE_SOURCES,
        "eval": Shape("list", items=EVALUATOR, checks=(not_empty,)),
        "eval_policy": words("all_pass", "any_pass", "weighted"),
        "judge_model": TEXT,
        "model": TEXT,
        "requires": REQUIRES,
        "retry": RETRY,
    },
    closed=True,
    required=("name", "instruction"),
)

EDGE = record(
    {"from": TEXT, "to": TEXT, "when": STRING, "max_iterations": COUNT},
    closed=True,
    required=("from", "to"),
)

MCP = record(
    {
        "type": words("stdio", "http"),
        "command": STRING,
        "args": STRINGS,
        "url": STRING,
        "headers": STRING_MAP,
        "env": STRING_MAP,
    },
    closed=True,
    checks=(FilledAnyOf(("command", "url")),),
)

INLINE_SKILL = record(
    {"name": STRING, "description": STRING, "instruction": STRING, "mcp": MCP},
    closed=True,
    checks=(FilledAnyOf(("instruction", "mcp")),),
)

INPUT = record(
    {
        "type": words(*INPUT_NOUNS),
        "description": STRING,
        "required": BOOLEAN,
        "default": ANY,
        "enum": Shape("list", checks=(not_empty,)),
    },
    closed=True,
    required=("type",),
    checks=(input_values,),
)

WORKFLOW = record(
    {
        "id": TEXT,
        "name": TEXT,
        "description": STRING,
        "workflow_type": words(
            "pr_review", "e2e_test", "content_generation", "monitor", "data_sync", "generic"
        ),
        "nodes": Shape("mapping", items=NODE, apart=True),
        "edges": Shape("list", items=EDGE, apart=True),
        "entry": TEXT,
        "skills": Shape("mapping", items=INLINE_SKILL),
        "rules": SOURCES,
        "context": SOURCES,
        "judge_model": TEXT,
        "model": TEXT,
        "judge_budget": BUDGET,
        "inputs": Shape("mapping", items=INPUT),
    },
    required=("id", "name", "nodes", "edges", "entry"),
)
