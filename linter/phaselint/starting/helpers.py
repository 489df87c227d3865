"""Files by which other tools run phaselint: hooks of pre-commit, and a workflow of GitHub."""

from __future__ import annotations

from phaselint.version import __version__

PRE_COMMIT = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/phaselint.yml"

HOOK = f"""\
  - repo: local
    hooks:
      - id: phaselint
        name: phaselint
        entry: phaselint lint
        language: python
        additional_dependencies: ["phaselint=={__version__}"]
        always_run: true        # a contract may suffer from a file that is deleted
        pass_filenames: false   # the whole project
"""
"""An entry of `repos` that runs phaselint, wherever that is installed from."""

HOOKS = f"""\
# `pre-commit install` runs these before each commit.
repos:
{HOOK}"""

JOB = f"""\
# Checks the contracts of this repository, and annotates what changes in a pull request.
name: phaselint
on: [push, pull_request]
permissions:
  contents: read
jobs:
  phaselint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - run: pip install phaselint=={__version__}
      - run: phaselint lint --dry-run --format github
"""
