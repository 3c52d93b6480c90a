"""The perceptron and its variants: mistake bounds, their tightness, and what else is true of runs."""
