"""The Slack app: all surfaces, and the process that serves them until it is told to stop."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from types import FrameType
from typing import Any, Protocol

from slack_bolt import App
from slack_bolt.error import BoltError
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from bot.advice.advisor import Advisor
from bot.digest.digester import Digester
from bot.digest.poster import DigestPoster
from bot.environment import log as logs
from bot.environment.settings import Settings
from bot.jobs.forget_old import ForgetJob
from bot.jobs.post_digests import DigestJob
from bot.jobs.refresh_prices import RefreshJob
from bot.jobs.rejudge_verdicts import RejudgeJob
from bot.jobs.scheduler import ScheduledJob, all_jobs, running
from bot.jobs.take_over import TakeOverJob
from bot.slack.clients import Clients
from bot.slack.durable import Answerers, Durable
from bot.slack.http_mode import BindAddress, listening, site
from bot.slack.permissions import Permissions
from bot.slack.socket_mode import PromptClient, client_for
from bot.surfaces import failure, uninstall
from bot.surfaces.buttons import export, feedback, math, menu, record, refine, share, what_if
from bot.surfaces.questions import command, direct, edited, mention, shortcut, thread
from bot.surfaces.shared.deps import Deps
from bot.surfaces.tabs import agent, home
from bot.surfaces.verbs import digest
from bot.watch.reporter import WatchReporter
from bot.watch.watching import VerdictWatch
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.store.store import Store, StoreError
from knowledge.types.feeds import RefreshSettings

log = logging.getLogger(__name__)

ANSWERERS = 16  # questions answered at a time; they mostly wait for Slack
TIMEOUT_SECONDS = 20  # for one call of the Web API
SWITCH_SECONDS = 0.001  # the longest a thread that receives a request waits for one that computes an answer
DRAIN_SECONDS = 10.0  # for answers in progress at shutdown


class Surface(Protocol):
    """A module that registers its listeners with the app."""

    def register(self, app: App, deps: Deps, /) -> None: ...


SURFACES: tuple[Surface, ...] = (  # in the order in which they are offered an event
    uninstall,
    command,
    digest,
    mention,
    share,
    refine,
    math,
    what_if,
    menu,
    record,
    export,
    feedback,
    home,
    agent,  # after Home: takes the other tabs
    shortcut,
    edited,  # before those that take new messages
    direct,
    thread,  # last: takes the messages that are left
    failure,
)


def build_app(settings: Settings, advisor: Advisor, store: Store, thinking: threading.Lock) -> App:
    """The app with every surface registered. Checks the token with Slack once.

    Raises:
        UserError: Slack refuses the token, or cannot be reached.
    """
    client = WebClient(
        None if settings.serves_many else settings.slack_bot_token.get_secret_value(),
        base_url=settings.slack_api_url,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[RateLimitErrorRetryHandler(max_retry_count=2)],  # no blind retry after a cut: see post.py
    )
    try:
        app = App(
            client=client,
            name="chipscout",
            signing_secret=settings.slack_signing_secret.get_secret_value(),
            listener_executor=Answerers(ANSWERERS, "answer"),
            attaching_conversation_kwargs_enabled=False,
            **_workspaces(settings, store, client),
        )
    except BoltError as problem:
        raise UserError("bot_token_refused", because=_code(problem.__context__)) from problem
    except (OSError, HTTPException) as problem:
        raise UserError("slack_unreachable", address=settings.slack_api_url) from problem
    deps = Deps(advisor, store, thinking, permissions_of(settings), settings.keep_days)
    register(app, deps)
    return app


def permissions_of(settings: Settings) -> Permissions:
    return Permissions(
        settings.admins,
        guests_are_members=settings.guests == "members",
        members_list_prices=settings.own_prices == "members",
    )


def register(app: App, deps: Deps) -> None:
    """Every surface, in the order of `SURFACES`; before them, what a delivery says of its author and its channel."""

    def note(client: WebClient, body: dict[str, Any], next: Callable[[], object]) -> None:
        deps.permissions.people.note(client, body)
        next()

    app.use(note)
    for surface in SURFACES:
        surface.register(app, deps)


def serve(
    settings: Settings,
    advisor: Advisor,
    refreshing: RefreshSettings,
    *,
    http: str | None = None,
    health: str | None = None,
) -> None:
    """Serves until SIGTERM or SIGINT, then finishes the answers in progress. A second signal kills.

    `http`: takes Slack's requests at this HOST:PORT; without it, Socket Mode, and `health` is where its state can be
    asked and workspaces install.

    Raises:
        UserError: the environment, the database, an address or a token cannot be used.
    """
    if http and health:
        raise UserError("health_and_http")
    address_text = http or health
    address = BindAddress.read(address_text) if address_text else None
    _ = settings.for_http() if http else settings.for_socket_mode()
    logs.set_up(settings.log)
    sys.setswitchinterval(SWITCH_SECONDS)
    stop, thinking = _stop_on_signal(), threading.Lock()
    with open_store(settings) as store, ExitStack() as open_doors:
        with logs.quiet_libraries():
            app = build_app(settings, advisor, store, thinking)
        clients = Clients(settings, store, app.client)
        durable = Durable(app, store.inbox, failure.Apologies(clients.of), time.time)
        client = None if http else open_doors.enter_context(_connected(app, settings, durable))

        def is_ready() -> bool:
            return not stop.is_set() and (client is None or client.is_connected()) and store.answers()

        if address is not None:
            website = site(
                ready=is_ready,
                dispatch=durable.dispatch if http else None,
                secret=settings.slack_signing_secret.get_secret_value(),
                flow=app.oauth_flow,
            )
            log.info("listening on http://%s", open_doors.enter_context(listening(website, address)))
        take_over = TakeOverJob(store, durable, time.time)
        open_doors.enter_context(running(_jobs(settings, advisor, store, thinking, clients, refreshing, take_over)))
        stop.wait()
        log.info("stopping")
        open_doors.close()
        _drain(app)


def open_store(settings: Settings) -> Store:
    """The store at the configured path.

    Raises:
        UserError: the path cannot be used.
    """
    try:
        return Store(settings.database, time.time)
    except StoreError as problem:
        raise UserError("store_unusable", path=str(problem.path), reason=problem.reason) from problem


def _jobs(
    settings: Settings,
    advisor: Advisor,
    store: Store,
    thinking: threading.Lock,
    clients: Clients,
    refreshing: RefreshSettings,
    take_over: TakeOverJob,
) -> tuple[ScheduledJob, ...]:
    """What runs in the background. Re-evaluating verdicts waits for no answer, and no answer waits for it."""
    may = permissions_of(settings)
    poster = DigestPoster(advisor.facts, store, Digester(advisor, store, thinking), time.time, may)
    watching = VerdictWatch(advisor, store, threading.Lock())
    return all_jobs(
        refreshing,
        take_over,
        RefreshJob(settings.database),
        DigestJob(advisor.facts, store, poster, clients.of, time.time),
        RejudgeJob(store, WatchReporter(advisor, store, watching, clients.of, time.time, may)),
        ForgetJob(store, settings.keep_days, time.time),
    )


def _workspaces(settings: Settings, store: Store, client: WebClient) -> dict[str, Any]:
    """What Bolt needs for OAuth; nothing for a single workspace with its token."""
    if not settings.serves_many:
        return {}
    from bot.slack import oauth  # not needed with a single token

    installations = oauth.Installations(store, settings.slack_client_id)
    return {
        "oauth_flow": oauth.flow(settings, store, installations, client),
        "authorize": oauth.ByWorkspace(installations),
        "user_facing_authorize_error_message": words.say("slack/errors.j2", "uninstalled"),
    }


@contextmanager
def _connected(app: App, settings: Settings, durable: Durable) -> Iterator[PromptClient]:
    client = client_for(app, settings.slack_app_token.get_secret_value(), durable.dispatch)
    try:
        try:
            with logs.quiet_libraries():
                client.connect()
        except SlackApiError as problem:
            raise UserError("app_token_refused", because=_code(problem)) from problem
        except (OSError, HTTPException) as problem:
            raise UserError("slack_unreachable", address=settings.slack_api_url) from problem
        yield client
    finally:
        client.close()


def _stop_on_signal() -> threading.Event:
    stop = threading.Event()

    def on_signal(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    return stop


def _drain(app: App) -> None:
    """Waits for the answers in progress, up to DRAIN_SECONDS."""
    waiter = threading.Thread(target=app.listener_runner.listener_executor.shutdown, daemon=True)
    waiter.start()
    waiter.join(DRAIN_SECONDS)
    if waiter.is_alive():
        log.warning("some questions were still being answered after %.0f s", DRAIN_SECONDS)


def _code(problem: BaseException | None) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else "unknown_error"
