"""A Slack that is not there: its Web API client, which keeps what was called and sends nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.advice.audience import MEMBERS
from bot.slack.post import Message
from bot.surfaces.shared.answering import Question, ask, card, deliver, keep, verdict_id
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import Press
from knowledge.store.verdicts import KeptVerdict

TEAM, CHANNEL, ANA, BEN = "T1", "C1", "U1", "U2"
TS = "1000.000100"  # of every message that is posted
PERMALINK = "https://example.slack.com/archives/C1/p1000000100"
PRICE = "price of p5.48xlarge in us-east-1"
WORKLOAD = "Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS, trn2.48xlarge or p5en.48xlarge"


class Call(NamedTuple):
    method: str
    args: dict[str, Any]


class RecordingClient(WebClient):
    """Answers as Slack would where all goes well; `refuses` gives the error of a method that does not."""

    def __init__(self, *, is_admin: bool = False) -> None:
        super().__init__("xoxb-test")
        self.calls: list[Call] = []
        self.refuses: dict[str, str] = {}
        self._is_admin = is_admin

    def api_call(self, api_method: str, **how: Any) -> SlackResponse:
        args = {key: value for part in ("data", "params", "json") for key, value in (how.get(part) or {}).items()}
        self.calls.append(Call(api_method, args))
        answer = {
            "ok": True, "ts": TS, "channel": args.get("channel"), "permalink": PERMALINK, "team_id": TEAM,
            "view": {"id": "V1", "hash": "h1"}, "messages": [], "members": [ANA],
            "user": {"is_admin": self._is_admin, "tz": "Europe/Berlin", "team_id": TEAM},
        }  # fmt: skip
        if api_method == "conversations.info":
            answer["channel"] = {"is_shared": False}
        refusal = self.refuses.get(api_method)
        response = SlackResponse(
            client=self, http_verb="POST", api_url=api_method, req_args={}, headers={}, status_code=200,
            data={"ok": False, "error": refusal} if refusal else answer,
        )  # fmt: skip
        if refusal:
            raise SlackApiError(refusal, response)
        return response

    def files_upload_v2(self, **args: Any) -> SlackResponse:
        """In Slack three calls and an upload; here one."""
        return self.api_call("files.upload", json=args)

    def called(self, method: str) -> list[dict[str, Any]]:
        """What a method was called with, oldest first."""
        return [call.args for call in self.calls if call.method == method]


def question(text: str, *, key: str = "k1", thread_ts: str | None = None, user: str = ANA) -> Question:
    return Question(key=key, team=TEAM, channel=CHANNEL, user=user, text=text, thread_ts=thread_ts, audience=MEMBERS)


def posted_card(deps: Deps, client: RecordingClient, text: str = WORKLOAD, *, key: str = "k1") -> KeptVerdict:
    """A card that stands in the channel, as it is kept."""
    asked = question(text, key=key)
    deliver(deps, client, asked, ask(deps, asked))
    return kept(deps, asked)


def private_card(deps: Deps, text: str = WORKLOAD, *, key: str = "k1") -> KeptVerdict:
    """An answer that its asker alone was shown, as it is kept."""
    asked = question(text, key=key)
    keep(deps, asked, ask(deps, asked), thread_ts=None, message_ts=None)
    return kept(deps, asked)


def kept(deps: Deps, asked: Question) -> KeptVerdict:
    found = deps.store.verdicts.get(asked.team, verdict_id(asked))
    assert found is not None
    return found


def press(verdict: KeptVerdict, rest: str = "", *, label: str = "", user: str = ANA, url: str | None = None) -> Press:
    """Somebody pressed a button of the card."""
    return Press(
        team=TEAM, user=user, user_name="ana", trigger_id=f"trigger-{user}-{rest}", response_url=url,
        thread_ts=verdict.thread_ts, label=label, rest=rest, kept=verdict, audience=MEMBERS,
    )  # fmt: skip


def shown(message: Message) -> str:
    """All the words of a message's blocks and text."""
    return f"{message.text} {message.plain_text} {message.blocks}"


def card_message(deps: Deps, text: str) -> Message:
    asked = question(text)
    return card(deps, asked, ask(deps, asked))
