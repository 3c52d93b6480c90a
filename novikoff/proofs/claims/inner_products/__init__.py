"""Inner products and lengths: what every other theorem rests on."""
