"""Text and JSON for the outcomes of `check`.

Main definitions: `check_blocks`, `summary_line`, `outcomes_json`, `row`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.source_lines import relative_path
from ..proofs import kernel
from ..proofs.checking.outcomes import Outcome
from ..proofs.statements.notation import Notation
from ..proofs.statements.printable_polynomials import term
from ..proofs.statements.vector_language import Relation
from .document_formats import Block, Mark, Words
from .result_output import COLOURS, Row, to_blocks

VERDICTS = (
    "proved", "proved-by-coq", "proved-bounded", "refuted", "tested", "definition", "informal", "unknown", "vacuous",
    "error",
)
ALWAYS_COUNTED = ("proved", "refuted", "unknown", "vacuous", "error")
LEDGER, OWN = "ledger", "own"
ASSUMED = ("admitted", "solver_only", "bounded", "supposed")


def row(outcome: Outcome) -> Row:
    """Return the result of one claim, with its open goal at the line of the open step."""
    claim, at = outcome.claim, outcome.open and outcome.open.at
    message = "\n".join([explain_verdict(outcome), *open_goal_lines(outcome)])
    place = (relative_path(at.file), at.line) if at else claim.location
    return Row(claim.id, outcome.status, message, claim.source.key, outcome.seconds, *place)


def open_goal_json(outcome: Outcome) -> dict[str, Any] | None:
    """Return the open step, its file and line, the goal and the known facts by name; None if no step is open."""
    leaf = outcome.open
    if leaf is None:
        return None
    notation = Notation(order=[name.rstrip("@") for name in outcome.claim.script.names])

    def line(fact: kernel.Fact) -> str:
        operator = "==" if fact[0] == "=" else fact[0]
        return str(notation.relation(Relation(term(fact[1]), operator, 0)))

    place = {"file": leaf.at.file, "line": leaf.at.line} if leaf.at else {}
    known = {name: line(fact) for name, fact in leaf.context.facts.items()}
    return {"step": leaf.label, **place, "goal": line(leaf.goal), "known": known}


def open_goal_lines(outcome: Outcome) -> list[str]:
    """Return the open steps as lines of text; [] if there are none."""
    found = open_goal_json(outcome)
    if found is None:
        return []
    known = [f"  {name}: {fact}" for name, fact in found["known"].items()]
    return [f"left to show, for {found['step']}: {found['goal']}", *(["known there:"] if known else []), *known]


def split_by_origin(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Return the outcomes of the ledger and the outcomes of the user's theorems; a part without outcomes is left
    out."""
    parts = {LEDGER: [o for o in outcomes if not o.claim.origin], OWN: [o for o in outcomes if o.claim.origin]}
    return {name: part for name, part in parts.items() if part}


def explain_verdict(outcome: Outcome) -> str:
    """Explain why a claim does not have its expected verdict; "" if it has."""
    if outcome.as_expected:
        return ""
    reason = outcome.reason or outcome.trust.taint
    return f"{outcome.verdict}, expected {outcome.claim.expected}" + (f": {reason}" if reason else "")


def _claim_json(outcome: Outcome) -> dict[str, Any]:
    claim = outcome.claim
    data = {
        "id": claim.id,
        "verdict": outcome.verdict,
        "expected": claim.expected,
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "engines": outcome.engines,
        "rests_on": outcome.rests_on,
        "supposes": dict(claim.supposes),
        "trust": outcome.trust.json(),
        "seconds": round(outcome.seconds, 4),
    }
    more: dict[str, Any] = {"reason": outcome.reason, "corrected": claim.corrected, "cost": outcome.cost}
    if claim.origin:
        false = outcome.verdict == "refuted" and outcome.entry
        more |= {"file": str(claim.origin.file), "counterexample": false and outcome.entry["counterexample"]}
    if outcome.open is not None:
        more["left_to_show"] = open_goal_json(outcome)
    evaluated = {} if outcome.instances is None else {"instances": outcome.instances, "failures": outcome.failures}
    more["reused"] = outcome.reused
    return data | evaluated | {key: value for key, value in more.items() if value}


def summary_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the number of each verdict, of expected verdicts and of evaluated instances, and what the claims rest
    on."""
    counts = Counter(o.verdict for o in outcomes)
    instances = [(o.instances, o.failures) for o in outcomes if o.instances is not None]
    evaluated = {"instances": sum(n for n, _ in instances), "failures": sum(bad for _, bad in instances)}
    return {
        "claims": len(outcomes),
        "as_expected": sum(o.as_expected for o in outcomes),
        "suppose": sum(bool(o.trust.supposed) for o in outcomes),
        "reused": sum(o.reused for o in outcomes),
        **{verdict: counts[verdict] for verdict in VERDICTS},
        "trust": overall_trust(outcomes),
        **(evaluated if instances else {}),
    }


def overall_trust(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return everything that the claims together rest on, and the number of claims of each checker."""
    all_of = [o.trust.json() for o in outcomes]
    assumed = {key: dict(sorted(p for t in all_of for p in t[key].items())) for key in ASSUMED}
    lemmas = sorted({lemma for t in all_of for lemma in t["lemmas"]})
    axioms = sorted({axiom for t in all_of for axiom in t["axioms"]})
    counted = dict(Counter(e for t in all_of for e in t["checked_by"]))
    return {"lemmas": lemmas, **assumed, "checked_by": counted, "axioms": axioms}


def outcomes_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the result of `check --json`."""
    parts = split_by_origin(outcomes)
    data = {"schema": 1, "claims": list(map(_claim_json, outcomes)), "summary": summary_json(outcomes)}
    by_part = {name: summary_json(part) for name, part in parts.items()} if len(parts) > 1 or OWN in parts else {}
    return data | ({"summaries": by_part} if by_part else {})


def check_blocks(
    outcomes: Sequence[Outcome], quiet: bool = False, verbose: bool = False, trust: bool = False, only_new: bool = False
) -> list[Block]:
    """Return a line for each claim, and a summary line; with `trust`, also everything that the claims rest on.

    Claims of the ledger and a user's own theorems get separate summaries. With `only_new`, unchanged claims are left
    out.
    """
    if len(parts := split_by_origin(outcomes)) > 1:
        return [block for part in parts.values() for block in check_blocks(part, quiet, verbose, trust, only_new)]
    made = list[Block]()
    width = max((len(o.claim.id) for o in outcomes), default=0)
    for o in outcomes:
        if (quiet and o.as_expected) or (only_new and o.reused):
            continue
        said = ", ".join(e if e in o.agreeing else f"{e}: {a}" for e, a in o.engines.items())
        correction = f"  → {o.claim.corrected}" if o.claim.corrected else ""
        verdict = Mark(f"{o.verdict:8}", COLOURS.get(o.verdict, "red"))
        why = [] if o.as_expected else [Mark(f"  ← {explain_verdict(o)}", "red")]
        made.append(Words([verdict, f"  {o.claim.id:{width}}  [{said}]{correction}{suppositions_text(o)}", *why]))
        lines = [f"{'':10}{line}" for line in open_goal_lines(o)]
        if verbose:
            rests = ", ".join(o.rests_on) or "<none>"
            evaluated = ""
            if o.instances is not None:
                evaluated = (
                    f"; {format_count(o.instances, 'instance')} evaluated, {format_count(o.failures, 'failure')}"
                )
            lines.append(f"{'':10}{o.claim.source}; rests on {rests}{evaluated}; {1000 * o.seconds:.0f} ms")
        made += to_blocks([*lines, *(trust_lines(o.trust.json(), 10) if trust else [])])
    if trust and len(outcomes) > 0:
        overall = overall_trust(outcomes)
        checked = [f"{engine} ({n})" for engine, n in overall["checked_by"].items()]
        rest = "The claim rests on" if len(outcomes) == 1 else f"All {len(outcomes)} claims rest on"
        made += to_blocks([rest, *trust_lines({**overall, "checked_by": checked}, 2)])
    return [*made, *to_blocks([summary_line(outcomes)])]


def suppositions_text(outcome: Outcome) -> str:
    """Return the hypotheses that a claim supposes, or the axioms of its Coq proof; "" if there are none."""
    names = [key.removeprefix(f"{outcome.claim.id}.") for key in outcome.trust.supposed]
    axioms = f"  assumes {', '.join(name.rpartition('.')[2] for name in outcome.trust.axioms)}"
    return f"  supposes {', '.join(names)}" if names else axioms * bool(outcome.trust.axioms)


def trust_lines(trust: Mapping[str, Any], indent: int) -> list[str]:
    """Return everything that claims rest on, one kind on each line, with `<none>` for an empty kind."""
    from ..proofs.statements.registry import format_suppositions

    said = {
        "lemmas": trust["lemmas"],
        "suppositions": format_suppositions(trust["supposed"]),
        "admitted facts": [f"{name} ({why})" for name, why in trust["admitted"].items()],
        "solver-only steps": [f"{name} ({why})" for name, why in trust["solver_only"].items()],
        "bounded sizes": [f"{name} (at most {n} members)" for name, n in trust["bounded"].items()],
        "checked by": trust["checked_by"],
        **({"axioms of Coq": trust["axioms"]} if trust["axioms"] else {}),
    }
    return [f"{'':{indent}}{kind}: {', '.join(names) or '<none>'}" for kind, names in said.items()]


def summary_line(outcomes: Sequence[Outcome]) -> str:
    """Return all counts on one line, and a second line for evaluated instances."""
    if len(outcomes) == 0:
        return "no claim is selected"
    summary = summary_json(outcomes)
    counts = ", ".join(f"{summary[v]} {v}" for v in VERDICTS if summary[v] or v in ALWAYS_COUNTED)
    engines = sorted({e for o in outcomes for e in o.engines} - {"kernel"})
    agree = sum(all(o.engines.get(e) == "agrees" for e in engines) for o in outcomes)
    opinions = f"; {' and '.join(engines)} agree{'s' * (len(engines) == 1)} on {agree}" if engines else ""
    evaluated = ""
    if "instances" in summary:
        one = "instance" if summary["instances"] == 1 else "instances"
        number = f"{summary['instances']:,}".replace(",", " ")
        evaluated = f"\n{number} {one} of hypotheses evaluated, {format_count(summary['failures'], 'failure')}"
    supposing = f"; {summary['suppose']} suppose{'s' * (summary['suppose'] == 1)} something" * bool(summary["suppose"])
    count = format_count(len(outcomes), "theorem" if OWN in split_by_origin(outcomes) else "claim")
    what = f"{count} of your own" if OWN in split_by_origin(outcomes) else count
    unchanged = f"; {summary['reused']} unchanged" * bool(summary["reused"])
    expected = f"{summary['as_expected']} as expected"
    return f"{what}: {counts}; {expected}{supposing}{opinions}{unchanged}{evaluated}"
