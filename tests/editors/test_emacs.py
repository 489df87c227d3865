"""Emacs with eglot, in batch mode, with the configuration of the guide."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from editors.driving import HERE, configuration, editor, session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.editors

MODES = """\
(unless (fboundp 'yaml-mode)
  (define-derived-mode yaml-mode text-mode "YAML" "YAML, where Emacs has no mode for it."))
(add-to-list 'auto-mode-alist '("\\\\.ya?ml\\\\'" . yaml-mode))
"""
"""Emacs has a mode for YAML since 29, and only with a grammar that is installed apart."""


def test_a_session_with_emacs(tmp_path: Path) -> None:
    emacs = editor("emacs")
    asked = [emacs, "--batch", "--eval", "(package-initialize)", "--eval", "(require 'eglot)"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("this emacs has no eglot")
    (block,) = (each for each in configuration("Emacs", "elisp") if "eglot-ensure" in each)
    config = tmp_path / "init.el"
    config.write_text(f"(package-initialize)\n{MODES}{block}", "utf-8")
    work = session(tmp_path)

    seen = work.run([emacs, "--batch", "-l", str(config), "-l", str(HERE / "drive.el")])

    assert seen["mode"] == "yaml-mode"
    shown = {
        step: [(each["line"], each["text"]) for each in seen[step]]
        for step in ("opened", "edited", "fixed", "renamed")
    }
    (name,) = shown["opened"]
    _, field = shown["edited"]
    assert name[0] == 11
    assert "`intak` isn't a declared phase" in name[1]
    assert field[0] == 12
    assert shown["edited"] == [name, field]
    assert shown["fixed"] == shown["renamed"] == [field]
    assert "`intake`" in seen["actions"][0]
    work.files_are_as_they_should_be()
