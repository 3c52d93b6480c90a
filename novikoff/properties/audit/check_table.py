"""The checks of an audit as a table: for each its id, its question, its requirements on the class, and the work."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import fill
from types import ModuleType
from typing import Any, NamedTuple

from . import (
    audit_data,
    convention_free_checks,
    implementation_interface,
    multiclass_checks,
    parameter_checks,
    passive_aggressive_reference,
    perceptron_checks,
    prototype_checks,
    reference_checks,
    structured_checks,
    svm_checks,
    worst_case_checks,
)
from .conventions import Conventions, Theorem, convergence_theorem, updates_theorem
from .estimator_adapter import RATES
from .perceptron_checks import Context, Subject, Work, check_generated, has_rate, search_failures
from .verdicts import Finding


class Need(NamedTuple):
    """A condition for a check: its description, and a test of the class."""

    said: str
    holds: Callable[[Subject], bool]


class Row(NamedTuple):
    """A check with its work, or with work on the class and what is known about it (`by`). With `each`, there is one
    check for every name that it returns, and the name is appended to the id. `asks` says what a correct class does; a
    class that does not do it fails. `why` says why that matters, and what a failure means. If several rows have the
    same id, only the first row has `why`."""

    id: str
    asks: str
    needs: tuple[Need, ...]
    work: Work | None = None
    by: Callable[[Subject, Context], Finding] | None = None
    each: Callable[[Subject], Mapping[str, Work]] | None = None
    why: str = ""

    @property
    def ids(self) -> str:
        """Return the id, with "…" if names are appended to it."""
        return self.id + ".…" * (self.each is not None)

    def make_checks(self, subject: Subject) -> dict[str, Work]:
        """Return the works of this row for this class, by the ids of the checks."""
        if not all(need.holds(subject) for need in self.needs):
            return {}
        if self.each is not None:
            return {f"{self.id}.{name}" if name else self.id: work for name, work in self.each(subject).items()}
        if (by := self.by) is not None:
            return {self.id: lambda _, context: by(subject, context)}
        assert self.work is not None
        return {self.id: self.work}


def has(method: str) -> Need:
    """Return the condition that the class has a method of this name."""
    return Need(f"`{method}`", lambda subject: hasattr(subject.audited.cls, method))


def with_needs(needs: Sequence[Need], rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows with additional conditions."""
    return tuple(row._replace(needs=(*needs, *row.needs)) for row in rows)


def in_each_form(name: str, checks: ModuleType, what: str, asks: str, needs: tuple[Need, ...] = (), *, why: str) -> Row:
    """Return the row of a check that is made on data of every form that the module defines, by its `check_…`."""
    id, judge = f"{name}.{what}", getattr(checks, f"check_{what.replace('-', '_')}")
    works = {form: partial(checks.check_in_form, f"{id}.{form}", judge, variant=form) for form in checks.VARIANTS}
    return Row(id, asks, needs, each=lambda subject: works, why=why)


def _rule(subject: Subject) -> Conventions:
    return subject.audited.rule


FIT = Need("`fit`", lambda s: s.audited.profile.fit is not None)
STEPS = Need("single steps by `partial_fit`", lambda s: s.audited.can_step)
ROWS_AT_ONCE = Need("`partial_fit` in the order given", lambda s: (
    s.audited.profile.step is implementation_interface.partial_fit and _rule(s).order in ("cyclic", "first", None)))
FLOATING = Need("numbers in floating point", lambda s: _rule(s).dtype != "exact")  # as in sparse arrays
READABLE = Need("weights that can be read", lambda s: s.audited.profile.readable)
SCORE = Need("`score(X, y)`", lambda s: perceptron_checks.has_score(s.audited))
THEOREM = Need("conventions to which a theorem applies", lambda s: isinstance(updates_theorem(_rule(s)), Theorem))
ENDS = Need("conventions with which every run ends", lambda s: isinstance(convergence_theorem(_rule(s)), Theorem))
CLAIMS = Need("a class that claims to separate", lambda s: not s.unclaimed)
CLAIMS_NOT = Need("a class that does not claim to separate", lambda s: bool(s.unclaimed))
BIAS = Need("a bias", lambda s: _rule(s).bias_step != 0)
KNOWN_ORDER = Need("an order of the examples that is known", lambda s: _rule(s).order != "any")
ANY_ORDER = Need("an order of the examples that is not known", lambda s: _rule(s).order == "any")
TIE = Need("a known order, or a known rule for ties", lambda s: _rule(s).order != "any" or bool(_rule(s).tie))
IN_TURN = Need("the cyclic order", lambda s: _rule(s).order in (None, "cyclic"))
COUNTER = Need("a counter of its updates", lambda s: (
    s.audited.profile.counter is not implementation_interface.return_none))
RATE = Need("a step size with a name other than eta0, and no shipped profile", lambda s: (
    not s.audited.profile.distribution and any(has_rate(s.audited, name) for name in RATES if name != "eta0")))
ETA0 = Need("a parameter `eta0`", lambda s: has_rate(s.audited, "eta0"))
SAMPLE_WEIGHT = Need("`fit(X, y, sample_weight=…)`", lambda s: parameter_checks.takes_sample_weight(s.audited))
C = Need("a parameter `C` that is a number", lambda s: parameter_checks.has_C(s.audited))
LINEAR_KERNEL = Need("`kernel='linear'`", lambda s: not svm_checks.svc_unlike(s.audited))
ANOTHER_KERNEL = Need("another kernel", lambda s: bool(svm_checks.svc_unlike(s.audited)))
SQUARED_HINGE = Need("the squared hinge loss and its defaults", lambda s: not svm_checks.linear_unlike(s.audited))
ANOTHER_LOSS = Need("another loss or penalty", lambda s: bool(svm_checks.linear_unlike(s.audited)))
NUMBERS = Need("an algorithm that takes numbers", lambda s: not reference_checks.takes_signs(s.claim))
TWO_CLASSES = Need("an algorithm for two classes", lambda s: not s.claim.entry.only_classes)
C_OF_BOTH = Need("a number `C` that both the class and the algorithm take", lambda s: (
    parameter_checks.has_C(s.audited) and "C" in s.claim.entry.takes(s.claim.options)))
A_RULE = Need("`--algorithm` with an update rule", lambda s: s.claim.entry.rule is not None)
AN_ALGORITHM = Need("`--algorithm` with an algorithm", lambda s: s.claim.entry.rule is None)
PASSIVE_AGGRESSIVE = Need("`--algorithm passive_aggressive`",
                          lambda s: s.claim.entry.name == passive_aggressive_reference.NAME)

# --------------------------------------------------------------------------------- of every class

FIRST = (
    Row("interface.methods", "The class has the methods `fit` and `predict`.", (FIT,), perceptron_checks.has_methods,
        why="All other checks call these methods. A failure usually means that the name of the class is wrong, or that "
            "the class is not a classifier."),
    Row("interface.fit", "`fit` takes four points of the plane, and ends.", (FIT,), perceptron_checks.check_fit,
        why="A class that cannot learn four points cannot be audited. A failure gives the exception, often a missing "
            "attribute or an incompatible version of another package."),
)
INTERFACE = (
    *FIRST,
    Row("interface.silent", "`fit` prints nothing.", (FIT,), perceptron_checks.check_fit,
        why="Output of a library mixes with the output of the program that uses it. A failure means that `fit` writes "
            "to stdout or stderr with its default parameters."),
    Row("interface.input-unchanged", "No method changes X or y, and predictions do not change the weights.", (FIT,),
        perceptron_checks.check_input_unchanged,
        why="The caller still uses the arrays and the estimator. A failure means that a method writes into X, y or the "
            "weights, often by an operation in place on an array that was not copied."),
    Row("interface.score", "If the class is a classifier, `score` is the fraction of right predictions.", (FIT, SCORE),
        perceptron_checks.score,
        why="Model selection compares scores. A failure means that `score` computes something else, or with other "
            "labels."),
)
ALWAYS = (
    Row("interface.copy", "A deep copy predicts the same, and a new object with the parameters of `get_params` learns "
        "the same.", (FIT,), convention_free_checks.check_copies,
        why="Grid search and cross-validation copy estimators. A failure means that a parameter or an attribute gets "
            "lost, or that the constructor changes its arguments."),
    Row("interface.one-at-a-time", "The prediction for a point does not depend on the points beside it.", (FIT,),
        partial(convention_free_checks.check_short, convention_free_checks.alone),
        why="A prediction is about one point. A failure means that `predict` normalises or centres the points that it "
            "gets together."),
    Row("interface.many-at-a-time", "The prediction for a point does not depend on the number of points. The "
        "predictions for n points have the shape (n,).", (FIT,),
        convention_free_checks.check_many,
        why="Programs predict in batches of any size. The cause of a failure is often a fixed size, a wrong "
            "broadcast, or a different rounding in large batches. With the shape (n, 1), predict(X) == y has the shape "
            "(n, n)."),
    Row("interface.number-types", "The same numbers as integers, as float32, in a list, or in another order of memory "
        "are the same data.", (FIT,), partial(convention_free_checks.check_forms, convention_free_checks.NUMBER_TYPES),
        why="Users pass lists, float32 and transposed arrays. A failure means that the class computes with the type of "
            "its input, such as in integers, or reads memory in a wrong order."),
    Row("interface.sparse", "A sparse array, if the class accepts it, gives the same result as a dense one.",
        (FIT, FLOATING), partial(convention_free_checks.check_forms, convention_free_checks.SPARSE),
        why="Both contain the same numbers. A failure means that the class takes missing entries for something "
            "other than 0."),
    Row("interface.decision-function", "The sign of `decision_function` agrees with `predict`, and a second call "
        "returns the same.",
        (FIT, has("decision_function")), convention_free_checks.check_decision,
        why="Thresholds and curves use the scores, programs use the labels. A failure means that the two disagree, for "
            "example by sign or by the treatment of 0, or that a call changes the scores."),
    Row("interface.params", "`get_params` returns every parameter of the constructor, with the value given.",
        (FIT, has("get_params")), convention_free_checks.check_params,
        why="Copies are made from the parameters. A failure means that the constructor changes, drops or renames an "
            "argument."),
)
PARAMETERS = (
    Row("parameters", "With `fit_intercept=False` the intercept is 0, and with `True` it is not always 0. With "
        "`shuffle=False` the seed changes nothing.", (FIT,), each=parameter_checks.flag_checks,
        why="A parameter should do what its name says. A failure means that the class ignores it, or applies it to "
            "something else."),
    Row("parameters.eta0", "Doubling `eta0` doubles the weights, if the class starts at 0 with one step size.",
        (FIT, ETA0), parameter_checks.eta0,
        why="Without a penalty, a larger step size scales the weights and changes no mistake. A failure means that the "
            "step size does not multiply every update, such as the update of the bias."),
)

# ------------------------------------------------------------------------------------- the perceptron

PERCEPTRON = (
    Row("parameters.sample_weight", "`sample_weight` of `fit` changes the weights of some fit.",
        (THEOREM, READABLE, SAMPLE_WEIGHT), parameter_checks.check_sample_weight,
        why="A weight multiplies the updates on its example. A failure means that `fit` takes the weights and ignores "
            "them."),
    Row("parameters.C", "Nothing is checked: the meaning of `C` is not known.",
        (FIT, C), parameter_checks.skip_unknown_C,
        why="For `SVC`, `LinearSVC` and `--algorithm`, `C` weighs the losses, so a larger `C` gives a smaller training "
            "loss, and the same class with another `C` is still the same algorithm. For these, a failure means that "
            "`C` is ignored or inverted."),
    Row("theorem.updates", "The audit names the theorem that bounds the updates under these conventions, or says "
        "why there is none.", (), by=perceptron_checks.name_update_bound,
        why='The conventions decide which bound applies. "No theorem applies" is an answer: for example, with a '
            "penalty no bound holds."),
    Row("theorem.convergence", "The audit names the theorem by which every run ends, or says why there is none.", (),
        by=perceptron_checks.name_convergence,
        why='A bound on the updates implies that a run ends, if it visits all examples until it makes no mistake. "No '
            'theorem applies" means that `fit` may end without a separator.'),
    Row("convention", "Single steps or fits show the conventions that the profile declares.", (),
        each=perceptron_checks.check_conventions,
        why="The audit compares with the theorem of the declared conventions. A failure means that the class does "
            "something other than the profile says; correct one of them."),
    Row("interface.weights", "For points of d coordinates there are d weights and one bias.", (FIT, READABLE),
        perceptron_checks.check_weights_shape,
        why="The audit, and your users, read the weights. A failure means that an attribute has another shape than d "
            "numbers and 1 number. A bias that no example moves makes the check inconclusive."),
    Row("interface.finite", "Weights and bias are finite numbers.", (FIT, READABLE), perceptron_checks.check_finite,
        why="NaN and infinity make each later prediction meaningless. The cause of a failure is often a division by "
            "0 or an overflow."),
    Row("interface.predictions", "Predictions are labels, and agree with the sign of the score if rounding cannot "
        "change this sign.", (FIT,), perceptron_checks.check_predictions,
        why="Code that compares labels breaks on any other value. A typical failure: `np.sign` returns 0 for a point "
            "on the plane."),
    Row("interface.repeatable", "Two new objects learn the same from the same data.", (FIT,),
        perceptron_checks.check_repeatable,
        why="Results must be reproducible. A failure means that the class uses a random generator without a seed, or a "
            "state that all objects share."),
    Row("interface.refit", "A second `fit` forgets the first one, and changes no other object.", (FIT,),
        perceptron_checks.check_refit,
        why="Cross-validation fits the same object again. A failure means that `fit` starts from the old weights, or "
            "that objects share an array."),
    Row("steps.rule", "Each step is the one that the conventions prescribe.", (THEOREM, STEPS),
        partial(check_generated, "steps.rule", perceptron_checks.steps_rule, share=2, steps=True),
        why="If each step is right, so is the rule. A failure shows the first example after which the weights are "
            "wrong."),
    Row("steps.bound", "Single steps make no more updates than the theorem allows, in several orders.",
        (THEOREM, STEPS), each=perceptron_checks.steps_bound_checks,
        why="The bound holds for every order of the examples. A failure means that some steps add the wrong vector, or "
            "that the class updates without a mistake."),
    Row("steps.bound.close-pair", "Single steps make no more updates than allowed on two points that are close.",
        (THEOREM, STEPS, BIAS),
        partial(perceptron_checks.check_by_steps, perceptron_checks.CLOSE),
        why="Two close points with different labels have a small margin, so a run is long and small errors add up. A "
            "failure means the same as for `steps.bound.…`."),
    Row("steps.rows", "Several rows at once give the same weights as one row at a time, with or without `classes`.",
        (THEOREM, STEPS, ROWS_AT_ONCE),
        perceptron_checks.check_rows_alike,
        why="A batch should teach the same as its rows in order. A failure means that `partial_fit` computes all "
            "scores before the first update, averages the updates, or forgets the classes that only the first call "
            "names."),
    Row("fit.replay", "`fit` ends where an exact run with these conventions ends.", (THEOREM, FIT, KNOWN_ORDER),
        partial(check_generated, "fit.replay", perceptron_checks.fit_replay, near=True),
        why="This is the most exact check of `fit`: it compares every weight. A failure means another order, another "
            "rule for ties, or a wrong update; the printed dataset is the smallest found."),
    Row("fit.reaches", "`fit` ends where some run with these conventions can end.", (THEOREM, FIT, ANY_ORDER),
        partial(check_generated, "fit.reaches", perceptron_checks.fit_reaches, near=True),
        why="If the order is unknown, many results are possible, and the audit enumerates them. A failure means that "
            "no order leads to these weights."),
    Row("fit.separates", "`fit` ends with weights that are right on all examples.", (THEOREM, FIT, TIE),
        partial(check_generated, "fit.separates", perceptron_checks.fit_separates, near=True),
        why="The theorem promises a separator. A failure means that `fit` ends before it has one: at a tolerance, or "
            "at a cap on the passes."),
    Row("fit.counter", "The counter of the class is the number of updates of the replay.",
        (THEOREM, FIT, KNOWN_ORDER, COUNTER),
        partial(check_generated, "fit.counter", perceptron_checks.fit_counter, near=True),
        why="Users compare the counter with the bound. A failure means that it counts visits, passes or something "
            "else."),
    Row("fit.rate", "Doubling the step size doubles the weights.", (THEOREM, FIT, RATE),
        partial(check_generated, "fit.rate", perceptron_checks.fit_rate, near=True),
        why="From 0, all step sizes give the same mistakes. A failure means that the step size does not multiply every "
            "update."),
    Row("fit.bound", "`fit` makes no more updates than the theorem allows, on data in several forms.", (THEOREM, FIT),
        each=perceptron_checks.fit_bound_checks,
        why="The theorem bounds the number of updates for any data. A failure proves that the class is no perceptron "
            "with these conventions."),
    Row("data", "On the bundled data, `fit` obeys the bound and ends with a separator.", (THEOREM,),
        each=perceptron_checks.bundled_checks,
        why="Real data have other sizes and margins than generated ones. A failure means the same as for `fit.bound.…` "
            "and `fit.separates`."),
    Row("known", "`fit` is right on data that are known to break implementations in floats.", (THEOREM,),
        each=perceptron_checks.known_failure_checks,
        why="On these data, correct code in floats fails because of rounding. The audit reports what happens; it is a "
            "failure only if the profile expects `holds`."),
    Row("worst-case", "`fit` makes exactly as many updates as every correct implementation makes.",
        (THEOREM, FIT, READABLE), each=worst_case_checks.fit_counts,
        why="A bound may hide a fault that costs few updates. On these data every correct run makes exactly the same "
            "number. A failure means another rule for ties, an early end, or another order."),
    Row("steps.worst-case", "Single steps make exactly as many updates as every correct implementation makes.",
        (THEOREM, STEPS), each=worst_case_checks.step_counts,
        why="This is the check `worst-case.…` for `partial_fit` with one example at a time. A failure means a wrong "
            "step, not a wrong end."),
    Row("separates", "Nothing is checked: the class does not claim to separate.", (FIT, CLAIMS_NOT),
        by=convention_free_checks.skip_unclaimed,
        why="Logistic regression, a soft margin and others need not separate. The audit prints why it assumes this; "
            "`separates` in a profile overrides the assumption."),
    Row("separates", "`predict` is right on separable data: as they are, reversed, repeated, with the labels "
        "exchanged, rescaled.", (FIT, CLAIMS), each=convention_free_checks.form_checks,
        why="A class that claims to separate must be right on all training examples, in any order and scale. The cause "
            "of a failure is often a cap on the passes, a tolerance, or a fixed threshold."),
    Row("separates.wide", "`predict` is right on data with more features than examples.",
        (FIT, CLAIMS), partial(convention_free_checks.separates, audit_data.WIDE),
        why="With more features than examples all data in general position are separable. The cause of a "
            "failure is often an assumption about the shape of X."),
    Row("separates.crowd", "`predict` is right on data on which a run takes hundreds of passes.",
        (FIT, CLAIMS, ENDS), partial(convention_free_checks.separates, audit_data.CROWD),
        why="A correct class needs many passes on these data. A failure means a cap on the passes that is not "
            "documented."),
    Row("separates", "`predict` is right on two examples with different labels that are very close to each other: a "
        "run takes hundreds of passes on `close-pair`, and thousands of passes on `closer-pair`.",
        (FIT, CLAIMS, ENDS), each=convention_free_checks.close_pairs),
    Row("separates.other-names", "Other names for the labels change nothing.", (FIT,),
        partial(convention_free_checks.check_short, convention_free_checks.other_names),
        why="Labels may be texts, or numbers such as 0 and 1. A failure means that the class computes with the labels "
            "as numbers, or cuts texts."),
)

# --------------------------------------------------------------------------------------- other families

def svm_row(fit: type[svm_checks.Svc], id: str, asks: str, judge: Callable[..., Any], why: str = "") -> Row:
    """Return the row of a check of the fits of this class."""
    return Row(id, asks, (), partial(search_failures, id, partial(judge, fit), first=svm_checks.WIDE), why=why)


MARGIN = "For a large `C` the margin is nearly the best."
GAP = "The duality gap is at most the error that `tol` allows."
LOSS = "The training loss does not grow with `C`."
PREDICTIONS = Row("interface.predictions", "Predictions are labels, and agree with the sign of the score.", (),
                  perceptron_checks.check_predictions)
SVC = (
    Row("svm.theorem", "Nothing is checked: the exact bounds are for the linear kernel.",
        (ANOTHER_KERNEL,), svm_checks.skip_unlike,
        why="The exact bounds of the least value are for one objective only; for others nothing is checked."),
    *with_needs((LINEAR_KERNEL,), (
        svm_row(svm_checks.Svc, "svm.duality-gap", GAP, svm_checks.check_gap,
            why="The gap between the primal and the dual objective bounds the error of the solution. A failure means "
                "that the solver stopped before it reached `tol`."),
        svm_row(svm_checks.Svc, "svm.kkt", "The residuals of the Karush–Kuhn–Tucker conditions are at most the error "
            "that `tol` allows.", svm_checks.check_kkt,
            why="The Karush–Kuhn–Tucker conditions characterise the solution. A failure means that weights and dual "
                "coefficients do not belong together."),
        svm_row(svm_checks.Svc, "svm.bracket", "The objective is within the exact bounds of its least value, up to the "
            "error that `tol` allows.", svm_checks.check_bracket,
            why="Exact arithmetic encloses the least value of the objective. A failure means that the objective is "
                "larger, or that the class minimises another objective."),
        svm_row(svm_checks.Svc, "svm.margin", MARGIN, svm_checks.check_margin,
            why="For a large `C` the soft margin becomes the hard margin, which is known exactly. A failure means that "
                "the class finds a worse plane."),
        svm_row(svm_checks.Svc, "parameters.C", LOSS, svm_checks.check_loss_falls),
        PREDICTIONS,
    )),
)
LINEAR_SVC = (
    Row("svm.theorem", "Nothing is checked: the checks are for the squared hinge loss.",
        (ANOTHER_LOSS,), svm_checks.skip_unlike),
    *with_needs((SQUARED_HINGE,), (
        svm_row(svm_checks.LinearSvc, "svm.duality-gap", GAP, svm_checks.check_gap),
        svm_row(svm_checks.LinearSvc, "svm.bracket", "The objective is at most the objective of the best margin, up to "
            "the error that `tol` allows.", svm_checks.check_bracket),
        svm_row(svm_checks.LinearSvc, "svm.margin", MARGIN, svm_checks.check_margin),
        svm_row(svm_checks.LinearSvc, "parameters.C", LOSS, svm_checks.check_loss_falls),
        PREDICTIONS,
    )),
)
MEANS = (
    Row("means.rule", "`predict` returns the class whose mean is nearer.", (), each=prototype_checks.by_means,
        why="The rule defines the class. A failure means another mean, another distance, or another rule for ties."),
)
NEIGHBOURS = (
    Row("neighbours.rule", "`predict` returns the label of the majority of the k nearest examples.", (),
        each=prototype_checks.by_neighbours,
        why="The rule defines the class. A failure means another distance, another k, or another vote."),
)
def choice_rows(name: str, checks: ModuleType, separates: str, predictions: str, failure: str, more: Sequence[Row] = (),
                last: Sequence[Row] = ()) -> tuple[Row, ...]:
    """Return the rows of a perceptron whose answer has the highest score: right answers, predictions, a failure of the
    predictions, and the rows after `separates` and before `refit`."""
    return (
        Row("theorem.updates", "The audit names the theorem that bounds the updates.", (), checks.name_theorem),
        in_each_form(name, checks, "separates", separates,
            why="The theorem promises this for separable data. A failure means that `fit` ends too early."),
        *more,
        in_each_form(name, checks, "bound", "No more updates than the theorem allows lead to these weights.",
            why="The theorem bounds the updates. A failure means that the weights need more updates than allowed."),
        in_each_form(name, checks, "replay", "`fit` ends where the exact run ends.", (IN_TURN,),
            why="This check compares every weight. A failure means that the class visits the examples in another "
                "order, decides ties otherwise, or changes other weights."),
        Row(f"{name}.predictions", predictions, (),
            partial(checks.check_in_form, f"{name}.predictions", checks.check_predictions),
            why=f"The scores define the prediction. A failure means that `predict` {failure}."),
        *last,
        Row(f"{name}.refit", "A second `fit` forgets the first one.", (), checks.check_refit,
            why="Cross-validation fits the same object again. A failure means that `fit` starts from the old weights."),
    )


CLASSES = choice_rows(
    "classes", multiclass_checks, "The right class has the highest score at every example.",
    "The prediction is the class with the highest score.", "uses another order of the classes",
    more=(in_each_form("classes", multiclass_checks, "weights-sum", "The weights of all classes have the sum 0.",
        why="Each update adds x to one class and takes it from others, so the sum stays 0. A failure means that an "
            "update forgets one side."),),
)
CHOICES = choice_rows(
    "choices", structured_checks, "The right candidate has the highest score in every example.",
    "The prediction is the candidate with the highest score.", "mixes the groups",
    last=(Row("choices.input-unchanged", "No method changes X, y or the groups.", (),
        partial(structured_checks.check_in_form, "choices.input-unchanged", structured_checks.check_input_unchanged),
        why="The caller still uses the arrays. A failure means that a method writes into them."),),
)

# ------------------------------------------------------------------------- an algorithm that is claimed

CLAIMED = (
    *with_needs((NUMBERS,), INTERFACE),
    Row("parameters.C", "With other values of `C`, too, `fit` ends where the algorithm does.",
        (NUMBERS, C_OF_BOTH), by=reference_checks.same_C),
    Row("rule.classes", "With several classes, `fit` ends as one of the known runs for several classes.",
        (FIT, PASSIVE_AGGRESSIVE), by=reference_checks.check_multiclass,
        why="Binary rules extend to several classes in two usual ways. A failure means that the class does not use the "
            "declared way."),
    Row("rule", "The class makes the steps of the rule, ends where its run ends, and counts the same updates.",
        (A_RULE,),
        each=reference_checks.rule_checks,
        why="Your rule defines what the class should do. A failure shows the smallest data on which it does something "
            "else."),
    *with_needs((AN_ALGORITHM, NUMBERS, TWO_CLASSES), ALWAYS),
    Row("algorithm", "`fit` ends with the labels and the weights of the exact run.", (AN_ALGORITHM,),
        each=reference_checks.algorithm_checks,
        why="The exact run defines what the class should do. A failure shows the smallest data on which labels or "
            "weights differ."),
)
PLANE = (*INTERFACE, *ALWAYS, *PARAMETERS)
TABLE: dict[str, tuple[Row, ...]] = {
    "perceptron": (*PLANE, *PERCEPTRON), "svc": (*PLANE, *SVC), "linear-svc": (*PLANE, *LINEAR_SVC),
    "means": (*INTERFACE, *MEANS), "neighbours": (*INTERFACE, *NEIGHBOURS), "classes": (*INTERFACE, *CLASSES),
    "choices": (*INTERFACE, *CHOICES), "--algorithm": CLAIMED,
}


def checks_of(subject: Subject, rows: Sequence[Row] | None = None) -> dict[str, Work]:
    """Return the works of a class by the ids of the checks: the rows of its family, or of the algorithm that it claims
    to be, whose needs hold. `rows` replaces the rows of the table."""
    if rows is None:
        rows = TABLE["--algorithm" if subject.claim is not None else subject.audited.profile.family]
    return {id: work for row in rows for id, work in row.make_checks(subject).items()}


# ------------------------------------------------------------------------------------------- the page

GROUPS: dict[str, tuple[Row, ...]] = {
    "Every class": INTERFACE, "Classes with weights": (*ALWAYS, *PARAMETERS), "Perceptrons": PERCEPTRON,
    "`SVC`": SVC, "`LinearSVC`": LINEAR_SVC, "Nearest mean": MEANS, "Nearest neighbours": NEIGHBOURS,
    "Perceptrons for several classes": CLASSES, "Structured perceptrons": CHOICES,
    "`--algorithm NAME`": tuple(row for row in CLAIMED if not row.id.startswith("interface.")),
}
INTRODUCTION = """# The checks of an audit

```sh
novikoff audit MODULE:CLASS
```

An audit makes the checks of this page, in this order. It leaves out a check if the class does not meet the requirements
after *Needs*. Each paragraph says what a correct class does, why this matters, and what a failure means. If several
paragraphs have the same id, only the first one gives the reason and the meaning. For each failure the audit prints code
that repeats it. [Audit an implementation](../how-to/audit-an-implementation.md) explains the verdicts.

In the id of a check, "…" is the name of a variant of the data, of a parameter, or of a convention. All checks
except `steps.…` and `theorem.…` need a method `fit`.
"""


def page() -> str:
    """Return the table as Markdown."""
    parts = [INTRODUCTION]
    for title, rows in GROUPS.items():
        parts.append(f"## {title}\n")
        for row in rows:
            needs = "; ".join(need.said for need in row.needs if need != FIT)
            said = [f"**`{row.ids}`**: {row.asks}", row.why, f"*Needs {needs}.*" * bool(needs)]
            parts.append(fill(" ".join(filter(None, said)), 120, break_on_hyphens=False, break_long_words=False) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
