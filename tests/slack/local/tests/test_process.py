"""Processes beside the test: an app under watch, and the local Slack alone. And the bare socket, frame by frame."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType
from slack_sdk import WebClient

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import APP_TOKEN, Channel, Json
from tests.slack.process import AppProcess

ROOT = Path(__file__).resolve().parents[4]
APP = """
import os, signal, sys, threading
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

app = App(client=WebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"]))

@app.command("/where")
def where(ack):
    ack(os.environ["CHIPSCOUT_DB"])

done = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: done.set())
SocketModeHandler(app, os.environ["SLACK_APP_TOKEN"]).connect()
print("connected")
done.wait()
print("over", file=sys.stderr, flush=True)
os._exit(3)
"""


def test_an_app_in_a_process_is_up_when_its_socket_is_and_leaves_its_output(
    slack: LocalSlack, ada: Person, ml: Channel, tmp_path: Path
) -> None:
    process = AppProcess(slack, db=tmp_path / "facts.db", command=[sys.executable, "-c", APP]).start()
    assert slack.connections == 1
    assert ada.types("/where", in_=ml).response().text == str(tmp_path / "facts.db")
    assert process.stop() == 3
    assert (process.stdout, process.stderr[-1]) == (["connected"], "over")
    slack.wait_for(lambda: slack.connections == 0)


def test_an_app_that_ends_before_it_connects_is_told_with_its_output(slack: LocalSlack, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no token')"]
    with pytest.raises(AssertionError, match=r"ended\nstdout:\nstderr:\nno token"):
        AppProcess(slack, db=tmp_path / "facts.db", command=command).start()


def test_the_local_slack_runs_alone() -> None:
    command = [sys.executable, "-m", "tests.slack.local", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as alone:
        assert alone.stdout is not None
        lines = [alone.stdout.readline().strip() for _ in range(3)]
        env = dict(line.removeprefix("export ").split("=", 1) for line in lines)
        web = WebClient(env["SLACK_BOT_TOKEN"], base_url=env["SLACK_API_URL"])
        assert web.chat_postMessage(channel="#ml", text="hello")["ok"]
        alone.send_signal(signal.SIGTERM)
        assert alone.wait(10) == 0


def test_the_socket_greets_answers_pings_and_minds_what_it_is_told(
    slack: LocalSlack, ada: Person, ml: Channel
) -> None:
    async def talk() -> list[Json]:
        async with ClientSession() as session:
            headers = {"Authorization": f"Bearer {APP_TOKEN}"}
            async with session.post(f"{slack.url}apps.connections.open", headers=headers) as opened:
                url = (await opened.json())["url"]
            async with session.ws_connect(url, autoping=False) as socket:
                return await exchange(socket)

    async def exchange(socket: ClientWebSocketResponse) -> list[Json]:
        hello = await socket.receive_json(timeout=5)
        await socket.ping(b"are you there")
        pong = await socket.receive(timeout=5)
        assert (pong.type, bytes(pong.data)) == (WSMsgType.PONG, b"are you there")
        ada.types("/raw words", in_=ml)
        envelope = await socket.receive_json(timeout=5)
        await socket.send_json({"envelope_id": envelope["envelope_id"], "payload": {"text": "heard"}})
        await socket.send_str("not json")
        await socket.send_json({"envelope_id": "made up"})
        return [hello, envelope]

    hello, envelope = asyncio.run(talk())
    assert (hello["type"], hello["num_connections"], hello["connection_info"]) == ("hello", 1, {"app_id": "A0LOCAL"})
    assert (envelope["type"], envelope["accepts_response_payload"]) == ("slash_commands", True)
    assert envelope["payload"]["text"] == "words"
    slack.wait_for(lambda: len(slack.failures) == 2)
    assert [failure.what for failure in slack.failures] == ["bad frame", "bad frame"]
    assert [each.text for each in slack.ephemerals(to=ada)] == ["heard"]
