"""The systemd unit: verified by systemd where it is installed, with tokens as credentials."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.environment.secret import IN_A_FILE, SECRETS
from tests.deploy.dockerfile import ROOT

UNIT = (ROOT / "deploy" / "chipscout.service").read_text(encoding="utf-8")
FOR_AGENTS = (ROOT / "deploy" / "chipscout-api.conf").read_text(encoding="utf-8")
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd checks its own units")


def set_to(name: str, unit: str = UNIT) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)


@pytest.mark.parametrize("text", [UNIT, FOR_AGENTS], ids=["slack", "api"])
def test_every_credential_is_a_secret_that_the_app_reads_from_its_file(text: str) -> None:
    credentials = {each.partition(":")[0] for each in set_to("LoadCredential", text)}
    files = dict(each.split("=", 1) for each in set_to("Environment", text) if f"{IN_A_FILE}=" in each)
    assert set(files.values()) == {f"%d/{name}" for name in credentials}
    assert {name.removesuffix(IN_A_FILE) for name in files} <= set(SECRETS)
    assert "xoxb-" not in UNIT and "xapp-" not in UNIT


def test_the_database_is_in_its_state_folder() -> None:
    assert set_to("StateDirectory") == ["chipscout"] and set_to("DynamicUser") == ["yes"]
    assert "CHIPSCOUT_DB=%S/chipscout/chipscout.db" in set_to("Environment")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """With a program that is there in the place of ours."""
    path = tmp_path / "chipscout.service"
    path.write_text(UNIT.replace("/opt/chipscout/bin/chipscout", sys.executable))
    (tmp_path / "chipscout.service.d").mkdir()
    (tmp_path / "chipscout.service.d" / "api.conf").write_text(FOR_AGENTS)
    return path


@needs_systemd
def test_systemd_understands_every_line(unit: Path) -> None:
    checked = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if "chipscout" in line]) == (0, [])


@needs_systemd
def test_systemd_finds_little_exposed(unit: Path) -> None:
    """2.0 and less is what systemd calls OK; without any hardening it is 9.6."""
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", str(unit)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unrecognized option" in checked.stderr:
        pytest.skip("an older systemd")
    assert checked.returncode == 0, checked.stdout[-400:]
