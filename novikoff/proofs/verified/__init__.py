"""The checker whose soundness is proved in Coq: its theories, its reader, how to build it, and how to call it."""
