"""The stored models, and the stored results about hypotheses: their flaws, and the text of new files.

Main definitions:
    model_problems    find the flaws of stored models, by evaluation alone
    make_models_text  return models of all claims as the text of `models.json`
    problems          find the flaws of stored results about hypotheses, by evaluation and by the kernel alone
    find_unexcused    return superfluous hypotheses that the claim's `says` does not mention
    save_necessity    return results for all claims as the text of `necessity.json`
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from novikoff.proofs.checking import necessity, vacuity
from novikoff.proofs.checking.stored_certificates import statement_of
from novikoff.proofs.statements.registry import Claim, claims


def model_problems(models: Mapping[str, necessity.Json], wanted: Iterable[Claim] | None = None) -> dict[str, str]:
    """Return the flaw of each wanted claim's model (default: all), by id; {} if all are valid.

    If all claims are wanted, a model of an unknown claim is also a flaw.
    """
    chosen = list(claims().values() if wanted is None else wanted)
    found = {c.id: vacuity.find_flaw(c, models[c.id]) if c.id in models else "no model is stored" for c in chosen}
    if wanted is None:
        found |= dict.fromkeys(set(models) - set(found), "there is no such claim")
    return {identifier: reason for identifier, reason in sorted(found.items()) if reason}


def make_models_text(
    models: Mapping[str, necessity.Json] | None = None,
    progress: Callable[[str, int, int], None] = lambda identifier, done, total: None,
) -> str:
    """Return the text of `models.json`: keep the valid entries of `models`, and search for the other models again.

    A claim without a model is left out. Equal claims give equal text.
    """
    known, kept, table = claims(), models or {}, dict[str, necessity.Json]()
    for done, identifier in enumerate(sorted(known), 1):
        old = kept.get(identifier)
        if old is not None and not vacuity.find_flaw(known[identifier], old):
            table[identifier] = old
        elif found := vacuity.find_model(known[identifier]):
            table[identifier] = found.json()
        progress(identifier, done, len(known))
    return to_json_lines(table)


def problems(results: necessity.Table, wanted: Iterable[Claim] | None = None) -> dict[tuple[str, str], str]:
    """Return the flaws of the results for the wanted claims (default: all), by claim and hypothesis.

    An undecided hypothesis is no flaw if the claim's `says` mentions it: every counterexample may be irrational.
    """
    chosen = list(claims().values() if wanted is None else wanted)
    found: dict[tuple[str, str], str] = {}
    for claim in chosen:
        data = necessity.statement_to_json(claim)
        names = [] if claim.expected == "refuted" else necessity.hypotheses(data)
        table = results.get(claim.id, {})
        statement = statement_of(claim) if names else None
        for name in [*names, *sorted(set(table) - set(names))]:
            known = name in table and name in names
            found[claim.id, name] = necessity.flaw(claim, name, table[name], data, statement) if known else (
                "there is no such hypothesis" if name in table else "no result is stored"
            )
            if found[claim.id, name] == "undecided" and necessity.is_mentioned(claim, name):
                del found[claim.id, name]
    if wanted is None:
        found |= {(identifier, ""): "there is no such claim" for identifier in set(results) - set(claims())}
    return {key: reason for key, reason in found.items() if reason}


def superfluous(results: necessity.Table) -> list[tuple[str, str]]:
    """Return the superfluous hypotheses, by claim and name."""
    return [(i, name) for i, table in results.items() for name, r in table.items() if r["kind"] == "superfluous"]


def find_unexcused(results: necessity.Table) -> list[tuple[str, str]]:
    """Return the superfluous hypotheses that the claim's `says` does not mention by name or by formula."""
    found = ((i, name) for i, name in superfluous(results) if i in claims())
    return [(i, name) for i, name in found if not necessity.is_mentioned(claims()[i], name)]


def save_necessity(
    results: necessity.Table | None = None,
    progress: Callable[[str, int, int], None] = lambda identifier, done, total: None,
    store: Callable[[str], None] | None = None,
) -> str:
    """Return the text of `necessity.json`: keep the valid entries of `results`, and search for the other results again.

    After each claim, `store(text)` is called with the text so far, so that the search can be resumed.
    """
    known, kept, table = claims(), results or {}, {i: dict(t) for i, t in (results or {}).items()}
    table = {i: t for i, t in table.items() if i in known}
    for done, (identifier, claim) in enumerate(sorted(known.items()), 1):
        names = [] if claim.expected == "refuted" else necessity.hypotheses(necessity.statement_to_json(claim))
        old, new = kept.get(identifier, {}), dict[str, necessity.Json]()
        for name in names:
            good = name in old and not necessity.flaw(claim, name, old[name])
            new[name] = old[name] if good else necessity.decide(claim, name).json()
        table.pop(identifier, None)
        if new:
            table[identifier] = new
        if store is not None:
            store(to_json_lines(table))
        progress(identifier, done, len(known))
    return to_json_lines(table)


def to_json_lines(table: Mapping[str, necessity.Json]) -> str:
    """Return JSON with one line for each entry, sorted by name."""

    def text(data: necessity.Json) -> str:
        return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    return "{\n" + ",\n".join(f"{text(name)}: {text(data)}" for name, data in sorted(table.items())) + "\n}\n"
