"""Reports: what a run folder or a pair of files comes to, as tables and JSON.

Import from the modules themselves: ``score`` must not pay for what other commands need.
"""
