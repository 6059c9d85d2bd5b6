"""What is said of a server in public."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

PUBLIC_HOSTS = (
    "api.openai.com",
    "openai.azure.com",
    "api.cohere.com",
    "api.cohere.ai",
    "api.anthropic.com",
    "api.mistral.ai",
    "api.deepseek.com",
    "api.groq.com",
    "api.together.xyz",
    "api.fireworks.ai",
    "api.x.ai",
    "api.perplexity.ai",
    "openrouter.ai",
    "generativelanguage.googleapis.com",
    "router.huggingface.co",
    "api-inference.huggingface.co",
    "models.github.ai",
    "integrate.api.nvidia.com",
)
"""Hosts that anyone may buy from; of a host below one of them only this part is named, never the customer's."""
_PRIVATE_ENDINGS = (".local", ".internal", ".lan", ".home", ".corp", ".intranet", ".localdomain", ".home.arpa")


def host_class(url: str) -> str:
    """Return a public vendor's host as it is, else ``loopback``, ``private`` or ``other``; never a private name."""
    host = host_of(url)
    for public in PUBLIC_HOSTS:
        if host == public or host.endswith(f".{public}"):
            return public
    if host == "localhost" or host.endswith(".localhost"):
        return "loopback"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        is_private = "." not in host or host.endswith(_PRIVATE_ENDINGS)
        return "private" if is_private else "other"
    if address.is_loopback or address.is_unspecified:
        return "loopback"
    return "private" if address.is_private or address.is_link_local else "other"


def host_of(url: str) -> str:
    """Return the host of a URL in lower case, without user, port and path; empty where there is none."""
    try:
        return (urlsplit(url if "//" in url else f"//{url}").hostname or "").rstrip(".")
    except ValueError:
        return ""
