"""One question through every door: terminal, Slack, MCP, HTTP and Python give the same answer.

One `chipscout serve` has three of the doors open at once; all five read the same file.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jinja2 import UndefinedError
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import TextContent
from platformdirs import user_cache_path
from pydantic import ValidationError

from bot.api import Advisor, Answer
from bot.api.access import entry_of
from bot.brief.contract import LONGEST, Brief
from engine.forms.registry import FORMS
from tests.slack.asking.card_read import read
from tests.slack.asking.same_answer import FLIPS, differences
from tests.slack.http_process import HttpApp
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import TEAM, Message
from tests.slack.process import chipscout

Json = dict[str, Any]
TOKEN = "chipscout_of-the-tests"
QUESTIONS = (
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "20 full fine-tunes of Llama 70B, 1B tokens each, PyTorch on AWS, trn2 or p5?",
    "20 LoRA runs a month on a 7B, 6 hours each, no custom kernels, no TPUs",
    "serve Llama 70B, 50M tokens a day, PyTorch, AWS",
    "JAX team on GCP pretraining a 4B on 80B tokens, TPU v5e or v6e?",
    "which chip is best?",
    "does LoRA of Llama 70B fit on one A100 80GB?",
    "pretrain a 70B on 2T tokens within 3 days on one p4d.24xlarge",
    "wie viel VRAM braucht QLoRA von Llama 8B?",
    "how long and how much to fine-tune llama 8b on 500k samples of 2k tokens for 3 epochs on p5.48xlarge",
    "compare trn2.48xlarge and p5en.48xlarge",
    "we cannot get any p5 in us-east-1",
    "price of p5.48xlarge in us-east-1",
    "Should we buy a 1-year savings plan for 4 p5.48xlarge?",
    "how much CO2 do 64 H100 emit in a week in Ireland?",
    "what is a capacity block?",
    "does vllm run on trainium2?",
    "how many users at 20 tokens/s each can 2 H100 serve with Llama 3.1 70B FP8?",
    "hello",
    "does llama 70b lora fit on one A100 80GB? and what is the price of p5.48xlarge in us-east-1?",
    "book me a meeting room",
)
UNSEEN = re.compile(  # what no card shows as it stands: *Why*, *Math*, *Sources* and the export do
    r"(option|choices\.\*)\.(accelerator|cloud|count|hours|region|cites|usd_per_run_range|usd_total_range)\b"
    r"|cites\.|headline_cites|answer\.\*\.(cites|text)|table\.row_cites|break_even\.|assumed\.|left_out\."
    r"|flips\.further|confidence\.because\.further|turns_on\.(slot|branches\.\*\.option)|form$"
)


class Doors(NamedTuple):
    """What each door said, by question: its JSON; in Slack the card, the form that was counted, and the export."""

    terminal: dict[str, str]
    http: dict[str, str]
    mcp: dict[str, str]
    python: dict[str, str]
    slack: dict[str, Message]
    forms: dict[str, str]
    exported: dict[str, Json]
    full: dict[str, Json]


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder = tmp_path_factory.mktemp("doors")
    db, tokens = folder / "chipscout.db", {"CHIPSCOUT_API_TOKENS": entry_of(TEAM, TOKEN)}
    tokens |= {"CHIPSCOUT_API_PER_MINUTE": "1000"}
    with LocalSlack.from_manifest(app_manifest(), patience=10.0) as slack, HttpApp(slack, db=db, env=tokens) as app:
        cards, forms = in_slack(slack, app)
        exported = {text: file for text, card in cards.items() if (file := export(slack, card))}
        told = in_python(db)
        yield Doors(
            terminal=in_terminal(db, folder),
            http=over_http(app),
            mcp=over_mcp(app),
            python={text: canonical(answer.brief) for text, answer in told.items()},
            slack=cards,
            forms=forms,
            exported=exported,
            full={text: json.loads(json.dumps(told[text].full())) for text in exported},
        )


def in_slack(slack: LocalSlack, app: HttpApp) -> tuple[dict[str, Message], dict[str, str]]:
    """The cards, and of which form each was counted."""
    ana = slack.user("ana")
    channel = slack.channel("doors", members=[ana, slack.bot])
    cards, forms, counted = {}, {}, forms_counted(app)
    for text in QUESTIONS:
        cards[text] = ana.types(f"/chipscout {text}", in_=channel).response(timeout=30)
        now = forms_counted(app)
        (forms[text],) = [form for form in now if now[form] != counted.get(form, 0)]
        counted = now
    return cards, forms


def forms_counted(app: HttpApp) -> dict[str, int]:
    line = re.compile(r'^chipscout_questions_total\{form="(\w+)",surface="command"\} (\d+)', re.M)
    return {form: int(count) for form, count in line.findall(app.get("/metrics").text)}


def export(slack: LocalSlack, card: Message) -> Json | None:
    """The file of *Export the answer as JSON*; None where the card offers none."""
    menus = [each for block in card.blocks for each in block.get("elements", ()) if isinstance(each, dict)]
    values = [
        entry["value"] for menu in menus for entry in menu.get("options", ()) if entry["value"].endswith("|json")
    ]
    if not values:
        return None
    name = slack.user("ana").chooses(card, "more", values[0]).response(timeout=30).said.split()[0]
    found: Json = json.loads(next(file["content"] for file in slack.files if file["name"] == name))
    return found


def in_terminal(db: Path, folder: Path) -> dict[str, str]:
    """As printed, without the id of the line."""
    file = folder / "questions.jsonl"
    file.write_text("\n".join(json.dumps({"id": text, "text": text}) for text in QUESTIONS), encoding="utf-8")
    asked = [chipscout(), "ask", "--batch", str(file), "--brief"]
    env = {"CHIPSCOUT_DB": str(db), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    env["XDG_CACHE_HOME"] = str(user_cache_path())
    printed = subprocess.run(asked, capture_output=True, text=True, timeout=100, check=True, env=env).stdout
    lines = [(json.loads(line)["id"], line) for line in printed.splitlines()]
    return {
        text: "{" + line.partition(f"{json.dumps(text, ensure_ascii=False)},")[2].lstrip() for text, line in lines
    }


def over_http(app: HttpApp) -> dict[str, str]:
    told = {}
    for text in QUESTIONS:
        body = json.dumps({"text": text}).encode()
        page = app.get("/v1/ask", data=body, headers={"Authorization": f"Bearer {TOKEN}"})
        assert page.status == 200 and len(page.text.encode()) <= LONGEST
        told[text] = page.text
    return told


def over_mcp(app: HttpApp) -> dict[str, str]:
    """The text of the result; its structured content is the same."""

    async def ask() -> dict[str, str]:
        told = {}
        async with (
            create_mcp_http_client(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(f"{app.base}/mcp", http_client=http)) as client,
        ):
            for text in QUESTIONS:
                result = await client.call_tool("advise", {"text": text})
                (content,) = result.content
                assert isinstance(content, TextContent) and json.loads(content.text) == result.structured_content
                told[text] = content.text
        return told

    return asyncio.run(ask())


def in_python(db: Path) -> dict[str, Answer]:
    advisor = Advisor(database=db)
    return {text: advisor.ask(text) for text in QUESTIONS}


def canonical(brief: Brief) -> str:
    """A brief answer that is a type, not JSON."""
    return json.dumps(brief.model_dump(mode="json", exclude_none=True, exclude_defaults=True))


def test_every_door_gives_the_same_answer(doors: Doors) -> None:
    """One test, so that the doors are opened once."""
    wrong = {text: found for text in QUESTIONS if (found := different(text, doors))}
    assert wrong == {} and len(QUESTIONS) == len(doors.terminal) == 21
    assert set(doors.forms.values()) == {form.id for form in FORMS}
    assert len(doors.exported) >= 5


def different(text: str, doors: Doors) -> list[str]:
    """Doors that say something else than the terminal."""
    told = Brief.model_validate_json(doors.terminal[text])
    found = [name for name in ("http", "mcp") if getattr(doors, name)[text] != doors.terminal[text]]
    found += ["python"] if doors.python[text] != canonical(told) else []
    found += ["form in Slack"] if doors.forms[text] != told.form else []
    found += differences(told, read(doors.slack[text]))
    file, full = doors.exported.get(text, {}), doors.full.get(text, {})
    return found + [f"export: {key}" for key in full if file.get(key) != full[key]]


def test_any_change_of_what_a_card_shows_is_noticed(doors: Doors) -> None:
    """Each leaf of a brief answer changed in turn: advice, a fit, and a price."""
    missed = set()
    for text in (QUESTIONS[0], QUESTIONS[6], QUESTIONS[12]):
        told, card = json.loads(doors.terminal[text]), read(doors.slack[text])
        for path, other in changed(told):
            with contextlib.suppress(ValidationError, UndefinedError):  # no slot has that value: noticed as well
                graded = path == "choices.*.evidence" and told["form"] == "price"  # it is under *Sources*
                if not graded and not differences(other, card):
                    missed.add(path)
    assert {path for path in missed if not UNSEEN.match(path)} == set()


def changed(told: Json) -> Iterator[tuple[str, Brief]]:
    """The same answer with one leaf changed, wherever the contract allows the other value."""
    for path, value in leaves(told):
        other: Any = copy.deepcopy(told)
        held = other
        for key in path[:-1]:
            held = held[key]
        held[path[-1]] = _other(value)
        with contextlib.suppress(ValidationError):
            further = path[:2] == ("confidence", "because") and path[2] > 0  # a card shows the first, *Why* all
            further = further or (path[0] == "flips" and path[1] >= FLIPS)  # and the nearest of what flips it
            last = (*path[:-1], "further") if further else path
            yield ".".join("*" if isinstance(key, int) else key for key in last), Brief.model_validate(other)


def _other(value: Any) -> Any:
    if isinstance(value, str):
        days = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value)
        return f"{int(days[1]) - 1}-{days[2]}-{days[3]}" if days else f"{value}x"
    return not value if isinstance(value, bool) else value * 1.6 + 1


def leaves(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(body, dict | list):
        for key, value in body.items() if isinstance(body, dict) else enumerate(body):
            yield from leaves(value, (*path, key))
    elif body is not None:
        yield path, body
