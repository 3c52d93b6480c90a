"""All algorithms in one table: name, source, options and bounds.

The name of an algorithm is the name of its module, also in certificates. `source` gives keys of proofs/references.bib
between backquotes, each with its place. `steps` are the pure functions that compute with w + c·x and ⟨w, x⟩ only, so
that proofs can run them on symbols. `bounds` gives claims of the ledger by their ids, else the source of the bound, or
says why there is none. The ids of claims that are compared with a run are between braces, all other ids between
backquotes.

K-means is not here: `iml` states its goal and no algorithm, so there is nothing to run or to check (informal).
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from math import comb
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from .base_rule import RULES, Rule
from .errors import BadInput, NoSeparator, TooLong, format_option, suggest_name
from .options import (
    BIAS_STEP,
    KERNEL,
    MAX_UPDATES,
    ORDER,
    SEED,
    TIE,
    Option,
    parse_flag,
    parse_integer,
    parse_rational,
    parse_word,
)
from .sparse_rows import SparseRows

Rows: TypeAlias = Sequence[Sequence[Any]]
MOST_MONOMIALS = 150  # with more, the exact margin in the feature space of a kernel takes longer than the run

# ----------------------------------------------------------------------------------------- the table


class Space(NamedTuple):
    """The examples where a run is made, and the factors of their inner product Σ mⱼuⱼvⱼ, or None for all 1."""

    points: Any
    metric: Sequence[Fraction] | None = None


@dataclass(frozen=True)
class Algorithm:
    """One row of the table, with everything that running an algorithm and showing its results needs to know about the
    algorithm.

    `classify(module, record, X, y, points)` returns
    the labels of points, which may be X, by the record of a run on X and y, or None. By default a label is the sign of
    ⟨w, x⟩ + b. `vectors(X, options)` returns the vectors that a run separates, by default the examples. `space(X,
    options)` returns them with their inner product, or None if it is unknown. `objective(record)` returns the formula
    that the record minimises. `whole_labels` says that labels have to be whole numbers, `signs` that coordinates have
    to be ±1, and `free` that any separator is as good an answer as the record's. `endless` says that a run without a
    cap never ends on inseparable examples if a score of 0 is a mistake. `rule` is the `user_rules.Rule` of a
    user-defined algorithm.

    For rules that choose among candidates, `best(X, y, options)` returns the best separator, a `candidate_rule.Lead`,
    or raises `NoSeparator` with a weight for each difference of candidates. `none(error, X, y, options)` converts such
    an error about other vectors: it returns one weight for each example, and the certificate that no separator exists.
    `of_none` describes in a message the vectors that are combined. `only_classes` says that labels are never signs, and
    `grouped` that an example is a list of rows, its candidates.

    `additive` says that each update adds the signed example times a constant. Then the mistakes determine cycles of the
    weights, and both sides of Novikoff's proof.

    `generic` names the types for which the `steps` work. `ends` lists the values of `stopped` for a run that reached
    its goal. `options` lists the options that can be typed; it is empty if the module declares them with a `Rule`.
    `solve(X, y, **options)` and `certify_with(record, X, y, **options)` replace the `run` and `certificate` of a module
    that does not take the options as typed. `classes` says that any number of classes is allowed. `driver` names the
    option that names another algorithm, whose options are allowed too.
    """

    name: str
    title: str
    source: str
    bounds: str
    steps: tuple[str, ...] = ()
    generic: str = field(default="yes", kw_only=True)
    options: tuple[Option, ...] = ()
    ends: tuple[str, ...] = ("separated",)
    certificate: str = "run"
    exact: str = "yes"
    solve: Callable[..., Any] | None = None
    certify_with: Callable[..., dict[str, Any]] | None = None
    classes: bool = False
    driver: str | None = None
    classify: Callable[[ModuleType, Any, Rows, Sequence[Any], Rows], Sequence[Any] | None] | None = None
    vectors: Callable[[Rows, Mapping[str, Any]], Any] | None = None
    space: Callable[[Rows, Mapping[str, Any]], Space | None] | None = None
    objective: Callable[[Any], str] | None = None
    whole_labels: bool = False
    signs: bool = False
    free: bool = False
    rule: Any = None
    endless: bool = False
    additive: bool = False
    best: Callable[[Rows, Sequence[Any], Mapping[str, Any]], Any] | None = None
    none: Callable[[NoSeparator, Rows, Sequence[Any], Mapping[str, Any]], tuple[list[Fraction], Any]] | None = None
    of_none: str = "{signed_examples}"
    grouped: bool = False
    only_classes: bool = False

    @property
    def bound(self) -> str:
        """Return the text about the bounds, with all ids between backquotes."""
        return re.sub(r"\{(.*?)\}", r"`\1`", self.bounds)

    @cached_property
    def bounded_by(self) -> tuple[str, ...]:
        """Return the ids of the claims that bound its updates."""
        return tuple(re.findall(r"\{(.*?)\}", self.bounds))

    @property
    def module(self) -> ModuleType:
        """Import the module and return it."""
        return import_module(f".{'user_rules' if self.rule else self.name}", __package__)

    @property
    def declared(self) -> type[Rule] | None:
        """Return the rule that the module declares, None if it declares none."""
        module = None if self.options else self.module
        return RULES.get(self.name) if module else None

    def run(self, X: Iterable[Any], y: Iterable[Any], **options: Any) -> Any:
        """Run the algorithm on X, shape (n, d), and n labels; return its record. Raises the same errors as the driver.

        >>> ALGORITHMS["nearest_mean"].run([[0], [2]], [-1, 1]).w
        (4,)
        """
        return (self.solve or self.module.run)(X, y, **options)

    def certify(self, record: Any, X: Iterable[Any], y: Iterable[Any], **options: Any) -> dict[str, Any]:
        """Return the certificate of a record that `run` made with these options.

        >>> winnow = ALGORITHMS["winnow"]
        >>> winnow.certify(winnow.run([[1]], [1]), [[1]], [1])["algorithm"]
        'winnow'
        """
        try:
            if self.certify_with:
                return self.certify_with(record, X, y, **options)
            return self.module.certificate(record, X, y)
        except TooLong as problem:
            sooner = f", or end the run earlier with {format_option('max_updates', 'N')}"
            raise BadInput(f"{problem}{sooner if 'max_updates' in self.takes({}) else ''}") from None

    def labels(self, record: Any, X: Rows, y: Sequence[Any], points: Rows | None = None) -> Sequence[Any] | None:
        """Return the labels of points by a record, by default of its examples; None if the record gives no labels. A
        linear f(x) = 0 gives 0, no label.

        >>> perceptron = ALGORITHMS["perceptron"]
        >>> perceptron.labels(perceptron.run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1], [[5], [0]])
        [1, 0]
        """
        return (self.classify or _linear)(self.module, record, X, y, X if points is None else points)

    def vectors_of(self, X: Rows, options: Mapping[str, Any]) -> Any:
        """Return the vectors that a run separates: lifted ones, rows of a Gram matrix, or the examples."""
        return self.vectors(X, options) if self.vectors else X

    def space_of(self, X: Rows, options: Mapping[str, Any]) -> Space | None:
        """Return the space of the run; None if the space has no coordinates, or too many."""
        return self.space(X, options) if self.space else Space(self.vectors_of(X, options))

    def takes(self, given: Mapping[str, Any]) -> dict[str, Option]:
        """Return the options allowed together with the given ones, by name; raise `BadInput` for an unknown driver."""
        if self.declared:
            typed = (option for option in self.declared.options if option.typed)
            return {option.name: option for option in (*typed, MAX_UPDATES)}
        inner = lookup_algorithm(given.get(self.driver, "perceptron")).takes({}) if self.driver else {}
        return inner | {option.name: option for option in self.options}

    def defaults(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the parameters of the driver with their defaults; `inspect.Parameter.empty` for required ones.

        >>> ALGORITHMS["nearest_neighbours"].defaults()["k"]
        1
        """
        found: dict[str, Any] = {}
        for function in self._functions(given or {}):
            for name, parameter in inspect.signature(function).parameters.items():
                if parameter.kind is parameter.KEYWORD_ONLY:
                    found.setdefault(name, parameter.default)
        return found

    def _functions(self, given):
        """Yield the driver, the function that it passes options to, and so on."""
        inner = lookup_algorithm(given.get(self.driver, "perceptron"))
        drivers = [self.solve] if self.driver else [self.solve, getattr(self.module, "run", None)]
        for function in filter(None, [*drivers, inner.solve, getattr(inner.module, "run", None)]):
            yield function
            if all(p.kind is not p.VAR_KEYWORD for p in inspect.signature(function).parameters.values()):
                return


def lookup_algorithm(name: str, taken: Collection[str] = ()) -> Algorithm:
    """Return the algorithm of this name, with hyphens or underscores; raise `BadInput`, listing `taken` or all names.

    >>> lookup_algorithm("k-means", ["perceptron", "svm"])
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: there is no algorithm 'k-means'; choose one of perceptron, svm
    """
    if ":" in name:
        return _load_user_rule(name)
    key = name.replace("-", "_")
    if key not in ALGORITHMS:
        names = sorted(taken or ALGORITHMS)
        own = "" if taken else "; an update rule of your own is MODULE:FUNCTION"
        hint = suggest_name(key, names, f"choose one of {', '.join(names)}{own}")
        raise BadInput(f"there is no algorithm {name[:40]!r}; {hint}")
    return ALGORITHMS[key]


def parse_algorithm(typed: str, taken: Collection[str] = ()) -> tuple[Algorithm, str | None]:
    """Return the algorithm, and its variant after a colon, or None.

    >>> parse_algorithm("perceptron:R2")[1], parse_algorithm("perceptron")[1]
    ('R2', None)
    >>> parse_algorithm("novikoff.algorithms.perceptron:update")[0].name
    'novikoff.algorithms.perceptron:update'
    """
    if not isinstance(typed, str):
        raise BadInput(f"an algorithm must be given by its name, as text (got {typed!r:.60})")
    name, colon, variant = typed.partition(":")
    if not colon or name.replace("-", "_") in ALGORITHMS:
        return lookup_algorithm(name, taken), variant if colon else None
    return lookup_algorithm(typed), None


def _load_user_rule(name: str) -> Algorithm:
    own, certificates = (import_module(each, __package__) for each in (".user_rules", ".user_rule_certificates"))
    rule = own.load_rule(name)
    return Algorithm(name, name, "", "", options=(ORDER, SEED, TIE, MAX_UPDATES), solve=partial(own.run, rule=rule),
                     certify_with=partial(certificates.make_certificate, rule=rule), rule=rule)


# ------------------------------------------------------------------------- what a record says of the examples


def _linear(module, record, X, y, points):
    if getattr(record, "w", None) is None:
        return None
    if isinstance(points, SparseRows):
        return _signs([product + record.b for product in points.products(record.w)])
    return _signs([sum(w * v for w, v in zip(record.w, x, strict=True)) + record.b for x in points])


def _signs(scores):
    return [(value > 0) - (value < 0) for value in scores]


# The hooks of rows have names, because the answer of another process, which is pickled, may hold a row.


def _one_by_one(module, record, X, y, points):
    return [module.predict(record, x) for x in points]


def _by_vote(module, record, X, y, points):
    return _signs(module.exact_scores(module.voters(record, X, y), points))


def _by_kernel(module, record, X, y, points):
    return _signs(module.scores(record, X, y, points))


def _by_stumps(module, record, X, y, points):
    return _signs(module.scores(record, points))


def _by_classes(module, record, X, y, points):
    return [module.predict(record, x, record.tie) for x in points]


def _by_means(module, record, X, y, points):
    return module.predict(record, X, points)


def _by_lifting(module, record, X, y, points):
    return _linear(module, record, X, y, module.lift(record.lifting, points))


def _best_lead(X, y, options):
    return ALGORITHMS["multi_class_perceptron"].module.best_lead(X, y, options["bias_step"])


def _best_choice(X, y, options):
    return ALGORITHMS["structured_perceptron"].module.best_lead(X, y)


def _lift_examples(X, options):
    module = ALGORITHMS["lifting"].module
    return module.lift(module.map_of(options["lifting"], len(X[0]), options["degree"]), X)


def _by_neighbours(module, record, X, y, points):
    return record.labels if points is X else module.predict(record, X, y, points)


def _soft_or_hard(record):
    return "½‖w‖² with y(⟨w, x⟩ + b) ≥ 1" if record.C is None else "½‖w‖² + C·Σξ"


# ------------------------------------------------- drivers that need more than the options as they are


def _run_perceptron(X, y, **settings):
    """Run the fast engine, which takes the arguments of `perceptron.run` and returns the same record."""
    return import_module(".fast_perceptron", __package__).run(X, y, **settings)


def _run_svm(X, y, *, C=None):
    svm = ALGORITHMS["svm"].module
    return svm.hard_margin(X, y) if C is None else svm.soft_margin(X, y, C=C)


def _best_margin(X, y, *, bias_step=1):
    return ALGORITHMS["nearest_point"].module.best_margin(X, y, bias_step)


def _certify_margin(margin, X, y, *, bias_step=1):
    return ALGORITHMS["nearest_point"].module.certificate(margin, X, y, bias_step)


def kernel_of(name: str, **parameters: Any) -> Any:
    """Return the kernel; raise `BadInput` for a parameter that it does not have. None means that a parameter is not
    given.

    >>> kernel_of("polynomial", degree=3, gamma=None).degree
    3
    """
    kernels = import_module(".kernels", __package__)
    given = {key: value for key, value in parameters.items() if value is not None}
    kernel = kernels.kernel(name, **given)
    for key in given:
        if key not in kernel.parameters:
            raise BadInput(f"the {kernel.name} kernel has no {key}; it has {', '.join(kernel.parameters) or 'none'}")
    return kernel


def _kernel_in(options):
    return kernel_of(options["kernel"], **{key: options[key] for key in ("degree", "offset", "gamma")})


def _gram_rows(X, options):
    """Return the rows of the Gram matrix, which have the same vanishing combinations as the φ(xᵢ)."""
    return import_module(".kernels", __package__).gram(_kernel_in(options), X).tolist()


def _feature_space(X, options):
    """Return the space of a linear or polynomial kernel, or None."""
    kernel = _kernel_in(options)
    if kernel.name == "linear":
        return Space(X)
    if kernel.name != "polynomial" or comb(len(X[0]) + kernel.degree, kernel.degree) > MOST_MONOMIALS:
        return None
    return Space(*import_module(".lifting", __package__).kernel_monomials(X, kernel.degree, Fraction(kernel.offset)))


def _run_with_kernel(name, X, y, *, kernel="linear", degree=None, offset=None, gamma=None, **settings):
    chosen = kernel_of(kernel, degree=degree, offset=offset, gamma=gamma)
    return ALGORITHMS[name].module.run(X, y, kernel=chosen, **settings)


def _stump_values(X, options):
    return ALGORITHMS["adaboost"].module.stump_values(X) or X


WITHOUT_CLASSIFIER = "voted_perceptron", "kernel_perceptron", "lifting", "adaboost"  # their records have no w for x
BETWEEN_CLASSES = "differences between right and wrong classes at {examples}"
BETWEEN_CANDIDATES = "differences between right and wrong candidates of {examples}"


def _inseparable_classes(error, X, y, options):
    module, names = ALGORITHMS["multi_class_perceptron"].module, tuple(dict.fromkeys(y))
    found = module.choices(X, y, options["bias_step"])
    answer = module.inseparable(found, error.certificate, names, found.metric is not None)
    return found.weights(error.certificate, len(y)), module.separate_certificate(answer, X, y)


def _inseparable_choices(error, X, y, options):
    module = ALGORITHMS["structured_perceptron"].module
    found = module.choices(X, y)
    answer = module.inseparable(found, error.certificate)
    return found.weights(error.certificate, len(y)), module.separate_certificate(answer, X, y)


def _by_choice(module, record, X, y, points):
    if points is not X:  # other points have no right candidate
        return None
    given, right = module.examples(X, y)
    said = [module.predict(record, one, record.tie) for one in given]
    return [label if k == right[i] else None for i, (k, label) in enumerate(zip(said, y, strict=True))]


def _inseparable_ranks(error, X, y, options):
    module = ALGORITHMS["prank"].module
    weights = module.sum_by_example(error.certificate, len(y))
    return weights, module.inseparable(error.certificate, X, y, options["ranks"])


def _run_one_vs_rest(X, y, *, driver="perceptron", **settings):
    inner = lookup_algorithm(driver)
    if inner.classes or "max_updates" not in inner.takes({}) or driver in WITHOUT_CLASSIFIER:
        raise BadInput(f"driver = {driver} does not learn a linear classifier by updates; give for example perceptron")
    return ALGORITHMS["one_vs_rest"].module.run(X, y, driver=inner.run, **settings)


def _certify_one_vs_rest(record, X, y, *, driver="perceptron", **settings):
    return ALGORITHMS["one_vs_rest"].module.certificate(record, X, y, binary=lookup_algorithm(driver).certify)


PERCEPTRON_BOUNDS = (
    "{novikoff-mistake-bound}, {tutorial-mistake-bound}, {smola-mistake-bound}, {bias-step-mistake-bound}, for vectors "
    "of a plane {plane-mistake-bound}, for R² < c {small-radius-sharper-bound}")
BATCH_BOUNDS = "{batch-perceptron-step-bound}, {batch-perceptron-sharper-step-bound}"

ROWS = (
    Algorithm("perceptron", "perceptron, with any bias step",
              "`iml`, Algorithm 1.3; `tutorial`, the algorithm; `notes`, perceptron; `lecture`, eqs. (7)–(9); "
              "`slides`, p. 7",
              PERCEPTRON_BOUNDS, ("update", "margin", "mistake_condition"), solve=_run_perceptron, endless=True,
              additive=True),
    Algorithm("averaged_perceptron", "averaged perceptron", "`freundschapire1999`, Fig. 1 and Sect. 5",
              f"updates: {PERCEPTRON_BOUNDS}; that the average separates: none, because it need not",
              ("perceptron.update",), endless=True, additive=True),
    Algorithm("voted_perceptron", "voted perceptron", "`freundschapire1999`, Fig. 1",
              f"updates: {PERCEPTRON_BOUNDS}; that the vote separates: none, because it need not",
              ("perceptron.update",), endless=True, additive=True, classify=_by_vote),
    Algorithm("margin_perceptron", "margin perceptron", "`krauthmezard1987`; `li2002`, algorithm PAUM",
              "{margin-perceptron-update-bound}; for β ≤ αR² {margin-perceptron-exact-bound}",
              ("perceptron.update", "update_condition"), endless=True, additive=True),
    Algorithm("dynamic_margin_perceptron", "perceptron with dynamic margin", "`panagiotakopoulos2011`",
              "{dynamic-margin-update-bound}; for ε > 1/2 {dynamic-margin-linear-bound}; on the margin "
              "`dynamic-margin-ends-near-best`", ("perceptron.update", "update_condition"), endless=True),
    Algorithm("variable_increment", "perceptron with step sizes that change", "`duda2001`, section 5.5",
              "{any-step-sizes-mistake-bound}; for step sizes in an interval {step-sizes-kantorovich-bound}; for "
              "1/(‖x‖² + c) {square-length-steps-mistake-bound}; with 2^−t it may never separate, as the batch "
              "perceptron with 8^−t (`summable-rates-never-separate`)", ("perceptron.update", "by_length"),
              endless=True),
    Algorithm("relaxation", "relaxation method, with margin",
              "`agmon1954`; `motzkinschoenberg1954`; `duda2001`, section 5.6",
              "{relaxation-update-bound}; on the distance from solutions `relaxation-step-nears-solutions`",
              ("update", "update_condition")),
    Algorithm("romma", "ROMMA, the relaxed online maximum margin algorithm", "`lilong2002`",
              "{romma-mistake-bound}; for ρ > 0, or if steps are rounded: {romma-update-bound}", ("meeting", "step")),
    Algorithm("alma", "ALMA₂, the approximate maximal margin algorithm with p = 2", "`gentile2001`",
              "{alma-update-bound} with `alma-published-constants`; on the margin `alma-ends-with-margin`",
              ("step", "threshold", "span")),
    Algorithm("ellipsoid", "ellipsoid method, with deep cuts and without roots", "`grotschel1988`, section 3.1",
              "{ellipsoid-mistake-bound} with `ellipsoid-rounded-volume-factor`; on the separators "
              "`ellipsoid-step-keeps-separators`", ("move_centre",)),
    Algorithm("widrow_hoff", "Widrow–Hoff rule, or LMS", "`widrowhoff1960`; `duda2001`, section 5.8.4",
              "on the squared errors: `widrow-hoff-loss-bound`; on the updates: none, because they need not end",
              ("update", "error"), ends=()),
    Algorithm("shifting_perceptron", "shifting perceptron, which follows a moving hyperplane", "`cavallanti2007`",
              "for λ > 1/2 {shifting-perceptron-separable-bound}; on any data for λ ≥ 1 "
              "`shifting-perceptron-mistake-bound`", ("update", "share"), endless=True),
    Algorithm("forgetron", "Forgetron, a perceptron that stores B examples", "`dekel2008`",
              "{forgetron-separable-bound}; on any data `forgetron-mistake-bound`, `forgetron-budget-bound`",
              ("update", "forget"), endless=True),
    Algorithm("random_budget_perceptron", "randomised budget perceptron, which stores B examples", "`cavallanti2007`",
              "{random-budget-separable-bound}; on average, on any data `random-budget-mistake-bound`",
              ("perceptron.update", "forgetron.forget"), endless=True),
    Algorithm("batch_perceptron", "batch perceptron", "`lecture`, p. 30",
              f"constant η: {BATCH_BOUNDS}; other η_t: none, because with summable ones it may never separate "
              "(`summable-rates-never-separate`)", ("step",)),
    Algorithm("noise_tolerant_perceptron", "Bylander's noise-tolerant perceptron", "`bylander1994`",
              "{noise-tolerant-update-bound} with `noise-tolerant-step`", ("step",), ends=("separated", "target")),
    Algorithm("pocket", "pocket algorithm", "`lecture`, p. 30",
              f"{BATCH_BOUNDS}; on inseparable data none, because the pocket need not reach the fewest errors",
              ("batch_perceptron.step",), ends=("separated", "target", "patience")),
    Algorithm("gradient_descent", "gradient descent on J and on J_p", "`lecture`, pp. 28–29, eqs. (24)–(28)",
              f"J_p: {BATCH_BOUNDS}; J: none, as its gradient is 0 (`error-count-locally-constant`) and no step is "
              "made", ("subgradient", "step")),
    Algorithm("kozinec", "Kozinec and ε-Kozinec", "`lecture`, pp. 31–35",
              "plain: {kozinec-mistake-bound}, if κ is rounded {rounded-kozinec-mistake-bound}; with ε: "
              "{eps-kozinec-mistake-bound}, if κ is rounded {rounded-eps-kozinec-mistake-bound}", ("minimiser", "step"),
              ends=("separated", "eps_solution")),
    Algorithm("von_neumann", "von Neumann's algorithm", "`dantzig1992`; `epelmanfreund2000`",
              "with ε: {von-neumann-step-bound}, if κ is rounded: {rounded-von-neumann-step-bound}; of separable "
              "examples: {von-neumann-finds-separator}; with 0 inside of the hull: `von-neumann-linear-bound`",
              ("is_near", "kozinec.minimiser", "kozinec.step"), ends=("separated", "near", "origin")),
    Algorithm("hull_distance", "distance of the hull by Gilbert's and the MDM rule",
              "`lecture`, pp. 31–32; `gilbert1966`; `mitchell1974`",
              "`hull-sandwich` at every step; on the steps: none is claimed", ("kozinec.step", "transfer"),
              ends=("epsilon",)),
    Algorithm("nearest_point", "nearest point of the hull, and the best margin", "`lecture`, pp. 31–32; `wolfe1976`",
              "`hull-weak-duality`: dual value ≤ least V ≤ primal value, and here both are equal", (), (BIAS_STEP,),
              ends=("solved",), certificate="margin", solve=_best_margin, certify_with=_certify_margin),
    Algorithm("separability", "linear separability by the nearest point of a hull", "`lecture`, p. 16; `gordan1873`",
              "none, because one of a separator and a combination that is 0 exists "
              "(`gordan-combination-leaves-a-mistake`)", (),
              (Option("bias", parse_flag, "true or false"), Option("method", parse_word, "auto or nearest_point")),
              ends=("separated",), certificate="separability", free=True),
    Algorithm("svm", "support vector machine, hard and soft margin",
              '`notes`, "Maximum margin classifier" and "Soft margins"; `slides`, "SVM – Optimization"',
              "`svm-weak-duality`, `soft-margin-dual`: dual value ≤ least value ≤ primal value", (),
              (Option("C", parse_rational, "C > 0: the soft margin ½‖w‖² + C·Σξ; without it, the hard margin"),),
              ends=("solved",), certificate="svm", solve=_run_svm, objective=_soft_or_hard),
    Algorithm("smo", "SMO for the soft margin", "`platt1999`; the pairs: `hush2006`, `keerthi2001`",
              "best minus current dual value ≤ M/t after t steps for the pair of the largest gain: "
              "`smo-step-closes-gap`, `smo-rate`; Σ‖step‖² ≤ 2·value: `smo-steps-square-summable`", ("step",),
              ends=("optimal", "gap"), objective=_soft_or_hard),
    Algorithm("hinge", "sub-gradient descent on the averaged hinge objective",
              '`slides`, "Gradient (or steepest) descent algorithm for SVM"',
              "2·Ση_t(f(w_t) − f(u)) ≤ ‖u‖² + Ση_t²‖g_t‖² for every u, the sum of `subgradient-step-nears-minimiser`",
              ("step",), ends=("stationary",)),
    Algorithm("pegasos", "Pegasos", '`shalevshwartz2011`, Fig. 1; `slides`, "Randomly sample from the training data"',
              "Σf_t(w_t) ≤ Σf_t(u) + G²/(2λ)·Σ1/t for every u: `pegasos-regret-bound`, with projection "
              "`pegasos-projected-regret-bound`", ("step",), ends=(), exact="yes; with projection in float64"),
    Algorithm("kernel_perceptron", "kernel perceptron", "`iml`, Algorithm 1.4",
              PERCEPTRON_BOUNDS + ", in the feature space (`kernel-perceptron-is-perceptron`)",
              ("update", "kernels.linear", "kernels.polynomial"), (*KERNEL, BIAS_STEP, ORDER, TIE, MAX_UPDATES),
              exact="yes; the Gaussian kernel in float64", solve=partial(_run_with_kernel, "kernel_perceptron"),
              vectors=_gram_rows, space=_feature_space, endless=True, additive=True, classify=_by_kernel),
    Algorithm("lifting", "perceptron on lifted examples", "`lecture`, pp. 44–46, eqs. (30)–(33)",
              PERCEPTRON_BOUNDS + ", in the lifted space", ("PolynomialMap.__call__", "perceptron.update"),
              endless=True, vectors=_lift_examples, classify=_by_lifting),
    Algorithm("nearest_mean", "nearest mean, plain and with a kernel", "`iml`, eqs. (1.19)–(1.24)",
              "none, because nothing is repeated", ("mean", "classifier"),
              (*KERNEL, Option("tie", parse_word, "the label where f(x) = 0: negative or positive")),
              ends=("computed",), exact="yes; the Gaussian kernel in float64",
              solve=partial(_run_with_kernel, "nearest_mean"), classify=_by_means),
    Algorithm("nearest_neighbours", "k nearest neighbours", '`notes`, "k nearest neighbors"',
              "none, because nothing is repeated", ("squared_distance",),
              (Option("k", parse_integer, "the number of neighbours, from 1 to the number of examples"),
               Option("distance_tie", parse_word,
                      "if distances are equal: first (the earlier is nearer) or all (all vote)"),
               Option("vote_tie", parse_word,
                      "if votes are equal: smallest (label) or nearest (the nearest voter's label)")),
              ends=("computed",), classes=True, classify=_by_neighbours),
    Algorithm("winnow", "Winnow and balanced Winnow", '`notes`, "Winnow: multiplicative update"',
              "{winnow-mistake-bound-any-rate}; M ≤ 2W² ln n for δ = 2/(2W − 1), derived in the module", ("update",),
              generic="in its scalars", whole_labels=True, signs=True),
    Algorithm("weighted_majority", "weighted majority of experts",
              '`notes`, "With panel of experts algorithm"; `littlestonewarmuth1994`, algorithm WM',
              "{weighted-majority-mistake-bound}", ("update",), generic="in its scalars", ends=("order_exhausted",),
              signs=True),
    Algorithm("adaboost", "AdaBoost on decision stumps",
              "`freundschapire1997`, Fig. 2; `schapirefreund2012`, section 1.2",
              "{adaboost-round-bound}; on the training error {adaboost-squared-error}", ("update", "loss_step"),
              vectors=_stump_values, classify=_by_stumps),
    Algorithm("prank", "PRank, for any number of ranks", "`crammersinger2001`",
              "{prank-change-bound}; on the ranking loss `prank-mistake-bound`", ("update", "margins"), classes=True,
              none=_inseparable_ranks, classify=_one_by_one, of_none="comparisons of {examples} with thresholds"),
    Algorithm("one_vs_rest", "one against the rest, for any number of classes", "`slides`, M-class classifiers",
              "the bound of the driver, for each class; `one-vs-rest-separators-classify`", ("perceptron.update",),
              (Option("driver", parse_word, "the algorithm for each class, with its own options"),),
              solve=_run_one_vs_rest, certify_with=_certify_one_vs_rest, classes=True, driver="driver",
              classify=_one_by_one, only_classes=True),
    Algorithm("multi_class_perceptron", "perceptron for several classes, with any bias step",
              "`crammersinger2003`; `duda2001`, section 5.12.2 (Kesler's construction)",
              "without bias {multi-class-mistake-bound}, else {multi-class-bias-step-mistake-bound}; any shares will "
              "do by `ultraconservative-update`", ("update", "perceptron.update"), classes=True, only_classes=True,
              endless=True, none=_inseparable_classes, of_none=BETWEEN_CLASSES, best=_best_lead, classify=_by_classes),
    Algorithm("structured_perceptron", "structured perceptron, which chooses among candidates", "`collins2002`, Fig. 2",
              "{structured-mistake-bound}; in one pass over any data `structured-deviation-mistake-bound`",
              ("update", "perceptron.update"), endless=True, classify=_by_choice, grouped=True, best=_best_choice,
              none=_inseparable_choices, of_none=BETWEEN_CANDIDATES),
)

ALGORITHMS: dict[str, Algorithm] = {row.name: row for row in ROWS}

# -------------------------------------------------------------------------------------- for the reader

HEADER = ("algorithm", "document and place", "exact?", "runs on symbols?", "certificate", "the bound that governs it")


def markdown() -> str:
    """Return the table of all algorithms, one row per line, in the order of this file.

    >>> markdown().splitlines()[1]
    '| --- | --- | --- | --- | --- | --- |'
    """
    rows = [HEADER, ("---",) * len(HEADER), *map(_cells, ROWS)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _cells(row: Algorithm) -> tuple[str, ...]:
    steps = f"{row.generic}: " + ", ".join(row.steps) if row.steps else "no: a solver finds, exact arithmetic checks"
    return f"{row.name}: {row.title}", row.source, row.exact, steps, row.certificate, row.bound
