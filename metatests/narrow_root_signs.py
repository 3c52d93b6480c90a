"""Makes the larger root signs of the book's font as wide as the smallest: `python -m metatests.narrow_root_signs FONT`.

Chromium reserves for each root the width of the largest sign, so that a gap follows every small one.
"""

from __future__ import annotations

import sys

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = 0x221A


def narrow(font: TTFont) -> None:
    """Compress the variants and the parts of the root sign, so that none is wider than the sign itself."""
    sign, variants = font.getBestCmap()[ROOT], font["MATH"].table.MathVariants
    made = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(sign)]
    names = [each.VariantGlyph for each in made.MathGlyphVariantRecord]
    names += [part.glyph for part in made.GlyphAssembly.PartRecords]
    glyphs, widths, wanted = font.getGlyphSet(), font["hmtx"], font["hmtx"][sign][0]
    for name in dict.fromkeys(names):
        width, side = widths[name]
        if width > wanted:
            pen = TTGlyphPen(glyphs)
            glyphs[name].draw(TransformPen(pen, (wanted / width, 0, 0, 1, 0, 0)))
            font["glyf"][name] = pen.glyph()
            widths[name] = wanted, round(side * wanted / width)


if __name__ == "__main__":
    opened = TTFont(sys.argv[1])
    narrow(opened)
    opened.save(sys.argv[1])
