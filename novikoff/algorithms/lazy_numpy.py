"""NumPy as `np`, imported when it is first used: many commands do without it, and its import takes most of their time.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        def __getattr__(self, name: str) -> Any:
            """Return the attribute of NumPy with this name, and store it, so that Python calls this function only once
            for each name."""
            import numpy

            found = getattr(numpy, name)
            setattr(self, name, found)
            return found

    np = _Numpy()
