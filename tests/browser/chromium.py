"""Chromium, driven over its DevTools protocol through a pair of pipes: no port, no library."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

TIMEOUT = 60
"""Seconds after which a browser that says nothing counts as hung."""

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-features=IsolateSandboxedIframes",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

START = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD_CLOEXEC, 10) for end in sys.argv[1:3]]
for end, number in zip(ends, (3, 4)):
    os.dup2(end, number)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Has a program find two pipes at the numbers at which Chromium looks for them."""

Data = dict[str, Any]


class Look(NamedTuple):
    """How a page is looked at."""

    width: int = 1400
    height: int = 900
    dark: bool = False
    scripts: bool = True
    still: bool = False


USUAL = Look()


def program() -> str | None:
    """The path of Chromium, if it is installed."""
    found = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    return next(filter(None, found), None)


@contextmanager
def browser(program: str, profile: Path) -> Iterator[Browser]:
    """A running browser, given its path, with a profile of its own."""
    to_read, write = os.pipe()
    read, to_write = os.pipe()
    started = [program, *OPTIONS, f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(to_read), str(to_write), *started],
        pass_fds=(to_read, to_write),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_read)
    os.close(to_write)
    try:
        yield Browser(read, write)
    finally:
        os.close(write)
        os.close(read)
        process.terminate()
        process.wait(TIMEOUT)


class Browser:
    """The end of the pipes at which commands are given."""

    def __init__(self, read: int, write: int) -> None:
        self._read = read
        self._write = write
        self._rest = b""
        self._number = 0
        self._pages: dict[str, Page] = {}

    def command(self, method: str, session: str = "", **parameters: Any) -> Data:
        """Give a command, and its result; what happens meanwhile is noted."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                result: Data = answer["result"]
                return result

    def open(self, address: str, look: Look = USUAL) -> Page:
        """Open a page, and wait until it has loaded."""
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        self._pages[session] = page
        page.begin(look)
        page.go(address)
        return page

    def wait(self, seconds: float) -> None:
        """Note what happens for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._whole() or select.select([self._read], [], [], left)[0]:
                self._next()

    def _whole(self) -> bool:
        return b"\0" in self._rest

    def _next(self) -> Data:
        """The next message; that of a page is noted with it."""
        while not self._whole():
            ready, _, _ = select.select([self._read], [], [], TIMEOUT)
            data = os.read(self._read, 1 << 20) if ready else b""
            assert data, "Chromium says nothing any more"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: Data = json.loads(line)
        page = self._pages.get(message.get("sessionId", ""))
        if page is not None and "method" in message:
            page.note(message["method"], message["params"])
        return message


class Page:
    """A page: `problems` is what it complained of, `requests` what it asked for."""

    def __init__(self, owner: Browser, session: str, target: str) -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._owner = owner
        self._session = session
        self._target = target
        self._loaded = False

    def command(self, method: str, **parameters: Any) -> Data:
        """Give a command to this page."""
        return self._owner.command(method, self._session, **parameters)

    def begin(self, look: Look) -> None:
        """Have it look as it should, and say what happens in it."""
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")
        self.resize(look.width, look.height)
        features = {
            "prefers-color-scheme": "dark" if look.dark else "light",
            "prefers-reduced-motion": "reduce" if look.still else "no-preference",
        }
        media = [{"name": name, "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", features=media)
        self.command("Emulation.setScriptExecutionDisabled", value=not look.scripts)

    def resize(self, width: int, height: int) -> None:
        """Give it a size."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", **metrics)

    def go(self, address: str) -> None:
        """Load an address."""
        self._loaded = False
        self.command("Page.navigate", url=address)
        end = time.monotonic() + TIMEOUT
        while not self._loaded:
            assert time.monotonic() < end, f"{address} does not load"
            self._owner.wait(0.02)

    def note(self, method: str, parameters: Mapping[str, Any]) -> None:
        """Take down something that has happened."""
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(str(details.get("exception", details).get("description")))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in {"error", "warning"}:
            self.problems.append(str(parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in {"error", "warning"}:
            self.problems.append(parameters["entry"]["text"])

    def ask(self, expression: str) -> Any:
        """The value of an expression, as JSON has it; of a promise what comes of it."""
        answer = self.command(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + TIMEOUT
        while not self.ask(f"Boolean({expression})"):
            assert time.monotonic() < end, f"never true: {expression}"
            self._owner.wait(0.03)

    def press(self, key: str, *, control: bool = False) -> None:
        """Press a key, with Control if asked, and let it go."""
        text = "" if control else {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        number = {"Escape": 27, "Enter": 13, "Tab": 9}.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.command(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=number,
                modifiers=2 if control else 0,
                **more,
            )

    def write(self, text: str) -> None:
        """Type a text where the focus is."""
        self.command("Input.insertText", text=text)

    def drop(self, file: Path) -> None:
        """Drop a file or a folder into the middle of the page."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.command("Input.dispatchDragEvent", type=kind, x=400, y=400, data=data)

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """Save what it looks like."""
        taken = self.command("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(taken["data"]))

    def pdf(self) -> bytes:
        """What it is on paper."""
        return base64.b64decode(self.command("Page.printToPDF", printBackground=True)["data"])

    def close(self) -> None:
        """Close it."""
        self._owner.command("Target.closeTarget", targetId=self._target)
