"""OpenAI and every server that speaks its Chat Completions or Responses API."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import UsageError
from qasper_eval.providers.dialect import Dialect
from qasper_eval.providers.exchange import Exchange, plain_text
from qasper_eval.providers.identity import request_identity, unanswered
from qasper_eval.providers.openai_replies import parse_completion, parse_embeddings, parse_response
from qasper_eval.providers.remembered import load_chat_reply, load_embed_reply
from qasper_eval.providers.wire import Redactor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.providers.base import ChatReply, ChatRequest
    from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply
    from qasper_eval.providers.faults import Fault
    from qasper_eval.providers.settings import ProviderSettings
    from qasper_eval.providers.wire import WireReply

MOST_TEXTS = 2048
_OPENAI_HOSTS = ("api.openai.com", ".openai.azure.com")


_RAW = {"X-Stainless-Raw-Response": "true"}
"""What the SDK's own ``with_raw_response`` sets to hand over a response unread."""


class OpenAIClient:
    """One model behind the official async SDK, one attempt a call, the SDK's own retries off."""

    def __init__(self, settings: ProviderSettings) -> None:
        import openai

        self._settings = settings
        self._redactor = Redactor(settings.secrets)
        host = settings.host.partition("/")[0].partition(":")[0]
        # Compatible servers know max_tokens; Ollama silently ignores the newer name and would never stop.
        is_openai = host.endswith(_OPENAI_HOSTS)
        self.dialect = Dialect(
            "max_completion_tokens" if is_openai else "max_tokens", ("temperature", "seed", "response_format")
        )
        self._sdk = openai.AsyncOpenAI(
            # The SDK would otherwise read OPENAI_API_KEY and send it to whatever server base_url names.
            api_key=settings.api_key or "no-key",
            base_url=settings.url,
            max_retries=0,
            timeout=openai.Timeout(settings.timeout_s, connect=min(settings.timeout_s, 10.0)),
        )

    def chat(self, request: ChatRequest) -> Exchange[ChatReply]:
        """Return the exchange of one chat request; raises ValueError for documents, which this API does not have."""
        if request.documents:
            raise ValueError("documents need a provider with native citations (cohere)")
        settings = self._settings
        budget = request.max_output_tokens or settings.max_output_tokens
        messages = [{"role": message.role, "content": plain_text(message.content)} for message in request.messages]
        is_responses = settings.api == "responses"
        payload = self._responses_payload if is_responses else self._chat_payload

        def parse(reply: WireReply) -> ChatReply | Fault:
            return (parse_response if is_responses else parse_completion)(reply, settings.model)

        async def send() -> WireReply:
            path = "/responses" if is_responses else "/chat/completions"
            return await self._post(path, payload(messages, budget, request))

        return Exchange(
            "chat",
            {
                **request_identity(settings, "chat", budget),
                "messages": messages,
                "json_schema": request.json_schema,
            },
            send,
            parse,
            load_chat_reply,
            input_chars=sum(len(message["content"]) for message in messages),
            output_tokens=budget or 0,
        )

    def embed(self, texts: Sequence[str], input_type: str) -> Exchange[EmbedReply]:
        """Return the exchange of an embedding request; this API does not ask what the texts are for.

        Raises ValueError without texts, and above the 2,048 that OpenAI takes a call.
        """
        del input_type
        if not 1 <= len(texts) <= MOST_TEXTS:
            raise ValueError(f"an embedding request takes 1 to {MOST_TEXTS} texts, not {len(texts)}")
        settings = self._settings
        # Named, because the SDK asks for base64 otherwise, which not every compatible server has.
        form = {"input": [plain_text(text) for text in texts], "encoding_format": "float"}
        payload: dict[str, Any] = {"model": settings.model, **form}

        async def send() -> WireReply:
            return await self._post("/embeddings", payload)

        return Exchange(
            "embed",
            {**request_identity(settings, "embed", None), **form},
            send,
            lambda reply: parse_embeddings(reply, len(texts)),
            load_embed_reply,
            input_chars=sum(len(text) for text in texts),
            output_tokens=0,
        )

    def rerank(self, query: str, documents: Sequence[str], top_n: int | None) -> Exchange[RerankReply]:
        """Refuse: reranking is offered on Cohere only."""
        raise UsageError(
            f"rerank ({len(documents)} documents, top {top_n}) needs provider.name: cohere; {query[:40]!r}"
        )

    async def close(self) -> None:
        """Close the SDK's connections."""
        await self._sdk.close()

    def _chat_payload(
        self, messages: list[dict[str, str]], budget: int | None, request: ChatRequest
    ) -> dict[str, Any]:
        settings, dialect = self._settings, self.dialect
        payload: dict[str, Any] = {"model": settings.model, "messages": messages}
        if settings.temperature is not None and dialect.takes("temperature"):
            payload["temperature"] = settings.temperature
        if settings.seed is not None and dialect.takes("seed"):
            payload["seed"] = settings.seed
        if budget:
            payload[dialect.budget_name] = budget
        if request.json_schema is not None and dialect.format != "none":
            form = {"name": "reply", "schema": request.json_schema, "strict": True}
            is_schema = dialect.format == "json_schema"
            payload["response_format"] = (
                {"type": "json_schema", "json_schema": form} if is_schema else {"type": "json_object"}
            )
        return payload

    def _responses_payload(
        self, messages: list[dict[str, str]], budget: int | None, request: ChatRequest
    ) -> dict[str, Any]:
        settings, dialect = self._settings, self.dialect
        payload: dict[str, Any] = {"model": settings.model, "input": messages}
        if settings.temperature is not None and dialect.takes("temperature"):
            payload["temperature"] = settings.temperature
        if settings.seed is not None:
            dialect.note("seed is not known to the Responses API and not sent")
        if budget:
            payload["max_output_tokens"] = budget
        if request.json_schema is not None and dialect.format != "none":
            form = {"type": "json_schema", "name": "reply", "schema": request.json_schema, "strict": True}
            payload["text"] = {"format": form if dialect.format == "json_schema" else {"type": "json_object"}}
        return payload

    async def _post(self, path: str, payload: dict[str, Any]) -> WireReply:
        """Make one attempt; the deadline covers all of it, as a server may drip a byte at a time for ever.

        The SDK's generic ``post`` takes the body as it is; its named methods walk through every message first, and
        read the reply into models that nothing here needs: together a third of a call's CPU time.
        """
        import openai

        body = {**payload, **self._settings.extra}
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                raw: Any = await self._sdk.post(path, cast_to=object, body=body, options={"headers": _RAW})
            response = raw.http_response
        except openai.APIStatusError as error:
            response = error.response
        except (TimeoutError, openai.APITimeoutError) as error:
            raise unanswered(error, "timeout", self._settings, self._redactor) from None
        except openai.APIConnectionError as error:
            raise unanswered(error, "connection", self._settings, self._redactor) from None
        return self._redactor.reply(response.status_code, response.headers.items(), response.content)
