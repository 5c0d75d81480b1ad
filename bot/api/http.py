"""`/v1`: asked over HTTP, by a workspace's token. Every refusal is one sentence, as application/problem+json."""

from __future__ import annotations

import asyncio
import io
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from http import HTTPStatus
from typing import Any, TypeVar

import anyio
import ijson
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from bot.api.access import Access, Caller
from bot.api.asked import EstimateOf, NewMeasurement, NewPrice, Question
from bot.api.desk import Desk
from bot.api.openapi import openapi
from bot.api.problems import of_arguments
from bot.wording.errors import UserError
from bot.wording.surface import speaking_to
from bot.wording.words import error
from knowledge import bounded_json

log = logging.getLogger(__name__)

LONGEST_BODY_BYTES = 2**18
LONGEST_FILES_BYTES = 2**20  # of an estimate, whose files come along
DEEPEST = 8
BODY_SECONDS = 10.0
AT_ONCE = 4  # requests worked on: Slack's have threads of their own
PROBLEM = "application/problem+json"
REALM = {"WWW-Authenticate": 'Bearer realm="chipscout"'}
DETAILS = ("brief", "full")
QUERIES = frozenset({"name", "region", "purchase", "cloud"})
SPAN = frozenset({"name", "region", "purchase", "since"})

Body = TypeVar("Body", bound=BaseModel)
Answered = BaseModel | dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
Work = Callable[[Request, Caller], Awaitable[tuple[Answered, int]]]


def problem(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    """RFC 9457."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": sentence}
    return JSONResponse(body, status, headers=dict(headers or {}), media_type=PROBLEM)


def refusal(access: Access, header: str | None) -> Caller | Response:
    """The caller, or why it may not ask now."""
    caller = access.caller(header)
    if caller is None:
        return problem(401, error(UserError("no_token")), REALM)
    wait = access.wait(caller)
    if wait > 0:
        seconds = math.ceil(wait)
        return problem(429, error(UserError("too_often", seconds=seconds)), {"Retry-After": str(seconds)})
    return caller


def routes(desk: Desk, access: Access) -> list[BaseRoute]:
    """Everything under `/v1`."""
    desk = desk.at("http")
    limiter = anyio.CapacityLimiter(AT_ONCE)

    async def work(call: Callable[[], Answered]) -> Answered:
        return await anyio.to_thread.run_sync(call, limiter=limiter)

    async def ask(request: Request, caller: Caller) -> tuple[Answered, int]:
        question = await _body(request, Question)
        detail = _only(request, frozenset({"detail"})).get("detail", DETAILS[0])
        if detail not in DETAILS:
            raise UserError("bad_detail", value=detail)
        if detail == "full":
            return await work(lambda: desk.full(question, caller.workspace)), 200
        return await work(lambda: desk.ask(question, caller.workspace).told), 200

    async def fit(request: Request, caller: Caller) -> tuple[Answered, int]:
        question = await _body(request, Question)
        _only(request, frozenset())
        return await work(lambda: desk.fit(question, caller.workspace).told), 200

    async def estimate(request: Request, caller: Caller) -> tuple[Answered, int]:
        run = await _body(request, EstimateOf, LONGEST_FILES_BYTES)
        _only(request, frozenset())
        return await work(lambda: desk.estimate(run, caller.workspace).told), 200

    async def prices(request: Request, caller: Caller) -> tuple[Answered, int]:
        said = _only(request, QUERIES, needed="name")
        return await work(lambda: desk.price(said.pop("name"), caller.workspace, **said).told), 200

    async def history(request: Request, _caller: Caller) -> tuple[Answered, int]:
        said = _only(request, SPAN, needed="name")
        since = _day(said.pop("since", ""))
        return await work(lambda: desk.history(said.pop("name"), **said, since=since)), 200

    async def set_price(request: Request, caller: Caller) -> tuple[Answered, int]:
        given = await _body(request, NewPrice)
        _only(request, frozenset())
        return await work(lambda: desk.set_price(given, caller.workspace)), 201

    async def measurements(request: Request, caller: Caller) -> tuple[Answered, int]:
        _only(request, frozenset())
        return await work(lambda: desk.own_rows(caller.workspace)), 200

    async def record(request: Request, caller: Caller) -> tuple[Answered, int]:
        given = await _body(request, NewMeasurement)
        _only(request, frozenset())
        return await work(lambda: desk.record(given, caller.workspace)), 201

    async def source(request: Request, caller: Caller) -> tuple[Answered, int]:
        _only(request, frozenset())
        name = request.path_params["id"]
        return await work(lambda: desk.source(name, caller.workspace)), 200

    async def described(_request: Request) -> Response:
        return JSONResponse(openapi())

    async def unknown(_request: Request) -> Response:
        return problem(404, error(UserError("no_such_address")))

    def at(path: str, **methods: Work) -> Route:
        known = {name.upper(): _door(call, access) for name, call in methods.items()}

        async def take(request: Request) -> Response:
            door = known.get(request.method)
            if door is None:
                return problem(405, error(UserError("other_method")), {"Allow": ", ".join(known)})
            return await door(request)

        return Route(path, take, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])

    return [
        Mount(
            "/v1",
            routes=[
                Route("/openapi.json", described),
                at("/ask", post=ask),
                at("/fit", post=fit),
                at("/estimate", post=estimate),
                at("/prices", get=prices, post=set_price),
                at("/prices/history", get=history),
                at("/measurements", get=measurements, post=record),
                at("/sources/{id}", get=source),
                Route("/{rest:path}", unknown, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
            ],
        )
    ]


def _door(work: Work, access: Access) -> Handler:
    """Behind the token; whatever goes wrong is one sentence."""

    async def take(request: Request) -> Response:
        caller = refusal(access, request.headers.get("authorization"))
        if isinstance(caller, Response):
            return caller
        try:
            with speaking_to("program"):
                answered, status = await work(request, caller)
        except UserError as wrong:
            status = STATUS.get(wrong.code, 422)
            closing = {"Connection": "close"} if status in (408, 413) else {}
            with speaking_to("program"):
                return problem(status, error(wrong), closing)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception:
            log.exception("a request to %s failed", request.url.path)
            return problem(500, error(UserError("ours_there")))
        body = answered if isinstance(answered, dict) else answered.model_dump(mode="json", exclude_none=True)
        return JSONResponse(body, status)

    return take


STATUS = {
    "no_such_source": 404,
    "body_too_long": 413,
    "body_too_slow": 408,
    "body_unread": 400,
    "store_unusable": 503,
    "history_unread": 503,
}


async def _body(request: Request, kind: type[Body], most: int = LONGEST_BODY_BYTES) -> Body:
    """
    Raises:
        UserError: it is too long, too slow, too deep, or not such an object.
    """
    taken = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                taken += part
                if len(taken) > most:
                    raise UserError("body_too_long", kib=most // 1024)
    except TimeoutError:
        raise UserError("body_too_slow") from None
    try:
        _check_depth(bytes(taken))
        return kind.model_validate(bounded_json.loads(bytes(taken)))
    except ValidationError as wrong:
        raise of_arguments(wrong, kind.model_fields) from None
    except (ValueError, UnicodeDecodeError):
        raise UserError("body_unread") from None


def _check_depth(body: bytes) -> None:
    """
    Raises:
        ValueError: it is not JSON, or nested deeper than anything here.
    """
    depth = 0
    try:
        for event, _ in bounded_json.events(io.BytesIO(body)):
            depth += (event in bounded_json.STARTS) - (event in bounded_json.ENDS)
            if depth > DEEPEST:
                raise ValueError
    except ijson.JSONError as wrong:
        raise ValueError from wrong


def _only(request: Request, known: frozenset[str], needed: str = "") -> dict[str, str]:
    """The query, if it says nothing else.

    Raises:
        UserError: an unknown or a missing parameter.
    """
    said = dict(request.query_params)
    wrong = sorted(said.keys() - known)
    if wrong:
        raise UserError("query_unknown", name=wrong[0], known=sorted(known))
    if needed and not said.get(needed, "").strip():
        raise UserError("query_missing", name=needed)
    return {name: value[:120] for name, value in said.items()}


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UserError("bad_date", value=text) from None
