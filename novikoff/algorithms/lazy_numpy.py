"""NumPy as `np`, imported when it is first used: many commands do without it, and its import takes most of their time.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        def __getattr__(self, name: str) -> Any:
            """Return what NumPy calls so; the next time it is found without this call."""
            import numpy

            found = getattr(numpy, name)
            setattr(self, name, found)
            return found

    np = _Numpy()
