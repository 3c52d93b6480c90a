"""A page in headless Chromium, the system's, driven by playwright; without either, what asks for it is skipped.

A page that shows an error in its console, or asks for anything but files, fails the test that opened it.
"""

import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AXE = "axe-core-4.14.1"  # rules of accessibility; MPL-2.0, loaded for the tests alone


@pytest.fixture(scope="session")
def browser() -> Iterator:
    """Chromium, started once for a worker."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None or find_spec("playwright") is None:
        pytest.skip("there is no Chromium, or no playwright to drive it: apt install chromium, pip install playwright")
    from playwright.sync_api import sync_playwright
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser) -> Iterator:
    """A new page of the width of a laptop."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened, wrong = context.new_page(), list[str]()
    opened.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    opened.on("pageerror", lambda problem: wrong.append(str(problem)))
    opened.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    yield opened
    context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, from the registry of npm or from the last time."""
    archive = ROOT / "build" / f"{AXE}.tgz"
    if not archive.exists():
        archive.parent.mkdir(exist_ok=True)
        name = AXE.replace("core-", "core@")
        command = ["npm", "pack", "--silent", name, "--pack-destination", str(archive.parent)]
        done = subprocess.run(command, capture_output=True, timeout=60) if shutil.which("npm") else None
        if done is None or done.returncode or not archive.exists():
            pytest.skip("axe-core is not there, and npm cannot get it")
    with tarfile.open(archive) as opened:
        member = opened.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()
