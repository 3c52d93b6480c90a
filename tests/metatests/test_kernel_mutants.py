"""A changed kernel is told from the shipped one by a case, or by none for a reason that is given."""

import pytest

from metatests import kernel_mutants
from metatests.kernel_mutants import kernel_verdict, mutants_of_kernel
from metatests.mutant_runner import campaign


def test_a_kernel_that_checks_less_is_noticed():
    source = next(s for s in mutants_of_kernel() if s.kind == "check deleted" and "two sides" in s.change)
    verdict = kernel_verdict(source)
    assert verdict.status == "killed"
    assert not verdict.by.startswith("accepted: "), "what is right is accepted all the same"


def test_every_argument_for_an_equivalent_mutant_is_about_one():
    keys = [f"{source.target}: {source.change}" for source in mutants_of_kernel()]
    assert len(set(keys)) == len(keys)
    assert set(kernel_mutants.ARGUED) <= set(keys)


@pytest.mark.sampled(0)
def test_no_mutant_of_the_kernel_survives_in_the_sample():
    assert campaign(list(range(len(mutants_of_kernel()))), kernel_mutants.verdict, sample=8).totals()["survived"] == 0


def test_a_mutant_that_no_case_notices_survives(monkeypatch):
    monkeypatch.setattr(kernel_mutants, "cases", list)
    number = next(n for n, source in enumerate(mutants_of_kernel()) if "two sides" in source.change)
    assert campaign([number], kernel_mutants.verdict).totals() == {"killed": 0, "argued": 0, "survived": 1}
