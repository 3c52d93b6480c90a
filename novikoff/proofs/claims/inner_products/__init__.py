"""Inner products and lengths: the basis of all other theorems."""
