"""Agents: who answers the questions."""
