"""The share of the public names of the package whose type every type checker reads alike.

    python -m metatests.type_completeness

The program prints the share and the names that have no such type. It fails if the share is below 99 %.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
LEAST = 0.99


def measure_types() -> tuple[float, list[str]]:
    """Return the share of the public names with a known type, and the other names."""
    command = [str(Path(sys.executable).with_name("basedpyright")), "--pythonpath", sys.executable,
               "--verifytypes", "novikoff", "--ignoreexternal", "--outputjson"]
    with TemporaryDirectory() as outside:  # in the checkout it would read the options of pyproject.toml
        found = subprocess.run(command, cwd=outside, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True)
    report = json.loads(found.stdout)["typeCompleteness"]
    names = [each["name"] for each in report["symbols"] if each["isExported"] and not each["isTypeKnown"]]
    return report["completenessScore"], names


if __name__ == "__main__":
    share, names = measure_types()
    print(*names, f"{share:.2%} of the public names have a known type", sep="\n")
    sys.exit(share < LEAST)
