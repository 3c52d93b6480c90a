"""What the tests of proofs share: the verified checker, and what Coq has compiled."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.export.coq.compiling import Workshop, theories_folder
from novikoff.proofs.export.coq.project import ENTRIES, theories
from novikoff.proofs.verified import extraction

LIBRARIES = [*theories(), ENTRIES]


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run, the same for all workers."""
    mine = tmp_path_factory.getbasetemp()
    made = (mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "shelf"
    made.mkdir(exist_ok=True)
    return made


@pytest.fixture(scope="session")
def verified(shelf: Path) -> Path:
    """The verified checker, built with the theories for Coq unless both are there already."""
    with (shelf / "building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # else two workers would build it at once
        try:
            program = extraction.program()
        except BadInput:
            return extraction.build()
        return program if theories_folder().is_dir() else extraction.build()


@pytest.fixture(scope="module")
def libraries_compiled_once(shelf: Path, verified: Path) -> Iterator[None]:
    """Compile the files before the theorems, unless `make verified` has, once for each of their texts in a run."""
    coqc = Workshop.coqc
    def remembered(self: Workshop, name: str) -> tuple[str, str]:
        if name not in LIBRARIES:
            return coqc(self, name)
        texts = [self.place / f"{each}.v" for each in LIBRARIES[: LIBRARIES.index(name) + 1]]
        digest = sha256(b"".join(t.read_bytes() for t in texts if t.exists())).hexdigest()
        made, kept = self.place / f"{name}.vo", shelf / digest
        with (shelf / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # else two workers would make the same at once
            if not kept.exists():
                _, error = coqc(self, name)
                if error:
                    return "", error
                made.rename(kept)
        shutil.copy(kept, made)
        return "", ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workshop, "coqc", remembered)
        yield
