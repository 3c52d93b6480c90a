"""Calls from Python that are refused in one sentence: `refused_calls.txt` has each with a part of what is said."""

import pytest

from ..refused_calls import check_refusal, read_calls


@pytest.mark.parametrize(("module", "call", "words"), read_calls(__file__))
def test_a_call_is_refused_in_one_sentence(module, call, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = check_refusal(module, call, words)
    assert "--" not in said, "options are named as arguments"
