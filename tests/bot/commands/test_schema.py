"""`chipscout schema`."""

from __future__ import annotations

import json

from click.testing import CliRunner

from bot.cli import chipscout


def test_either_schema_is_printed_as_json() -> None:
    for which in ("brief", "full"):
        printed = json.loads(CliRunner().invoke(chipscout, ["schema", which]).output)
        answer = printed if which == "brief" else printed["$defs"]["Full"]
        assert answer["properties"]["schema_version"]["const"] == 1
