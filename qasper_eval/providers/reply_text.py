"""The text of a reply without the thinking around it."""

from __future__ import annotations

import re
from typing import Any

from qasper_eval.providers.shapes import is_array, objects

_THINKING = re.compile(r"\s*<think(?:ing)?>.*?(?:</think(?:ing)?>\s*|\Z)", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return text without a leading ``<think>`` block, which local servers leave in; an unclosed one takes it all."""
    return _THINKING.sub("", text, count=1) if text.lstrip().startswith("<think") else text


def content_text(content: Any, kinds: frozenset[str] = frozenset({"text", "output_text"})) -> str | None:
    """Return a message's content, a string or typed parts, as text; None when there is none."""
    if isinstance(content, str):
        return content
    if not is_array(content):
        return None
    parts = [part.get("text") for part in objects(content) if part.get("type") in kinds]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if texts else None
