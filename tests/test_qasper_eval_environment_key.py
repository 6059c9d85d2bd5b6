"""A key as it is pasted: what no header carries is refused before anything is sent, and never shown."""

from __future__ import annotations

import pytest

from qasper_eval.environment_key import environment_key
from qasper_eval.errors import ConfigError
from qasper_eval.providers.wire import Redactor


@pytest.mark.parametrize("value", ["sk-1234567890", "sk-1234567890\n", "  sk-1234567890\r\n", "\u00a0sk-1234567890"])
def test_white_space_around_a_key_is_not_part_of_it(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", value)
    assert environment_key("A_KEY") == "sk-1234567890"


@pytest.mark.parametrize("value", ["", " \n"])
def test_an_empty_key_is_none(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", value)
    assert environment_key("A_KEY") is None
    assert environment_key("ANOTHER_KEY_THAT_NOBODY_SET") is None


@pytest.mark.parametrize(
    "value", ["sk-secret\n67890", "sk-secret\xe9", "sk secret", "sk-\u200bsecret", "sk-secret\x7f"]
)
def test_what_no_header_carries_is_one_line_without_the_key(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", value)
    with pytest.raises(ConfigError, match="A_KEY holds") as caught:
        environment_key("A_KEY")
    assert "secret" not in str(caught.value)


def test_a_secret_is_taken_out_without_the_white_space_around_it() -> None:
    """As where a client quotes the key that it could not send."""
    assert "1234567890" not in Redactor(["sk-1234567890\n"]).text(r"Illegal header value b'Bearer sk-1234567890\n'")
