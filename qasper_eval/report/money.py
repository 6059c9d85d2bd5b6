"""US dollars as text."""

from __future__ import annotations


def dollars(amount: float) -> str:
    """Return ``$1.25``, with four decimals below ten cents, so that little is not shown as nothing."""
    return f"${amount:,.2f}" if amount >= 0.1 or not amount else f"${amount:.4f}"
