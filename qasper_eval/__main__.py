"""Lets ``python -P -m qasper_eval`` stand in for the console script."""

from qasper_eval.cli import program

program()
