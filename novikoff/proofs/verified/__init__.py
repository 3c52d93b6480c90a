"""The checker whose soundness is proved in Coq: its theories, its reader, and how it is built and asked."""
