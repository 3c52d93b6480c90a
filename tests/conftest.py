"""A shell lets what runs in the background ignore SIGINT, and all that it starts; but tests interrupt programs."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
