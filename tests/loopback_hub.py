"""A Hugging Face Hub on loopback, enough for the real client: refs that move, files by commit, faults on demand.

``GET /api/datasets/REPO/revision/REF`` names a commit and its files; ``HEAD`` and ``GET`` of
``/datasets/REPO/resolve/REF/FILE`` serve one file with ``X-Repo-Commit`` and ``ETag``.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

_API = re.compile(r"/api/datasets/(?P<repo>[^/]+/[^/]+)(?:/revision/(?P<ref>[^/]+))?")
_FILE = re.compile(r"/datasets/(?P<repo>[^/]+/[^/]+)/resolve/(?P<ref>[^/]+)/(?P<file>.+)")


@dataclass(slots=True)
class Fault:
    """An answer given in place of the right one."""

    requests: str
    """Pattern searched in ``METHOD path``."""
    status: int
    """Status answered."""
    times: int = 1
    """How often it is given; negative for ever."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headers sent with it."""
    body: bytes = b"{}"
    """Body sent with it."""


class LoopbackHub:
    """Serves dataset repositories on 127.0.0.1; a context manager that stops the server at its end."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        """``METHOD path`` of every request since ``reset``."""
        self.faults: list[Fault] = []
        """Tried in order before the right answer."""
        self._refs: dict[tuple[str, str], str] = {}
        self._commits: dict[tuple[str, str], dict[str, bytes]] = {}
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    def commit(self, repo: str, ref: str, files: Mapping[str, bytes]) -> str:
        """Point a ref at a commit of these files and return its sha, which depends on the files alone."""
        digest = hashlib.sha1(usedforsecurity=False)
        for path, content in sorted(files.items()):
            digest.update(f"{ref} {path} {len(content)}\n".encode() + content)
        sha = digest.hexdigest()
        self._refs[repo, ref] = sha
        self._commits[repo, sha] = dict(files)
        return sha

    def reset(self) -> None:
        """Forget repositories, faults and requests."""
        self.requests.clear()
        self.faults.clear()
        self._refs.clear()
        self._commits.clear()

    @property
    def endpoint(self) -> str:
        """Address for HF_ENDPOINT; the same after ``stop`` and ``start``."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Listen, on the port of last time if there was one."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), _handler(self))
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Close the port, so that connecting is refused."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def answer(self, method: str, path: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a request."""
        self.requests.append(f"{method} {path}")
        for fault in self.faults:
            if fault.times and re.search(fault.requests, f"{method} {path}"):
                fault.times -= 1
                return fault.status, dict(fault.headers), fault.body
        api, file = _API.fullmatch(path), _FILE.fullmatch(path)
        if api is not None:
            return self._info(api["repo"], unquote(api["ref"] or "main"))
        if file is not None:
            return self._file(file["repo"], unquote(file["ref"]), unquote(file["file"]))
        return _missing("EntryNotFound")

    def _find(self, repo: str, ref: str) -> tuple[str, dict[str, bytes]] | None:
        sha = self._refs.get((repo, ref), ref)
        files = self._commits.get((repo, sha))
        return None if files is None else (sha, files)

    def _info(self, repo: str, ref: str) -> tuple[int, dict[str, str], bytes]:
        found = self._find(repo, ref)
        if found is None:
            return self._unknown(repo)
        sha, files = found
        siblings = [{"rfilename": path} for path in files]
        return (
            200,
            {"Content-Type": "application/json"},
            json.dumps({"id": repo, "sha": sha, "siblings": siblings}).encode(),
        )

    def _file(self, repo: str, ref: str, path: str) -> tuple[int, dict[str, str], bytes]:
        found = self._find(repo, ref)
        if found is None:
            return self._unknown(repo)
        sha, files = found
        if path not in files:
            return _missing("EntryNotFound")
        content = files[path]
        return 200, {"X-Repo-Commit": sha, "ETag": f'"{hashlib.sha256(content).hexdigest()}"'}, content

    def _unknown(self, repo: str) -> tuple[int, dict[str, str], bytes]:
        is_known = any(name == repo for name, _ in self._refs)
        return _missing("RevisionNotFound" if is_known else "RepoNotFound")


def _missing(code: str) -> tuple[int, dict[str, str], bytes]:
    return 404, {"X-Error-Code": code, "X-Error-Message": code}, b"{}"


def _handler(hub: LoopbackHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # HTTP/1.0 closes each connection, so that a stopped server serves nobody from a connection kept alive.
        protocol_version = "HTTP/1.0"

        def do_HEAD(self) -> None:
            status, headers, body = hub.answer(self.command, urlsplit(self.path).path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def do_GET(self) -> None:
            self.do_HEAD()

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002  # because the base class names it so
            """Keep test output quiet."""

    return Handler
