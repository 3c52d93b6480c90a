"""Implementations held against the theorems: their conventions, the theorem that governs these, exact checks on data.

    verdicts         what a check can find, each thing by its own name
    conventions      ties, start, step size, bias increment, order, end, penalty, dtype; which theorem speaks of them
    implementations  one estimator behind one interface; what a profile tells about it
    adapting         how to speak to a class of which nothing is told: labels, weights, seed, cap
    probing          the same conventions found out by a few steps or fits
    reaching         where a run can end, whatever its order: all runs at once
    always           the checks that need no convention
    counting         updates counted soundly: by the sign of the score before each step, or by a replay of `fit`
    forwarding       where a rounded run is after millions of updates: the state that comes back
    data             generated, bundled and difficult datasets
    drawing          datasets that a seed decides
    searching        generated datasets are judged, and one that fails is shrunk
    rounding         where rounding may decide the sign of a score
    literals         exact numbers and arrays as code
    reproducing      the code that shows a failure
    isolation        checks in processes of their own, with a limit of time and their output caught
    checks           the checks of a perceptron;  margins, others: those of SVMs and of the classifiers without updates
    profiles/        what is known of other packages, by version
    auditing         all checks of one implementation

Import the module you need; nothing is loaded here.
"""
