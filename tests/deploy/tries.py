"""Tries what docs/install.md offers, as far as this machine can: `python -m tests.deploy.tries [WAY]...`

A container is built where a Docker daemon runs. Where none does, the steps of the Dockerfile run one after the other
in a fresh folder: its paths are moved there, and what makes users is left out. Then the app is started with the
environment of the image (or of the unit), tokens in files, against the local Slack, and asked whether it is ready.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from bot.api.access import entry_of
from tests.deploy.dockerfile import DOCKERFILE, ROOT, instructions
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import TEAM
from tests.slack.process import AppProcess

MOVED = ("/app", "/build", "/wheels", "/src", "/data")
NEEDS_ROOT = ("groupadd", "useradd", "--owner")
TOKEN = "chipscout_of-the-tries"
QUESTION = "repeated Llama fine-tune, PyTorch, tight region capacity"


def run(command: str | list[str], cwd: Path, env: Mapping[str, str] | None = None) -> str:
    print("  $", command if isinstance(command, str) else shlex.join(command), flush=True)
    done = subprocess.run(
        command, shell=isinstance(command, str), cwd=cwd, env=env, check=True, capture_output=True, text=True
    )  # fmt: skip
    return done.stdout


def has_docker() -> bool:
    if not shutil.which("docker"):
        return False
    return subprocess.run(["docker", "info"], capture_output=True, check=False, timeout=20).returncode == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def container(folder: Path) -> None:
    if has_docker():
        run(["docker", "build", "-f", str(DOCKERFILE), "-t", "chipscout:tried", str(ROOT)], ROOT)
        print(
            run(
                ["docker", "run", "--rm", "--read-only", "--tmpfs", "/tmp", "chipscout:tried", "ask", QUESTION], ROOT
            )[:400]
        )
        return
    print("no Docker daemon: the steps of the Dockerfile run in", folder)
    found = instructions(DOCKERFILE.read_text(encoding="utf-8"))
    moved = {path: f"{folder}{path}" for path in MOVED}
    within = re.compile(rf"(?<![\w./])({'|'.join(moved)})(?![\w])")
    env = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    env |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "HTTP", "http", "SSL"))}
    here = folder
    for each in found:
        text = within.sub(lambda match: moved[match[1]], each.text)
        if each.name == "WORKDIR":
            here = Path(text)
            here.mkdir(exist_ok=True)
        elif each.name == "ENV":
            env |= {
                name: os.path.expandvars(value.replace("$PATH", env["PATH"]))
                for name, _, value in (part.partition("=") for part in shlex.split(text))
            }
        elif each.name == "COPY" and not text.startswith("--from"):
            *names, target = text.split()
            for name in names:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, here / (name if target == "./" else target))
        elif each.name == "RUN" and any(word in text for word in NEEDS_ROOT):
            print("  left out:", text)
            (folder / "data").mkdir(exist_ok=True)
        elif each.name == "RUN":
            run(text, here, env)
    print(run(["chipscout", "ask", QUESTION], here, env)[:300])
    port = free_port()
    env["CHIPSCOUT_HEALTH"] = f"127.0.0.1:{port}"
    check = next(each.text for each in found if each.name == "HEALTHCHECK")
    command = json.loads(check[check.index("[") :].replace(":3000", f":{port}"))
    serves([shutil.which("chipscout", path=env["PATH"]) or "chipscout", "serve"], folder, env, port)
    with_check(command, folder, env, port)


def serves(command: list[str], folder: Path, env: Mapping[str, str], port: int, token: str = "") -> None:
    """Starts it with tokens in files, asks whether it is ready, and lets somebody ask; over HTTP too."""
    with LocalSlack(patience=20.0) as slack, started(slack, command, folder, env):
        wait_for_port(port)
        print("  ready:", run([sys.executable, "-c", asks(port, "/readyz")], folder).strip())
        ana = slack.user("ana")
        channel = slack.channel("ml", members=[ana, slack.bot])
        print("  answers:", ana.types(f"/chipscout {QUESTION}", in_=channel).response().text.splitlines()[0][:110])
        if token:
            print("  answers over HTTP:", asked_over_http(port, token)[:110])


def asked_over_http(port: int, token: str) -> str:
    body = json.dumps({"text": QUESTION}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/ask", data=body, headers=headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
        return str(json.loads(answer.read())["headline"])


def with_check(command: list[str], folder: Path, env: Mapping[str, str], port: int) -> None:
    """The command of HEALTHCHECK says 0 while it runs, and something else when it does not."""
    with (
        LocalSlack() as slack,
        started(slack, [shutil.which("chipscout", path=env["PATH"]) or "", "serve"], folder, env),
    ):
        wait_for_port(port)
        run(command, folder, env)
    try:
        run(command, folder, env)
    except subprocess.CalledProcessError:
        print("  healthy while it runs, and not when it does not")
    else:
        raise AssertionError("the health check does not notice")


def started(slack: LocalSlack, command: list[str], folder: Path, env: Mapping[str, str]) -> AppProcess:
    """With its tokens in files."""
    more = {name: value for name, value in slack.env.items() if not name.endswith("_TOKEN")}
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"):
        (folder / name.lower()).write_text(slack.env[name])
        more |= {f"{name}_FILE": str(folder / name.lower()), name: ""}
    return AppProcess(slack, db=Path(env["CHIPSCOUT_DB"]), command=command, env={**env, **more})


def wait_for_port(port: int) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nobody listens")


def asks(port: int, path: str) -> str:
    return f"import urllib.request as r; print(r.build_opener(r.ProxyHandler({{}})).open('http://127.0.0.1:{port}{path}').read().decode())"


def systemd(folder: Path) -> None:
    """The unit's program with the unit's environment and the drop-in's; specifiers are folders of ours."""
    files = [DOCKERFILE.with_name(name) for name in ("chipscout.service", "chipscout-api.conf")]
    unit = "\n".join(file.read_text(encoding="utf-8") for file in files)
    (folder / "api_tokens").write_text(entry_of(TEAM, TOKEN) + "\n")
    places = {"%S": folder / "state", "%C": folder / "cache", "%d": folder}
    env = {"PATH": os.environ["PATH"]}
    for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE):
        for short, place in places.items():
            line = line.replace(short, str(place))
        env |= dict(part.split("=", 1) for part in line.split())
    port = free_port()
    env["CHIPSCOUT_HEALTH"] = f"127.0.0.1:{port}"
    serves([str(Path(sys.executable).parent / "chipscout"), "serve"], folder, env, port, TOKEN)


def wheel(folder: Path) -> None:
    """A wheel of the checkout in a fresh environment with a home of its own, as pipx installs it."""
    home = folder / "home"
    home.mkdir()
    env = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "HTTP", "http", "SSL"))}
    env |= {"HOME": str(home), "PATH": f"{folder}/app/bin:/usr/bin:/bin"}
    run([sys.executable, "-m", "venv", "app"], folder)
    run(["app/bin/python", "-m", "pip", "wheel", "--no-deps", "--wheel-dir", "wheels", str(ROOT)], folder, env)
    (made,) = (folder / "wheels").glob("*.whl")
    run(["app/bin/python", "-m", "pip", "install", f"{made}[agents,plan,postgres]"], folder, env)
    for name in ("finetune.yml", "fleet.toml"):
        shutil.copy(ROOT / "docs" / name, folder / name)
    for words in (
        ["ask", QUESTION], ["ask", "--brief", QUESTION], ["estimate", "finetune.yml"], ["plan", "fleet.toml"],
        ["serve", "--help"], ["manifest"], ["schema", "brief"], ["mcp", "skill"], ["mcp", "token", "T0123456"],
        ["facts", "check"], ["completion", "bash"],
    ):  # fmt: skip
        said = run(["app/bin/chipscout", *words], folder, env)
        assert said.strip(), words
        print("   ", said.splitlines()[0][:110])


def tool(folder: Path, installer: list[str], env: Mapping[str, str]) -> None:
    run([*installer, f"{ROOT}[agents,plan,postgres]"], folder, {**os.environ, **env})
    print(run([str(folder / "bin" / "chipscout"), "ask", QUESTION], folder)[:300])


def uv(folder: Path) -> None:
    tool(
        folder,
        ["uv", "tool", "install"],
        {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")},
    )


def pipx(folder: Path) -> None:
    tool(folder, ["pipx", "install"], {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")})


WAYS = {"container": container, "systemd": systemd, "wheel": wheel, "uv": uv, "pipx": pipx}


def main() -> None:
    for name in sys.argv[1:] or WAYS:
        print(f"== {name}", flush=True)
        if name in ("uv", "pipx") and not shutil.which(name):
            print(f"  {name} is not installed here")
            continue
        with tempfile.TemporaryDirectory() as folder:
            WAYS[name](Path(folder).resolve())


if __name__ == "__main__":
    main()
