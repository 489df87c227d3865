"""The schema of the configuration (see `phaselint.config.file`)."""

from __future__ import annotations

from phaselint.config import entries, values
from phaselint.config.file import READERS
from phaselint.dialects import BUILTIN
from phaselint.formats.heads import head
from phaselint.formats.options import options_of
from phaselint.formats.policies import ACTS, acts, policies
from phaselint.formats.selectors import REF, SELECTORS, selector
from phaselint.linting.filtering import DEFAULT_BASELINE
from phaselint.vocabulary.deferred import resolved
from phaselint.vocabulary.finding import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NAMED = {"anyOf": [{"$ref": REF}, _TEXT]}
"""Any text, since plugins bring rules; those that are known are offered."""

_INNER_PATH = r"^(?!/)(?!(?:[\s\S]*[/\\])?\.\.(?:[/\\]|$))"
"""A path that does not start at the root and goes up nowhere."""

_CONTRACTS = {
    "description": "For which contracts it is; a pattern as in `.gitignore`. By default all.",
    "type": "string",
}
_ENTRY: Mapping[str, dict[str, Any]] = {
    "rule": {"description": "Which findings: a rule, by name or code.", "minLength": 1, **_NAMED},
    "path": {"description": "In which file; a pattern as in `.gitignore`.", "minLength": 1},
    "pointer": {"description": "At which place of it: an RFC 6901 pointer.", "pattern": "^(?:/|$)"},
    "phase": {"description": "In which phase, node, step or stage of it."},
    "reason": {"description": "Why. Without a reason the entry has no effect, and is reported."},
}
_FORMS: Mapping[Callable[..., Any], dict[str, Any]] = {
    values.words: _TEXTS,
    values.word_lists: {"type": "object", "additionalProperties": _TEXTS},
    values.severities: {"type": "object", "additionalProperties": {"enum": list(SEVERITIES)}},
    values.inner_path: {"type": "string", "pattern": _INNER_PATH},
    values.count: {"type": "integer", "minimum": 1},
    values.switch: {"type": "boolean"},
    entries.suppress_entries: {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {key: {"type": "string", **_ENTRY[key]} for key in entries.ENTRY_KEYS},
            "required": list(entries.ENTRY_REQUIRED),
            "additionalProperties": False,
            "not": {"required": ["pointer", "phase"]},
        },
    },
    entries.policy_entries: policies({"contracts": _CONTRACTS}),
}
"""What each reader of values accepts."""

_RULES = {"type": "array", "items": _NAMED}
_KEYS: Mapping[str, dict[str, Any]] = {
    "select": {
        "description": "The rules that are reported, by name, code, the beginning of a code or "
        "`ALL`. Without it, every rule that is on by default.",
        **_RULES,
    },
    "ignore": {"description": "Rules that are taken from these.", **_RULES},
    "extend-select": {"description": "Rules that are added to these, whatever they are.", **_RULES},
    "per-file-ignores": {
        "description": "Rules that are not reported in some files: a pattern as in `.gitignore` "
        "for each list.",
        "additionalProperties": _RULES,
    },
    "severity": {
        "description": "Severities that replace all of a rule's own.",
        "propertyNames": _NAMED,
    },
    "exclude": {"description": "What is not read at all; patterns as in `.gitignore`."},
    "baseline": {
        "description": "The file with the findings that are lived with.",
        "default": DEFAULT_BASELINE,
    },
    "scripts": {
        "description": "Further scripts that `--dry-run` runs; patterns as in `.gitignore`."
    },
    "plugins": {"description": "Names of plugins: distributions with more dialects and rules."},
    "bound": {
        "description": "How many states of a contract are looked at before phaselint says that "
        "it does not know."
    },
    "sound": {
        "description": "Whether runs are explored where no rule finds anything.",
        "default": False,
    },
    "suppress": {
        "description": "Findings that are hidden, each with the reason; for files without comments."
    },
    "policies": {
        "description": "What every run of some contracts must do, or must not. Where a contract "
        "lacks what a policy names, it is not asked.",
    },
}
_EXAMPLE = {
    "ignore": ["requires-wrapped-tool"],
    "severity": {"order-trap": "error"},
    "suppress": [
        {
            "rule": "dead-phase",
            "path": "contracts/session.yaml",
            "phase": "on_hold",
            "reason": "entered by the back office",
        }
    ],
}


def schema() -> dict[str, Any]:
    """The schema of `phaselint.toml`, and of `[tool.phaselint]` in a pyproject.toml."""
    keys = {key: {**_FORMS[resolved(reader)], **_KEYS[key]} for key, reader in READERS.items()}
    about = "`phaselint.toml`, or the table `[tool.phaselint]` of a pyproject.toml."
    return {
        **head("config", "phaselint configuration", about, _EXAMPLE),
        "type": "object",
        "properties": {**keys, **{each.name: options_of(each) for each in BUILTIN}},
        "additionalProperties": {"type": "object", "description": "Options of a plugin."},
        "if": {"required": ["plugins"], "properties": {"plugins": {"minItems": 1}}},
        "else": _without_plugins(),
        "$defs": {SELECTORS: selector(), ACTS: acts()},
    }


def _without_plugins() -> dict[str, Any]:
    """What holds besides where all rules and dialects are known."""
    known = {"type": "array", "items": {"$ref": REF}}
    return {
        "propertyNames": {"enum": [*READERS, *BUILTIN.names]},
        "properties": {
            **dict.fromkeys(("select", "ignore", "extend-select"), known),
            "per-file-ignores": {"additionalProperties": known},
            "severity": {"propertyNames": {"$ref": REF}},
        },
    }
