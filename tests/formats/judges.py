"""What reads a format: whether it accepts a document, as the tests of schemas ask it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.api import builtin_rules
from phaselint.config.file import load_config, rules_in_force
from phaselint.dialects.stud.reading.manifest import read_manifest
from phaselint.document import Document
from phaselint.executor.script import read_script
from phaselint.project.memory import DictReader
from phaselint.suppression.baseline import read
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


def config(value: Any, folder: Path) -> bool:
    path = folder / "phaselint.toml"
    path.write_text("".join(f"{json.dumps(key)} = {toml(value[key])}\n" for key in value), "utf-8")
    rules = builtin_rules()
    try:
        rules_in_force(load_config(str(path), rules), rules)
    except UsageError:
        return False
    return True


def script(value: Any, _folder: Path) -> bool:
    return not read_script(Document("a.script.yaml", "yaml", "", value=value)).flaws


def manifest(value: Any, _folder: Path) -> bool:
    document = Document("a.stud.yaml", "yaml", "", value=value)
    found = read_manifest(DictReader({}), document)
    stages = found.pipeline.stages if found.pipeline else ()
    inline = [stage for stage in stages if stage.form == "inline"]
    wrong = found.problems or any(stage.problems for stage in inline)
    return found.valid and bool(stages) and not wrong


def baseline(value: Any, folder: Path) -> bool:
    path = folder / "baseline.json"
    path.write_text(json.dumps(value), "utf-8")
    try:
        read(str(path))
    except UsageError:
        return False
    return True


ACCEPTS: Mapping[str, Callable[[Any, Path], bool]] = {
    "config": config,
    "script": script,
    "manifest": manifest,
    "baseline": baseline,
}


def toml(value: Any) -> str:
    """A value in one line of TOML."""
    if isinstance(value, dict):
        members = (f"{json.dumps(key)} = {toml(each)}" for key, each in value.items())
        return f"{{ {', '.join(members)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)
