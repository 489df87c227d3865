"""When the work is done: edits after a short rest, in the order of their urgency, then what takes
long to find out about a contract, and the scan of the workspace in between, in slices that keep the
server answering.

All work happens in the one thread of the event loop; a slice is one contract or one folder. A whole
check of a contract may take longer: it ends where the client says something, and is begun again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from phaselint.vocabulary.time_budget import Interrupted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from phaselint_lsp.server_state import Job, ServerState

DEBOUNCE = 0.06
"""Seconds of rest after an edit before its contracts are checked, at most."""

AT_ONCE = 0.015
"""Seconds that a check may take for which no rest is worth it."""

REST = 0.8
"""Seconds of rest before what needs every contract is looked at."""

SLICE = 0.006
"""Seconds of scanning after which others get their turn."""

BREATH = 0.001
"""Seconds between two slices, in which what the client sends is read: that is done by a thread."""


MOST_TRIES = 3
"""How often a whole check is begun before it is done to its end, whatever the client says: it may
say something all the time. An edit of the contract is another matter."""


def rest_for(costs: Iterable[float]) -> float:
    """Seconds of rest after an edit before contracts are checked whose last checks took so long:
    half as long as these. A further edit in the meantime saves all of that, but few come so soon,
    and after all others somebody waits for both."""
    whole = sum(costs)
    return 0.0 if whole < AT_ONCE else min(whole / 2, DEBOUNCE)


class Worker:
    """Does the jobs of a desk.

    Args:
        changed: told of the files whose findings may be others now, after each slice; of none
            where a slice has changed nothing.
        scanned: told how far a scan is: folders seen so far, contracts among them, and whether
            that was the last.
        failed: told of our own bug; the job is dropped.
        busy: whether the client has said something that nobody has read yet.
    """

    def __init__(
        self,
        desk: ServerState,
        changed: Callable[[frozenset[str]], Awaitable[None]],
        scanned: Callable[[int, int, bool], Awaitable[None]],
        failed: Callable[[Exception], None],
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._desk = desk
        self._changed = changed
        self._scanned = scanned
        self._failed = failed
        self._busy = busy
        self._due: dict[Job, float] = {}
        self._costs: dict[Job, float] = {}
        self._long: dict[Job, int] = {}  # whole checks, with how often they have been begun
        self._scan: Iterator[Job] | None = None
        self._scan_jobs: deque[Job] = deque()
        self._seen = (0, 0)
        self._rest_at: float | None = None
        self._news = asyncio.Event()
        self._turned: asyncio.Future[None] | None = None
        self._stopped = False

    def add(self, jobs: Iterable[Job]) -> None:
        """Take jobs, to be done at once."""
        now = monotonic()
        for job in jobs:
            self._due.setdefault(job, now)
        self._rest_soon()
        self._wake()

    def add_edited(self, jobs: Iterable[Job]) -> None:
        """Take the jobs of an edit, to be done after a rest; what waits already waits again."""
        listed = list(jobs)
        due = monotonic() + rest_for(self._costs.get(job, 0.0) for job in listed)
        self._due.update(dict.fromkeys(listed, due))
        self._rest_soon()
        self._wake()

    def rescan(self) -> None:
        """Scan the workspace, from the beginning where that is going on already; jobs that wait
        are about what there was before."""
        self._due.clear()
        self._costs.clear()
        self._long.clear()
        self._scan = self._desk.scan()
        self._scan_jobs.clear()
        self._seen = (0, 0)
        self._rest_soon()
        self._wake()

    def stop(self) -> None:
        """Do no more."""
        self._stopped = True
        self._wake()

    async def done_with(self, path: str) -> None:
        """Wait until the answers about a file are what its contracts say now."""
        while not self._stopped and self.busy_with(path):
            await self._next_turn()

    async def looked_for(self, path: str) -> None:
        """Wait until it is known what contracts a file is in: one that nobody has come across yet
        may be in any until the scan is over."""
        while not self._stopped and self._scan is not None and not self._desk.is_held(path):
            await self._next_turn()

    async def all_done(self) -> None:
        """Wait until there is nothing left to do, whole checks and scans included."""
        while not self._stopped and (self._due or self._long or self._scan is not None):
            await self._next_turn()

    async def wholly_done_with(self, path: str) -> None:
        """Wait until all there is to say about a file is known, what takes long included."""
        while not self._stopped and self.busy_with(path, wholly=True):
            await self._next_turn()

    def busy_with(self, path: str, *, wholly: bool = False) -> bool:
        """Whether a job may still change the answers about a file; `wholly`, or a whole check."""
        jobs = (*self._due, *self._long) if wholly else self._due
        return any(self._desk.concerns(job, path) for job in jobs)

    async def run(self) -> None:
        """Work until `stop`."""
        while not self._stopped:
            try:
                await self._turn()
            except Exception as error:  # a defect must not end the server
                self._failed(error)
            self._end_turn()
        self._end_turn()

    async def _turn(self) -> None:
        now = monotonic()
        job = min(self._due, key=self._due.__getitem__, default=None)
        if job is not None and self._due[job] <= now:
            del self._due[job]
            await self._do(job)
        elif self._long:
            await self._do_long(next(iter(self._long)))
        elif self._scan is not None:
            await self._scan_on()
        elif self._rest_at is not None and self._rest_at <= now and not self._due:
            self._rest_at = None
            await self._settle_rest()
        else:
            waits = [*self._due.values(), *filter(None, (self._rest_at,))]
            await self._sleep(min(waits) - now if waits else None)

    async def _do(self, job: Job) -> None:
        begin = monotonic()
        more, files = self._desk.work(job)
        self._costs[job] = monotonic() - begin
        self._long.pop(job._replace(whole=True), None)
        self._follow(more)
        await self._changed(files)
        await asyncio.sleep(0)

    def _follow(self, jobs: Iterable[Job]) -> None:
        """Take what follows from a job."""
        for job in jobs:
            if job.whole:
                self._long.setdefault(job, 0)
            else:
                self._due.setdefault(job, 0.0)

    async def _do_long(self, job: Job) -> None:
        """Check a contract wholly, unless there is something else to do: then later."""
        await asyncio.sleep(BREATH)
        if self._busy() or self._due or job not in self._long:
            return
        self._long[job] += 1
        busy = self._busy if self._long[job] < MOST_TRIES else lambda: False
        try:
            _, files = self._desk.work(job, busy)
        except Interrupted:
            return
        except Exception:
            del self._long[job]
            raise
        del self._long[job]
        await self._changed(files)

    async def _scan_on(self) -> None:
        """Go on with the scan for a slice of time."""
        until = monotonic() + SLICE
        files: set[str] = set()
        done = False
        while not done and monotonic() < until:
            done = self._step(files)
        if done:
            self._scan = None
            self.add(self._desk.reclaim())
        if files:
            await self._changed(frozenset(files))
        await self._scanned(*self._seen, done)
        await asyncio.sleep(BREATH)

    def _step(self, files: set[str]) -> bool:
        """Do a job of the scan; whether that was the last."""
        if self._scan is None:
            return True
        if not self._scan_jobs:
            folder = next(self._scan, None)
            if folder is None:
                return True
            self._scan_jobs.append(folder)
        job = self._scan_jobs.popleft()
        more, changed = self._desk.work(job)
        self._scan_jobs.extend(each for each in more if not each.whole)
        self._follow(each for each in more if each.whole)
        files |= changed
        folders, contracts = self._seen
        self._seen = (folders + (job.target is None), contracts + (job.target is not None))
        return False

    async def _settle_rest(self) -> None:
        files = self._desk.judge_project()
        if files:
            await self._changed(files)

    async def _sleep(self, seconds: float | None) -> None:
        """Wait for news, for so long at most: by a delay, since Pyodide's loop takes no time that
        has just passed, as that of `asyncio.timeout` may have."""
        self._news.clear()
        if seconds is None:
            await self._news.wait()
            return
        alarm = asyncio.get_running_loop().call_later(max(seconds, 0.0), self._news.set)
        try:
            await self._news.wait()
        finally:
            alarm.cancel()

    def _rest_soon(self) -> None:
        self._rest_at = monotonic() + REST

    def _wake(self) -> None:
        self._news.set()

    async def _next_turn(self) -> None:
        """Wait until a piece of work has been done."""
        if self._turned is None:
            self._turned = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._turned)

    def _end_turn(self) -> None:
        if self._turned is not None and not self._turned.done():
            self._turned.set_result(None)
        self._turned = None
