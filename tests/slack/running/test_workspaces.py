"""Several workspaces on one deployment: installed through OAuth, each with its own token, data and uninstall."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.slack.oauth import Installations, States, authorize_url
from knowledge.store.store import Store
from tests.slack.http_process import HttpApp
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.neighbour import Neighbour, uninstall
from tests.slack.local.records import BOT_TOKEN
from tests.slack.local.transport.http_mode import Post
from tests.slack.local.transport.oauth import CLIENT_ID, ENV, begin, install, state_of

QUESTION = "/chipscout repeated Llama 8B fine-tune, PyTorch, AWS"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalSlack, HttpApp, Path]]:
    db = tmp_path_factory.mktemp("oauth") / "c.db"
    with LocalSlack() as slack, HttpApp(slack, db=db, env=ENV | {"SLACK_BOT_TOKEN": ""}) as app:
        assert install(app, slack).status == 200
        yield slack, app, db


@pytest.fixture
def slack(home: tuple[LocalSlack, HttpApp, Path]) -> LocalSlack:
    return home[0]


@pytest.fixture
def app(home: tuple[LocalSlack, HttpApp, Path]) -> HttpApp:
    return home[1]


@pytest.fixture
def db(home: tuple[LocalSlack, HttpApp, Path]) -> Path:
    return home[2]


def neighbour(slack: LocalSlack, app: HttpApp, team: str) -> Neighbour:
    made = Neighbour(slack, team)
    made.hub.carrier = Post(made, app.base)
    return made


def until(is_so: Callable[[], bool]) -> None:
    """Waits for another process's write."""
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_two_workspaces_are_answered_each_with_its_own_token(slack: LocalSlack, app: HttpApp) -> None:
    other = neighbour(slack, app, "T0OTHER")
    shown = install(app, other)
    assert shown.status == 200 and "chipscout is in T0Other" in shown.text
    assert 'href="slack://app?team=T0OTHER&amp;id=A0LOCAL"' in shown.text
    for place in (slack, other):
        ada = place.user("ada")
        room = place.channel("both", members=[ada, place.bot])
        typed = ada.types(QUESTION, in_=room)
        assert typed.acked_at_once
        ada.clicks(typed.response(), "share")
        assert "Trainium2" in place.wait_for_message(in_=room).text
    assert {call.token for call in slack.calls("chat.postMessage")} == {BOT_TOKEN}
    assert {call.token for call in other.calls("chat.postMessage")} == {"xoxb-t0other"}


def test_a_workspace_that_never_installed_gets_a_private_error(slack: LocalSlack, app: HttpApp) -> None:
    stranger = neighbour(slack, app, "T0STRANGER")
    ada = stranger.user("ada")
    room = stranger.channel("ml", members=[ada, stranger.bot])
    told = ada.types(QUESTION, in_=room).response()
    assert told.ephemeral_to == ada.id and "no longer installed in this workspace" in told.text
    assert stranger.calls("chat.postMessage") == []


# ---- installing


def test_an_oauth_state_works_once_and_in_one_browser(slack: LocalSlack, app: HttpApp) -> None:
    path, cookie = begin(app, slack)
    assert "not begun in this browser" in app.get(path).text
    assert app.get(path, headers={"Cookie": cookie}).status == 200
    again = app.get(path, headers={"Cookie": cookie})
    assert again.status == 401 and "was used before" in again.text
    assert "xoxb" not in "".join(app.stderr)


def test_a_made_up_state_and_a_made_up_code_are_refused(slack: LocalSlack, app: HttpApp) -> None:
    path, cookie = begin(app, slack)
    state = state_of(path)
    forged = app.get("/slack/oauth_redirect?code=x&state=guess", headers={"Cookie": f"{cookie.split('=')[0]}=guess"})
    assert forged.status == 401 and "was used before, or it is older" in forged.text
    wrong = app.get(f"/slack/oauth_redirect?code=guess&state={state}", headers={"Cookie": cookie})
    assert wrong.status == 401 and "did not confirm" in wrong.text


def test_an_error_from_slack_is_escaped_on_the_page(app: HttpApp) -> None:
    assert "cancelled" in app.get("/slack/oauth_redirect?error=access_denied").text
    shown = app.get("/slack/oauth_redirect?error=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>" not in shown.text and "&lt;script&gt;" in shown.text


def test_an_organization_wide_install_is_refused_and_nothing_is_stored(
    slack: LocalSlack, app: HttpApp, db: Path
) -> None:
    consent = slack.server.consent
    consent.is_for_all = True
    try:
        shown = install(app, slack)
    finally:
        consent.is_for_all = False
    assert shown.status == 400 and "workspace by workspace" in shown.text
    with Store(db, time.time) as store:
        held = Installations(store, CLIENT_ID)
        assert held.find_bot(enterprise_id="E0ORG", team_id=None, is_enterprise_install=True) is None


def test_the_install_page_requests_the_manifest_s_scopes(app: HttpApp) -> None:
    shown = app.get("/slack/install").text
    asked = (
        "app_mentions:read,assistant:write,channels:history,channels:read,chat:write,commands,files:read,files:write"
    )
    assert f"scope={asked},groups:history,groups:read,im:history,users:read" in shown


def test_of_two_requests_with_the_same_state_one_succeeds(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", time.time) as store:
        states = States(store)
        for _ in range(20):
            state = states.issue()
            with ThreadPoolExecutor(2) as pool:
                assert sorted(pool.map(states.consume, [state, state])) == [False, True]


def test_a_state_expires_after_ten_minutes(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", time.time) as store:
        states = States(store)
        state = states.issue()
        with store.file.writing() as db:
            db.execute("UPDATE oauth_states SET expire_at = expire_at - 601")
        assert not states.consume(state)


@pytest.mark.parametrize(
    ("api", "page"),
    [
        ("https://slack.com/api/", "https://slack.com/oauth/v2/authorize"),
        ("https://slack-gov.com/api/", "https://slack-gov.com/oauth/v2/authorize"),
    ],
)
def test_the_consent_page_is_on_the_host_of_the_web_api(api: str, page: str) -> None:
    assert authorize_url(api) == page


# ---- and going


def test_an_uninstall_deletes_all_data_of_that_workspace_only(slack: LocalSlack, app: HttpApp, db: Path) -> None:
    leaving = neighbour(slack, app, "T0LEAVING")
    assert install(app, leaving).status == 200
    for place in (slack, leaving):
        ada = place.user("ada")
        room = place.channel("leaving", members=[ada, place.bot])
        assert ada.types(QUESTION, in_=room).response().blocks
    with Store(db, time.time) as store:
        until(lambda: len(store.verdicts.recent("T0LEAVING")) == 1)
        kept = len(store.verdicts.recent("T0LOCAL"))
        uninstall(leaving)
        until(lambda: not store.verdicts.recent("T0LEAVING"))
        installations = Installations(store, CLIENT_ID)
        assert installations.find_bot(enterprise_id=None, team_id="T0LEAVING") is None
        assert len(store.verdicts.recent("T0LOCAL")) == kept > 0
        assert installations.find_bot(enterprise_id=None, team_id="T0LOCAL") is not None
    ada = leaving.user("ada")
    told = ada.types(QUESTION, in_=leaving.channel("after", members=[ada, leaving.bot])).response()
    assert "no longer installed" in told.text


def test_after_a_reinstall_the_new_token_is_used_and_old_events_delete_nothing(
    slack: LocalSlack, app: HttpApp, db: Path
) -> None:
    back = neighbour(slack, app, "T0BACK")
    assert install(app, back).status == 200
    with Store(db, time.time) as store:
        installations = Installations(store, CLIENT_ID)
        back.advance(-60)  # the events are of a minute ago, and come after the new installation
        back.world.is_installed = False
        assert install(app, back).status == 200
        uninstall(back)
        back.wait_until_quiet()
        bot = installations.find_bot(enterprise_id=None, team_id="T0BACK")
        assert bot is not None and bot.bot_token == "xoxb-t0back-again"
        assert store.file.db["slack_bots"].count_where("team_id = 'T0BACK'") == 1


def test_revoking_a_user_s_token_deletes_nothing(slack: LocalSlack, app: HttpApp, db: Path) -> None:
    assert app.is_running
    gone = slack.core.emit("tokens_revoked", {"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}})
    assert gone is not None
    slack.wait_for(lambda: gone.acked_at is not None)
    with Store(db, time.time) as store:
        assert Installations(store, CLIENT_ID).find_bot(enterprise_id=None, team_id="T0LOCAL") is not None
