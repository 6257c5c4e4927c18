"""Protects results: one run at a time, damaged files moved aside, attempts counted."""
