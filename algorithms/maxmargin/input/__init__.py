"""Checks of what users give, and patterns that are read from files as they are needed."""
