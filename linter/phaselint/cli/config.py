"""`phaselint config` (design §10)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import status_of, write_lines
from phaselint.cli.parameters import completed
from phaselint.report.terminal import escape
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@click.command("config")
@click.argument("path", default=".")
@click.option(
    "--config", "config_file", metavar="FILE", default="", help="Use this configuration file."
)
@click.option(
    "--set",
    "settings",
    metavar="FORMAT.OPTION=VALUE",
    multiple=True,
    help="Override one option of a format.",
    shell_complete=completed("settings"),
)
@click.option("--isolated", is_flag=True, help="Ignore all configuration files.")
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text")
def command(
    path: str, config_file: str, settings: tuple[str, ...], isolated: bool, format_: str
) -> int:
    """Show the effective configuration for a path, and where it comes from."""
    from phaselint.api import builtin_rules
    from phaselint.config import configure
    from phaselint.dialects.options import Given, in_force
    from phaselint.linting.task import DEFAULT_BOUND

    if not os.path.exists(path):
        raise UsageError(f"{path}: no such file or directory")
    folder = path if os.path.isdir(path) else os.path.dirname(path) or os.curdir
    config = configure(folder, builtin_rules(), config_file=config_file, isolated=isolated)
    wanted = Given(settings)
    wanted.check((config.dialects,))
    given = wanted.options(config.dialects)
    data: dict[str, Any] = {
        "file": os.path.relpath(config.path) if config.path else None,
        "root": os.path.relpath(config.root),
        "select": None if config.select is None else list(config.select),
        "ignore": list(config.ignore),
        "extend-select": list(config.extend_select),
        "per-file-ignores": {pattern: list(names) for pattern, names in config.per_file_ignores},
        "severity": dict(config.severity),
        "exclude": list(config.exclude),
        "baseline": config.baseline or None,
        "scripts": list(config.scripts),
        "plugins": list(config.plugins),
        "bound": config.bound or DEFAULT_BOUND,
        "sound": config.sound,
        "suppress": len(config.suppress),
        "policies": [each.policy.title for each in config.policies],
    }
    for chosen in config.dialects:
        data[chosen.name] = in_force(chosen, config.options, given)
    write_lines((_as_json(data) if format_ == "json" else _as_text(data),), "-")
    return status_of(config)


def _as_json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2) + "\n"


def _as_text(data: dict[str, Any]) -> str:
    lines = []
    for key, value in {**data, "file": data["file"] or "(none)"}.items():
        if isinstance(value, dict) and value:
            lines.append(f"{key}:")
            lines += [f"  {name}: {_word(item)}" for name, item in value.items()]
        else:
            lines.append(f"{key}: {_word(value)}")
    return "".join(f"{escape(line)}\n" for line in lines)


def _word(value: Any) -> str:
    if value is None:
        return "(default)"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) if value else "(none)"
    if isinstance(value, dict):
        return "(none)"
    return str(value).lower() if isinstance(value, bool) else str(value) or "(none)"
