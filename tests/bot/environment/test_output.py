"""Whatever a command quotes, its output has no control character: real processes, in a pipe and in a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from bot.environment.output import PrintableStream, drawing
from tests import on_path
from tests.bot.test_cli import COMMAND
from tests.forked import completed

EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b2J\x08\x7f\r\u202e"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
OUR_STYLES = re.compile(r"\x1b\[[0-9;]*m")

FILES: dict[str, str] = {
    "feeds.toml": "[[feed]]\nid = " + json.dumps(EVIL) + "\n",
    "batch.jsonl": json.dumps({"id": EVIL, "text": f"price of p5 {EVIL}"}, ensure_ascii=False) + "\n",
    "wrong.jsonl": EVIL + "\n",
    "config.yml": f"base_model: {EVIL!r}\nunknown_key: {json.dumps(EVIL)}\n",
    "own.csv": f"name,amount,note\np5.48xlarge,12,{EVIL}\n",
    f"bill{EVIL}.csv": "a,b\n1,2\n",
    "run.log": f"diary {EVIL}\n",
}
COMMANDS: list[list[str]] = [
    ["ask", f"price of p5.48xlarge {EVIL} in {EVIL}"],
    ["ask", "--full", f"Llama 8B fine-tune, 20 runs, PyTorch, AWS, {EVIL}zzqq"],
    ["ask", "price of p5", "--set", f"{EVIL}=1"],
    ["ask", "price of p5", "--set", f"model={EVIL}"],
    ["ask", "price of p5", "--as-of", EVIL],
    ["ask", "--batch", "batch.jsonl"],
    ["parse", "--batch", "wrong.jsonl"],
    ["parse", "--batch", EVIL],
    ["parse", EVIL + "p5"],
    [EVIL],
    ["ask", f"--{EVIL}"],
    ["compare", EVIL, "p5.48xlarge"],
    ["estimate", "config.yml"],
    ["estimate", EVIL],
    ["facts", "show", EVIL],
    ["measure", "import", "run.log", "--on", EVIL],
    ["prices", "show", EVIL],
    ["prices", "refresh", "--feed", EVIL],
    ["prices", "import", EVIL, "own.csv", "--observed-on", "2026-11-20"],
    ["prices", "own", "import", "own.csv"],
    ["prices", "own", "import", f"bill{EVIL}.csv"],
    ["prices", "own", "add", "p5.48xlarge", "12", "--note", EVIL],
    ["prices", "own", "list"],
]

IN_A_TERMINAL = [words for words in COMMANDS if words[0] == "ask" or words == [EVIL] or words[1:2] == ["refresh"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def env(folder: Path) -> dict[str, str]:
    return os.environ | {"CHIPSCOUT_DB": str(folder / "c.db")}


def in_a_pipe(words: list[str], folder: Path) -> str:
    made = completed([str(COMMAND), *words], env=env(folder), folder=folder)
    return (made.stdout + made.stderr).decode("utf-8")


def in_a_terminal(words: list[str], folder: Path) -> str:
    ours, theirs = pty.openpty()
    with subprocess.Popen([on_path.command(), *words], cwd=folder, env=env(folder), stdout=theirs, stderr=theirs):
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 65536):
                seen += part
        except OSError:  # the other side is closed
            pass
    os.close(ours)
    return OUR_STYLES.sub("", seen.decode("utf-8").replace("\r\n", "\n"))  # the terminal's own line ends


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: ascii(" ".join(words))[:40])
def test_no_command_prints_a_control_character_into_a_pipe(words: list[str], folder: Path) -> None:
    is_harmless(in_a_pipe(words, folder))


@pytest.mark.parametrize("words", IN_A_TERMINAL, ids=lambda words: ascii(" ".join(words))[:40])
def test_nor_into_a_terminal(words: list[str], folder: Path) -> None:
    is_harmless(in_a_terminal(words, folder))


def is_harmless(said: str) -> None:
    assert said.strip()
    assert not UNSAFE.search(said), ascii(said)
    assert "\x1b[31m" not in said and "Traceback" not in said


def test_what_we_draw_ourselves_is_left() -> None:
    raw = io.BytesIO()
    stream = PrintableStream(raw, encoding="utf-8", write_through=True)
    stream.write("\x1b[1mbold")
    drawing(stream).write("\x1b[1mbold")
    assert raw.getvalue() == b" [1mbold\x1b[1mbold"


def test_a_stream_of_another_kind_is_drawn_on_as_it_is() -> None:
    other = io.StringIO()
    assert drawing(other) is other
