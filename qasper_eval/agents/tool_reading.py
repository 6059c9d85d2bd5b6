"""What one question's model has been shown so far, as a conversation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import Retrieved
from qasper_eval.providers.base import ChatRequest, Message

from .context import estimated_tokens, fit_paragraphs
from .prompt import fence_mark, paragraph_lines
from .reply import REPLY_SCHEMA
from .text import well_formed
from .tool_action import ACTION_SCHEMA
from .tool_outline import PaperOutline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loaders.records import Paper, Question

    from .context import ContextBudget
    from .paragraph_ids import ParagraphIds
    from .prompt_file import PromptFile
    from .tool_action import Action

_STEP_TOKENS = 200
"""Room for what a step adds beside paragraphs: the action, notes, the words that frame a message."""


class Reading:
    """Grows by one action and one result at a time; everything shown counts as retrieved and may be cited."""

    def __init__(
        self,
        paper: Paper,
        question: Question,
        ids: ParagraphIds,
        *,
        prompt: PromptFile,
        system: str,
        budget: ContextBudget,
        steps: int,
    ) -> None:
        """Begin with instructions, outline and question.

        Raises:
            ItemUnmeasuredError: not even they fit into the context (cause ``context``).
        """
        self.outline = PaperOutline.of(paper, ids)
        self._paper, self._all, self._prompt, self._budget = paper, ids, prompt, budget
        self._ask = prompt.fill(question.kind, question=well_formed(question.text).strip())
        self._shown: dict[int, None] = {}
        outline = self.outline.text(paper, ids)
        opening = prompt.fill("outline", mark=fence_mark(outline), outline=outline)
        self._messages = [Message("system", system), self._user([opening], steps)]
        left = self._room((), steps)
        if left is not None and left < 0:
            raise ItemUnmeasuredError(
                "context", "the outline does not fit; raise agent.context_tokens or lower max_output_tokens"
            )

    @property
    def ids(self) -> ParagraphIds:
        """Ids of what has been shown."""
        return self._all.only(self._shown)

    @property
    def retrieved(self) -> tuple[Retrieved, ...]:
        """What has been shown, in the order of showing; the score is 1 / rank, for sections come without one."""
        return tuple(Retrieved(ordinal, rank, 1 / rank) for rank, ordinal in enumerate(self._shown, start=1))

    def step_request(self) -> ChatRequest:
        """Return the request for the next action."""
        return ChatRequest(messages=tuple(self._messages), json_schema=ACTION_SCHEMA)

    def last_request(self) -> ChatRequest:
        """Return the request for the answer."""
        return ChatRequest(messages=tuple(self._messages), json_schema=REPLY_SCHEMA)

    def most_tokens(self, steps: int) -> int:
        """Return the most tokens of a request so many steps on, were the whole paper shown by then."""
        said = [message.content for message in self._messages]
        paper = paragraph_lines(self._paper, self._all)
        framing = steps * (_STEP_TOKENS + estimated_tokens(self._ask))
        return sum(map(estimated_tokens, [*said, *paper, json.dumps(ACTION_SCHEMA)])) + framing

    async def show(self, action: Action, wanted: Sequence[int] | None, left: int) -> tuple[int, ...]:
        """Add an action and its result, best first in ``wanted``; return the ordinals newly shown.

        ``wanted`` is None for a section that is not there. With no step ``left`` the answer is asked for.
        """
        said = self._assistant(action)
        new = await self._fitting([ordinal for ordinal in wanted or () if ordinal not in self._shown], said, left)
        parts: list[str] = []
        if wanted is None:
            parts.append(self._prompt.fill("no section"))
        elif not wanted:
            parts.append(self._prompt.fill("nothing"))
        if new:
            text = "\n".join(paragraph_lines(self._paper, self._all.only(new)))
            parts.append(self._prompt.fill("result", mark=fence_mark(text), paper=text))
        known = [f"P{number}" for number, ordinal in self.ids.shown_ids() if ordinal in (wanted or ())]
        if known:
            parts.append(self._prompt.fill("known", ids=", ".join(known)))
        if left_out := len(set(wanted or ())) - len(known) - len(new):
            parts.append(self._prompt.fill("left out", left_out=str(left_out)))
        self._shown |= dict.fromkeys(new)
        self._messages += [said, self._user(parts, left)]
        return new

    def end(self, action: Action) -> None:
        """Add an action that ends the reading, and ask for the answer."""
        self._messages += [self._assistant(action), self._user([], 0)]

    async def _fitting(self, new: Sequence[int], said: Message, left: int) -> tuple[int, ...]:
        async def best_first(_paper: Paper, _question: str) -> tuple[int, ...]:
            return tuple(new)

        if not new:
            return ()
        tokens_left = self._room([said.content], left)
        try:
            fitting = await fit_paragraphs(self._paper, "", self._all.only(new), tokens_left, best_first)
        except ItemUnmeasuredError:
            return ()
        return tuple(ordinal for ordinal in new if ordinal in fitting.shown)

    def _room(self, more: Iterable[str], left: int) -> int | None:
        texts = (*(message.content for message in self._messages), *more, json.dumps(ACTION_SCHEMA))
        room = self._budget.left(texts)
        return None if room is None else room - (left + 1) * (_STEP_TOKENS + estimated_tokens(self._ask))

    def _user(self, parts: Sequence[str], left: int) -> Message:
        steps = self._prompt.fill("steps", left=str(left)) if left else self._prompt.fill("last")
        return Message("user", "\n\n".join((*parts, steps, self._ask)))

    @staticmethod
    def _assistant(action: Action) -> Message:
        # As it was understood, not as it was written: thinking and prose around it would only mislead.
        nothing: dict[str, object] = {"citations": [], "answer_type": "none", "answer": ""}
        said = {"action": action.name, "argument": action.argument} | nothing
        return Message("assistant", json.dumps(said, ensure_ascii=False))
