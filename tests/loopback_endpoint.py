"""An agent's HTTP endpoint on loopback that answers as scripted."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True)
class Reply:
    """One response; ``hang`` waits for the server's end before it is sent, ``cut`` breaks off inside the body."""

    status: int = 200
    body: bytes | Any = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    hang: bool = False
    cut: bool = False


class LoopbackEndpoint:
    """Gives the replies of ``script`` in order, then what ``answer`` makes of each request; keeps every request."""

    def __init__(self, *script: Reply, answer: Callable[[Any], Any] = lambda _asked: {"declined": True}) -> None:
        self.script, self.answer = [*script], answer
        self.asked: list[Any] = []
        self.headers: list[Mapping[str, str]] = []
        self.over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """The address that takes the POST."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/answer"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.append(asked)
                endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
                reply = endpoint.script.pop(0) if endpoint.script else Reply(body=endpoint.answer(asked))
                body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
                if reply.hang:
                    endpoint.over.wait(30)
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body) + 99 * reply.cut))
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = reply.cut

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # because the base class calls it so
                del format, args

        return Handler
