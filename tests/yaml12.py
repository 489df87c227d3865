"""Writing YAML so that a reader of YAML 1.2 reads what is meant; PyYAML itself has 1.1 in mind."""

from __future__ import annotations

import re

import yaml


class CoreDumper(yaml.SafeDumper):
    """Writes plain only what YAML 1.2 reads as meant."""


CoreDumper.yaml_implicit_resolvers = {}

for tag, pattern in (
    ("null", r"null|Null|NULL|~|"),
    ("bool", r"true|True|TRUE|false|False|FALSE"),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"),
    (
        "float",
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
    ),
):
    CoreDumper.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), None
    )
