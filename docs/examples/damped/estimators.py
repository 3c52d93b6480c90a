"""A class that claims to implement the rule, in floats."""

import numpy as np


class Damped:
    """Passes over the examples, in their order, until one makes no update; labels are −1 and 1."""

    def fit(self, X, y):
        """Learn from X, of shape (n, d), and n labels."""
        self.coef_, self.intercept_, updates = np.zeros(X.shape[1]), 0.0, -1
        self.n_updates_ = 0
        while updates != self.n_updates_:
            updates = self.n_updates_
            for x, label in zip(X, y, strict=True):
                if label * (self.coef_ @ x) <= 0:
                    self.coef_ = self.coef_ + label * x / (1 + x @ x)
                    self.n_updates_ += 1
        return self

    def predict(self, X):
        """Return the label of each row."""
        return np.where(X @ self.coef_ > 0, 1, -1)
