"""One certificate, checked exactly by `algorithms/checkers` or the kernel, without a solver, in bounded time.

Main definitions: `verify`, `Verification`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..algorithms.checkers import Refuted
from ..algorithms.checkers.dispatch import KINDS as KNOWN
from ..algorithms.checkers.dispatch import MOST_WORK, TooMuchWork
from ..algorithms.checkers.dispatch import verify as verified
from ..algorithms.command_results import FAILED, INCONCLUSIVE, OK, format_count
from ..algorithms.dataset_reader import Dataset, How
from ..algorithms.errors import BadInput, format_option
from ..algorithms.registry import ALGORITHMS
from ..algorithms.run_certificates import LARGEST, add_examples, is_by_reference, row_to_json
from ..algorithms.run_loop import check_path, check_seconds
from ..algorithms.safe_files import escape_commands, read_json, safe_file_name, safe_text
from ..algorithms.scaling import KINDS
from ..algorithms.user_rule_certificates import is_user_rule_run, replay_certificate
from ..algorithms.user_rules import load_rule
from ..report.document_formats import Block
from ..report.result_output import Reported, Row, to_blocks
from ..report.value_text import scaling_json
from .data_reading import describe_reading, examples

LONGEST_REASON = 400  # characters
UNITS = 10_000_000  # of work that a slow computer does in a second
LIMIT = MOST_WORK // UNITS
GIVE = "give a file that --certificate or `novikoff prove --save` wrote"
ASKED = ("bias", "bias_step", "classes", "C")  # settings beside the examples, in a certificate that is not of a run
STATUS = {"verified": ("ok", OK), "refuted": ("failed", FAILED), "unknown": ("inconclusive", INCONCLUSIVE)}
__all__ = ["Verification", "verify"]


@dataclass(frozen=True, repr=False)
class Verification(Reported):
    """The result of checking a certificate: `reason` says why it was rejected, `facts` what it shows.

    `says` is the answer in a line, `details` are further lines for a reader, and `about` describes the certificate.
    """

    name: str
    verdict: Literal["verified", "refuted", "unknown"]
    reason: str = ""
    says: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    details: Sequence[str] = ()

    def in_short(self) -> str:
        return f"{self.verdict}: {self.says or f'{self.name}: {self.reason}'}"

    @property
    def exit_status(self) -> int:
        return STATUS[self.verdict][1]

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        return to_blocks([self.in_short(), *([] if quiet else self.details)])

    def json(self) -> dict[str, Any]:
        found = {**self.about, "facts": self.facts} if self.verdict == "verified" else {"reason": self.reason}
        return {"schema": 1, "file": self.name, "verdict": self.verdict, **found}

    def rows(self) -> list[Row]:
        return [Row(self.name, STATUS[self.verdict][0], self.reason or self.in_short(), "verify")]


def verify(
    file: str | os.PathLike[str], *, data: str | None = None, algorithm: str | None = None,
    engine: Literal["verified"] | None = None, label: str | None = None, positive: str | None = None,
    sep: str | None = None, drop: str | Iterable[str] = (), missing: Literal["error", "drop"] = "error",
    group: str | None = None, limit: float = LIMIT,
) -> Verification:
    """Check a certificate of a run, of separability, or of a proof; the result is true if it is accepted.

    file       the certificate
    data       a file that must have the examples of the certificate; `label` … `group` say how it is read, as for `run`
    algorithm  "MODULE:FUNCTION" for a run of your own update rule, which then repeats the run
    limit      work for the check of a run, in seconds on a slow computer, after which the verdict is `unknown`. Work
               is counted, so the load of the machine changes no verdict.
    engine     "verified": the checker whose soundness is proved in Coq must accept a proof, too

    The result has the `verdict`, the `facts` that the certificate shows, or the `reason` for its rejection. Raises
    `BadInput` for a file that is not a certificate.

    >>> import json, pathlib, tempfile
    >>> from ..algorithms import perceptron
    >>> X, y = [[2, 1], [-1, 3]], [1, -1]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "run.json")
    ...     _ = file.write_text(json.dumps(perceptron.certificate(perceptron.run(X, y), X, y)))
    ...     verify(file)
    <verified: run.json, a run of perceptron, repeated in exact arithmetic>
    """
    how = describe_reading(label, positive, sep, drop, missing, None, group)
    if data is None and how != How():
        raise BadInput(f"{format_option('label')}, {format_option('positive')} and the other reading options need a "
                       f"data file; name it with {format_option('data', 'FILE')}")
    check_seconds(limit, "limit")
    certificate = read_json(check_path(file, "the certificate"), LARGEST, GIVE)
    name = safe_file_name(os.fspath(file))
    if isinstance(certificate, dict) and "entries" in certificate:
        if data is not None:
            raise BadInput(f"{format_option('data')} is for certificates of runs; this is a proof of a statement")
        return _proof(certificate, name, engine)
    if engine is not None:
        raise BadInput(f"{format_option('engine')} is for a proof, as `novikoff prove --save` writes it; this is "
                       "another certificate")
    kind = certificate.get("kind") if isinstance(certificate, dict) else None
    if kind not in KNOWN:
        why = "its kind is missing" if kind is None else f"its kind is {escape_commands(f'{kind!r:.40}')}"
        why = why if isinstance(certificate, dict) else "it is not an object with a kind"
        raise BadInput(f"{name} is not a certificate: {why}; the kinds are {', '.join(KNOWN)}, and a file of proofs "
                       f'has the form {{"schema": 1, "entries": [...]}}; {GIVE}')
    if (schema := certificate.get("schema", 1)) != 1 or isinstance(schema, bool):
        raise BadInput(f"{name} is not a certificate that this version reads: its schema is "
                       f"{escape_commands(f'{schema!r:.40}')}, not 1")
    if data is not None and "mapped" in certificate:
        raise BadInput(f"{format_option('data')}: the points of {name} are not examples of a file, but the points to "
                       f"which {safe_text(str(certificate['mapped']))} maps the examples; verify it without this "
                       "option")
    if algorithm is not None and not is_user_rule_run(certificate):
        raise BadInput(f"{format_option('algorithm')} is for runs of a rule of your own; {name} is not such a run")
    if algorithm is None and is_user_rule_run(certificate):
        rule = f"{certificate.get('algorithm', 'no rule')!s:.80}"
        return Verification(name, "unknown", f"no checker knows the update rule {rule}, so the steps of its run cannot "
                            f"be confirmed; {format_option('algorithm')} {rule} runs the code of this rule, and "
                            "repeats the steps with it")
    if data is None and is_by_reference(certificate):
        why = "the file has only a digest of its examples, so it cannot be confirmed; give them with "
        return Verification(name, "unknown", why + format_option("data", "FILE"))
    try:
        return _verify_data(certificate, name, data, how, algorithm, limit)
    except Refuted as problem:
        return Verification(name, "refuted", shorten_reason(str(problem)))
    except TooMuchWork:
        allowed = format_option("limit", int(limit) if float(limit).is_integer() else limit)
        return Verification(name, "unknown", f"checking it takes more work than {allowed} allows; give a larger limit")


def _verify_data(
    certificate: Any, name: str, data: str | None, how: How, algorithm: str | None, limit: float
) -> Verification:
    """Return the verification of a certificate that is not a proof. Raises `Refuted` and `TooMuchWork`."""
    given: Dataset | None = None
    if data is not None and is_by_reference(certificate):
        given = data_of(certificate, data, how)
        certificate = add_examples(certificate, given.X, given.y)
    facts = replay_certificate(certificate, load_rule(algorithm)) if algorithm else (
        verified(certificate, limit * UNITS))
    # The settings show which question the facts answer.
    settings = certificate.get("parameters") or {name: certificate[name] for name in ASKED if name in certificate}
    facts |= {name: value for name, value in settings.items() if name not in facts}
    if data is not None:
        given = data_of(certificate, data, how) if given is None else given
        facts["data"] = same_examples(certificate, given)
    about = {key: certificate[key] for key in ("kind", "algorithm") if key in certificate}
    by = f"by running {algorithm}; the result depends on that code" if algorithm else "in exact arithmetic"
    width = max(map(len, facts))
    details = [f"  {key.replace('_', ' '):<{width}}  {verification_text(value)}" for key, value in facts.items()
               if key not in about]
    return Verification(
        name, "verified", "", f"{name}, {describe_subject(about, facts)}, repeated {by}", about, facts, details
    )


def _proof(certificate: dict[str, Any], name: str, engine: str | None) -> Verification:
    """Return the kernel's answer about a saved proof or counterexample of `novikoff prove --save`, and what it shows.
    """
    from ..proofs.prover import proof_printer, saved_proof_check
    from ..proofs.statements.witness_completion import describe_witness

    try:
        found = saved_proof_check.check_saved_proof(certificate)
    except saved_proof_check.NotShown as problem:
        return Verification(name, "refuted", shorten_reason(str(problem)))
    except saved_proof_check.TooLong as problem:
        return Verification(name, "unknown", shorten_reason(str(problem)))
    except saved_proof_check.Outdated as problem:
        raise BadInput(f"{name}: {problem}") from None
    except ValueError as problem:
        raise BadInput(f"{name} is not a file of proofs: {problem}") from None
    if engine is not None:
        from ..proofs.verified.client import first_doubt

        verdict, why = first_doubt(certificate["entries"])
        if verdict == "rejected":
            return Verification(name, "refuted", f"the verified checker rejects {why}")
        if verdict == "no answer":
            return Verification(name, "unknown", f"the verified checker gives no answer on {why}")
    about, cited = found.statement, found.cited
    at = describe_witness(found.witness, about["declare"]) if found.witness is not None else ""
    facts = {"statement": about["id"], "verdict": found.verdict, "cites": cited, "says": proof_printer.sentence(about)}
    facts |= {"fails_at": at} if at else {}
    facts |= {"beside": found.beside} if found.beside else {}
    facts |= {"not_read": found.unread} if found.unread else {}
    no_words = "the grammar of `prove` cannot express the statement, or only at great length; see the file"
    details = [f"  {facts['says'] or no_words}"]
    details += [f"  fails at {at}"] * bool(at)
    details += ["  that is, the hypotheses contradict each other"] * found.is_contradiction
    beside = ", ".join(f"{name} is {verdict}" for name, verdict in found.beside.items())
    details += [f"  beside it: {shorten_reason(beside)}"] * bool(beside)
    details += [f"  not read: {', '.join(found.unread)}"] * bool(found.unread)
    says = f"{name}, {about['id']} is {found.verdict}" + f", with {', '.join(cited)}" * bool(cited)
    return Verification(name, "verified", "", says, {"kind": "proof"}, facts, details)


def data_of(certificate: dict[str, Any], file: str, how: How) -> Dataset:
    """Return the examples of a file, scaled as the certificate says.

    Raises `Refuted` if the recorded scaling is not what its rule gives for these data.
    """
    entry = ALGORITHMS.get(str(certificate.get("algorithm")))
    recorded = certificate.get("scaling")
    kind = recorded.get("kind") if isinstance(recorded, dict) else None
    if recorded is not None and (not isinstance(kind, str) or kind not in KINDS):
        raise Refuted(f"its scaling is {recorded!s:.100}, which is not a scaling")
    how = replace(how, scale=kind)
    named = certificate.get("kind")
    data = examples(file, how, entry, classes=named == "classes", grouped=named == "choices")
    if recorded and recorded != (found := scaling_json(data)["scaling"]):
        raise Refuted(f"its scaling is {recorded!s:.100}, but this rule scales {data.source} by {found!s:.100}")
    return data


def same_examples(certificate: Any, data: Dataset) -> str:
    """Return the name of the data file if it has the examples of a verified certificate; else raise `Refuted`.
    """
    chosen = certificate.get("chosen", range(len(certificate["y"])))
    count = certificate.get("of", len(chosen))
    if len(data.y) != count:
        raise Refuted(f"it is about {format_count(count, 'example')}, and {data.source} has {len(data.y)}")
    for k, i in enumerate(chosen):
        there, here = (row_to_json(data.X, i), data.y[i]), (certificate["X"][k], certificate["y"][k])
        if there != here:
            hint = f"; {format_option('positive')} names the label of y = 1" if {there[1], here[1]} == {1, -1} else ""
            raise Refuted(f"its example {i} is x = {here[0]!r:.80}, y = {here[1]!r:.40}, but line {data.lines[i]} of "
                          f"{data.source} has x = {there[0]!r:.80}, y = {there[1]!r:.40}{hint}")
    return f"all {format_count(count, 'example')} of {data.source}" if "of" not in certificate else (
        f"the {len(chosen)} chosen of {format_count(count, 'example')} of {data.source}")


def describe_subject(about: dict[str, str], facts: dict[str, Any]) -> str:
    """Return the kind of a certificate as text, and for separability what it shows."""
    names = {"separability": "linear separability", "margin": "the best margin", "svm": "the optimum of an SVM",
             "classes": "separability of several classes", "choices": "separability of choices"}
    if about["kind"] not in names:
        return f"a run of {about['algorithm']}"
    through = " without biases" if about["kind"] == "classes" else " through 0"
    through *= facts.get("bias") is False or facts.get("bias_step") == "0"
    found = "" if "separable" not in facts else ": separable" if facts["separable"] else ": not separable"
    return names[about["kind"]] + through + found


def verification_text(value: Any) -> str:
    """Return a fact in one short line; JSON has it in full."""
    words = {True: "yes", False: "no", None: "none"}
    if isinstance(value, dict):
        return safe_text(", ".join(f"{name} = {verification_text(each)}" for name, each in value.items()), 80)
    if isinstance(value, list | tuple):
        return safe_text(f"({', '.join(map(verification_text, value))})", 80)
    return safe_text(words[value] if isinstance(value, bool) or value is None else str(value), 80)


def shorten_reason(text: str) -> str:
    """Return the text, cut to `LONGEST_REASON` characters: a certificate may hold numbers of thousands of digits."""
    text = escape_commands(text)
    return text if len(text) <= LONGEST_REASON else f"{text[: LONGEST_REASON - 4]} ..."
