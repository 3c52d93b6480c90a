"""What pyproject.toml cannot say: the tests that live in the package are left out of the wheel."""

from fnmatch import fnmatch

from setuptools import setup
from setuptools.command.build_py import build_py


class WithoutTests(build_py):
    """Build the package, but for `test_*.py` and `conftest.py`."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return (package, module, file) of each module that is not for pytest."""
        found = super().find_package_modules(package, package_dir)
        return [each for each in found if not (fnmatch(each[1], "test_*") or each[1] == "conftest")]


setup(cmdclass={"build_py": WithoutTests})
