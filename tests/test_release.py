"""The workflows and hooks for other hosts run commands that exist, with the Pythons of pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from novikoff.cli import NAMES

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def steps(workflow: Path) -> list[dict]:
    """All steps of all jobs."""
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_makes_targets_that_the_makefile_has(workflow: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = [step["run"].split()[1] for step in steps(workflow) if step.get("run", "").startswith("make ")]
    assert made
    assert set(made) <= targets


def test_the_workflows_use_the_oldest_and_the_newest_python_that_the_metadata_name() -> None:
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    used = {version for path in WORKFLOWS for version in re.findall(r"\b3\.1\d\b", path.read_text(encoding="utf-8"))}
    assert used == {named[0], named[-1]}
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_hooks_call_commands_of_the_program() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    program, command, *_ = hook["entry"].split()
    assert program in PROJECT["scripts"]
    assert command in NAMES


def test_all_licences_are_named_with_their_texts() -> None:
    assert PROJECT["license"].split(" AND ") == ["MIT", "OFL-1.1", "CC-BY-4.0"]
    assert all((ROOT / file).is_file() for file in PROJECT["license-files"])
