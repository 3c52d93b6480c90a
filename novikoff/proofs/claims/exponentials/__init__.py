"""The exponential and the logarithm: consequences of exp(s + t) = exp s · exp t and of the tangents."""
