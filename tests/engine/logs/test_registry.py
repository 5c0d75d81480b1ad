"""A log is told apart by what it says, whatever its name; what is none is refused."""

from __future__ import annotations

import json

import pytest

from engine.logs.log import LogError
from engine.logs.registry import READERS, read_log
from tests.engine.logs.test_curves import CHART
from tests.engine.logs.test_figures import MAXTEXT
from tests.engine.logs.test_megatron import lines
from tests.engine.logs.test_nemo import LINES
from tests.engine.logs.test_serving import AIPERF, GOOGLE, GUIDELLM, SERVE
from tests.engine.logs.test_serving_console import TABLE

SAMPLES = {
    "trainer_state": '{"log_history": [{"loss": 1.0, "step": 1}]}',
    "vllm": json.dumps(SERVE),
    "inference_perf": '{"successes": {"count": 1, "throughput": {"output_tokens_per_sec": 5.0}}}',
    "megatron": lines(1000.0),
    "nemo": LINES,
    "torchtune": "Step 1 | loss:1.7 lr:2e-05 tokens_per_second_per_gpu:612.4",
    "torchtitan": "step: 10  loss: 4.1  memory: 47GiB  tps: 7,012  tflops: 389.1  mfu: 39.3%",
    "trainer_console": "{'loss': 1.9, 'learning_rate': 2e-05, 'epoch': 0.1}",
    "wandb": CHART,
    "inference_benchmark": json.dumps(GOOGLE),
    "aiperf": json.dumps(AIPERF),
    "guidellm": json.dumps(GUIDELLM),
    "serving_console": TABLE,
    "figures": MAXTEXT,
    "progress_bar": "Epoch 0:  10%|#  | 100/1000 [01:40<15:00,  1.00it/s, v_num=0, train_loss=2.10]",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_log_is_known_by_its_text(name: str) -> None:
    assert read_log(SAMPLES[name]).format == name


def test_every_reader_has_a_sample() -> None:
    assert set(READERS) - {"curves", "summary"} <= set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("reader", READERS)
def test_no_reader_fails_on_the_log_of_another(name: str, reader: str) -> None:
    log = READERS[reader](SAMPLES[name])
    assert log is None or log.format in (name, reader, "trainer_console")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "log_unknown"),
        ("dear diary", "log_unknown"),
        ("[" * 5000, "log_too_deep"),
        ("\x00\x01", "log_unknown"),
        (MAXTEXT.splitlines()[1], "log_one_step"),
        ("Step,run - train/loss\n1,2.1\n2,2.0\n", "log_table_without_speed"),
    ],
)
def test_what_is_no_log_is_refused(text: str, code: str) -> None:
    with pytest.raises(LogError, match=code):
        read_log(text)


def test_the_steps_of_a_console_go_before_the_summary_at_its_end() -> None:
    assert read_log(MAXTEXT + "\nwandb: Run summary:\nwandb: tokens_per_sec 2343769.08\n").format == "figures"
