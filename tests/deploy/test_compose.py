"""The compose file: secrets as files, nothing writable but /data, and the tokens the app reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.environment.secret import IN_A_FILE, SECRETS
from tests.deploy.dockerfile import ROOT

FILE = ROOT / "deploy" / "compose.yaml"
API = FILE.with_name("compose.api.yaml")


def merged(*files: Path) -> dict[str, Any]:
    """As Compose merges them: mappings by key, lists one after the other."""
    made: Any = {}
    for file in files:
        made = joined(made, yaml.safe_load(file.read_text(encoding="utf-8")))
    return dict(made)


def joined(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        return one | {key: joined(one[key], value) if key in one else value for key, value in other.items()}
    return [*one, *other] if isinstance(one, list) and isinstance(other, list) else other


READ = merged(FILE)
APP: dict[str, Any] = READ["services"]["chipscout"]


@pytest.mark.parametrize("files", [(FILE,), (FILE, API)], ids=["slack", "api"])
def test_every_secret_is_a_file_that_the_app_reads(files: tuple[Path, ...]) -> None:
    read = merged(*files)
    app = read["services"]["chipscout"]
    mounted = {f"/run/secrets/{name}" for name in app["secrets"]}
    named = {name: where for name, where in app["environment"].items() if name.endswith(IN_A_FILE)}
    assert set(named.values()) == mounted
    assert {name.removesuffix(IN_A_FILE) for name in named} <= set(SECRETS)
    assert set(app["secrets"]) == set(read["secrets"])
    assert not [name for name in app["environment"] if name in SECRETS]


def test_only_the_file_for_agents_publishes_a_port_and_that_on_this_machine_alone() -> None:
    assert "ports" not in APP
    app = merged(FILE, API)["services"]["chipscout"]
    assert app["ports"] == ["127.0.0.1:3000:3000"] and "CHIPSCOUT_API_TOKENS_FILE" in app["environment"]


def test_it_is_built_from_here_and_may_write_its_data_alone() -> None:
    build = FILE.parent / APP["build"]["context"]
    assert (build / APP["build"]["dockerfile"]).is_file()
    assert APP["read_only"] is True and APP["cap_drop"] == ["ALL"]
    assert APP["volumes"] == ["data:/data"] and "data" in READ["volumes"]
    assert "no-new-privileges:true" in APP["security_opt"]
