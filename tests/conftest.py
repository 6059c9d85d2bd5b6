"""Settings of every test: a slow machine is no failure, timings are benchmarks."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
