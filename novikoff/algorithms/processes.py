"""The one place that starts, limits and ends processes, with all their descendants, even if their starter dies.

Main definitions: `run_in_subprocess`, `run_command`, `Worker`, `imap`, `require_memory`, `probe_import`, `end_after`;
`Stopped` says why there is no result.

A process is forked, so it has everything that is loaded already. Between it and its starter is a keeper, a process that
only waits. The keeper waits until the work's process has ended, or until the starter's end of a pipe is closed. The
starter closes it to end the work, and the system closes it when the starter dies. Then the keeper kills what is left.
On Linux these are all descendants, because orphans become the keeper's children. Elsewhere it is the process group; a
process started here that left the group ends as well, because its keeper loses its starter.
No process started here is in the terminal's group, so Ctrl-C reaches only the starter, which then ends them.

Where processes cannot be forked, as on Windows or in a browser, the calling process does the work, one part after the
other and without limits. A sentence on stderr says so.
"""

import atexit
import contextlib
import gc
import math
import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Generic, NoReturn, TypeVar

from .errors import BadInput

# The limits of the whole program, except those that `--limit` of a command sets. Seconds are wall-clock seconds, unless
# they are called CPU seconds: a waiting process uses none, but a user waits for it. Where results must be the same on
# every machine, counted resources (of solvers, and the kernel's work) end the work long before these limits.
GIB = 1 << 30
MEMORY = 4 * GIB  # for each process, beyond what it begins with; one that checks half the ledger takes 160 MiB
LITTLE = 1 << 26  # bytes that are not checked for availability
SOLVER = 60.0  # seconds for all scripts of a claim; the slowest take 2 to 3, also on a busy machine
OPINION = 4.0  # seconds for a solver on a typed statement, whose user may allow 20 for the whole
COQC = 300.0  # seconds for one file; all files take 35 on two cores
IMPORT = 60.0  # seconds to import a library with little memory; some wait for ever
REPORT = 0.2  # seconds between two reports of work in another process
PATIENCE = 5  # wall-clock limit, as a multiple of the limit of CPU seconds

Part = TypeVar("Part")
T = TypeVar("T")
Body = Callable[[int, int], None]  # takes the pipe of requests and the pipe of answers


class Stopped(RuntimeError):
    """The work was stopped before it had a result; the message gives the reason."""


class OutOfTime(Stopped):
    """The work exceeded its limit of time."""


class OutOfMemory(Stopped):
    """The work exceeded its limit of memory."""


class Died(Stopped):
    """The process ended without a result: by a signal, or by itself."""


class Expired(BaseException):
    """Raised in a block of this process that has to end. No `except Exception` of foreign code in the block catches
    it."""


@contextlib.contextmanager
def end_after(seconds: float | None, *, computing: bool = False) -> Iterator[None]:
    """Raise `Expired` in the block after this number of seconds, with `computing` of processor time. None, another
    thread than the main one, and systems without alarms set no limit.
    """
    if seconds is None or not can_fork() or threading.current_thread() is not threading.main_thread():
        yield
        return
    timer, number = (signal.ITIMER_PROF, signal.SIGPROF) if computing else (signal.ITIMER_REAL, signal.SIGALRM)

    def stop(number: int, frame: object) -> NoReturn:
        raise Expired(f"it was not finished after {seconds:g} s")

    before = signal.signal(number, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)


@cache
def can_fork() -> bool:
    """Return whether this system can fork, limit and wait for processes."""
    needed = ((os, "fork"), (os, "register_at_fork"), (os, "wait4"), (signal, "pthread_sigmask"), (select, "poll"))
    return all(hasattr(*each) for each in needed) and find_spec("resource") is not None


def run_in_subprocess(seconds: float | None, work: Callable[[], T], *, memory: int = MEMORY,
                      computing: int | None = None) -> T:
    """Run `work` in a new process, and return its result or raise its exception; then end the process and all its
    descendants. The result must be picklable.

    seconds    of wall clock, None for no limit
    memory     the limit in bytes for each process, in addition to the memory that this process has now
    computing  seconds of processor time, for each process

    Raises `OutOfTime`, `OutOfMemory` or `Died` if there is no result.

    >>> run_in_subprocess(60, lambda: 6 * 7)
    42
    """
    worker: Worker[None, T] = Worker(lambda _: work(), memory=memory, computing=computing)
    try:
        return worker.ask(None, seconds)
    finally:
        worker.end()


@contextlib.contextmanager
def intercept_os_exit() -> Generator[None]:
    """Raise SystemExit where the code inside calls `os._exit`, because `os._exit` would end this process with any
    status, even 0.

    >>> with intercept_os_exit():
    ...     os._exit(0)
    Traceback (most recent call last):
    SystemExit: 0
    """
    here, leave = os.getpid(), os._exit

    def raising(status: int) -> NoReturn:
        if os.getpid() == here:
            raise SystemExit(status)
        leave(status)

    os._exit = raising
    try:
        yield
    finally:
        os._exit = leave


def yield_latest(seconds: float | None, work: Callable[[], Iterable[T]]) -> Generator[T]:
    """Yield the latest value of an iterator, a few times a second and at its end; it runs as in `run_in_subprocess`.

    If the work is stopped, the values found before are kept.

    Raises `OutOfTime`, `OutOfMemory` or `Died` when the process is stopped before the iterator has ended.

    >>> list(yield_latest(60, lambda: range(1000)))[-1]
    999
    """
    iterators = list[Iterator[T]]()

    def following(_: None) -> list[T]:
        """Return the last value before the next report, and no value at the end."""
        if not iterators:
            iterators.append(iter(work()))
        found, due = list[T](), time.monotonic() + REPORT
        try:
            for value in iterators[0]:
                found = [value]
                if time.monotonic() >= due:
                    break
        except Exception as problem:
            if not found:
                raise
            iterators[0] = map(_raise, [problem])  # at the next request
        return found

    worker: Worker[None, list[T]] = Worker(following)
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        while True:
            try:
                found = worker.ask(None, None if deadline is None else max(0.0, deadline - time.monotonic()))
            except OutOfTime:
                if worker.keeper:  # the work itself raises it
                    raise
                raise OutOfTime(f"no answer within {seconds:g} s") from None
            if not found:
                return
            yield found[0]
    finally:
        worker.end()


def _raise(problem: Exception) -> NoReturn:
    raise problem


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that it has waited for."""
    if not can_fork():
        return time.process_time()
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run_with_cpu_limit(seconds: float, work: Callable[[], T]) -> T:
    """Call `run_in_subprocess` with a limit of CPU seconds, and `PATIENCE` times as much wall-clock time. So work that
    only waits, as on a busy machine, does not exceed its limit.

    >>> run_with_cpu_limit(60, lambda: 6 * 7)
    42
    """
    return run_in_subprocess(PATIENCE * seconds, work, computing=math.ceil(seconds))


@dataclass(frozen=True)
class Done:
    """A command that has ended: its exit status and output."""

    status: int
    out: str
    err: str


def run_command(command: Sequence[str], seconds: float, *, folder: str | os.PathLike[str] = ".") -> Done:
    """Run a command in a folder, without input, and return its exit status and output. If it leaves processes behind,
    these end with the block.

    Raises FileNotFoundError if there is no such command, and the errors of `run_in_subprocess`.

    >>> run_command(["sh", "-c", "echo here; exit 3"], 60)
    Done(status=3, out='here\\n', err='')
    """

    def start() -> Done:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:  # a pipe would wait for leftovers
            limit = None if can_fork() else seconds
            status = subprocess.run(command, cwd=folder, stdout=out, stderr=err, timeout=limit).returncode
            for file in (out, err):
                file.seek(0)
            return Done(status, *(file.read().decode("utf-8", "replace") for file in (out, err)))

    if can_fork():
        return run_in_subprocess(seconds, start)
    try:
        return start()
    except subprocess.TimeoutExpired:
        raise OutOfTime(f"no answer within {seconds:g} s") from None


class Worker(Generic[Part, T]):
    """A process that does `work` on one request after the other. It starts at the first request, and again at the first
    request after it ended.

    >>> worker = Worker(str.upper)
    >>> worker.ask("a"), worker.ask("b")
    ('A', 'B')
    >>> isinstance(worker.end(), Died)
    True
    """

    def __init__(self, work: Callable[[Part], T], *, memory: int = MEMORY, computing: int | None = None,
                 alone: bool = False) -> None:
        """Set the limits `memory` and `computing`, as for `run_in_subprocess`, for all requests together. A process
        that outlives the call that starts it must be `alone`: it holds no file or pipe of its starter, because a reader
        may wait until these are closed.
        """
        self.work = work
        self.body: Body | None = None  # instead of `serve`; kept apart, since a cycle would keep the process alive
        self.memory = memory
        self.computing = computing
        self.alone = alone
        self.keeper: int = 0  # its process id; 0 for none
        self.requests: int = -1
        self.answers: int = -1

    def ask(self, request: Part, seconds: float | None = None) -> T:
        """Return the result for one request; raise the errors of `run_in_subprocess`, which end the process."""
        if not can_fork():
            return _work_in_process(self.work, request)
        if self.keeper and self.says_something():
            self.end()
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            self.start()
            _write(self.requests, pickle.dumps(request), deadline)
            succeeded, result = pickle.loads(_read(self.answers, deadline))
        except TimeoutError:
            self.end()
            raise OutOfTime(f"no answer within {seconds:g} s") from None
        except (EOFError, BrokenPipeError):
            raise self.end() from None
        except BaseException:  # after an interruption its answer would be taken for the next one
            self.end()
            raise
        if succeeded:
            return result
        try:
            raise result
        finally:
            del result  # breaks a reference cycle that would keep the process alive

    def serve(self, requests: int, answers: int) -> NoReturn:
        """Answer requests until there are no more, which raises EOFError."""
        while True:
            _write(answers, _pickle_outcome(self.work, pickle.loads(_read(requests)), self.memory))

    def says_something(self) -> bool:
        """Return whether the process has ended; without a request, there is nothing else that it can report."""
        with contextlib.suppress(TimeoutError):
            return bool(_wait_for(select.POLLIN, [self.answers], 0))
        return False

    def start(self) -> None:
        """Start the process, if there is none."""
        if self.keeper or not can_fork():
            return
        _flush()  # otherwise a fork would write buffered output twice
        _prctl()  # look it up once, not in each keeper
        with _starting, _delay_interrupts() as signals:
            requests, self.requests = os.pipe()
            self.answers, answers = os.pipe()
            os.set_blocking(self.requests, False)
            _workers.add(self)
            try:
                self.keeper = os.fork()
                if not self.keeper:
                    _supervise(self, requests, answers, signals)
            except OSError:
                self.close()
                raise
            finally:
                os.close(requests)
                os.close(answers)

    def end(self) -> Stopped:
        """End the process with all its descendants. If it had ended before, return the reason."""
        if not self.keeper:
            return Died("the process has not begun its work")
        keeper = self.keeper
        self.close()
        code, used = 0, 0
        with contextlib.suppress(ChildProcessError):  # other code has waited for it
            _, status, usage = os.wait4(keeper, 0)
            code, used = os.waitstatus_to_exitcode(status), usage.ru_maxrss * KILOBYTE
        number = -code if code < 0 else code - 128  # a keeper ends with its worker's status, in the form of a shell
        killed = number in signal.valid_signals()
        if number == signal.SIGXCPU and self.computing:
            return OutOfTime(f"no answer within {self.computing} s of computing")
        # The libraries of solvers crash if they get no memory.
        if killed and used - _memory_in_use()[0] > self.memory / 4:
            return _out_of_memory(self.memory)
        by = f"was ended by signal {number} ({signal.strsignal(number)})" if killed else f"ended with status {code}"
        return Died(f"the process {by} before its work was done")

    def close(self) -> None:
        """Close this end of the pipes; the keeper then ends the process."""
        ends, self.keeper, self.requests, self.answers = {self.requests, self.answers}, 0, -1, -1
        _workers.discard(self)
        for end in ends - {-1}:
            os.close(end)

    def __del__(self) -> None:
        if self.keeper:
            self.end()


def imap(work: Callable[[Part], T], parts: Sequence[Part], workers: int,
         progress: Callable[[Part, int, int], None] = lambda part, done, total: None,
         instead: Callable[[Part, Stopped], T] | None = None,
         seconds: float | None = None) -> Generator[tuple[Part, T]]:
    """Yield results as `imap_unordered` does, but in order and as early as that allows. A few parts without a limit are
    processed in this process, because starting processes would take longer. `progress` receives each part handed out,
    the number of these, and the number of all.

    >>> list(imap(str.upper, "ab", 2))
    [('a', 'A'), ('b', 'B')]
    """
    arrived: dict[Part, T] = {}
    number = workers if len(parts) > 3 else 0
    with contextlib.closing(imap_unordered(work, parts, number, instead, seconds)) as arriving:
        for done, part in enumerate(parts, 1):
            while part not in arrived:
                other, result = next(arriving)
                arrived[other] = result
            progress(part, done, len(parts))
            yield part, arrived.pop(part)


def imap_unordered(work: Callable[[Part], T], parts: Sequence[Part], workers: int,
                   instead: Callable[[Part, Stopped], T] | None = None,
                   seconds: float | None = None) -> Generator[tuple[Part, T]]:
    """Yield each part with its result, computed in `workers` processes. With 0 workers, or if forking is impossible,
    compute it in this process.

    Raises the exceptions of the work. A part at which its process is stopped gets the result of `instead`, or else
    `Stopped` is raised.

    >>> sorted(imap_unordered(abs, [-1, 2, -3], 2))
    [(-3, 3), (-1, 1), (2, 2)]
    """
    workers = workers if seconds is None else max(workers, 1)
    if not workers or not can_fork():
        yield from ((part, work(part)) for part in parts)
        return
    with tempfile.TemporaryFile() as queue:
        queue.write(b"".join(n.to_bytes(NUMBER, "big") for n in range(len(parts))))
        queue.seek(0)
        team = [_worker_on(queue.fileno(), work, parts) for _ in range(min(workers, len(parts)))]
        try:
            yield from _results(team, parts, instead, seconds)
        finally:
            for worker in team:
                worker.end()


def _worker_on(queue: int, work: Callable[[Part], T], parts: Sequence[Part]) -> Worker[Part, T]:
    """Return a worker that reads the indices of parts from a file, whose position all workers share."""
    worker = Worker(work)

    def body(requests: int, answers: int) -> None:
        while number := os.read(queue, NUMBER):
            n = int.from_bytes(number, "big")
            _write(answers, pickle.dumps(n))
            _write(answers, _pickle_outcome(work, parts[n], worker.memory))
        _write(answers, pickle.dumps(None))

    worker.body = body
    return worker


def _results(team: list[Worker], parts: Sequence[Part], instead: Any,
             seconds: float | None) -> Generator[tuple[Part, Any]]:
    """Yield the results of the workers, until each has reported that no part is left."""
    at = dict[Worker, Part]()  # the part of each worker
    until = dict[Worker, float]()  # the deadline of that part
    for worker in team:
        worker.start()
    busy = {worker.answers: worker for worker in team}
    while busy:
        try:
            ready = _wait_for(select.POLLIN, list(busy), min(until.values(), default=None))
        except TimeoutError:
            ready = [worker.answers for worker in at if until[worker] <= time.monotonic()]
        for answers in ready:
            worker = busy[answers]
            try:
                if until.get(worker, math.inf) <= time.monotonic() and not worker.says_something():
                    raise TimeoutError
                said = pickle.loads(_read(answers))
            except (EOFError, TimeoutError) as end:
                del busy[answers]
                stopped = worker.end()
                if isinstance(end, TimeoutError):
                    stopped = OutOfTime(f"no answer within {seconds:g} s")
                if instead is None or worker not in at:
                    raise stopped from None
                said = True, instead(at[worker], stopped)
                worker.start()
                busy[worker.answers] = worker
            if said is None:
                del busy[answers]
            elif isinstance(said, int):
                at[worker] = parts[said]
                if seconds is not None:
                    until[worker] = time.monotonic() + seconds
            elif said[0]:
                until.pop(worker, None)
                yield at.pop(worker), said[1]
            else:
                raise said[1]


class _Trial(MetaPathFinder):
    """An import hook that finds no module, but first imports modules of these names in a separate process."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = set(names)

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        """Import the module in a separate process; raise `OutOfMemory` if the process dies or does not end."""
        if name in self.names:
            try:
                run_in_subprocess(IMPORT, partial(self.try_import, name))
            except Stopped:
                raise OutOfMemory(f"{name} does not fit into the memory limit of this process; raise it, as by "
                                  "`ulimit -v unlimited`") from None
            self.names.remove(name)

    def try_import(self, name: str) -> None:
        """Import the module, and discard what a library prints before it ends the process."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        self.names.remove(name)
        import_module(name)


def probe_import(*names: str) -> None:
    """Make later imports of these modules run in a separate process first. Libraries in C end the program if they get
    no memory, perhaps with the status of a verdict. Then the import raises `OutOfMemory`.
    """
    sys.meta_path.insert(0, _Trial(names))


# --- the keeper, and the process of the work --------------------------------------------------------

NUMBER = 4  # bytes of a part's number
KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit in which the system counts memory that was used
ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")  # ignored by a keeper, which ends when its starter does
PARENT_DEATH_SIGNAL, CHILD_SUBREAPER = 1, 36  # of <linux/prctl.h>

_workers: weakref.WeakSet[Worker] = weakref.WeakSet()
_starting = threading.Lock()  # a fork between creating and recording pipes would hold them open


def _supervise(worker: Worker, requests: int, answers: int, signals: Any) -> NoReturn:
    """Start the process of the work, wait until it or the starter ends, and kill all that is left."""
    status = 1
    try:
        os.setsid()
        for name in ("SIGINT", *ENDING):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        _call_prctl(CHILD_SUBREAPER, 1)
        if worker.alone:  # keep these two of the starter's files and pipes, and the three standard ones
            for low, high in pairwise([2, *sorted((requests, answers)), os.sysconf("SC_OPEN_MAX")]):
                os.closerange(low + 1, high)
        bell, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        keeper, child = os.getpid(), os.fork()
        if not child:
            _work(worker, requests, answers, keeper)
        with contextlib.suppress(OSError):
            os.setpgid(child, child)  # the child does it too, whichever comes first
        os.close(answers)
        status = _wait(child, requests, bell)
        _end_all(child)
    finally:
        os._exit(status)


def _wait(child: int, lifeline: int, bell: int) -> int:
    """Wait until the child has ended, or kill it when the starter has ended; return its exit status as a shell does."""
    events = select.poll()
    events.register(lifeline, 0)  # only reports that the other end is closed
    events.register(bell, select.POLLIN)
    ended = 0
    while not ended:
        ready = [pipe for pipe, _ in events.poll()]
        if bell in ready:
            os.read(bell, 1000)
        ended, status = os.waitpid(child, os.WNOHANG)
        if lifeline in ready and not ended:
            os.killpg(child, signal.SIGKILL)
            ended, status = os.waitpid(child, 0)  # if it has just ended by itself, its own status
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_all(child: int) -> None:
    """Kill the rest of the child's group, then this process's other children, which were orphans, to the last."""
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in _child_processes(os.getpid()):
                    with contextlib.suppress(OSError):
                        os.kill(pid, signal.SIGKILL)
                os.waitpid(-1, 0)


def _child_processes(parent: int) -> list[int]:
    """Return the processes that have this parent, as Linux reports them."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) == parent:
                found.append(int(name))
    return found


def _work(worker: Worker, requests: int, answers: int, keeper: int) -> NoReturn:
    """Run the work in this process, with its limits."""
    status = 1
    try:
        os.setpgid(0, 0)
        _call_prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        for name in (*ENDING, "SIGCHLD"):  # not SIGINT, which is for the starter
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        if 0 not in (requests, answers):  # what the user types is for the starter
            null = os.open(os.devnull, os.O_RDONLY)
            os.dup2(null, 0)
            os.close(null)
        _set_limits(worker.memory, worker.computing)
        gc.freeze()  # garbage collection would copy the memory shared with the starter
        (worker.body or worker.serve)(requests, answers)
        status = 0
    except (EOFError, BrokenPipeError):
        status = 0  # there are no more requests
    except SystemExit as ending:
        status = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        os._exit(status)


def _set_limits(memory: int, computing: int | None) -> None:
    """Set the limits of this process and of all that it starts; none is raised.

    The limit is on memory that is private and can be written (RLIMIT_DATA): the address space (RLIMIT_AS) counts
    libraries, and what compilers and allocators reserve without use.
    """
    import resource

    def lower(kind: int, soft: int, hard: int) -> None:
        old = [limit for limit in resource.getrlimit(kind) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(kind, (min([soft, *old]), min([hard, *old])))

    data = _memory_in_use()[1] + memory
    lower(resource.RLIMIT_DATA, data, data)
    lower(resource.RLIMIT_CORE, 0, 0)  # a crash would write all memory to a file
    if computing is not None:
        lower(resource.RLIMIT_CPU, computing, computing + 1)  # a signal at the first limit, a kill at the second


def _memory_in_use() -> tuple[int, int, int]:
    """Return the memory of this process in bytes, or zeros where the system does not report it. The first number is
    resident memory that a fork has from the start. The others count for the limits of data and of addresses.
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = [int(word) * os.sysconf("SC_PAGE_SIZE") for word in file.read().split()]
    except OSError:
        return 0, 0, 0
    return pages[1] - pages[2], pages[5], pages[0]


def require_memory(needed: int, what: str, held: int = 0) -> None:
    """Raise `BadInput`, with the sizes, if `what` needs more bytes than this process can get. The caller has already
    allocated `held` of these bytes. Small amounts always pass.
    """
    if needed > LITTLE and needed > (free := _memory_available() + held):
        raise BadInput(f"{what} needs {needed / GIB:.1f} GiB of memory, but {free / GIB:.1f} GiB are free; give fewer")


def _memory_available() -> float:
    """Return the bytes that the machine has free and this process may take; infinity if neither is known."""
    allowed = _memory_left()
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return min([allowed, *(1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable"))])
    except OSError:
        return allowed


def _memory_left() -> float:
    """Return the number of bytes that this process can still get under its limits, or infinity without limits."""
    try:
        import resource
    except ImportError:  # as on Windows
        return math.inf
    kinds = resource.RLIMIT_DATA, resource.RLIMIT_AS
    limits = ((resource.getrlimit(kind)[0], held) for kind, held in zip(kinds, _memory_in_use()[1:], strict=True))
    return min((limit - held for limit, held in limits if limit != resource.RLIM_INFINITY), default=math.inf)


@cache
def _prctl() -> Any:
    """Return the system call by which Linux informs processes of the end of others; None elsewhere."""
    if not sys.platform.startswith("linux") or not os.path.exists("/proc/self/stat"):
        return None
    import ctypes

    return ctypes.CDLL(None).prctl


def _call_prctl(option: int, value: int) -> None:
    if prctl := _prctl():
        prctl(option, value, 0, 0, 0)


def _work_in_process(work: Callable[[Any], T], request: Any) -> T:
    """Do the work in this process, and raise what `Worker.ask` would raise; it has no limits."""
    _warn_no_limits()
    try:
        with intercept_os_exit():
            return work(request)
    except MemoryError:
        raise OutOfMemory("no answer with the memory of this machine") from None
    except SystemExit as ending:
        raise Died(f"the work ended with status {ending.code} before it was done") from None


@cache
def _warn_no_limits() -> None:
    print("novikoff: this system cannot fork processes, so the work is done in this one, without limits of time and "
          "memory; Ctrl-C ends it", file=sys.stderr)


def _pickle_outcome(work: Callable[[Any], Any], request: Any, memory: int) -> bytes:
    """Return whether the work succeeds, and its result or exception, pickled."""
    try:
        return pickle.dumps((True, work(request)))
    except MemoryError:
        pass  # leave the block, which frees the memory
    except Exception as problem:
        return pickle.dumps((False, _make_picklable(problem)))
    finally:
        _flush()
    return pickle.dumps((False, _out_of_memory(memory)))


def _make_picklable(problem: Exception) -> Exception:
    """Return an exception that can be pickled, with a note that says where it comes from."""
    problem.add_note(f"In the process of the work:\n{''.join(traceback.format_exception(problem))}")
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem


def _out_of_memory(memory: int) -> OutOfMemory:
    return OutOfMemory(f"no answer with {memory / GIB:.3g} GiB of memory")


def _flush() -> None:
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()


# --- pipes and signals ------------------------------------------------------------------------------


def _write(pipe: int, message: bytes, deadline: float | None = None) -> None:
    """Write a message with its length; raise TimeoutError at the deadline."""
    left = memoryview(len(message).to_bytes(8, "big") + message)
    while left:
        if deadline is not None:
            _wait_for(select.POLLOUT, [pipe], deadline)
        with contextlib.suppress(BlockingIOError):
            left = left[os.write(pipe, left) :]


def _read(pipe: int, deadline: float | None = None) -> bytes:
    """Read a message; raise EOFError if it never comes, TimeoutError at the deadline."""
    return _read_exactly(pipe, int.from_bytes(_read_exactly(pipe, 8, deadline), "big"), deadline)


def _read_exactly(pipe: int, size: int, deadline: float | None) -> bytes:
    data = bytearray()
    while len(data) < size:
        _wait_for(select.POLLIN, [pipe], deadline)
        more = os.read(pipe, min(size - len(data), 1 << 20))
        if not more:
            raise EOFError
        data += more
    return bytes(data)


LONGEST_WAIT = 2**31 - 1  # milliseconds that poll accepts, about 25 days


def _wait_for(event: int, pipes: list[int], deadline: float | None = None) -> list[int]:
    """Return the pipes that are ready, or closed at their other end; raise TimeoutError if none is at the deadline."""
    events = select.poll()
    for pipe in pipes:
        events.register(pipe, event)
    left = None if deadline is None else min(1000 * max(0.0, deadline - time.monotonic()), LONGEST_WAIT)
    ready = [pipe for pipe, _ in events.poll(left)]
    if not ready:
        raise TimeoutError
    return ready


@contextlib.contextmanager
def _delay_interrupts() -> Generator[Any]:
    """Delay interruptions until after the block; yield the signals that were blocked before."""
    seen: list[int] = []
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # Another thread may still receive the signal. Python's handler then runs in this one, perhaps in a hook of a fork,
    # where an exception is printed and lost.
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number)) if is_main else None
    try:
        yield signals
    finally:
        if is_main:
            signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        if seen:
            signal.raise_signal(signal.SIGINT)


def _close_inherited() -> None:
    """Close the pipes that a fork inherited to the workers of its parent."""
    global _starting
    _starting = threading.Lock()
    for worker in list(_workers):
        worker.close()


def _end_workers() -> None:
    for worker in list(_workers):
        worker.end()


if can_fork():
    os.register_at_fork(after_in_child=_close_inherited)
atexit.register(_end_workers)
