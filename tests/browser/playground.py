"""The playground for a browser: the site, a server of its files, and what a reader does in it."""

from __future__ import annotations

import functools
import os
import threading
import time
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from handbook import playground

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser.chromium import Browser, Page

START = 240
"""Seconds after which Python counts as hung; on an idle machine it takes four."""


def site(folder: Path) -> Path:
    """A folder with the playground: one that `PHASELINT_PLAYGROUND` names, or built here."""
    named = os.environ.get("PHASELINT_PLAYGROUND")
    if named:
        return Path(named)
    if not playground.is_installed():
        pytest.skip("npm has not installed what the playground is made of")
    playground.build(folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A static host for a folder, as `python3 -m http.server` is one; gives its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/{playground.FOLDER}/index.html"
        server.shutdown()


class Desk:
    """A page of the playground, and what can be done in it."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self._browser = browser
        self.page = page

    def until(self, expression: str) -> None:
        """Wait until an expression is true, for as long as Python may take to start."""
        end = time.monotonic() + START
        while not self.page.ask(f"Boolean({expression})"):
            assert time.monotonic() < end, f"never true: {expression}; {self.said}"
            self._browser.wait(0.05)

    def begin(self) -> None:
        """Wait until the language server answers."""
        self.until("document.documentElement.dataset.ready === 'true'")

    @property
    def said(self) -> str:
        """The line for the reader."""
        return str(self.text("#say"))

    def text(self, selector: str) -> Any:
        return self.page.ask(f"document.querySelector({selector!r})?.textContent")

    def click(self, selector: str) -> None:
        self.page.ask(f"document.querySelector({selector!r}).click()")

    def show(self, panel: str) -> None:
        """Choose a tab."""
        self.click(f"[aria-controls={panel}]")

    def example(self, dialect: str) -> None:
        """Open the example of a dialect, and wait for its findings."""
        self.page.ask("document.documentElement.dataset.ready = ''")
        self.choose("#example", dialect)
        self.begin()
        self.until("document.querySelectorAll('#finding-list li').length")
        self.until("document.getElementById('busy').hidden")

    def open(self, path: str) -> None:
        """Open a file of the list."""
        self.click(f"#files [data-path='{path}']")

    def choose(self, box: str, value: str) -> None:
        self.page.ask(
            f"{{ const box = document.querySelector({box!r}); box.value = {value!r};"
            " box.dispatchEvent(new Event('change', { bubbles: true })); }"
        )

    @property
    def path(self) -> str:
        return str(self.text("#path"))

    @property
    def code(self) -> str:
        """What is seen of the open file."""
        return str(
            self.page.ask(
                "[...document.querySelectorAll('.cm-line')].map((e) => e.textContent).join('\\n')"
            )
        )

    def listed(self, word: str) -> str:
        """An expression: how many findings of the list have a word."""
        return (
            "[...document.querySelectorAll('#finding-list li')]"
            f".filter((each) => each.textContent.includes({word!r})).length"
        )
