"""Hypothesis profiles: `novikoff` repeats the same examples on every machine, `explore` looks for new ones.

    pytest properties --hypothesis-profile=explore
"""

from typing import Any

from hypothesis import HealthCheck, settings

# Timings are noisy and exact numbers vary in cost, so there is no deadline.
COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("novikoff", max_examples=30, derandomize=True, database=None, **COMMON)
settings.register_profile("explore", max_examples=2000, print_blob=True, **COMMON)


def pytest_configure(config: Any) -> None:
    """Choose `novikoff`, unless the command line names a profile."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("novikoff")
