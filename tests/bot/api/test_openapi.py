"""The OpenAPI description says what the routes do."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.routing import Mount, Route

from bot.advice.advisor import Advisor
from bot.api.http import routes
from bot.api.openapi import openapi
from tests.bot.api.desks import access_of, desk_of


def test_both_details_of_an_answer_are_described() -> None:
    asked = openapi()["paths"]["/v1/ask"]["post"]
    (detail,) = asked["parameters"]
    assert (detail["name"], detail["required"], detail["schema"]["enum"]) == ("detail", False, ["brief", "full"])
    either = asked["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"]
    assert [each["$ref"].rsplit("/")[-1] for each in either] == ["Brief", "Full"]


def test_an_amount_is_described_as_a_number() -> None:
    schemas = openapi()["components"]["schemas"]
    assert schemas["Row"]["properties"]["amount"]["type"] == "number"
    assert schemas["Rows"]["properties"]["rows"]["items"] == {"$ref": "#/components/schemas/Row"}


def test_every_address_is_described_and_every_reference_leads_somewhere(advisor: Advisor, tmp_path: Path) -> None:
    (mount,) = routes(desk_of(advisor, tmp_path), access_of())
    assert isinstance(mount, Mount)
    paths = {f"/v1{route.path}" for route in mount.routes if isinstance(route, Route) and "{rest" not in route.path}
    made = openapi()
    assert set(made["paths"]) == paths - {"/v1/openapi.json"}
    text = json.dumps(made)
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= made["components"]["schemas"].keys()
    operations = [operation for methods in made["paths"].values() for operation in methods.values()]
    assert all(operation["summary"] and "401" in operation["responses"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations) == 9
