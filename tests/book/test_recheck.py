"""The part of the pages that checks the book in the reader's browser, in headless Chromium on pages of its own: the
whole book passes, what is changed is refused, with the reason in words.
"""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path

import pytest

from novikoff.book.data_scripts import certificates_js
from novikoff.proofs import evidence

STATIC = Path(__file__).parents[2] / "novikoff" / "book" / "static"
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>check</title>
<script src="{root}static/checker.js" defer="defer"></script>
<script src="{root}static/check.js" defer="defer"></script></head>
<body data-root="{root}"><main><section id="recheck" {claim}>
<h2>Check it yourself</h2></section></main></body></html>"""
CLAIM = "smola-mistake-bound"  # rests on others, is about a run


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder as the builder makes it, with the scripts and the data, and pages that have nothing but the check."""
    folder = tmp_path_factory.mktemp("site")
    for name in ("static", "data", "claims"):
        (folder / name).mkdir()
    for path in STATIC.glob("*.js"):
        (folder / "static" / path.name).write_bytes(path.read_bytes())
    entries = evidence.certificates()
    (folder / "data" / "certificates.js").write_text(certificates_js(entries.values()), encoding="utf-8")
    for identifier in entries:
        page = PAGE.format(root="../", claim=f'data-claim="{identifier}"')
        (folder / "claims" / f"{identifier}.html").write_text(page, encoding="utf-8")
    (folder / "check.html").write_text(PAGE.format(root="", claim=""), encoding="utf-8")
    return folder


@pytest.fixture
def opened(page, site):
    """The page of a claim, or that of the whole book, in the browser."""
    def goto(identifier=None):
        page.goto((site / "claims" / f"{identifier}.html" if identifier else site / "check.html").as_uri())
        return page
    return goto


def said(page, words, wait=60_000):
    """The words of the status line that begins so, once it is there."""
    line = page.locator("[role=status]", has_text=words)
    line.first.wait_for(timeout=wait)
    return line.first.text_content()


def test_a_coefficient_that_is_spoilt_is_refused(opened):
    """Somewhere at random; the rare one that does no harm, such as that of 0 = 0, is drawn again."""
    page = opened()
    page.get_by_label("first spoil one coefficient").check()
    for _ in range(5):
        page.get_by_role("button", name="Check the whole book").click()
        page.get_by_text("Stop", exact=True).wait_for(state="detached")
        text = said(page, "Spoilt was")
        if "none refused" not in text:
            break
    refused = {item.get_attribute("data-id") for item in page.locator("li.error").all()}
    assert text.split("Spoilt was ")[1].split(":")[0] in refused
    assert f"{len(refused)} refused" in text


def test_the_whole_book_passes_also_when_it_was_stopped_and_begun_again(opened):
    page = opened()
    page.evaluate("window.setTimeout = ((old) => (act) => old(act, 50))(window.setTimeout)")  # a slow machine
    page.get_by_role("button", name="Check the whole book").click()
    page.get_by_role("button", name="Stop").click()
    assert said(page, "Stopped") == "Stopped."
    page.reload()
    page.get_by_role("button", name="Check the whole book").click()
    counts = [sum(kind in entry for entry in evidence.certificates().values()) for kind in ("proof", "counterexample")]
    assert f"{counts[0]} proved, {counts[1]} refuted, none refused" in said(page, "has checked")
    assert page.locator("li.error").count() == 0


def test_a_claim_is_checked_with_what_it_rests_on(opened):
    page = opened(CLAIM)
    page.get_by_role("button", name="Check this page").click()
    text = said(page, "has checked")
    assert text.startswith("Your browser has checked this claim, with ")
    assert text.endswith(": proved.")
    lines = [item.get_attribute("data-id") for item in page.locator("li.proved").all()]
    assert lines[-1] == CLAIM
    assert "perceptron-norm-growth" in lines
    page.get_by_role("link", name="perceptron-norm-growth").click()
    assert page.url.endswith("claims/perceptron-norm-growth.html")


@pytest.fixture
def changing(opened):
    """The page of a claim on which something is about to be changed."""
    def goto(identifier):
        page = opened(identifier)
        page.get_by_role("button", name="Change something").click()
        said(page, "Nothing is changed")
        return page
    return goto


def path(*keys):
    """The input for the number at a place of an entry."""
    return "[data-path='" + json.dumps(keys, separators=(",", ":"), ensure_ascii=False) + "']"


def test_a_hypothesis_that_is_left_out_is_missed(changing):
    page = changing("perceptron-norm-growth")
    page.get_by_label("keep the hypothesis mistake").uncheck()
    assert "no fact is named: 'mistake'" in said(page, "Refused")
    page.get_by_label("keep the hypothesis mistake").check()
    assert said(page, "Nothing is changed")


def test_a_constant_of_the_statement_that_is_changed_is_refused_with_what_is_left_over(changing):
    page = changing("perceptron-norm-growth")
    place = page.locator(path("statement", "show", "conclusion", 2, 4))
    place.fill("2")
    assert "the two sides of the certificate differ" in said(page, "Refused")
    assert page.locator("p.left").text_content() == "What is left over: 1"
    place.fill("1/0")
    assert "the denominator is 0" in said(page, "denominator")
    place.fill("2x")
    assert "neither a name nor a number" in said(page, "neither")
    place.fill("x")
    assert "not declared" in said(page, "declared")
    page.get_by_role("button", name="As it was").click()
    assert said(page, "Nothing is changed")
    assert place.input_value() == "1"


def test_a_relation_that_is_changed_is_refused(changing):
    page = changing("perceptron-norm-growth")
    page.get_by_label("relation of conclusion").select_option("<")
    assert "no summand is strictly positive" in said(page, "Refused")
    page.get_by_label("relation of conclusion").select_option("=")
    assert "the two sides of the certificate differ" in said(page, "differ")


def test_a_coefficient_of_the_certificate_that_is_changed_is_refused(changing):
    page = changing("cauchy-schwarz")
    page.locator("summary").click()
    fields = page.locator("ul.coefficients input")
    assert fields.count() > 0
    fields.first.fill("7")
    assert said(page, "Refused")
    assert page.locator("p.left").text_content().startswith("What is left over: ")


def test_a_changed_run_is_refused(changing):
    """The claim is about every run of the algorithm; with another step it is another algorithm."""
    page = changing(CLAIM)
    assert "Here inv1 = 1/(γ)." in page.locator("#recheck").text_content()
    page.get_by_text("Numbers of the run").click()
    page.locator(path("statement", "run", "next", "t", 2)).fill("2")
    assert "the two sides of the certificate differ" in said(page, "Refused")


def test_what_does_no_harm_is_still_accepted(changing):
    """A weaker hypothesis that the proof does not use, or a stronger one."""
    page = changing("perceptron-norm-growth")
    page.get_by_label("relation of mistake").select_option("<")
    assert said(page, "Accepted") == "Accepted: it is proved. The proof shows the changed statement as well."


def test_the_numbers_of_a_counterexample_can_be_changed(changing):
    entries = evidence.certificates().values()
    refuted = next(e["statement"] for e in entries if "counterexample" in e and not e["statement"].get("run"))
    page = changing(refuted["id"])
    page.locator("summary").click()
    fields = page.locator("ul.coefficients input")
    for n in range(fields.count()):
        fields.nth(n).fill("0")
    assert said(page, "Refused") or said(page, "Accepted")


def test_a_claim_without_certificate_is_said_to_have_none(opened, site):
    text = PAGE.format(root="../", claim='data-claim="no-such-claim"')
    (site / "claims" / "no-such-claim.html").write_text(text, encoding="utf-8")
    page = opened("no-such-claim")
    page.get_by_role("button", name="Check this page").click()
    assert said(page, "no certificate") == "The kernel has no certificate of this claim."


def test_the_data_say_what_the_stored_book_says():
    """As the browser reads the script: the text between the quotes, unpacked."""
    text = certificates_js(evidence.certificates().values())
    inside = re.fullmatch(r'var CERTIFICATES = "([A-Za-z0-9+/=]*)";\n', text)
    assert inside
    book = json.loads(gzip.decompress(b64decode(inside[1])))
    assert book["entries"] == list(evidence.certificates().values())
