"""Drivers: the loops that present patterns to a rule. They name no rule and no storage."""
