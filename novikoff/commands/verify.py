"""`novikoff verify`: one certificate, checked exactly by `algorithms/checkers`, with no solver, in bounded time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import click

from ..algorithms.checkers import Refuted
from ..algorithms.checkers.dispatch import KINDS as KNOWN
from ..algorithms.checkers.dispatch import TooMuchWork, verify
from ..algorithms.datasets import Dataset, How, candidates, many_classes, two_classes
from ..algorithms.errors import BadInput
from ..algorithms.results import counted
from ..algorithms.run_certificates import LARGEST, is_by_reference, with_examples
from ..algorithms.safe_files import file_name, plain, read_json, without_commands
from ..algorithms.scaling import KINDS
from ..algorithms.user_rule_certificates import is_own, repeated
from ..algorithms.user_rules import load
from ..output.printing import OK, Row, emit, exit_status
from ._shared import command, examples, reading

LONGEST_REASON = 400  # characters
ASKED = ("bias", "bias_step", "classes", "C")  # beside the examples, of a certificate that is not of a run


@command(
    click.argument("file", metavar="FILE.json", type=click.Path()),
    click.option("--data", metavar="DATA", help="The examples, in their order, have to be those of this file."),
    click.option(
        "--algorithm", metavar="MODULE:FUNCTION",
        help="Of a run of a rule of your own: the rule, whose module is imported and whose code is run.",
    ),
    click.option(
        "--engine", type=click.Choice(["verified"]),
        help="Of a proof: the checker that is proved sound in Coq has to accept it too; `make verified` builds it.",
    ),
    reading,
)  # fmt: skip
def verify_command(
    file: str, *, data: str | None, algorithm: str | None, engine: str | None, how: How, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Check one certificate of `novikoff run`, `novikoff separate` or `novikoff prove --save`, with no solver.

    A run is repeated step by step; a separator, a combination that is 0, primal and dual points are put into their
    inequalities; the kernel checks a proof. The certificate of a run has its examples with it; with --data they are
    compared with those of a file, read with the same options as in `novikoff run`. If they are more than fit into
    16 MiB, it has only a digest of them, and --data has to give them.
    No checker knows an update rule of your own: with --algorithm the rule itself repeats its run, and what is confirmed
    then rests on that code; without, nothing is confirmed.
    The exit status is 0 if the certificate shows what it claims, 1 if it does not, 2 if it cannot be read, and 3 if
    that takes more work than is allowed.

    \b
    novikoff run perceptron iris.csv --positive setosa --certificate run.json
    novikoff verify run.json
    novikoff verify run.json --data iris.csv --positive setosa
    novikoff verify run.json --json
    novikoff verify proof.json --engine verified
    """
    if data is None and how != How():
        raise BadInput("--label, --positive and the like say how to read a file of data; give it with --data FILE")
    certificate = read_json(file, LARGEST)
    name = file_name(file)
    if isinstance(certificate, dict) and "entries" in certificate:
        if data is not None:
            raise BadInput("--data is for certificates of runs; this is a proof of a statement")
        return book(certificate, name, output_format, quiet, engine)
    if engine is not None:
        raise BadInput("--engine is for a proof, as `novikoff prove --save` writes it; this is another certificate")
    kind = certificate.get("kind") if isinstance(certificate, dict) else certificate
    if kind not in KNOWN:
        said = without_commands(f"{kind!r:.40}")
        raise BadInput(f"{name} is no certificate: its kind is {said}, and known are {', '.join(KNOWN)}; "
                       "give what --certificate or `novikoff prove --save` has written")  # fmt: skip
    if (algorithm is not None) != is_own(certificate):
        return _without_its_rule(certificate, algorithm, name, output_format)
    if data is None and is_by_reference(certificate):
        why = "its examples are not in it, but their digest, so it cannot be confirmed; give them with --data FILE"
        return _answer("inconclusive", "unknown", name, why, output_format)
    given: Dataset | None = None
    try:
        if data is not None and is_by_reference(certificate):
            given = data_of(certificate, data, how)
            certificate = with_examples(certificate, given.X, given.y)
        facts = repeated(certificate, load(algorithm)) if algorithm else verify(certificate)
        facts |= {name: value for name, value in asked(certificate).items() if name not in facts}
        if data is not None:
            given = data_of(certificate, data, how) if given is None else given
            facts["data"] = same_examples(certificate, given)
    except Refuted as problem:
        return _answer("failed", "refuted", name, shortened(str(problem)), output_format)
    except TooMuchWork as problem:
        return _answer("inconclusive", "unknown", name, str(problem), output_format)
    about = {key: certificate[key] for key in ("kind", "algorithm") if key in certificate}
    by = f"by running {algorithm}, on whose code this rests" if algorithm else "in exact arithmetic"
    found = {"schema": 1, "file": name, "verdict": "verified", **about, "facts": facts}
    lines = [f"verified: {name}, {what(about, facts)}, repeated {by}"]
    if not quiet:
        width = max(map(len, facts))
        lines += [f"  {key.replace('_', ' '):<{width}}  {shown(value)}" for key, value in facts.items()
                  if key not in about]  # fmt: skip
    emit(output_format, text="\n".join(lines), data=found, rows=[Row(name, "ok", lines[0], "verify")])
    return OK


def book(certificate: dict[str, Any], name: str, output_format: str, quiet: bool, engine: str | None = None) -> int:
    """The kernel's answer on a proof or a counterexample, as `novikoff prove --save` writes it, and what it shows."""
    from ..proofs.prover import proof_printer, saved_proofs
    from ..proofs.statements.witness import told

    try:
        found = saved_proofs.shown_by(certificate)
    except saved_proofs.NotShown as problem:
        return _answer("failed", "refuted", name, shortened(str(problem)), output_format)
    except saved_proofs.TooLong as problem:
        return _answer("inconclusive", "unknown", name, shortened(str(problem)), output_format)
    except ValueError as problem:
        raise BadInput(f"{name}: no book of entries: {problem}") from None
    if engine is not None:
        from ..proofs.verified.client import first_doubt

        verdict, why = first_doubt(certificate["entries"])
        if verdict == "rejected":
            return _answer("failed", "refuted", name, f"the verified checker rejects {why}", output_format)
        if verdict == "not covered":
            why = f"the verified checker does not cover {why}"
            return _answer("inconclusive", "unknown", name, why, output_format)
    about, cited = found.statement, found.cited
    at = told(found.witness, about["declare"]) if found.witness is not None else ""
    facts = {"statement": about["id"], "verdict": found.verdict, "cites": cited, "says": proof_printer.sentence(about)}
    facts |= {"fails_at": at} if at else {}
    facts |= {"beside": found.beside} if found.beside else {}
    facts |= {"not_read": found.unread} if found.unread else {}
    lines = [f"verified: {name}, {about['id']} is {found.verdict}" + f", with {', '.join(cited)}" * bool(cited)]
    if not quiet:
        no_words = "the statement has no words in the grammar of `prove`, or too many; the file has it"
        lines += [f"  {facts['says'] or no_words}"]
        lines += [f"  fails at {at}"] * bool(at)
        lines += ["  that is, the hypotheses contradict each other"] * found.is_contradiction
        beside = ", ".join(f"{name} is {verdict}" for name, verdict in found.beside.items())
        lines += [f"  beside it: {shortened(beside)}"] * bool(beside)
        lines += [f"  not read: {', '.join(found.unread)}"] * bool(found.unread)
    told_so = {"schema": 1, "file": name, "verdict": "verified", "kind": "proof", "facts": facts}
    emit(output_format, text="\n".join(lines), data=told_so, rows=[Row(name, "ok", lines[0], "verify")])
    return OK


def _without_its_rule(certificate: Any, algorithm: str | None, name: str, output_format: str) -> int:
    """Say that there is a rule to run, and no run of it; or that nothing but a rule can repeat this run."""
    if algorithm is not None:
        raise BadInput(f"--algorithm is for runs of a rule of your own; {name} is none")
    rule = str(certificate.get("algorithm", "no rule"))
    why = (f"its run is of {rule:.80}, which no checker knows, so its steps cannot be confirmed; --algorithm "
           f"{rule:.80} has the rule itself repeat them, and runs its code")  # fmt: skip
    return _answer("inconclusive", "unknown", name, why, output_format)


def data_of(certificate: dict[str, Any], file: str, how: How) -> Dataset:
    """The examples of a file, scaled as the certificate says; `Refuted` if that is not what its rule makes of them."""
    from ..algorithms.registry import ALGORITHMS
    from .run import read, scaling_json

    entry = ALGORITHMS.get(str(certificate.get("algorithm")))
    signed: Any = partial(two_classes, positive=how.positive)
    signed = {"classes": many_classes, "choices": partial(candidates, positive=how.positive)}.get(
        str(certificate.get("kind")), signed)  # fmt: skip
    recorded = certificate.get("scaling")
    kind = recorded.get("kind") if isinstance(recorded, dict) else None
    if recorded is not None and (not isinstance(kind, str) or kind not in KINDS):
        raise Refuted(f"its scaling is {recorded!s:.100}, which is none")
    how = replace(how, scale=kind)
    data = read(file, how, entry) if entry else examples(file, how, True, signed)
    if recorded and recorded != (found := scaling_json(data)["scaling"]):
        raise Refuted(f"its scaling is {recorded!s:.100}, and that of {data.source} by this rule is {found!s:.100}")
    return data


def same_examples(certificate: Any, data: Dataset) -> str:
    """The name of the file of the data, if its examples are those of a certificate that is verified; else `Refuted`."""
    from ..algorithms.run_certificates import example

    chosen = certificate.get("chosen", range(len(certificate["y"])))
    count = certificate.get("of", len(chosen))
    if len(data.y) != count:
        raise Refuted(f"it is about {count} examples, and {data.source} has {len(data.y)}")
    for k, i in enumerate(chosen):
        there, here = (example(data.X[i]), data.y[i]), (certificate["X"][k], certificate["y"][k])
        if there != here:
            raise Refuted(f"its example {i} is x = {here[0]!r:.80}, y = {here[1]!r:.40}, and line {data.lines[i]} of "
                          f"{data.source} has x = {there[0]!r:.80}, y = {there[1]!r:.40}")  # fmt: skip
    return f"all {counted(count, 'example')} of {data.source}" if "of" not in certificate else (
        f"the {len(chosen)} chosen of {counted(count, 'example')} of {data.source}")  # fmt: skip


def _answer(status: str, verdict: str, name: str, reason: str, output_format: str) -> int:
    """Print an answer other than "verified"; return its exit status."""
    data = {"schema": 1, "file": name, "verdict": verdict, "reason": reason}
    rows = [Row(name, status, reason, "verify")]
    emit(output_format, text=f"{verdict}: {name}: {reason}", data=data, rows=rows)
    return exit_status(rows)


def asked(certificate: dict[str, Any]) -> dict[str, Any]:
    """The settings of what a certificate shows: without them, what is confirmed may be said of another question."""
    return certificate.get("parameters") or {name: certificate[name] for name in ASKED if name in certificate}


def what(about: dict[str, str], facts: dict[str, Any]) -> str:
    """Say what kind of certificate it is, and of separability what it shows."""
    names = {"separability": "linear separability", "margin": "the best margin", "svm": "the optimum of an SVM",
             "classes": "separability of several classes", "choices": "separability of choices"}  # fmt: skip
    if about["kind"] not in names:
        return f"a run of {about['algorithm']}"
    through = " without biases" if about["kind"] == "classes" else " through 0"
    through *= facts.get("bias") is False or facts.get("bias_step") == "0"
    found = "" if "separable" not in facts else ": separable" if facts["separable"] else ": not separable"
    return names[about["kind"]] + through + found


def shown(value: Any) -> str:
    """A fact in one short line; JSON has it in full."""
    words = {True: "yes", False: "no", None: "none"}
    return plain(words[value] if isinstance(value, bool) or value is None else str(value), 80)


def shortened(text: str, most: int = LONGEST_REASON) -> str:
    """The text, or its beginning: a certificate may hold numbers of thousands of digits."""
    text = without_commands(text)
    return text if len(text) <= most else f"{text[: most - 4]} ..."
