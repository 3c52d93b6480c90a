"""Take away what only Unix has, as far as Python's own modules go without it, and run the command line.

    python without_unix.py ARGUMENTS...    novikoff, as on Windows or in a browser
    python without_unix.py several JSON    novikoff for each list of arguments: their exit statuses, output and errors
    python without_unix.py import          import every module of the package, and all public names

Modules of the standard library that look at the system's name, and not at what it has, are imported before.
"""

import asyncio  # noqa: F401
import concurrent.futures  # noqa: F401
import importlib
import json
import logging  # noqa: F401
import multiprocessing  # noqa: F401
import os
import pkgutil
import random  # noqa: F401
import select
import signal
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
import uuid  # noqa: F401

MODULES = ("resource", "fcntl", "pwd", "grp", "termios", "pty", "tty", "syslog", "readline")
OF_OS = ("fork", "forkpty", "register_at_fork", "setsid", "setpgid", "killpg", "wait", "wait3", "wait4", "waitid",
         "geteuid", "getuid", "getegid", "getgid", "getpgid", "getpgrp", "getsid", "fchmod", "fchown", "chown",
         "lchown", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "sysconf", "sched_getaffinity", "mkfifo", "getloadavg",
         "nice", "openpty", "pread", "pwrite", "memfd_create", "pidfd_open")
SIGNALS = ("SIGINT", "SIGTERM", "SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV")  # those of Windows
OF_SIGNAL = ("pthread_sigmask", "setitimer", "alarm", "SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK", "sigwait", "pause")
OF_SELECT = ("poll", "epoll")


def take_away() -> None:
    """Leave what Windows has."""
    others = {name for name in dir(signal) if name.startswith("SIG") and name.isalnum()} - {*SIGNALS}
    for module, names in ((os, OF_OS), (signal, (*OF_SIGNAL, *others)), (select, OF_SELECT)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type] - None: there is no such module


def import_all() -> None:
    """Import every module of the package, and all public names; print how many."""
    import novikoff
    names = [found.name for found in pkgutil.walk_packages(novikoff.__path__, "novikoff.")]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    print(len(names), len([getattr(novikoff, name) for name in novikoff.__all__]))


def run_several(commands: list[list[str]]) -> None:
    """Print as JSON the exit status, the output and the errors of each command."""
    from click.testing import CliRunner

    from novikoff.algorithms import processes
    from novikoff.cli import cli
    found = []
    for arguments in commands:
        processes._warn_no_limits.cache_clear()  # as in a new process
        done = CliRunner().invoke(cli, arguments, prog_name="novikoff", catch_exceptions=False)
        found.append([done.exit_code, done.stdout, done.stderr])
    print(json.dumps(found))


if __name__ == "__main__":
    take_away()
    if sys.argv[1:] == ["import"]:
        import_all()
    elif sys.argv[1:2] == ["several"]:
        run_several(json.loads(sys.argv[2]))
    else:
        from novikoff.cli import main

        main()
