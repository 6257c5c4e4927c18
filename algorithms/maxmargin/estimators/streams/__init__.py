"""The streams of `partial_fit`: their states between calls, and the checks of a call."""
