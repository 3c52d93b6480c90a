"""A theorem with a step that does not follow."""

from novikoff.theorems import Script, theorem


@theorem("open-step", title="A step that does not follow")
def open_step(p: Script) -> None:
    """If a >= 0 and b >= 2a, then b >= a."""
    a, b = p.reals("a b")
    p.assume(low=a >= 0, more=b >= 2 * a)
    p.have("twice", 2 * a >= 0, "low")
    p.have("large", b >= 1, "low", "more")
    p.conclude("large", "more", conclusion=b >= a)
