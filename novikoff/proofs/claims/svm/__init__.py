"""Support vector machines, the hinge loss and descent on it."""
