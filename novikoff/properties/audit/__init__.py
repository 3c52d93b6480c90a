"""Audits: find the conventions of an implementation, choose the theorem that governs it, and check it on exact data.

    verdicts                  the verdicts of a check
    conventions               ties, start, step size, bias increment, order, end, dtype; which theorem covers them
    implementation_interface  an estimator with its profile, behind one interface
    estimator_adapter         how to call a class without a profile: labels, weights, seed, cap
    convention_probes         find the conventions by a few steps or fits
    reachable_ends            the possible ends of a run, over all orders
    convention_free_checks    the checks that need no convention
    update_counting           reliable counts of updates: by signs of scores, or a replay of `fit`
    float_cycles              detect a state that repeats in a rounded run
    audit_data                generated, bundled and difficult datasets
    data_search               generate datasets from a seed, check them, and shrink one that fails
    score_rounding            points at which rounding may decide the sign of a score
    number_literals           exact numbers and arrays as code
    failure_code              the code that shows a failure
    isolated_checks           checks in separate processes, with a time limit and captured output
    perceptron_checks         the checks of a perceptron; other classes: svm_checks, prototype_checks
    profiles/                 the conventions and known failures of other packages, by version
    audit_runner              all checks of one implementation

Import the module you need; nothing is loaded here.
"""
