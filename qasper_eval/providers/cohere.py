"""Cohere's v2 API: grounded chat with native citations, embeddings, reranking."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from qasper_eval.providers.cohere_replies import parse_chat, parse_embed, parse_rerank
from qasper_eval.providers.dialect import Dialect
from qasper_eval.providers.exchange import Exchange, plain_text
from qasper_eval.providers.identity import request_identity, unanswered
from qasper_eval.providers.remembered import load_chat_reply, load_embed_reply, load_rerank_reply
from qasper_eval.providers.wire import Redactor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    import httpx

    from qasper_eval.providers.base import ChatReply, ChatRequest, Document
    from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply
    from qasper_eval.providers.settings import ProviderSettings
    from qasper_eval.providers.wire import WireReply


_KEPT: ContextVar[list[httpx.Response]] = ContextVar("kept")
"""Where the response of the attempt under way in this task is kept aside."""


class CohereClient:
    """One model behind the official async SDK, one attempt a call, the SDK's own retries off."""

    def __init__(self, settings: ProviderSettings) -> None:
        import cohere
        import httpx

        self._settings = settings
        self._redactor = Redactor(settings.secrets)
        self.dialect = Dialect("max_tokens", ("temperature", "seed", "citation_options"))
        self._http = httpx.AsyncClient(
            timeout=httpx.Timeout(settings.timeout_s, connect=min(settings.timeout_s, 10.0)),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=max(20, settings.max_concurrency)),
            follow_redirects=True,
            event_hooks={"response": [_keep_response]},
        )
        self._sdk: Any = cohere.AsyncClientV2(
            # Given explicitly: the SDK reads CO_API_KEY and CO_API_URL, the latter when it is imported.
            api_key=settings.api_key or "no-key",
            base_url=settings.url,
            httpx_client=self._http,
            log_warning_experimental_features=False,
        )

    def chat(self, request: ChatRequest) -> Exchange[ChatReply]:
        """Return the exchange of a chat request; raises ValueError for documents together with a JSON schema."""
        if request.documents and request.json_schema is not None:
            raise ValueError("Cohere does not combine documents with a JSON schema")
        settings = self._settings
        budget = request.max_output_tokens or settings.max_output_tokens
        messages = [{"role": message.role, "content": plain_text(message.content)} for message in request.messages]
        documents = [_document(document) for document in request.documents]
        shown = [message["content"] for message in messages] + [document.text for document in request.documents]

        async def send() -> WireReply:
            return await self._post(self._sdk.chat, self._payload(messages, documents, budget, request))

        return Exchange(
            "chat",
            {
                **request_identity(settings, "chat", budget),
                "messages": messages,
                "documents": documents,
                "json_schema": request.json_schema,
            },
            send,
            lambda reply: parse_chat(reply, settings.model),
            load_chat_reply,
            input_chars=sum(len(text) for text in shown),
            output_tokens=budget or 0,
        )

    def embed(self, texts: Sequence[str], input_type: str) -> Exchange[EmbedReply]:
        """Return the exchange of an embedding request; raises ValueError above the API's 96 texts a call."""
        if not 1 <= len(texts) <= 96:
            raise ValueError(f"an embedding request takes 1 to 96 texts, not {len(texts)}")
        payload = {
            "model": self._settings.model,
            "texts": [plain_text(text) for text in texts],
            "input_type": input_type,
            "embedding_types": ["float"],
        }

        async def send() -> WireReply:
            return await self._post(self._sdk.embed, payload)

        return Exchange(
            "embed",
            {**request_identity(self._settings, "embed", None), **payload},
            send,
            lambda reply: parse_embed(reply, len(texts)),
            load_embed_reply,
            input_chars=sum(len(text) for text in texts),
            output_tokens=0,
        )

    def rerank(self, query: str, documents: Sequence[str], top_n: int | None) -> Exchange[RerankReply]:
        """Return the exchange of a reranking request; raises ValueError without documents."""
        if not documents:
            raise ValueError("a reranking request needs documents")
        payload: dict[str, Any] = {
            "model": self._settings.model,
            "query": plain_text(query),
            "documents": [plain_text(document) for document in documents],
        }
        if top_n is not None:
            payload["top_n"] = top_n

        async def send() -> WireReply:
            return await self._post(self._sdk.rerank, payload)

        return Exchange(
            "rerank",
            {**request_identity(self._settings, "rerank", None), **payload},
            send,
            lambda reply: parse_rerank(reply, len(documents)),
            load_rerank_reply,
            input_chars=len(query) + sum(len(document) for document in documents),
            output_tokens=0,
        )

    async def close(self) -> None:
        """Close the SDK's connections."""
        await self._http.aclose()

    def _payload(
        self,
        messages: list[dict[str, str]],
        documents: list[dict[str, Any]],
        budget: int | None,
        request: ChatRequest,
    ) -> dict[str, Any]:
        settings, dialect = self._settings, self.dialect
        payload: dict[str, Any] = {"model": settings.model, "messages": messages}
        if settings.temperature is not None and dialect.takes("temperature"):
            payload["temperature"] = settings.temperature
        if settings.seed is not None and dialect.takes("seed"):
            payload["seed"] = settings.seed
        if budget:
            payload["max_tokens"] = budget
        if documents:
            payload["documents"] = documents
            if dialect.takes("citation_options"):
                payload["citation_options"] = {"mode": "ACCURATE"}
        if request.json_schema is not None and dialect.format != "none":
            schema = {"json_schema": request.json_schema} if dialect.format == "json_schema" else {}
            payload["response_format"] = {"type": "json_object", **schema}
        return payload

    async def _post(self, method: Callable[..., Awaitable[Any]], payload: dict[str, Any]) -> WireReply:
        """Make one attempt.

        The SDK leaks httpx's exceptions, raises ApiError of any status for a body that is not JSON, and a TypeError
        for JSON that is no object. The response itself is kept aside, so none of that matters once there is one.
        """
        import httpx

        options: dict[str, Any] = {"max_retries": 0}
        if self._settings.extra:
            options["additional_body_parameters"] = dict(self._settings.extra)
        settings, redactor = self._settings, self._redactor
        kept: list[httpx.Response] = []
        _KEPT.set(kept)
        try:
            async with asyncio.timeout(settings.timeout_s):
                await method(**payload, request_options=options)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise unanswered(error, "timeout", settings, redactor) from None
        except httpx.HTTPError as error:
            raise unanswered(error, "connection", settings, redactor) from None
        except Exception:  # because the SDK's own reading of a response is not needed
            if not kept:
                raise
        response = kept[-1]
        return redactor.reply(response.status_code, response.headers.items(), response.content)


async def _keep_response(response: httpx.Response) -> None:
    await response.aread()
    _KEPT.get().append(response)


def _document(document: Document) -> dict[str, Any]:
    data = {"text": plain_text(document.text)}
    if document.title:
        data["title"] = plain_text(document.title)
    return {"id": document.id, "data": data}
