"""What is asked back, as a form."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.server.elicitation import render_elicitation_schema
from mcp_types import ClientCapabilities, ElicitationCapability, UrlElicitationCapability

from bot.advice.advisor import Advisor
from bot.api.asked import Question
from bot.mcp_server.asking_back import InWords, Said, asks, said_in
from tests.bot.api.desks import desk_of
from tests.day import FOUNDING

CAN = ClientCapabilities(elicitation=ElicitationCapability())
ADDRESS_ONLY = ClientCapabilities(elicitation=ElicitationCapability(url=UrlElicitationCapability()))


def test_an_open_slot_is_a_field_of_its_own(advisor: Advisor, tmp_path: Path) -> None:
    form = asks(desk_of(advisor, tmp_path).ask(Question(text=FOUNDING), "T1"), CAN)
    assert form is not None and list(form.schema.model_fields) == ["parameters"]
    assert "Write it as 8B or 70B;" in form.message
    assert said_in(form.schema(parameters="8B")) == Said("", {"parameters": "8B"})
    assert said_in(form.schema(parameters=7e10)) == Said("", {"parameters": "70000000000.0"})
    assert said_in(form.schema()) is None and said_in(form.schema(parameters=" ")) is None
    field = render_elicitation_schema(form.schema)["properties"]["parameters"]
    assert field["type"] == "string"


@pytest.mark.parametrize("capabilities", [None, ClientCapabilities(), ADDRESS_ONLY])
def test_a_client_without_forms_is_asked_nothing(
    capabilities: ClientCapabilities | None, advisor: Advisor, tmp_path: Path
) -> None:
    assert asks(desk_of(advisor, tmp_path).ask(Question(text=FOUNDING), "T1"), capabilities) is None


def test_where_nothing_is_open_nothing_is_asked_and_an_empty_reply_says_nothing(
    advisor: Advisor, tmp_path: Path
) -> None:
    desk = desk_of(advisor, tmp_path)
    assert asks(desk.price("p5.48xlarge", "T1"), CAN) is None
    assert said_in(InWords(answer="  ")) is None and said_in(InWords(answer="8B")) == Said("8B", {})
