"""The exponential and the logarithm: what follows from exp(s + t) = exp s · exp t and the tangents."""
