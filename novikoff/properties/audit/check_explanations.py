"""Reasons for each check of an audit and the meaning of its failure; docs/reference/audit-checks.md prints them.

Main definitions:
    REASONS    two or three sentences for each check, by the id that the table gives it
"""

REASONS: dict[str, str] = {
    "interface.methods":
        "All other checks call these methods. A failure usually means that the name of the class is wrong, or "
        "that the class is not a classifier.",
    "interface.fit":
        "A class that cannot learn four points cannot be audited. A failure gives the exception, often a "
        "missing attribute or a version of another package that does not fit.",
    "interface.silent":
        "Output of a library mixes with the output of the program that uses it. A failure means that `fit` "
        "writes to stdout or stderr with its default parameters.",
    "interface.input-unchanged":
        "The caller still uses the arrays. A failure means that a method writes into X or y, often by an "
        "operation in place on an array that was not copied.",
    "interface.score":
        "Model selection compares scores. A failure means that `score` computes something else, or with other "
        "labels.",
    "interface.copy":
        "Grid search and cross-validation copy estimators. A failure means that a parameter or an attribute "
        "gets lost, or that the constructor changes its arguments.",
    "interface.one-at-a-time":
        "A prediction is about one point. A failure means that `predict` normalises or centres the points "
        "that it gets together.",
    "interface.many-at-a-time":
        "Programs predict in batches of any size. A failure often is a fixed size, a wrong broadcast, or a "
        "different rounding in large batches.",
    "interface.number-types":
        "Users pass lists, float32 and transposed arrays. A failure means that the class computes with the "
        "type of its input, such as in integers, or reads memory in a wrong order.",
    "interface.sparse":
        "Both contain the same numbers. A failure means that the class takes missing entries for something "
        "else than 0.",
    "interface.decision-function":
        "Thresholds and curves use the scores, programs use the labels. A failure means that the two "
        "disagree, for example by sign or by the treatment of 0.",
    "interface.params":
        "Copies are made from the parameters. A failure means that the constructor changes, drops or renames "
        "an argument.",
    "parameters.…":
        "A parameter should do what its name says. A failure means that the class ignores it, or applies it "
        "to something else.",
    "parameters.eta0":
        "Without a penalty, a larger step size scales the weights and changes no mistake. A failure means "
        "that the step size does not multiply every update, such as that of the bias.",
    "parameters.C":
        "`C` weighs the losses, so a larger `C` gives a smaller training loss, and the same class with "
        "another `C` is still the same algorithm. A failure means that `C` is ignored or inverted. Where its "
        "meaning is not known, nothing is checked.",
    "theorem.updates":
        'The conventions decide which bound applies. "No theorem applies" is an answer: for example, with a '
        "penalty no bound holds.",
    "theorem.convergence":
        "A bound on the updates implies that a run ends, if it visits all examples until none is a mistake. "
        '"No theorem applies" means that `fit` may end without a separator.',
    "convention.…":
        "The audit compares with the theorem of the declared conventions. A failure means that the class does "
        "something else than the profile says; correct one of them.",
    "interface.weights":
        "The audit, and your users, read the weights. A failure means that an attribute has another shape "
        "than d numbers and 1 number.",
    "interface.finite":
        "NaN and infinity make each later prediction meaningless. A failure often is a division by 0 or an "
        "overflow.",
    "interface.predictions":
        "Code that compares labels breaks on any other value. A typical failure: `np.sign` returns 0 for a "
        "point on the plane.",
    "interface.repeatable":
        "Results must be reproducible. A failure means that the class uses a random generator without a seed, "
        "or a state that all objects share.",
    "interface.refit":
        "Cross-validation fits the same object again. A failure means that `fit` starts from the old weights, "
        "or that objects share an array.",
    "steps.rule":
        "If each step is right, so is the rule. A failure shows the first example after which the weights are "
        "wrong.",
    "steps.bound.…":
        "The bound holds for every order of the examples. A failure means that some steps add the wrong "
        "vector, or are made where no mistake is.",
    "steps.bound.close-pair":
        "Two close points with different labels have a small margin, so a run is long and small errors add "
        "up. A failure means the same as above.",
    "steps.rows":
        "A batch should teach the same as its rows in order. A failure means that `partial_fit` computes all "
        "scores before the first update, or averages the updates.",
    "fit.replay":
        "This is the most exact check of `fit`: it compares every weight. A failure means another order, "
        "another rule for ties, or a wrong update; the printed dataset is the smallest found.",
    "fit.reaches":
        "If the order is unknown, many results are possible, and the audit enumerates them. A failure means "
        "that no order leads to these weights.",
    "fit.separates":
        "The theorem promises a separator. A failure means that `fit` ends before it has one: at a tolerance, "
        "or at a cap on the passes.",
    "fit.counter":
        "Users compare the counter with the bound. A failure means that it counts visits, passes or something "
        "else.",
    "fit.rate":
        "From 0, all step sizes give the same mistakes. A failure means that the step size does not multiply "
        "every update.",
    "fit.bound.…":
        "The theorem bounds the number of updates for any data. A failure proves that the class is no "
        "perceptron with these conventions.",
    "data.…":
        "Real data have other sizes and margins than generated ones. A failure means the same as for "
        "`fit.bound.…` and `fit.separates`.",
    "known.…":
        "On these data, correct code in floats fails because of rounding. The audit reports what happens; it "
        "is a failure only if the profile expects `holds`.",
    "worst-case.…":
        "A bound may hide a fault that costs few updates. On these data every correct run makes exactly the "
        "same number. A failure means another rule for ties, an early end, or another order.",
    "steps.worst-case.…":
        "The same, for `partial_fit` with one example at a time. A failure means a wrong step, not a wrong "
        "end.",
    "separates":
        "Logistic regression, a soft margin and others need not separate. The line says why the audit assumes "
        "so; `separates` in a profile decides it.",
    "separates.…":
        "A class that claims to separate must be right on all training examples, in any order and scale. A "
        "failure often is a cap on the passes, a tolerance, or a fixed threshold.",
    "separates.wide":
        "With more features than examples all data in general position are separable. A failure often is an "
        "assumption on the shape of X.",
    "separates.crowd":
        "Many passes are needed here. A failure means a cap on the passes that is not documented.",
    "separates.other-names":
        "Labels may be texts, or numbers such as 0 and 1. A failure means that the class computes with the "
        "labels as numbers, or cuts texts.",
    "svm.theorem":
        "The exact bracket is for one objective only; for others nothing is checked.",
    "svm.duality-gap":
        "The gap between the primal and the dual objective bounds the error of the solution. A failure means "
        "that the solver stopped before it reached `tol`.",
    "svm.kkt":
        "The Karush–Kuhn–Tucker conditions characterise the solution. A failure means that weights and dual "
        "coefficients do not belong together.",
    "svm.bracket":
        "Exact arithmetic encloses the least value of the objective. A failure means that the objective is "
        "larger, or another one.",
    "svm.margin":
        "For a large `C` the soft margin becomes the hard margin, which is known exactly. A failure means "
        "that the class finds a worse plane.",
    "means.rule.…":
        "The rule defines the class. A failure means another mean, another distance, or another rule for "
        "ties.",
    "neighbours.rule.…":
        "The rule defines the class. A failure means another distance, another k, or another vote.",
    "classes.separates.…":
        "The theorem promises it for separable data. A failure means that `fit` ends too early.",
    "classes.weights-sum.…":
        "Each update adds x to one class and takes it from others, so the sum stays 0. A failure means that "
        "an update forgets one side.",
    "classes.bound.…":
        "The theorem bounds the updates. A failure means that the weights need more updates than allowed.",
    "classes.replay.…":
        "It compares every weight. A failure means that the class visits the examples in another order, decides ties "
        "otherwise, or changes other weights.",
    "classes.predictions":
        "The scores decide. A failure means that `predict` uses another order of the classes.",
    "classes.refit":
        "Cross-validation fits the same object again. A failure means that `fit` starts from the old weights.",
    "choices.separates.…":
        "The theorem promises it for separable data. A failure means that `fit` ends too early.",
    "choices.bound.…":
        "The theorem bounds the updates. A failure means that the weights need more updates than allowed.",
    "choices.replay.…":
        "It compares every weight. A failure means that the class visits the examples in another order, decides ties "
        "otherwise, or changes other weights.",
    "choices.predictions":
        "The scores decide. A failure means that `predict` mixes the groups.",
    "choices.input-unchanged":
        "The caller still uses the arrays. A failure means that a method writes into them.",
    "choices.refit":
        "Cross-validation fits the same object again. A failure means that `fit` starts from the old weights.",
    "rule.classes":
        "Binary rules extend to several classes in two usual ways. A failure means that the declared way is "
        "not used.",
    "rule.…":
        "Your rule defines what the class should do. A failure shows the smallest data on which it does "
        "something else.",
    "algorithm.…":
        "The exact run defines what the class should do. A failure shows the smallest data on which labels or "
        "weights differ.",
}  # fmt: skip
