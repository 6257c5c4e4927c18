"""Procedures: estimators that run one rule several times and choose its parameters themselves."""
