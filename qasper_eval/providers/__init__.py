"""Providers: who answers a request, how fast it may be asked, and what it costs."""
