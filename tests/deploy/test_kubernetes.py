"""The Kustomize base, the overlay for PostgreSQL and the component for HTTP, as kubectl builds them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.environment.secret import IN_A_FILE, SECRETS
from tests.deploy.dockerfile import ROOT

FOLDER = ROOT / "deploy" / "kubernetes"
needs_kubectl = pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl builds the manifests")


def built(folder: Path) -> dict[str, dict[str, Any]]:
    """What is applied, by kind."""
    made = subprocess.run(["kubectl", "kustomize", str(folder)], capture_output=True, text=True, check=True)
    return {each["kind"]: each for each in yaml.safe_load_all(made.stdout)}


def app(manifests: dict[str, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The deployment's spec, its pod's and its container's."""
    spec = manifests["Deployment"]["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    return spec, pod, container


def environment(container: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["value"] for each in container["env"]}


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_file_holds_a_secret(path: Path) -> None:
    said = path.read_text(encoding="utf-8")
    read = list(yaml.safe_load_all(said))
    assert "xoxb-" not in said and "xapp-" not in said
    assert not [each for each in read if each.get("kind") == "Secret" or "secretGenerator" in each]


@needs_kubectl
def test_the_base_is_one_process_on_one_volume() -> None:
    made = built(FOLDER / "base")
    spec, pod, container = app(made)
    assert set(made) == {"Deployment", "Service", "ServiceAccount", "PersistentVolumeClaim"}
    assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"})
    (data,) = [each for each in pod["volumes"] if each["name"] == "data"]
    assert data["persistentVolumeClaim"]["claimName"] == made["PersistentVolumeClaim"]["metadata"]["name"]
    assert {"name": "data", "mountPath": "/data"} in container["volumeMounts"]


@needs_kubectl
def test_probes_ask_what_they_are_for() -> None:
    _, _, container = app(built(FOLDER / "base"))
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz" == container["startupProbe"]["httpGet"]["path"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert {container[probe]["httpGet"]["port"] for probe in ("livenessProbe", "readinessProbe", "startupProbe")} == {
        container["ports"][0]["name"]
    }
    assert container["readinessProbe"]["timeoutSeconds"] >= 3  # a test write waits for a lock for two


@needs_kubectl
def test_it_runs_without_privileges_and_secrets_are_mounted_files() -> None:
    _, pod, container = app(built(FOLDER / "base"))
    assert pod["securityContext"]["runAsNonRoot"] is True and pod["securityContext"]["runAsUser"] == 10001
    assert pod["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
    }
    files = {name: value for name, value in environment(container).items() if name.endswith(IN_A_FILE)}
    assert len(files) == 2 and {name.removesuffix(IN_A_FILE) for name in files} <= set(SECRETS)
    mounts = {each["name"]: each["mountPath"] for each in container["volumeMounts"]}
    assert all(value.startswith(f"{mounts['secrets']}/") for value in files.values())


@needs_kubectl
def test_on_postgres_several_share_a_database_and_no_volume() -> None:
    made = built(FOLDER / "overlays" / "postgres")
    spec, pod, container = app(made)
    assert spec["replicas"] > 1 and spec["strategy"]["type"] == "RollingUpdate"
    assert "PersistentVolumeClaim" not in made
    assert not [each for each in pod["volumes"] if "persistentVolumeClaim" in each]
    assert {"name": "data", "emptyDir": {}} in pod["volumes"]
    said = environment(container)
    assert said["CHIPSCOUT_DB"] == "" and said["CHIPSCOUT_DB_FILE"].startswith("/run/secrets/")


@needs_kubectl
def test_over_http_the_signing_secret_takes_the_place_of_the_app_token(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "kubernetes")
    mine = tmp_path / "mine"
    mine.mkdir()
    content = {"resources": ["../kubernetes/base"], "components": ["../kubernetes/components/http"]}
    (mine / "kustomization.yaml").write_text(yaml.safe_dump(content))
    _, _, container = app(built(mine))
    assert container["args"] == ["serve", "--http", "0.0.0.0:3000"]
    assert "SLACK_SIGNING_SECRET_FILE" in environment(container)
    assert "SLACK_APP_TOKEN_FILE" not in environment(container)


@needs_kubectl
def test_from_outside_slack_agents_and_programs_are_reached_and_metrics_are_not(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "kubernetes")
    mine = tmp_path / "mine"
    mine.mkdir()
    parts = [f"../kubernetes/components/{name}" for name in ("http", "api", "ingress")]
    content = {"resources": ["../kubernetes/base"], "components": parts}
    (mine / "kustomization.yaml").write_text(yaml.safe_dump(content))
    made = built(mine)
    _, _, container = app(made)
    files = {name for name in environment(container) if name.endswith(IN_A_FILE)}
    assert files == {"SLACK_BOT_TOKEN_FILE", "SLACK_SIGNING_SECRET_FILE", "CHIPSCOUT_API_TOKENS_FILE"}
    (rule,) = made["Ingress"]["spec"]["rules"]
    assert [each["path"] for each in rule["http"]["paths"]] == ["/slack/", "/v1", "/mcp"]
    service = made["Service"]
    for each in rule["http"]["paths"]:
        to = each["backend"]["service"]
        assert (to["name"], each["pathType"]) == (service["metadata"]["name"], "Prefix")
        assert to["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}
    assert made["Ingress"]["spec"]["tls"][0]["hosts"] == [rule["host"]]
