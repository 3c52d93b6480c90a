"""`novikoff bound`: derives a claimed mistake bound from the proved theorems, or compares it with exact runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..api import claimed_bound_checks as claimed
from ..api.claimed_bound_checks import DATASETS, NAMED
from ..report.result_output import show
from ._plots import plot_bound, plot_option
from ._shared import AT_LEAST_ONE, command, limit_option

Decorator = Callable[[Any], Any]  # of click
LIMIT = 300.0  # the search's own limits usually end it earlier


def _complete_bound(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in NAMED if name.startswith(incomplete)]


bound_argument: Decorator = click.argument("statement", metavar="BOUND", shell_complete=_complete_bound)
algorithm_option: Decorator = click.option(
    "--algorithm", metavar="NAME",
    help="The algorithm that the bound is about. One of: perceptron (bias step 1; the default), perceptron:R2, "
    "perceptron:homogeneous, perceptron:c=p/q; multi_class_perceptron, also with :R2, :homogeneous or :c=p/q; prank; "
    "MODULE:FUNCTION, your own update rule.",
)
tie_option: Decorator = click.option(
    "--tie", default="mistake", show_default=True, metavar="TIE",
    help="What a score of 0 counts as: mistake, correct, positive or negative. For several classes, what equal "
    "scores count as: mistake, correct or first (the first class).",
)


@command(
    bound_argument,
    algorithm_option,
    tie_option,
    click.option("--seed", type=int, default=0, show_default=True,
                 help="The seed and --datasets determine the search."),
    click.option(
        "--datasets", type=AT_LEAST_ONE, default=DATASETS, show_default=True, metavar="N",
        help="If no theorem implies the bound, compare it with exact runs on about N datasets.",
    ),
    limit_option(LIMIT, "it reports the datasets compared so far."),
    plot_option,
)
def bound_command(
    statement: str, *, algorithm: str | None, tie: str, seed: int, datasets: int, limit: float, plot: str | None,
    output_format: str, quiet: bool, verbose: bool,
) -> int:
    """Derive a claimed mistake bound from the proved theorems, or refute it by exact runs.

    \b
    novikoff bound "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2"
    novikoff bound "k <= 2*R**2*(w@w + b**2/R**2)/gamma**2" --algorithm perceptron:R2
    novikoff bound "w@w == 1 |- k <= R**2/gamma**2" --algorithm perceptron:homogeneous --json
    novikoff bound "k <= 2*(R**2 + 1)*(w@w)/gamma**2" --algorithm multi_class_perceptron

    BOUND is a comparison, or hypotheses |- a comparison, in the grammar of `novikoff prove`. It may also be one of the
    names

    \b
      smola-mistake-bound, tutorial-mistake-bound, no-bias-mistake-bound
      for several classes: multi-class-mistake-bound, multi-class-bias-step-mistake-bound, prank-change-bound

    A statement may use these quantities:

    \b
      k      the number of updates of the run from 0 until no example is a mistake
      R      the largest ‖x‖; D is the largest ‖(x, √c)‖, and c is the bias step
      w, b   any separator of the examples: w is a vector, so write w@w or norm(w)
      gamma  its margin, the least y(⟨w, x⟩ + b), which is > 0
      n, d   the number of examples and their dimension

    For multi_class_perceptron and prank some of them have other meanings:

    \b
      m      the number of classes that the examples have, at least 2
      w, b   a separator: w@w is the sum of ‖w_r‖² over the classes, b@b is the
             sum of b_r²; for prank w is one vector, and b has the m - 1 thresholds
      gamma  its margin: the least lead of the class of an example over another
             class; for prank the least distance of a score from a threshold

    A hypothesis such as w@w == 1 fixes the scale of w, b and gamma. A bound that divides by R is compared only
    where R != 0. First the command tries to derive the bound from the proved theorems; the kernel checks the
    derivation. If it finds none, it searches for examples that break the bound: on small grids, at random next to
    hyperplanes, at many scales, and by local search. All comparisons are exact. A run that never ends refutes the
    bound, and so does a run that has exceeded the bound when the command stops watching it.

    Exit status: 1 if examples break the bound or its hypotheses contradict each other, 0 if it is proved or no examples
    break it, 5 if no examples met its hypotheses, 3 if the limit was reached first.
    """
    held = claimed.bound(statement, algorithm=algorithm, tie=tie, seed=seed, datasets=datasets, limit=limit,
                         quiet=quiet)
    status = show(held, output_format, quiet, verbose)
    if plot:
        plot_bound(plot, held)
    return status
