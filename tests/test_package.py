"""What is built for others: the archives hold what they must, and the program runs from the wheel alone."""

import os
import subprocess
import sys
import tarfile
import zipfile
from configparser import ConfigParser
from email.parser import Parser
from pathlib import Path

import pytest

import novikoff

from . import worked_example

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "docs", "metatests", "notebooks", "novikoff", "tests", ".ci", ".github")
FILES = (
    ".pre-commit-config.yaml", ".pre-commit-hooks.yaml", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE",
    "MANIFEST.in", "Makefile", "README.md", "SECURITY.md", "pyproject.toml", "requirements.lock", "setup.py",
)
NAME = f"novikoff-{novikoff.__version__}"


@pytest.fixture(scope="module")
def dist(tmp_path_factory) -> Path:
    """The archives, built with what is installed; `make package` builds them in an environment of their own."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist) -> zipfile.ZipFile:
    with zipfile.ZipFile(dist / f"{NAME}-py3-none-any.whl") as archive:
        yield archive


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory) -> Path:
    """What an installation of the wheel has; Python compiles it once for all tests."""
    folder = tmp_path_factory.mktemp("site")
    wheel.extractall(folder)
    return folder


def files_of(folder: str) -> set[str]:
    """The files of a folder; those that Python makes are left out."""
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {file.relative_to(ROOT).as_posix() for file in found if file.parent.name != "__pycache__"}


def is_test(file: str) -> bool:
    name = file.rpartition("/")[2]
    return name == "conftest.py" or (name.startswith("test_") and name.endswith(".py"))


def test_the_source_archive_is_the_repository(dist) -> None:
    with tarfile.open(dist / f"{NAME}.tar.gz") as archive:
        held = {member.name.removeprefix(f"{NAME}/") for member in archive if member.isfile()}
    wanted = {file for folder in FOLDERS for file in files_of(folder)} | set(FILES)
    assert wanted - held == set()
    assert {file for file in held - wanted if ".egg-info" not in file} == {"PKG-INFO", "setup.cfg"}


def test_the_wheel_is_the_package_without_its_tests(wheel) -> None:
    package = files_of("novikoff")
    assert any(map(is_test, package))
    held = {file for file in wheel.namelist() if not file.startswith(f"{NAME}.dist-info/")}
    assert held == {file for file in package if not is_test(file)}


def test_the_version_is_that_of_the_package(wheel) -> None:
    about = Parser().parsestr(wheel.read(f"{NAME}.dist-info/METADATA").decode())
    assert about["Version"] == novikoff.__version__
    assert f"\n## [{novikoff.__version__}] " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {novikoff.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_wheel_brings_the_program_and_the_plugin(wheel) -> None:
    points = ConfigParser()
    points.read_string(wheel.read(f"{NAME}.dist-info/entry_points.txt").decode())
    assert dict(points["console_scripts"]) == {"novikoff": "novikoff.__main__:main"}
    assert dict(points["pytest11"]) == {"novikoff": worked_example.PLUGIN}


@pytest.mark.parametrize(("arguments", "said"), [
    (["check", "--replay", "cauchy-schwarz"], "1 claim: 1 proved"),
    (["run", "perceptron", "iris.csv", "--label", "species", "--positive", "setosa"], "holds  5 ≤"),
])
def test_the_program_runs_from_the_wheel_in_another_folder(site, tmp_path, arguments, said) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "novikoff", *arguments], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(("page", "folder"), [
    ("how-to/your-own-update-rule.md", "damped"),
    ("tutorial/test-your-perceptron.md", "tiny"),
])
def test_the_page_shows_the_files_of_the_example(page: str, folder: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for path in (ROOT / "docs" / "examples" / folder).rglob("*"):
        if path.suffix in (".py", ".toml", ".json") and path.parent.name != "__pycache__" and path.stem != "mended":
            assert path.read_text(encoding="utf-8") in text, path
