"""Accounts for rows of the lecture: definitions, informal remarks, errata."""

from .coverage import definition, erratum, informal

definition(
    "002-risk",
    "R(q) = Σ p(x, k)W(q(x), k), summed over all observations x and classes k: the mean loss of the strategy q",
)
definition(
    "002-remp",
    "R_emp(q) = (1/L) Σ W(q(xᵢ), kᵢ) over the L ≥ 1 examples; θ* is a θ with R_emp(q_θ*) ≤ R_emp(q_θ) for every θ",
)
definition(
    "002-eq1",
    "Linearly separable: some (w₀, w) has sign(⟨w, xᵢ⟩ + w₀) = kᵢ for all i; sign(0) is neither 1 nor −1",
    slip="(x_L, k_L) as the last example, instead of (x_L, k_N)",
)
definition(
    "002-eq2",
    "q(x) = 1 if ⟨w, x⟩ + w₀ > 0 and −1 if it is negative; q is not defined where it is 0",
)
definition(
    "002-caption",
    "x''_j = k_j x'_j, the augmented vector multiplied by its label",
    slip="x''_j = k_j x'_j under the figure, instead of k_j x''_j, which would be x'_j again",
)
definition("002-eq6", "The goal: a w with ⟨w, x_j⟩ > 0 for all signed vectors x_j")
definition(
    "002-J",
    "J(w) is the number of signed vectors x in the data with ⟨w, x⟩ ≤ 0",
    slip="⟨w, x⟩ instead of ⟨w^(t), x⟩ in the definition of J(w)",
)
definition("002-gd-step", "w^(t+1) = w^(t) − η∇J(w^(t)) with a step size η > 0")
definition("002-eq31", "φ: ℝᴰ → ℝ^(D+D') appends D' functions of x to the coordinates of x")

informal("002-rstr-independent", "the function R_str is not given")
informal("002-well-posed", "it is not said what well-posed means, nor how large a difference is not much")
informal(
    "002-misc-remarks",
    "remarks on when a method is useful, that name neither a distribution nor a class of strategies",
)
informal("002-rate-unknown", "it says that nothing is known")
informal("002-termcond", "the function TermCond is not given")
informal("002-erm-hard", "neither a model of computation nor a class of strategies is named")
informal("002-either-or", "it names methods of optimisation, and asserts nothing of them")
informal(
    "002-ex2-final",
    "the data are in a figure only, so that the run cannot be repeated; that w₀ has the parity of the number of "
    "updates is a claim, and holds here",
)
informal(
    "002-w48",
    "the data are in a figure only, so that the run cannot be repeated; that w₀ has the parity of the number of "
    "updates is a claim, and holds here",
)
informal(
    "002-lift-faster",
    "it compares two runs on data that are in a figure only, so that neither can be repeated. In general either map "
    "may need fewer updates: shifted-lifting-needs-no-more-updates and plain-lifting-needs-no-more-updates are both "
    "false",
)
erratum(
    "002-vapnik",
    "false",
    "Vapnik and Chervonenkis proved a remarkable inequality",
    "The inequality holds with a probability below 1, on which R_str depends; whatever R_str < 1 is, some sample "
    "breaks it.",
)
erratum(
    "002-vc-margin",
    "false",
    "VC dimension (capacity) h ≤ R²/m² + 1",
    "For odd h ≥ 3 the corners of a regular simplex break the bound; it holds with R²/m² rounded up.",
)
erratum(
    "002-svm-argmax",
    "false",
    "(w*, b*) = argmax min(min_{x∈X₁} (w·x + b)/|w|, min_{x∈X₂} (w·x + b)/|w|)",
    "The second term lacks a minus sign, so that a larger b is always better and there is no maximum.",
)
erratum(
    "002-vc-n-plus-2",
    "false",
    "Capacity (VC dimension) of linear strategies in an n-dimensional space is n+2.",
    "No three points of a line are shattered, so that the VC dimension is not n + 2 for n = 1.",
)
erratum(
    "002-argmax-regions",
    "false",
    "A strategy k* = argmax_k f_k(x) divides X into |K| convex regions.",
    "A class whose f_k is nowhere the greatest has no region, so that there are at most |K| regions.",
)
erratum(
    "002-separability-verbal",
    "lacks a hypothesis",
    "there exists a hyperplane which divides ℝ^D to two half-spaces such that the data of a given class are all in "
    "one half-space",
    "Points on the hyperplane lie in both closed half-spaces, and formula (1) then fails; the half-spaces must be "
    "open.",
)
erratum(
    "002-J-equiv",
    "lacks a hypothesis",
    "or, equivalently",
    "(24) counts w·x ≤ 0 and (25) counts w·x < 0 (our transcript may have lost a line of the ≤), so that they "
    "differ where w·x = 0.",
)
erratum(
    "002-Jp-grad",
    "lacks a hypothesis",
    "∇J_p(w) = ∂J/∂w = Σ (−x)",
    "At a tie, w·x = 0 with x ≠ 0, J_p has a kink and no gradient.",
)
erratum(
    "002-pocket-optimal",
    "false",
    "The algorithm converges with probability 1 to the optimal solution.",
    "Nothing in the listed steps is random: on {x, −x} the weights stay 0 with two errors, where one is the optimum.",
)
erratum(
    "002-hull-equivalence",
    "lacks a hypothesis",
    "There holds that x* solves also the problem (29).",
    "If 0 lies in the hull, then x* = 0, which is not a direction, while (29) has a solution.",
)
erratum(
    "002-rstr-page8",
    "unkind reading",
    "Recall that the classfier that maximises separation minimises the structural risk R_str (page 8)",
    "If (29) is meant, on augmented vectors, its classifier minimises ‖w‖² + b², not ‖w‖² as the largest geometric "
    "margin does.",
)
erratum(
    "002-kozinec-kappa",
    "lacks a hypothesis",
    "κ* = argmin_{κ∈(0,1)} ‖(1 − κ)w^(t) + κx_j‖",
    "If 0 lies in the hull, the run may reach w = 0, from where no κ inside (0, 1) is best.",
)
erratum(
    "002-eps-kozinec",
    "false",
    "The second step of Kozinec algorithm is modified to",
    "The interval (0, 1) for κ is kept, but towards a point that is far and not wrong the best κ may be the end 1.",
)
informal(
    "002-batch-eta",
    "the step sizes η_t are not given; constant ones separate separable data in finitely many steps, summable ones may "
    "never do so",
)
informal(
    "002-rstr-page8", "the function R_str is not given, and page 31 does not say which problem maximises separation"
)
