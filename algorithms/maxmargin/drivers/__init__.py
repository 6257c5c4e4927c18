"""Drivers: the loops that present patterns to a rule. They know no rule and no storage by name."""
