"""A perceptron in thirty lines. One of them is wrong."""

import numpy as np


class Perceptron:
    """Visits the examples in order until a pass makes no update; labels are −1 and 1."""

    def fit(self, X, y):
        """Learn from X, of shape (n, d), and n labels."""
        self.coef_, self.intercept_, self.n_updates_ = np.zeros(X.shape[1]), 0.0, 0
        mistakes = True
        while mistakes:
            mistakes = False
            scores = X @ self.coef_ + self.intercept_
            for x, label, score in zip(X, y, scores, strict=True):
                if label * score <= 0:
                    self.coef_ = self.coef_ + label * x
                    self.intercept_ += label
                    self.n_updates_ += 1
                    mistakes = True
        return self

    def predict(self, X):
        """Return the label of each row."""
        return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)
