"""Pack the folded parts of a page at its end. Readers never open most of them, and packed formulas take a tenth of the
space.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode

MARK = re.compile(r"<details\b([^<>]*)>\s*<summary.*?</summary>|</details>", re.DOTALL)
LEAST = 600  # letters of what is folded on a page that are worth packing
WITHOUT_SCRIPTS = '<noscript><p class="hint">What is folded on this page opens with scripts only.</p></noscript>'


def pack_folds(page: str) -> str:
    """Pack the content of each `details` that is not open; a page with little of it stays unchanged.

    >>> page = f"<body><main><details><summary>a</summary>{'b' * 900}</details></main></body>"
    >>> pack_folds(page).partition("<script")[0]
    '<body><main><details data-fold="0"><summary>a</summary></details></main>'
    >>> pack_folds(page.replace("<details", '<details data-open=""')).partition("<summary")[0]  # scripts will open it
    '<body><main><details data-fold="0" data-open="">'
    """
    kept, folds = list[str](), list[str]()
    done, begin, depth = 0, 0, 0
    for mark in MARK.finditer(page):
        if depth:  # within something folded
            depth += 1 if mark[1] is not None else -1
            if not depth:
                folds.append(page[begin : mark.start()])
                done = mark.start()
        elif mark[1] is not None and " open=" not in mark[1]:
            place = mark.start() + len("<details")
            kept += [page[done:place], f' data-fold="{len(folds)}"', page[place : mark.end()]]
            begin, depth = mark.end(), 1
    if sum(map(len, folds)) < LEAST:
        return page
    text = "".join([*kept, page[done:]])
    packed = b64encode(gzip.compress(json.dumps(folds, ensure_ascii=False).encode(), mtime=0)).decode()
    script = f'<script type="application/gzip" id="folds">{packed}</script>\n'
    said = text.replace('<main id="main">', f'<main id="main">\n{WITHOUT_SCRIPTS}', 1)
    return said.replace("</body>", f"{script}</body>")
