"""The OpenAPI description of `/v1`, made of the types that are checked."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.api.asked import EstimateOf, NewMeasurement, NewPrice, Question
from bot.api.told import Origin, PriceHistory, Recorded, Rows
from bot.brief.contract import Brief
from bot.brief.full import Full
from bot.wording.words import say

WORDS = "agents/http.j2"
REF = "#/components/schemas/{model}"
PROBLEMS = ("400", "401", "413", "422", "429", "500")
Json = dict[str, Any]


class Problem(BaseModel):
    """A refusal (RFC 9457): `detail` is one sentence."""

    type: str
    title: str
    status: int
    detail: str


TYPES: tuple[type[BaseModel], ...] = (
    Question, EstimateOf, NewPrice, NewMeasurement, Brief, Full, PriceHistory, Recorded, Rows, Origin, Problem,
)  # fmt: skip


def openapi() -> Json:
    """OpenAPI 3.1."""
    _, made = models_json_schema([(kind, "validation") for kind in TYPES], ref_template=REF)
    return {
        "openapi": "3.1.0",
        "info": {"title": "chipscout", "version": version("chipscout"), "description": say(WORDS, "about")},
        "security": [{"token": []}],
        "paths": {
            "/v1/ask": {"post": _in_detail(_posted("ask", Question, Brief))},
            "/v1/fit": {"post": _posted("fit", Question, Brief)},
            "/v1/estimate": {"post": _posted("estimate", EstimateOf, Brief)},
            "/v1/prices": {
                "get": _got("price", Brief, ("name", "region", "purchase", "cloud")),
                "post": _posted("set_own_price", NewPrice, Recorded, status="201"),
            },
            "/v1/prices/history": {
                "get": _got("price_history", PriceHistory, ("name", "region", "purchase", "since"))
            },
            "/v1/measurements": {
                "get": _got("own_rows", Rows, ()),
                "post": _posted("record_measurement", NewMeasurement, Recorded, status="201"),
            },
            "/v1/sources/{id}": {"get": _in_path(_got("source", Origin, ()), "id")},
        },
        "components": {
            "schemas": made["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _posted(
    name: str, body: type[BaseModel], answer: type[BaseModel], *, status: str = "200", query: tuple[str, ...] = ()
) -> Json:
    content = {"application/json": {"schema": _ref(body)}}
    return _operation(name, answer, status, query) | {"requestBody": {"required": True, "content": content}}


def _in_detail(operation: Json) -> Json:
    """The brief answer, or with `?detail=full` the full one."""
    detail = {"type": "string", "enum": ["brief", "full"], "default": "brief"}
    either = {"oneOf": [_ref(Brief), _ref(Full)]}
    told = operation["responses"]["200"] | {"content": {"application/json": {"schema": either}}}
    return operation | {
        "parameters": [{"name": "detail", "in": "query", "required": False, "schema": detail}],
        "responses": operation["responses"] | {"200": told},
    }


def _got(name: str, answer: type[BaseModel], query: tuple[str, ...]) -> Json:
    return _operation(name, answer, "200", query)


def _in_path(operation: Json, name: str) -> Json:
    place = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    refused = operation["responses"]["422"]
    return operation | {"parameters": [place], "responses": operation["responses"] | {"404": refused}}


def _operation(name: str, answer: type[BaseModel], status: str, query: tuple[str, ...]) -> Json:
    refused = {
        "description": say(WORDS, "refused"),
        "content": {"application/problem+json": {"schema": _ref(Problem)}},
    }
    told = {"description": say(WORDS, "told"), "content": {"application/json": {"schema": _ref(answer)}}}
    return {
        "operationId": name,
        "summary": say(WORDS, name),
        "parameters": [
            {"name": each, "in": "query", "required": each == "name", "schema": {"type": "string"}} for each in query
        ],
        "responses": {status: told, **dict.fromkeys(PROBLEMS, refused)},
    }


def _ref(kind: type[BaseModel]) -> Json:
    return {"$ref": REF.format(model=kind.__name__)}
