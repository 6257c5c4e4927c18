"""Drivers: the loops that present patterns to a rule.

The sequential, dual and worst-first drivers name no rule and no storage.
"""
