"""Python scripts as entries."""

from __future__ import annotations

import pytest

from engine.configs.syntax.entries import ConfigError
from engine.configs.syntax.python_text import python_entries


def flat(text: str) -> dict[str, object]:
    return {entry.path: entry.value for entry in python_entries(text)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("TrainingArguments(x=4)", 4),
        ("N = 4\nTrainingArguments(x=N)", 4),
        ("N = 4\nTrainingArguments(x=N * 2)", 8),
        ("TrainingArguments(x=-1)", -1),
        ("TrainingArguments(x=torch.bfloat16)", "torch.bfloat16"),
        ("TrainingArguments(x=['q', 'v'])", ("q", "v")),
        ("TrainingArguments(**dict(x=3))", 3),
        ("kw = {'x': 3}\nTrainingArguments(**kw)", 3),
        ("TrainingArguments(x=int(os.environ.get('X', '8')))", "8"),
        ("p.add_argument('--x', type=int, default=5)\nargs = p.parse_args()\nTrainingArguments(x=args.x)", 5),
        ("class A:\n  x: int = field(default=7)\nTrainingArguments(x=script_args.x)", 7),
        ("TrainingArguments(x=load())", "<load>"),
        ("TrainingArguments(x=unset)", "<unset>"),
        ("%pip install trl\nTrainingArguments(x=1)", 1),
    ],
)
def test_an_argument_is_read_as_far_as_it_is_a_literal(text: str, value: object) -> None:
    assert flat(text)["TrainingArguments.x"] == value


def test_loading_a_model_keeps_who_loads() -> None:
    text = "m = AutoModelForCausalLM.from_pretrained('a/b')\nt = AutoTokenizer.from_pretrained('a/b')"
    assert flat(text) == {"AutoModelForCausalLM.from_pretrained.0": "a/b", "AutoTokenizer.from_pretrained.0": "a/b"}


def test_a_dictionary_filled_later_is_whole() -> None:
    text = "h = {'epochs': 1}\nh['lr'] = 2\nHuggingFace(hyperparameters=h)"
    assert flat(text) == {"HuggingFace.hyperparameters.epochs": 1, "HuggingFace.hyperparameters.lr": 2}


def test_nothing_is_run() -> None:
    assert flat("raise SystemExit(1)\nTrainingArguments(x=exit())")["TrainingArguments.x"] == "<exit>"


@pytest.mark.parametrize("text", ["def f(:\n", "x = " + "(" * 5_000, "x = " + "-" * 50_000 + "1"])
def test_what_is_no_python_is_one_error(text: str) -> None:
    with pytest.raises(ConfigError):
        python_entries(text)


@pytest.mark.parametrize(
    "later",
    ["args.max_steps = 60", "setattr(args, 'max_steps', 60)", "N = 60\nargs.max_steps = N"],
)
def test_what_is_set_after_the_call_counts_as_its_argument(later: str) -> None:
    assert flat(f"args = TrainingArguments('out', max_steps=5)\n{later}")["TrainingArguments.max_steps"] == 60


def test_what_is_set_on_something_else_is_no_argument() -> None:
    assert flat("other.max_steps = 60\nTrainingArguments('out')") == {"TrainingArguments.0": "out"}


def test_names_at_the_top_count_where_a_model_is_loaded() -> None:
    load = "AutoModelForCausalLM.from_pretrained('gpt2')"
    assert flat(f"batch_size = 4\n{load}")["constant.batch_size"] == 4
    assert flat("batch_size = 4\nConvNet()") == {}


def test_a_string_is_put_together_of_what_is_known() -> None:
    text = 'size = "8B"\nTrainingArguments(model=f"Qwen/Qwen3-{size}", other=f"{open(size)}", n=2**11)\n'
    found = {entry.path: entry.value for entry in python_entries(text)}
    assert found["TrainingArguments.model"] == "Qwen/Qwen3-8B"
    assert found["TrainingArguments.n"] == 2048
    assert str(found["TrainingArguments.other"]).startswith("<")
