"""Calls from Python that are refused in one sentence: `refused_calls.txt` has each with a part of what is said."""

import pytest

from ..refused_calls import check_refusal, read_calls


@pytest.mark.parametrize(("module", "call", "words"), read_calls(__file__))
def test_a_call_is_refused_in_one_sentence(module, call, words, file, npz):
    check_refusal(module, call, words, file=file, npz=npz)
