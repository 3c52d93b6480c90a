"""Certificates are JSON, hold rationals as strings, and exist for exact runs only."""

import json

import pytest

from novikoff.algorithms import perceptron, run_certificates
from novikoff.algorithms.errors import BadInput

from .example_data import F

LINE = [[F(1, 2)], [2]], [1, -1]


def test_a_certificate_survives_json_and_has_the_keys_of_every_run():
    record = perceptron.run(*LINE, rate=F(2, 3))
    data = perceptron.certificate(record, *LINE)
    assert json.loads(json.dumps(data)) == data
    assert list(data) == ["schema", "kind", "algorithm", "parameters", "X", "y", "steps", "result"]
    assert (data["schema"], data["kind"], data["algorithm"]) == (1, "run", "perceptron")
    assert (data["X"], data["y"]) == ([["1/2"], ["2"]], [1, -1])
    assert data["parameters"]["rate"] == "2/3"
    assert data["steps"] == list(record.mistakes)
    assert data["result"] == {"updates": record.updates, "stopped": "separated", "separated": True,
                              "visits": record.visits, "w": [str(F(v)) for v in record.w], "b": str(record.b)}


def test_certificates_of_online_and_float_runs():
    online = perceptron.Online(1)
    for x, y in zip(*LINE, strict=True):
        online.learn(x, y)
    assert perceptron.certificate(online.record(), *LINE)["parameters"]["order"] == [0, 1]
    # Exact runs have none on float data
    with pytest.raises(BadInput, match="float among exact"):
        perceptron.certificate(perceptron.run(*LINE), [[0.5], [2.0]], [1, -1])


def test_rationals_are_exact_and_of_at_most_4000_digits():
    assert run_certificates.rationals_to_text([0, -3, F(-6, 4), F(10**30, 7)]) == ["0", "-3", "-3/2", f"{10**30}/7"]
    assert len(run_certificates.rational_to_text(10**4000 - 1)) == 4000
    for value in (10**4000, -(10**4000), F(1, 10**4000)):
        with pytest.raises(BadInput, match="more than 4000 digits") as caught:
            run_certificates.rational_to_text(value)
        assert "\n" not in str(caught.value)
