"""What is sent to a chat-completions server, and what is taken of its reply."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from bot.environment.reader import ReaderSettings
from bot.restate.checked import Checked
from bot.restate.restated import Restated
from bot.restate.server import NoReplyError, Server
from tests.http.model_server import ModelServer, Reply, model_server


def server_at(model: ModelServer) -> Server:
    return Server(ReaderSettings(url=model.url, model="m-1", key=SecretStr("k-123")))


def test_the_shape_is_asked_for_with_every_key_required() -> None:
    with model_server({"lines": ["a"], "beyond": []}) as model:
        told = server_at(model).asked("do this", "a text", Restated, "restated")
    assert told.lines == ("a",)
    (sent,) = model.sent
    assert [part["content"] for part in sent["messages"]] == ["do this", "a text"] and sent["model"] == "m-1"
    lines = {"type": "array", "items": {"type": "string"}, "maxItems": 4}
    assert sent["response_format"]["json_schema"]["schema"] == {
        "type": "object",
        "properties": {"lines": lines, "beyond": lines},
        "required": ["lines", "beyond"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "reply",
    [500, 429, "not JSON", "[" * 5_000, '{"off": 3}', {"off": ["x" * 200_000]}],
    ids=["broken", "busy", "prose", "deep", "misshapen", "long"],
)
def test_anything_else_is_no_reply(reply: Reply) -> None:
    with model_server(reply) as model, pytest.raises(NoReplyError):
        server_at(model).asked("do this", "a text", Checked, "checked")
