"""A real headless Chromium for the tests of pages, one for the whole session.

Playwright drives it: its wheel brings its own driver, so no version has to match the browser's, and one API gives
console, requests, colour scheme and print media.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from typing import Literal

    from playwright.sync_api import Browser, Page, Request

REQUIRED = "QASPER_EVAL_REQUIRE_BROWSER"
"""Set to 1, a missing browser fails the tests instead of skipping them."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str:
    """Return where Chromium is; skip the test where it or its driver is missing, or fail where it is required."""
    path = shutil.which("chromium")
    if path is None or find_spec("playwright") is None:
        reason = "no chromium with the Python package playwright on this machine"
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(f"{reason}, and {REQUIRED}=1 asks for it")
        pytest.skip(reason)
    return path


@contextmanager
def chromium() -> Generator[Browser]:
    """Start Chromium with a fresh profile.

    Its driver keeps an event loop in this thread, so nothing else can run one until the browser is closed.
    """
    path = chromium_path()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watched:
    """A page with everything that it complained about and asked the network for."""

    page: Page
    said: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])

    def note(self, request: Request) -> None:
        """Keep a request for anything but a file."""
        if not request.url.startswith("file:"):
            self.asked.append(request.url)

    def texts(self, selector: str) -> list[str]:
        """Return the visible text of every element that matches."""
        return [element.inner_text() for element in self.page.query_selector_all(selector)]

    @property
    def is_quiet(self) -> bool:
        """Whether the console is empty and nothing but the file itself was asked for."""
        return not self.said and not self.asked


@contextmanager
def opened(
    browser: Browser,
    file: Path,
    hash_: str = "",
    *,
    width: int = 1280,
    height: int = 900,
    scheme: Literal["light", "dark"] = "light",
) -> Generator[Watched]:
    """Open a file in a context of its own."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    watched = Watched(page)
    page.on("console", lambda message: watched.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: watched.said.append(f"error: {error}"))
    page.on("request", watched.note)
    page.set_default_timeout(10_000)
    page.goto(file.as_uri() + hash_)
    yield watched
    context.close()
