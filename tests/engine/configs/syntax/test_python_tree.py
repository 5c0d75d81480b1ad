"""A Python file that only says how a run is set up, as entries."""

from __future__ import annotations

from textwrap import dedent

import pytest

from engine.configs.syntax.entries import ConfigError, Value
from engine.configs.syntax.python_tree import config_entries


def read(text: str) -> dict[str, Value]:
    return {entry.path: entry.value for entry in config_entries(dedent(text))}


def test_names_of_a_module_are_keys_and_dicts_are_sections() -> None:
    assert read('lr = 1e-4\nmodel = dict(layers=2 * 6, dtype="bf16")\nname: str = "x"\n') == {
        "lr": 1e-4,
        "model.layers": 12,
        "model.dtype": "bf16",
        "name": "x",
    }


def test_a_call_is_a_section_with_its_name_and_what_has_no_keyword() -> None:
    assert read("run = Trainer.Config(steps=10, spec=registry('8B'))") == {
        "run._target_": "Trainer.Config",
        "run.steps": 10,
        "run.spec._target_": "registry",
        "run.spec.0": "8B",
    }


def test_what_the_one_function_returns_is_the_config() -> None:
    text = """
        LENGTH = 4096
        def build(opts):
            length = opts.length or LENGTH
            model = ModelConfig(width=8)
            return RunConfig(model=model, seq=length).merge(opts)
        if __name__ == "__main__":
            build(None)
    """
    assert read(text) == {"_target_": "RunConfig", "model._target_": "ModelConfig", "model.width": 8, "seq": 4096}


@pytest.mark.parametrize(
    "text",
    [
        "def one(): return AConfig(a=1)\ndef two(): return AConfig(a=2)\n",  # which of the two is asked for
        "x = 1\ntrain(x)\n",
        "for i in range(3):\n    x = i\n",
    ],
)
def test_a_script_and_a_file_of_several_configs_say_nothing(text: str) -> None:
    assert read(text) == {}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x = 4\nx *= 2", 8),
        ("y = [1, 2]\nx = y[1]", 2),
        ("d = dict(a=3)\nx = d['a']", 3),
        ("x = DATASETS['c4']", "c4"),
        ("x = int(os.environ.get('N', '16'))", "16"),
        ("x = 1 if 'N' in os.environ else 2", 2),
        ("a = None\nx = 1 if a is None else 2", 1),
        ("x = DType.bfloat16", "DType.bfloat16"),
        ("x = torch.float16", "torch.float16"),
        ("n = 7\nx = f'model-{n}b'", "model-7b"),
        ("x = -1", -1),
    ],
)
def test_what_can_be_worked_out_without_running_is(text: str, value: Value) -> None:
    assert read(text)["x"] == value


@pytest.mark.parametrize("text", ["x = y", "x = open('f').read()", "x = x", "x = 2 ** 10000", "x = os.environ['N']"])
def test_what_cannot_is_not_said(text: str) -> None:
    assert "x" not in read(text)


def test_a_value_of_a_section_that_cannot_be_worked_out_is_left_open() -> None:
    assert read("m = dict(a=opts.a)") == {"m.a": "<expression>"}


def test_a_section_that_is_part_of_another_is_told_there_alone() -> None:
    assert read("data = dict(n=1)\nrun = dict(data=data)\nsteps = data['n']\n") == {"run.data.n": 1, "steps": 1}


def test_what_grows_without_end_is_refused() -> None:
    text = "a = [1, 1]\n" + "".join(f"{chr(98 + n)} = [{chr(97 + n)}, {chr(97 + n)}]\n" for n in range(18))
    with pytest.raises(ConfigError):
        config_entries(text)
