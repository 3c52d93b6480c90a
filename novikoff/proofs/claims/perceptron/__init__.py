"""The perceptron and its variants: mistake bounds and what surrounds them."""
