"""The Slack app: all surfaces, and the process that serves them until it is told to stop."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPException
from types import FrameType
from typing import Any, NamedTuple, Protocol

from slack_bolt import App
from slack_bolt.error import BoltError
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.advice.advisor import Advisor
from bot.api.desk import Desk
from bot.api.own_data import SharedData
from bot.digest.digester import Digester
from bot.digest.poster import DigestPoster
from bot.environment import log as logs
from bot.environment.settings import Settings
from bot.health.readiness import Readiness
from bot.health.scraped import Queues, QueueState, Scraped, exposition
from bot.jobs.beat import BeatJob
from bot.jobs.forget_old import ForgetJob
from bot.jobs.post_digests import DigestJob
from bot.jobs.refresh_prices import RefreshJob
from bot.jobs.rejudge_verdicts import RejudgeJob
from bot.jobs.scheduler import ScheduledJob, all_jobs, running
from bot.jobs.take_over import TakeOverJob
from bot.mcp_server.doors import doors
from bot.observe import metrics
from bot.slack import errands
from bot.slack.answerers import Answerers
from bot.slack.clients import Clients
from bot.slack.durable import Durable
from bot.slack.http_mode import BindAddress, bound, listening, site
from bot.slack.outbox import Senders, WaitsApart
from bot.slack.permissions import Permissions
from bot.slack.processes import FIRST, STOPS, forked
from bot.slack.socket_mode import PromptClient, client_for
from bot.surfaces import failure, uninstall
from bot.surfaces.buttons import export, feedback, math, menu, offered, record, refine, share, told, what_if, whole
from bot.surfaces.questions import command, direct, edited, mention, shortcut, thread
from bot.surfaces.shared.deps import Deps
from bot.surfaces.tabs import agent, home
from bot.surfaces.verbs import digest
from bot.watch.reporter import WatchReporter
from bot.watch.watching import VerdictWatch
from bot.wording import words
from bot.wording.errors import UserError
from engine.base.constants import Constants
from knowledge.store.store import Store, StoreError
from knowledge.types.feeds import RefreshSettings

log = logging.getLogger(__name__)

MOST_WAITING = 1000  # questions in line; more are declined politely
ANSWERERS = 16  # questions answered at a time; they mostly wait for Slack
TIMEOUT_SECONDS = 20  # for one call of the Web API
SWITCH_SECONDS = 0.001  # the longest a thread that receives a request waits for one that computes an answer
OF_EACH = 2  # jobs, the first ones, that each of several processes runs
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
    told,
    whole,
    what_if,
    menu,
    record,
    export,
    offered,
    feedback,
    home,
    agent,  # after Home: takes the other tabs
    shortcut,
    edited,  # before those that take new messages
    direct,
    thread,  # last: takes the messages that are left
    failure,
)


class Built(NamedTuple):
    """The app, who answers and who sends."""

    app: App
    answerers: Answerers
    senders: Senders


def build_app(settings: Settings, advisor: Advisor, store: Store, thinking: threading.Lock) -> Built:
    """The app with every surface registered. Checks the token with Slack once.

    Raises:
        UserError: Slack refuses the token, or cannot be reached.
    """
    answerers = Answerers(ANSWERERS)
    client = WebClient(
        None if settings.serves_many else settings.slack_bot_token.get_secret_value(),
        base_url=settings.slack_api_url,
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[WaitsApart(answerers.parked)],  # no blind retry after a cut: see post.py
    )
    try:
        app = App(
            client=client,
            name="chipscout",
            signing_secret=settings.slack_signing_secret.get_secret_value(),
            listener_executor=answerers,
            attaching_conversation_kwargs_enabled=False,
            **_workspaces(settings, store, client),
        )
    except BoltError as problem:
        raise UserError("bot_token_refused", because=_code(problem.__context__)) from problem
    except (OSError, HTTPException) as problem:
        raise UserError("slack_unreachable", address=settings.slack_api_url) from problem
    senders = Senders(answerers.parked)
    deps = Deps(
        advisor,
        store,
        thinking,
        permissions_of(settings),
        settings.keep_days,
        senders,
        answerers.parked,
        answerers.place,
    )
    register(app, deps)
    return Built(app, answerers, senders)


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
        if (errand := errands.current()) is not None:
            errand.tell = lambda error: failure.handle(error, body, client, deps.outbox, deps.store)
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
    address_text = http or health or settings.health or None
    address = BindAddress.read(address_text) if address_text else None
    _ = settings.for_http() if http else settings.for_socket_mode()
    logs.set_up(settings.log, settings.log_format)
    listener = bound(address) if http and address else None
    if settings.processes > 1:
        metrics.share()
    is_first = forked(settings.processes) == FIRST
    address = address if http or is_first else None
    sys.setswitchinterval(SWITCH_SECONDS)
    stop, thinking = _stop_on_signal(), threading.Lock()
    with open_store(settings) as store, ExitStack() as open_doors:
        advisor.read_prices_through(store.history)
        with logs.quiet_libraries():
            built = build_app(settings, advisor, store, thinking)
        app = built.app
        clients = Clients(settings, store, app.client)
        apologies = failure.Apologies(clients.of, built.senders, built.answerers.place, store)
        durable = Durable(app, store.inbox, apologies, time.time, lambda: built.answerers.waiting >= MOST_WAITING)
        store.replicas.beat()  # before anything is held
        client = None if http else open_doors.enter_context(_connected(app, settings, durable))

        ready = Readiness(store, stop.is_set, (lambda: True) if client is None else client.is_connected)
        if address is not None:
            late_hours = Constants(advisor.facts).likely("digest_late_hours")
            website = site(
                ready=ready,
                metrics=exposition(Scraped(store, lambda: ready() is None, late_hours, time.time, _queues(built))),
                dispatch=durable.dispatch if http else None,
                secret=settings.slack_signing_secret.get_secret_value(),
                flow=app.oauth_flow,
                doors=doors(settings, Desk(advisor, SharedData(store), settings.database, thinking)),
            )
            log.info("listening on http://%s", open_doors.enter_context(listening(website, address, listener)))
        take_over = TakeOverJob(durable)
        beat = BeatJob(store.replicas, lambda: _tell_queues(built))
        jobs = _jobs(settings, advisor, store, thinking, clients, refreshing, beat, take_over)
        open_doors.enter_context(running(jobs if is_first else jobs[:OF_EACH]))
        stop.wait()
        log.info("stopping")
        open_doors.close()
        _drain(built)
        advisor.settle(within=DRAIN_SECONDS)  # what is read goes through the store
        store.replicas.leave()


def open_store(settings: Settings) -> Store:
    """The store at the configured path.

    Raises:
        UserError: the path cannot be used.
    """
    try:
        return Store(settings.database, time.time)
    except StoreError as problem:
        raise UserError("store_unusable", path=str(problem.path), reason=problem.reason) from problem


def _queues(built: Built) -> Queues:
    """What waits in this process, or in all that serve together; the inbox is everybody's."""
    if metrics.is_shared():
        return {name: partial(_waiting, name) for name in ("line", "outbox")}
    return {
        "line": lambda: QueueState(built.answerers.waiting),
        "outbox": lambda: QueueState(built.senders.waiting),
    }


def _waiting(queue: str) -> QueueState:
    return QueueState(metrics.waiting(queue))


def _tell_queues(built: Built) -> None:
    if metrics.is_shared():
        metrics.waits("line", built.answerers.waiting)
        metrics.waits("outbox", built.senders.waiting)


def _jobs(
    settings: Settings,
    advisor: Advisor,
    store: Store,
    thinking: threading.Lock,
    clients: Clients,
    refreshing: RefreshSettings,
    beat: BeatJob,
    take_over: TakeOverJob,
) -> tuple[ScheduledJob, ...]:
    """What runs in the background. Re-evaluating verdicts waits for no answer, and no answer waits for it."""
    may = permissions_of(settings)
    poster = DigestPoster(advisor.facts, store, Digester(advisor, store, thinking), time.time, may)
    watching = VerdictWatch(advisor, store, threading.Lock())
    return all_jobs(
        refreshing,
        beat,
        take_over,
        RefreshJob(settings.database, alone=lambda: store.alone("refresh")),
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

    for number in STOPS:
        signal.signal(number, on_signal)
    return stop


def _drain(built: Built) -> None:
    """Waits for the answers in progress and for what is to be sent, up to DRAIN_SECONDS."""
    until = time.monotonic() + DRAIN_SECONDS
    waiter = threading.Thread(target=built.answerers.shutdown, daemon=True)
    waiter.start()
    waiter.join(DRAIN_SECONDS)
    is_empty = built.senders.drain(max(0.0, until - time.monotonic()))
    if waiter.is_alive() or not is_empty:
        log.warning("some questions were not answered after %.0f s; the next start goes on with them", DRAIN_SECONDS)


def _code(problem: BaseException | None) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else "unknown_error"
