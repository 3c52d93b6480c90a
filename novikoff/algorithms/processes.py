"""The one place that starts, limits and ends processes: each with all its descendants, also when its starter dies.

Main definitions:
    run_in_subprocess  what a function returns, from a process with limits of time and memory
    yield_latest  what a generator has yielded last, a few times a second, from such a process
    run_with_cpu_limit  the same, with seconds of computing, for what must not be late because others keep the machine
    busy run_command  what a command prints, with the same limits Worker      a process that answers one request after
    the other require_memory  refuses what needs more memory than there is intercept_os_exit  turns `os._exit` of
    somebody's code into an exception probe_import        has packages imported in a process of their own first, which
    may end there imap_unordered  work on many parts in several processes; results as they come imap       the same,
    results in the order of the parts Stopped     why there is no result: OutOfTime, OutOfMemory, Died can_fork
    whether the system has what all this needs

A process is forked, so that it has what is loaded already, and has a keeper: a process between it and its starter that
computes nothing. The keeper waits until the work's process has ended, or until the starter's end of a pipe is closed,
which the starter does when it wants an end, and the system when the starter has died, however. Then the keeper kills
what is left. On Linux that is every descendant, since those that lose their parents become the keeper's children.
Elsewhere it is the process group; what has left it ends if it was started here, as its keeper loses its starter.
No process started here is in the terminal's group, so Ctrl-C reaches the starter alone, which then ends them.

Where processes cannot be forked, as on Windows or in a browser, the work is done in the process that asks for it, one
part after the other and without limits, which a sentence on stderr says.
"""

from __future__ import annotations

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

# The limits of the whole program, but for those that `--limit` of a command sets. Seconds are wall clock unless they
# are said to be of computing: what waits computes nothing, and somebody waits for it. Where results must be the same
# on every machine, resources that are counted (those of solvers, the kernel's work) end the work long before.
GIB = 1 << 30
MEMORY = 4 * GIB  # for each process, beyond what it begins with; one that checks half the ledger takes 160 MiB
LITTLE = 1 << 26  # bytes for which nobody asks whether they are there
SOLVER = 60.0  # seconds for all scripts of a claim; the dearest take 2 to 3, also on a busy machine
OPINION = 4.0  # seconds for a solver on a statement that somebody has typed, who has perhaps 20 for the whole
COQC = 300.0  # seconds for one file; the whole book takes 35 on two cores
IMPORT = 60.0  # seconds for a library that gets little memory, where some wait for ever
REPORT = 0.2  # seconds between two reports of work in another process
PATIENCE = 5  # times the limit of computing, by the clock

Part = TypeVar("Part")
T = TypeVar("T")
Body = Callable[[int, int], None]  # is given the pipe of requests and that of answers


class Stopped(RuntimeError):
    """The work was stopped before there was a result; the sentence says by what."""


class OutOfTime(Stopped):
    """It took longer than it may."""


class OutOfMemory(Stopped):
    """It needed more memory than it may."""


class Died(Stopped):
    """Its process has ended without a word: by a signal, or by itself."""


@cache
def can_fork() -> bool:
    """Say whether processes can be forked here, limited, and waited for."""
    needed = ((os, "fork"), (os, "register_at_fork"), (os, "wait4"), (signal, "pthread_sigmask"), (select, "poll"))
    return all(hasattr(*each) for each in needed) and find_spec("resource") is not None


def run_in_subprocess(
    seconds: float | None, work: Callable[[], T], *, memory: int = MEMORY, computing: int | None = None
) -> T:
    """What the work returns or raises, as far as that can be pickled. It is done in a process of its own, of which
    nothing is left afterwards.

    seconds    of wall clock, None for no limit
    memory     bytes, for each process beyond what this one has now
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
    """Raise SystemExit where the code inside calls `os._exit`, which would end this process with any status, even 0.
    Processes that this code forks end as usual.

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


def yield_latest(seconds: float | None, work: Callable[[], Iterable[T]], *, memory: int = MEMORY) -> Generator[T]:
    """Yield what an iterator yields last, a few times a second and at its end; it is run as `run_in_subprocess` says.
    So work that is stopped leaves what it had found.

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
            iterators[0] = map(_raise, [problem])  # when it is asked again
        return found

    worker: Worker[None, list[T]] = Worker(following, memory=memory)
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
    """CPU seconds of this process and of those that it has started and waited for."""
    if not can_fork():
        return time.process_time()
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run_with_cpu_limit(seconds: float, work: Callable[[], T]) -> T:
    """`run_in_subprocess` so many seconds of computing, and `PATIENCE` times as many by the clock: what computes little
    and waits, as on a busy machine, is not late.

    >>> run_with_cpu_limit(60, lambda: 6 * 7)
    42
    """
    return run_in_subprocess(PATIENCE * seconds, work, computing=math.ceil(seconds))


@dataclass(frozen=True)
class Done:
    """A command that has ended: its exit status and what it wrote."""

    status: int
    out: str
    err: str


def run_command(
    command: Sequence[str], seconds: float, *, folder: str | os.PathLike[str] = ".", memory: int = MEMORY
) -> Done:
    """Run a command in a folder, without input. What it leaves running ends with it.

    Raises FileNotFoundError if there is no such command, and the errors of `run_in_subprocess`.

    >>> run_command(["sh", "-c", "echo here; exit 3"], 60)
    Done(status=3, out='here\\n', err='')
    """

    def started() -> Done:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:  # a pipe would wait for what it leaves
            limit = None if can_fork() else seconds
            status = subprocess.run(command, cwd=folder, stdout=out, stderr=err, timeout=limit).returncode
            return Done(status, *(_text(file) for file in (out, err)))

    if can_fork():
        return run_in_subprocess(seconds, started, memory=memory)
    try:
        return started()
    except subprocess.TimeoutExpired:
        raise OutOfTime(f"no answer within {seconds:g} s") from None


def _text(file: Any) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


class Worker(Generic[Part, T]):
    """A process that does `work` on one request after the other. It starts when it is first asked, and again when it is
    asked after it has ended.

    >>> worker = Worker(str.upper)
    >>> worker.ask("a"), worker.ask("b")
    ('A', 'B')
    >>> isinstance(worker.end(), Died)
    True
    """

    def __init__(
        self, work: Callable[[Part], T], *, memory: int = MEMORY, computing: int | None = None, alone: bool = False
    ) -> None:
        """`memory` and `computing` as for `run_in_subprocess`; both are limits for all requests together. A process
        that outlives the call which starts it is `alone`: it holds no file or pipe of its starter, where somebody may
        wait for the end of what is written.
        """
        self.work = work
        self.body: Body = lambda requests, answers: _serve_requests(requests, answers, work, memory)
        self.memory, self.computing, self.alone = memory, computing, alone
        self.keeper = 0  # its process id; 0 for none
        self.requests = self.answers = -1

    def ask(self, request: Part, seconds: float | None = None) -> T:
        """The result for one request; errors as for `run_in_subprocess`, after which the process has ended."""
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
        except BaseException:  # an interruption: its answer would be taken for that of the next request
            self.end()
            raise
        if succeeded:
            return result
        try:
            raise result
        finally:
            del result  # else it and this call would hold each other, and the process would outlive all who have it

    def says_something(self) -> bool:
        """Before it is asked, a process can only say that it is no more."""
        with contextlib.suppress(TimeoutError):
            return bool(_wait_for(select.POLLIN, [self.answers], 0))
        return False

    def start(self) -> None:
        """Start the process, if there is none."""
        if self.keeper or not can_fork():
            return
        _flush()  # what is in a buffer would be written twice
        _prctl()  # found out once, not in each keeper
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
        """End the process with all its descendants, and say what it had ended by, if it had."""
        if not self.keeper:
            return Died("the process has not begun its work")
        keeper = self.keeper
        self.close()
        code, used = 0, 0
        with contextlib.suppress(ChildProcessError):  # somebody else has waited for it
            _, status, usage = os.wait4(keeper, 0)
            code, used = os.waitstatus_to_exitcode(status), usage.ru_maxrss * KILOBYTE
        number = -code if code < 0 else code - 128  # a keeper ends as its worker did, in the way a shell says it
        killed = number in signal.valid_signals()
        if number == signal.SIGXCPU and self.computing:
            return OutOfTime(f"no answer within {self.computing} s of computing")
        # The libraries of solvers crash where they get no memory.
        if killed and used - _memory_in_use()[0] > self.memory / 4:
            return _out_of_memory(self.memory)
        by = f"was ended by signal {number} ({signal.strsignal(number)})" if killed else f"ended with status {code}"
        return Died(f"the process {by} before its work was done")

    def close(self) -> None:
        """Close the ends of its pipes, upon which its keeper ends it."""
        ends, self.keeper, self.requests, self.answers = {self.requests, self.answers}, 0, -1, -1
        _workers.discard(self)
        for end in ends - {-1}:
            os.close(end)

    def __del__(self) -> None:
        """Nothing runs for a worker that nobody has."""
        if self.keeper:
            self.end()


def imap(
    work: Callable[[Part], T],
    parts: Sequence[Part],
    workers: int,
    progress: Callable[[Part, int, int], None] = lambda part, done, total: None,
    instead: Callable[[Part, Stopped], T] | None = None,
    seconds: float | None = None,
) -> Generator[tuple[Part, T]]:
    """As `imap_unordered`, but in order, as early as that allows, so that the caller can go on with results while
    others are worked on. A few parts without a limit are worked on here, since processes do not pay. `progress` is
    called with each part that is handed out, how many these are, and how many there are.

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


def imap_unordered(
    work: Callable[[Part], T],
    parts: Sequence[Part],
    workers: int,
    instead: Callable[[Part, Stopped], T] | None = None,
    seconds: float | None = None,
) -> Generator[tuple[Part, T]]:
    """The parts, each once, with what the work makes of them in so many processes, or in this one if there are 0 or
    none can be forked.
    Each process takes the next part as soon as it is free. Whatever ends this generator ends them. A process that
    works on a part for more than so many seconds is stopped; with such a limit there is one process at least.

    Raises what the work raises. A part at which its process is stopped gets the result of `instead`, or else `Stopped`
    is raised.

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
    """A worker that takes the numbers of parts from a file, whose position all of them share."""
    worker = Worker(work)

    def body(requests: int, answers: int) -> None:
        while number := os.read(queue, NUMBER):
            n = int.from_bytes(number, "big")
            _write(answers, pickle.dumps(n))
            _write(answers, _pickle_outcome(work, parts[n], worker.memory))
        _write(answers, pickle.dumps(None))

    worker.body = body
    return worker


def _results(
    team: list[Worker], parts: Sequence[Part], instead: Any, seconds: float | None
) -> Generator[tuple[Part, Any]]:
    """What the workers make of the parts, until each has said that none is left."""
    at = dict[Worker, Part]()  # what each is working on
    until = dict[Worker, float]()  # when that has to be done
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
    """Finds no module, and has those of these names imported in a process of their own first."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take the names; each is tried until it can be imported."""
        self.names = set(names)

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        """Try; raises `OutOfMemory` if the process has ended, or has no end."""
        if name in self.names:
            try:
                run_in_subprocess(IMPORT, partial(self.tried, name))
            except Stopped:
                raise OutOfMemory(f"{name} does not fit into the memory limit of this process; raise it, as by "
                                  "`ulimit -v unlimited`") from None  # fmt: skip
            self.names.remove(name)

    def tried(self, name: str) -> None:
        """Import it; what a library prints before it ends the process, also as by Ctrl-C, is for nobody."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        self.names.remove(name)
        import_module(name)


def probe_import(*names: str) -> None:
    """From now on, these are imported in a process of their own before they are imported here: libraries in C end the
    program, with a status that is a verdict's, where they get no memory. Raises `OutOfMemory`, in the import.
    """
    sys.meta_path.insert(0, _Trial(names))


# --- the keeper, and the process of the work --------------------------------------------------------

NUMBER = 4  # bytes of a part's number
KILOBYTE = 1 if sys.platform == "darwin" else 1024  # the unit in which the system counts memory that was used
ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")  # which a keeper leaves alone: it ends when its starter does
PARENT_DEATH_SIGNAL, CHILD_SUBREAPER = 1, 36  # of <linux/prctl.h>

_workers: weakref.WeakSet[Worker] = weakref.WeakSet()
_starting = threading.Lock()  # a fork between the making and the noting of pipes would hold them open


def _supervise(worker: Worker, requests: int, answers: int, signals: Any) -> NoReturn:
    """Start the work's process, wait for its end or that of the starter, and end all that is left."""
    status = 1
    try:
        os.setsid()
        for name in ("SIGINT", *ENDING):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        _call_prctl(CHILD_SUBREAPER, 1)
        if worker.alone:
            _close_files_except(requests, answers)
        bell, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        keeper, child = os.getpid(), os.fork()
        if not child:
            _work(worker, requests, answers, keeper)
        with contextlib.suppress(OSError):
            os.setpgid(child, child)  # the child does it too: whoever comes first
        os.close(answers)
        status = _wait(child, requests, bell)
        _end_all(child)
    finally:
        os._exit(status)


def _close_files_except(*kept: int) -> None:
    """Close what is inherited of the starter's files and pipes, but for these and the three that all have."""
    limits = [2, *sorted(kept), os.sysconf("SC_OPEN_MAX")]
    for low, high in pairwise(limits):
        os.closerange(low + 1, high)


def _wait(child: int, lifeline: int, bell: int) -> int:
    """Wait until the child has ended, or else end it. Its exit status, as a shell says it."""
    events = select.poll()
    events.register(lifeline, 0)  # only that the other end is closed
    events.register(bell, select.POLLIN)
    ended = 0
    while not ended:
        ready = [pipe for pipe, _ in events.poll()]
        if bell in ready:
            os.read(bell, 1000)
        ended, status = os.waitpid(child, os.WNOHANG)
        if lifeline in ready and not ended:
            os.killpg(child, signal.SIGKILL)
            ended, status = os.waitpid(child, 0)  # if it has just ended by itself, this says how
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_all(child: int) -> None:
    """Kill what is left of the child's group; then this process's other children, which were orphans, to the last."""
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
    """The processes that have this parent, as Linux tells."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) == parent:
                found.append(int(name))
    return found


def _work(worker: Worker, requests: int, answers: int, keeper: int) -> NoReturn:
    """The process of the work, with its limits."""
    status = 1
    try:
        os.setpgid(0, 0)
        _call_prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        for name in (*ENDING, "SIGCHLD"):  # not Ctrl-C, which is for the starter
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        _disable_input(requests, answers)
        _set_limits(worker.memory, worker.computing)
        gc.freeze()  # what was there before is shared memory, which looking for garbage in it would copy
        worker.body(requests, answers)
        status = 0
    except (EOFError, BrokenPipeError):
        status = 0  # nobody asks any more
    except SystemExit as ending:
        status = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        os._exit(status)


def _disable_input(requests: int, answers: int) -> None:
    """What is typed is for the starter."""
    if 0 not in (requests, answers):
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)


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
    lower(resource.RLIMIT_CORE, 0, 0)  # which a crash would fill with all the memory
    if computing is not None:
        lower(resource.RLIMIT_CPU, computing, computing + 1)  # at the first it is told, at the second killed


def _memory_in_use() -> tuple[int, int, int]:
    """The memory of this process in bytes: what is resident and a fork has from the start (of the libraries it has what
    it uses); and what counts for the limits of data and of addresses. 0 where nobody tells.
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = [int(word) * os.sysconf("SC_PAGE_SIZE") for word in file.read().split()]
    except OSError:
        return 0, 0, 0
    return pages[1] - pages[2], pages[5], pages[0]


def require_memory(needed: int, what: str, held: int = 0) -> None:
    """Raise `BadInput`, with the sizes, if `what` needs more bytes than this process can get; few are always there.

    Of those that it needs, `what` has so many already.
    """
    if needed > LITTLE and needed > (free := _memory_available() + held):
        raise BadInput(f"{what} needs {needed / GIB:.1f} GiB of memory, and {free / GIB:.1f} GiB are free; give fewer")


def _memory_available() -> float:
    """Bytes that the machine can give, and the limit of this process allows; infinity where nobody tells."""
    allowed = _memory_left()
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return min([allowed, *(1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable"))])
    except OSError:
        return allowed


def _memory_left() -> float:
    """Return the bytes that the limits of this process leave it; infinity where there are none."""
    try:
        import resource
    except ImportError:  # as on Windows
        return math.inf
    kinds = resource.RLIMIT_DATA, resource.RLIMIT_AS
    limits = ((resource.getrlimit(kind)[0], held) for kind, held in zip(kinds, _memory_in_use()[1:], strict=True))
    return min((limit - held for limit, held in limits if limit != resource.RLIM_INFINITY), default=math.inf)


@cache
def _prctl() -> Any:
    """The system call by which Linux tells processes of the end of others; None elsewhere."""
    if not sys.platform.startswith("linux") or not os.path.exists("/proc/self/stat"):
        return None
    import ctypes

    return ctypes.CDLL(None).prctl


def _call_prctl(option: int, value: int) -> None:
    """Call it, where it is."""
    if prctl := _prctl():
        prctl(option, value, 0, 0, 0)


def _serve_requests(requests: int, answers: int, work: Callable[[Any], Any], memory: int) -> None:
    """Answer requests until there are no more."""
    while True:
        _write(answers, _pickle_outcome(work, pickle.loads(_read(requests)), memory))


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
          "memory; Ctrl-C ends it", file=sys.stderr)  # fmt: skip


def _pickle_outcome(work: Callable[[Any], Any], request: Any, memory: int) -> bytes:
    """Whether the work succeeds, and what it returns or raises."""
    try:
        return pickle.dumps((True, work(request)))
    except MemoryError:
        pass  # and let go of what holds the memory
    except Exception as problem:
        return pickle.dumps((False, _make_picklable(problem)))
    finally:
        _flush()
    return pickle.dumps((False, _out_of_memory(memory)))


def _make_picklable(problem: Exception) -> Exception:
    """An exception that can be pickled, and says where it comes from."""
    problem.add_note(f"In the process of the work:\n{''.join(traceback.format_exception(problem))}")
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem


def _out_of_memory(memory: int) -> OutOfMemory:
    return OutOfMemory(f"no answer with {memory / GIB:.3g} GiB of memory")


def _flush() -> None:
    """Write what is printed."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()


# --- pipes and signals ------------------------------------------------------------------------------


def _write(pipe: int, message: bytes, deadline: float | None = None) -> None:
    """Write a message with its length; TimeoutError at the deadline."""
    left = memoryview(len(message).to_bytes(8, "big") + message)
    while left:
        if deadline is not None:
            _wait_for(select.POLLOUT, [pipe], deadline)
        with contextlib.suppress(BlockingIOError):
            left = left[os.write(pipe, left) :]


def _read(pipe: int, deadline: float | None = None) -> bytes:
    """Read a message; EOFError if it never comes, TimeoutError at the deadline."""
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


def _wait_for(event: int, pipes: list[int], deadline: float | None = None) -> list[int]:
    """Those of the pipes that are ready, or closed at their other end; TimeoutError if none is at the deadline."""
    events = select.poll()
    for pipe in pipes:
        events.register(pipe, event)
    left = None if deadline is None else 1000 * max(0.0, deadline - time.monotonic())
    ready = [pipe for pipe, _ in events.poll(left)]
    if not ready:
        raise TimeoutError
    return ready


@contextlib.contextmanager
def _delay_interrupts() -> Generator[Any]:
    """An interruption comes afterwards; the signals that were left alone before."""
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield signals
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)


def _close_inherited() -> None:
    """In a fork, close what leads to the workers of the process that was forked: they are not of this one."""
    global _starting
    _starting = threading.Lock()
    for worker in list(_workers):
        worker.close()


def _end_workers() -> None:
    """When the program ends, nothing that it has started is left."""
    for worker in list(_workers):
        worker.end()


if can_fork():
    os.register_at_fork(after_in_child=_close_inherited)
atexit.register(_end_workers)
