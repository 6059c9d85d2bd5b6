"""Runs every benchmark, one after another: ``make bench``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BENCHES = ("bench_cli.py", "bench_scoring.py", "bench_loaders.py", "bench_page.py", "bench_providers.py")


def main() -> int:
    """Print the figures of each and return how many failed."""
    folder = Path(__file__).resolve().parent
    env = {**os.environ, "PYTHONPATH": str(folder.parent)}
    failed = 0
    for name in BENCHES:
        print(f"== {name}", flush=True)
        failed += subprocess.run([sys.executable, str(folder / name)], env=env, check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
