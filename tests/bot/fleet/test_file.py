"""Fleet files: TOML and YAML say the same, and what is wrong is one sentence with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.fleet.file import fleet_file, is_fleet
from bot.wording.errors import UserError
from bot.wording.words import error
from tests.bot.fleet.sample import SERVE, TUNE

YAML = """
months: 3
clouds: [aws]
budget: {monthly_usd: 5000}
allow:
  commitments: [1yr]
workload:
  - name: tune
    text: full fine-tune of Llama 3.1 8B, PyTorch
    runs_per_month: 4
    set: {tokens: 5.0e8}
    spot: yes
  - name: chat
    text: serve Llama 3.3 70B, 20M tokens a day
    priority: 2
"""


def sentence(text: str, name: str = "f.toml") -> str:
    with pytest.raises(UserError) as raised:
        fleet_file(name, text)
    return error(raised.value)


def test_yaml_and_toml_ask_the_same() -> None:
    toml = """
months = 3
clouds = ["aws"]
budget.monthly_usd = 5000
[allow]
commitments = ["1yr"]
[[workload]]
name = "tune"
text = "full fine-tune of Llama 3.1 8B, PyTorch"
runs_per_month = 4
spot = true
set = { tokens = 5e8 }
[[workload]]
name = "chat"
text = "serve Llama 3.3 70B, 20M tokens a day"
priority = 2
"""
    one, other = fleet_file("f.toml", toml), fleet_file("f.yaml", YAML)
    for fleet in (one, other):
        first, second = fleet.workloads
        assert (fleet.months, fleet.clouds, fleet.budget.monthly_usd) == (3, ("aws",), 5000)
        assert {slot: float(value) for slot, value in first.settings.items()} == {"runs_per_month": 4, "tokens": 5e8}
        assert (first.allowed.spot, first.allowed.commitments, second.allowed.spot) == (True, ("1yr",), False)
        assert (first.priority, second.priority) == (1, 2)


def test_the_example_of_the_documents_is_read() -> None:
    text = (Path(__file__).parents[3] / "docs" / "fleet.toml").read_text(encoding="utf-8")
    assert [each.name for each in fleet_file("fleet.toml", text).workloads] == [
        "chat",
        "search",
        "weekly fine-tune",
        "pretraining",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TUNE + "prioritty = 2\n", "Line 9 of f.toml: prioritty is not a key; did you mean priority?"),
        (TUNE + "priority = 0\n", "Line 9 of f.toml: priority cannot be that"),
        (TUNE + "to_month = 5\n", "Line 9 of f.toml: these months do not lie within the 3 months"),
        (TUNE + TUNE[TUNE.index("[[") :], "Line 10 of f.toml: two workloads are called tune."),
        (TUNE + "[[workload]]\nname = 'b'\n", "Line 10 of f.toml: this workload has neither a text nor slots"),
        (TUNE + "[[workload]]\ntext = 'LoRA'\n", "Line 10 of f.toml: this workload has no name."),
        ("months = 0\n" + SERVE, "Line 1 of f.toml: months cannot be that"),
        ("[budget]\nyearly_usd = 5\n" + SERVE, "Line 2 of f.toml: yearly_usd is not a key"),
        ("[budget]\ntotal_usd = -5\n" + SERVE, "Line 2 of f.toml: total_usd cannot be that"),
        ("[budget]\ntotal_usd = 1e300\n" + SERVE, "Line 2 of f.toml: total_usd cannot be that"),
        ("[budget]\nmonthly_usd = 0\n" + SERVE, "Line 2 of f.toml: monthly_usd cannot be that"),
        ("[limits]\n'p4d.24xlarge' = -1\n" + SERVE, "Line 2 of f.toml: limits cannot be that"),
        ("[allow]\ncommitments = ['5yr']\n" + SERVE, "Line 2 of f.toml: commitments cannot be that"),
        ("months = 3\n", "there is no workload"),
        ("workload = 3\n", "workloads are a list"),
        ("months = \n" + SERVE, "f.toml, line 1, is not valid TOML."),
        ("", "is empty"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(text: str, said: str) -> None:
    told = sentence(text)
    assert said in told
    assert "\n" not in told


def test_yaml_has_its_lines_too() -> None:
    assert "Line 15 of f.yml: piority is not a key; did you mean priority?" in sentence(
        YAML.replace("priority", "piority"), "f.yml"
    )


def test_a_fleet_is_told_from_other_configs() -> None:
    assert is_fleet(TUNE)
    assert is_fleet(YAML)
    assert not is_fleet("base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 2\n")


def test_one_workload_too_many_is_a_plain_sentence_with_its_line() -> None:
    text = "".join(f'[[workload]]\nname = "w{number}"\ntext = "LoRA of Llama 8B"\n' for number in range(21))
    assert sentence(text) == "Line 62 of f.toml: this is one workload too many; a plan takes at most 20."
