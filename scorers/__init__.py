"""Scorers: how a number is computed, as pure functions of plain values."""

QASPER_EVAL_OWNER = "qasper-eval"
