"""What the tests of several modules of algorithms use."""

import tracemalloc

import numpy as np
import pytest


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""
    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
    return write


@pytest.fixture
def npz(tmp_path):
    """Write arrays into a file and return its path."""
    def write(**arrays):
        np.savez(tmp_path / "data.npz", **arrays)
        return tmp_path / "data.npz"
    return write


def peak_of(call):
    """The most bytes that Python holds during a call, beyond those before it, and the answer."""
    tracemalloc.start()
    answer = call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, answer
