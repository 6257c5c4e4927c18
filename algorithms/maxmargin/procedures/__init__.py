"""Procedures: estimators that run one rule several times, choosing its parameters themselves."""
