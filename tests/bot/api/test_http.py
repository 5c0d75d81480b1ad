"""`/v1` over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bot.advice.advisor import Advisor
from bot.api.http import LONGEST_BODY_BYTES, PROBLEM, routes
from bot.api.openapi import openapi
from bot.brief.contract import Brief
from bot.brief.made import brief
from tests.bot.api.desks import access_of, bearer, desk_of

QUESTION = "20 LoRA runs a month on a 7B, 6 hours each"


@pytest.fixture(scope="module")
def client(advisor: Advisor, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    desk = desk_of(advisor, tmp_path_factory.mktemp("api"))
    with TestClient(Starlette(routes=routes(desk, access_of()))) as opened:
        yield opened


def post(client: TestClient, path: str, body: Any, workspace: str = "T1") -> Any:
    return client.post(f"/v1/{path}", json=body, headers=bearer(workspace))


def test_a_question_gets_the_brief_answer_or_all_of_it(client: TestClient, advisor: Advisor) -> None:
    told = post(client, "ask", {"text": QUESTION})
    assert told.status_code == 200 and told.json() == brief(advisor.ask(QUESTION)) and len(told.content) <= 4_000
    full = post(client, "ask?detail=full", {"text": QUESTION}).json()
    assert full["verdict"]["headline"] == told.json()["headline"] and full["options"]
    described = openapi()
    either = described["paths"]["/v1/ask"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = jsonschema.Draft202012Validator(either | {"components": described["components"]})
    for body in (told.json(), full, post(client, "ask?detail=brief", {"text": QUESTION}).json()):
        assert list(validator.iter_errors(body)) == []


def test_a_fit_and_an_estimate_are_asked_by_slots(client: TestClient) -> None:
    work = {"task": "fine_tuning", "method": "lora", "model": "llama", "parameters": 7e10}
    fits = Brief.model_validate(post(client, "fit", {"slots": work | {"candidates": ["a100-80"]}}).json())
    assert fits.form == "fit" and fits.headline.startswith("No: LoRA of Llama 3 70B takes 143 GiB")
    run = post(client, "estimate", {"slots": work | {"tokens": 1e9}, "on": "p5.48xlarge"})
    assert Brief.model_validate(run.json()).form == "estimate"


def test_prices_now_and_through_time(client: TestClient) -> None:
    now = client.get("/v1/prices?name=p5.48xlarge&region=us-east-1&purchase=on_demand", headers=bearer("T2")).json()
    assert now["choices"][0]["usd_per_hour"] == 55.04
    assert now["choices"][0]["evidence"] == "independent"  # the grade of its source, as the card says
    past = client.get("/v1/prices/history?name=p5.48xlarge&purchase=on_demand&region=us-east-1", headers=bearer("T2"))
    steps = past.json()["series"][0]["steps"]
    assert (steps[0]["usd_per_hour"], steps[-1]["usd_per_hour"]) == (98.32, 55.04)


def test_a_source_is_told_by_its_id(client: TestClient) -> None:
    told = client.get("/v1/sources/chipscout-assumption", headers=bearer("T1"))
    assert told.status_code == 200 and told.json()["publisher"] == "chipscout"
    unknown = client.get("/v1/sources/nothing", headers=bearer("T1"))
    assert unknown.status_code == 404 and unknown.json()["detail"].startswith("Nothing is cited as nothing")


def test_own_prices_and_measurements_are_of_the_workspace_of_the_token(client: TestClient) -> None:
    paid = {"name": "p5.48xlarge", "amount": "31.46", "region": "us-east-1", "valid_from": "2026-01-01"}
    assert post(client, "prices", paid).status_code == 201
    measured = post(client, "measurements", {"on": "p5.48xlarge", "tokens_per_second": 6e4, "model": "llama-3.1-8b"})
    assert measured.status_code == 201
    mine, theirs = (client.get("/v1/measurements", headers=bearer(name)).json()["rows"] for name in ("T1", "T2"))
    assert [row["by"] for row in mine] == ["http", "http"] and theirs == []
    assert [row["amount"] for row in mine if row["kind_of_row"] == "price"] == [31.46]
    for name, is_ours in (("T1", True), ("T2", False)):
        told = client.get("/v1/prices?name=p5.48xlarge&region=us-east-1", headers=bearer(name)).json()
        assert ("31.46" in str(told)) is is_ours


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("ask", {}, 422),
        ("ask", {"text": "x" * 12_001}, 422),
        ("ask", {"question": "Llama 8B"}, 422),
        ("ask", {"slots": {"modle": "llama"}}, 422),
        ("ask", {"slots": {"runs": {"a": 1}}}, 422),
        ("ask", {"text": "Llama 8B", "earlier": [{"text": "a"}] * 9}, 422),
        ("ask", [1], 422),
        ("ask?full=1", {"text": "Llama 8B"}, 422),
        ("ask?detail=bogus", {"text": "Llama 8B"}, 422),
        ("fit?detail=full", {"text": "Llama 8B"}, 422),
        ("ask", {"text": "20 fine-tunes", "slots": {"parameters": 70}}, 422),
        ("estimate", {"files": [{"name": "a.yml", "content": "\x00"}]}, 422),
        ("prices", {"name": "p5.48xlarge", "amount": "free"}, 422),
        ("measurements", {"on": "p5.48xlarge", "tokens_per_second": 1e300, "model": "llama-3.1-8b"}, 422),
        ("nothing", {}, 404),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(client: TestClient, path: str, body: Any, status: int) -> None:
    refused = post(client, path, body)
    assert (refused.status_code, refused.headers["content-type"]) == (status, PROBLEM)
    problem = refused.json()
    assert problem["status"] == status and problem["detail"].endswith((".", "?")) and "\n" not in problem["detail"]
    assert len(problem["detail"]) < 1_200 and "x" * 100 not in problem["detail"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b'{"text": "\xff"}', 400),
        (b"[" * 50_000, 400),
        (b'{"slots":' * 9 + b"1" + b"}" * 9, 400),
        (b'{"text": ' + b"9" * 5_000 + b"}", 400),
        (b'{"text":"' + b"x" * LONGEST_BODY_BYTES + b'"}', 413),
    ],
)
def test_bodies_are_bounded_in_size_and_depth(client: TestClient, body: bytes, status: int) -> None:
    refused = client.post("/v1/ask", content=body, headers=bearer("T1"))
    assert refused.status_code == status and refused.json()["detail"]


def test_nobody_asks_without_a_token_and_nothing_is_read_of_a_stranger(client: TestClient) -> None:
    for headers in ({}, {"Authorization": "Bearer guess"}):
        refused = client.post("/v1/ask", content=b"{" * 10, headers=headers)
        assert refused.status_code == 401 and refused.headers["www-authenticate"].startswith("Bearer")
    assert client.get("/v1/openapi.json").status_code == 200
    assert client.put("/v1/ask", headers=bearer("T1")).headers["allow"] == "POST"
    unnamed = client.get("/v1/prices?region=us-east-1", headers=bearer("T1")).json()
    assert unnamed["detail"] == "The parameter name is missing."
    wrong_day = client.get("/v1/prices/history?name=p5.48xlarge&since=monday", headers=bearer("T1"))
    assert wrong_day.status_code == 422


def test_whoever_asks_too_often_is_told_when_to_come_back(advisor: Advisor, tmp_path: Path) -> None:
    with TestClient(Starlette(routes=routes(desk_of(advisor, tmp_path), access_of(per_minute=1)))) as client:
        statuses = [client.get("/v1/measurements", headers=bearer("T1")).status_code for _ in range(2)]
        refused = client.get("/v1/measurements", headers=bearer("T1"))
        assert statuses == [200, 429] and 1 <= int(refused.headers["retry-after"]) <= 60
        assert client.get("/v1/measurements", headers=bearer("T2")).status_code == 200


def test_what_goes_wrong_on_our_side_tells_nothing_of_it(advisor: Advisor, tmp_path: Path) -> None:
    desk = desk_of(advisor, tmp_path)
    broken = type(desk)(None, desk.own, desk.prices)  # type: ignore[arg-type]  # what is tried
    with TestClient(Starlette(routes=routes(broken, access_of()))) as client:
        refused = post(client, "ask", {"text": QUESTION})
    assert refused.status_code == 500 and "NoneType" not in refused.text
