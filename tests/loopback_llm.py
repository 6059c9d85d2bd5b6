"""A loopback server that speaks OpenAI's and Cohere's wire formats, limits rates, and fails as scripted.

Standard library only. In a test: ``with LoopbackLLM(script=["500", None]) as server``. As a process of its own:
``python loopback_llm.py '{"latency_s": 0.05}'`` prints its URL and serves ``GET /log`` until its input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import threading
import time
from collections import deque
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Self

from loopback_limits import Limits, PrefixCache
from loopback_wire import (
    FAULTS,
    TRIAL_MONTH,
    Canned,
    Json,
    chat_usage,
    cohere_chat,
    cohere_embed,
    cohere_rerank,
    completion,
    encode,
    openai_embeddings,
    openai_error,
    place_vectors,
    response,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ANSWER = '{"citations": ["P1"], "answer_type": "extractive", "answer": "forty"}'
Step = str | Canned | None


@dataclass
class Arrival:
    """One request as it arrived and what became of it."""

    at: float
    path: str
    headers: dict[str, str]
    body: Json
    status: int = 0
    answered_at: float = 0.0
    tokens: int = 0
    cached: int = 0
    in_flight: int = field(default=0)

    @property
    def prompt(self) -> str:
        """Everything that counts as input."""
        parts: list[Json | str] = self.body.get("messages") or self.body.get("input") or []
        texts = (part if isinstance(part, str) else str(part["content"]) for part in parts)
        return "".join(texts) + json.dumps(self.body.get("documents") or "")


class LoopbackLLM:
    """Serves in a thread of its own; ``arrivals`` logs every request."""

    def __init__(
        self,
        *,
        script: Iterable[Step] = (),
        decide: Callable[[Arrival], Step] | None = None,
        answer: Callable[[str], str] = lambda _prompt: ANSWER,
        vector: Callable[[str], list[float]] | None = None,
        latency_s: float = 0.0,
        limits: Limits | None = None,
        monthly_quota: int | None = None,
        prefix_cache: PrefixCache | None = None,
        model: str = "served-1",
        port: int = 0,
    ) -> None:
        """``script`` decides the first requests in order, ``decide`` all others; None answers properly.

        ``vector`` embeds a text; None gives each its place in the request.
        """
        self.script = deque(script)
        self.decide = decide
        self.answer = answer
        self.vector = vector
        self.latency_s = latency_s
        self.limits = limits
        self.monthly_quota = monthly_quota
        self.model = model
        self.arrivals: list[Arrival] = []
        self.port = port
        self._in_flight = 0
        self.paid = 0
        self._prefix_cache = prefix_cache or PrefixCache()
        self._loop = asyncio.new_event_loop()
        self._arrived = threading.Semaphore(0)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        """Base URL without a path."""
        return f"http://127.0.0.1:{self.port}"

    def wait_for(self, count: int) -> None:
        """Return when so many requests have arrived."""
        while len(self.arrivals) < count:
            if not self._arrived.acquire(timeout=10):
                raise RuntimeError(f"{len(self.arrivals)} of {count} requests arrived")

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the loopback server did not start")
        return self

    def __exit__(self, *_exc: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        loop = self._loop
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(asyncio.start_server(self._connection, "127.0.0.1", self.port, backlog=512))
        self.port = int(server.sockets[0].getsockname()[1])
        self._ready.set()
        try:
            loop.run_forever()
        finally:
            server.close()
            tasks = asyncio.all_tasks(loop)
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while await self._request(reader, writer):
                pass
        writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        path = lines[0].split(" ")[1]
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)
        }
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        if path == "/log":
            log = [{**asdict(arrival), "body": None, "headers": None} for arrival in self.arrivals]
            await self._write(writer, Canned(200, log))
            return True
        arrival = Arrival(time.monotonic(), path, headers, json.loads(content or b"{}"))
        self.arrivals.append(arrival)
        self._arrived.release()
        self._in_flight += 1
        arrival.in_flight = self._in_flight
        try:
            return await self._handle(writer, arrival)
        finally:
            self._in_flight -= 1

    async def _handle(self, writer: asyncio.StreamWriter, arrival: Arrival) -> bool:
        step = self.script.popleft() if self.script else (self.decide(arrival) if self.decide else None)
        arrival.tokens = max(1, len(arrival.prompt) // 4)
        canned, extra = (FAULTS[step] if isinstance(step, str) else step), dict[str, str]()
        if canned is None:
            canned, extra = self._admit(arrival)
        await asyncio.sleep(self.latency_s if canned.status == 200 else 0)
        if canned.action == "hang":
            await asyncio.sleep(3600)
        if canned.action == "reset":
            writer.transport.abort()
            return False
        arrival.status, arrival.answered_at = canned.status, time.monotonic()
        if canned.action in {"cut", "drip"}:
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"id"')
            await self._drip(writer, 900 if canned.action == "drip" else 0)
            return False
        await self._write(writer, canned, extra)
        return True

    async def _drip(self, writer: asyncio.StreamWriter, count: int) -> None:
        for _ in range(count):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.05)
        writer.transport.abort()

    def _admit(self, arrival: Arrival) -> tuple[Canned, dict[str, str]]:
        """Answer, unless a quota or a limit says no."""
        if self.monthly_quota is not None and self.paid >= self.monthly_quota:
            return Canned(429, {"id": "1", "message": TRIAL_MONTH}), {}
        headers: dict[str, str] = {}
        if self.limits:
            admitted, headers = self.limits.admit(arrival.tokens, arrival.at)
            if not admitted:
                body = openai_error("Rate limit reached for requests", "requests", "rate_limit_exceeded")
                return Canned(429, body), headers
        self.paid += 1
        return Canned(200, self._body(arrival)), headers

    def _body(self, arrival: Arrival) -> Json:
        body = arrival.body
        if arrival.path.endswith("/embed"):
            return cohere_embed(len(body["texts"]), [*map(self.vector, body["texts"])] if self.vector else None)
        if arrival.path.endswith("/embeddings"):
            vectors = [*map(self.vector, body["input"])] if self.vector else place_vectors(len(body["input"]))
            return openai_embeddings(vectors, tokens=arrival.tokens)
        if arrival.path.endswith("/rerank"):
            return cohere_rerank(len(body["documents"]), body.get("top_n") or len(body["documents"]))
        text = self.answer(arrival.prompt)
        if arrival.path.endswith("/responses"):
            return response(text, model=self.model)
        if arrival.path.endswith("/v2/chat"):
            return cohere_chat(text)
        arrival.cached = self._prefix_cache.cached_tokens(arrival.prompt)
        usage = chat_usage(arrival.tokens, max(1, len(text) // 4), cached=arrival.cached)
        return completion(text, model=self.model, usage=usage)

    async def _write(self, writer: asyncio.StreamWriter, canned: Canned, extra: dict[str, str] | None = None) -> None:
        content = encode(canned.body, canned.content_type)
        headers = {"content-type": canned.content_type, "content-length": str(len(content))}
        head = "".join(
            f"{name}: {value}\r\n" for name, value in {**headers, **(extra or {}), **canned.headers}.items()
        )
        writer.write(f"HTTP/1.1 {canned.status} X\r\n{head}\r\n".encode() + content)
        await writer.drain()


def main() -> None:
    """Serve until standard input ends."""
    options: dict[str, Any] = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    limits = options.pop("limits", None)
    with LoopbackLLM(**options, limits=Limits(**limits) if limits else None) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
