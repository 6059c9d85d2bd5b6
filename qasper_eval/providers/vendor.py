"""What the caller needs of a vendor's client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.providers.base import ChatReply, ChatRequest
    from qasper_eval.providers.dialect import Dialect
    from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply
    from qasper_eval.providers.exchange import Exchange


class VendorClient(Protocol):
    """One model of one vendor; an exchange's ``send`` is one attempt, without retries."""

    @property
    def dialect(self) -> Dialect:
        """What the model takes."""
        ...

    def chat(self, request: ChatRequest) -> Exchange[ChatReply]:
        """Return the exchange of a chat request; raises ValueError for what the API cannot express."""
        ...

    def embed(self, texts: Sequence[str], input_type: str) -> Exchange[EmbedReply]:
        """Return the exchange of an embedding request; raises UsageError where not offered."""
        ...

    def rerank(self, query: str, documents: Sequence[str], top_n: int | None) -> Exchange[RerankReply]:
        """Return the exchange of a reranking request; raises UsageError where not offered."""
        ...

    async def close(self) -> None:
        """Close connections."""
        ...
