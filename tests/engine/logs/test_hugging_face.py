"""The Trainer's own file and its console, as Trainer, TRL and axolotl write them."""

from __future__ import annotations

import json

import pytest

from engine.logs.hugging_face import read_bars, read_console, read_trainer_state

END = {
    "epoch": 1.0,
    "step": 200,
    "total_flos": 2.4e17,
    "train_loss": 1.04,
    "train_runtime": 436.0,
    "train_samples_per_second": 3.67,
    "train_steps_per_second": 0.459,
}


def state(*history: dict[str, object]) -> str:
    return json.dumps({"best_metric": None, "global_step": 200, "max_steps": 200, "log_history": list(history)})


def test_the_end_of_the_run_gives_its_totals() -> None:
    log = read_trainer_state(state({"loss": 1.1, "learning_rate": 1e-4, "step": 10}, dict(END)))
    assert log is not None and log.kind == "training"
    assert (log.seconds, log.samples_per_second, log.total_flops) == (436.0, 3.67, 2.4e17)
    assert log.points == () and log.tokens is None


def test_the_tokens_seen_are_those_of_the_last_line() -> None:
    lines = [{"loss": 1.0, "step": step, "num_tokens": step * 8192.0} for step in (10, 20, 30)]
    log = read_trainer_state(state(*lines, dict(END)))
    assert log is not None and log.tokens == 30 * 8192


def test_axolotl_logs_the_speed_of_each_chip() -> None:
    lines = [{"loss": 1.0, "step": step, "tokens_per_second_per_gpu": 1500.0 + step} for step in (1, 2, 3)]
    log = read_trainer_state(state(*lines))
    assert log is not None and log.per_chip
    assert [point.tokens_per_second for point in log.points] == [1501.0, 1502.0, 1503.0]


def test_the_console_has_one_dict_a_line_among_other_words() -> None:
    text = "\n".join(
        [
            "[2025-08-18 10:00:00,000] [INFO] [axolotl.train:42] Starting trainer...",
            "{'loss': '1.9', 'grad_norm': '0.4', 'learning_rate': '2e-05', 'tokens_per_second_per_gpu': 900.0}",
            "{'loss': '1.7', 'grad_norm': '0.4', 'learning_rate': '2e-05', 'tokens_per_second_per_gpu': 1800.0}",
            "{'train_runtime': '24.74', 'train_samples_per_second': '23.28', 'train_steps_per_second': '1.455'}",
        ]
    )
    log = read_console(text)
    assert log is not None and log.per_chip and log.seconds == 24.74
    assert [point.tokens_per_second for point in log.points] == [900.0, 1800.0]


def test_a_progress_bar_gives_seconds_a_step() -> None:
    text = (
        "{'loss': 0.87, 'learning_rate': 1e-4, 'epoch': 0.5}\n"
        " 32%|###       | 281/873 [25:36<52:46,  5.35s/it]\r 32%|###       | 282/873 [25:40<49:29,  5.02s/it]\r"
        " 33%|###       | 283/873 [25:41<19:00,  2.00it/s]\n 67%|###### | 2/3 [00:01<00:00,  1.68it/s]\n"
    )
    log = read_console(text)
    assert log is not None
    assert [(point.step, point.seconds_per_step) for point in log.points] == [(281, 5.35), (282, 5.02), (283, 0.5)]


def test_other_text_is_not_of_the_trainer() -> None:
    assert read_trainer_state('{"a": 1}') is None and read_trainer_state("[" * 100_000) is None
    assert read_console("{'eval_loss': 4.9}\nhello") is None
    assert read_console("{'loss': __import__('os').getcwd()}") is None


def test_samples_over_steps_are_the_batch() -> None:
    log = read_trainer_state(state({"loss": 1.1, "step": 10}, dict(END)))
    assert log is not None and log.global_batch == 8  # 3.67 / 0.459 = 7.996


RESULT = '"train_runtime": 976.5, "train_samples_per_second": 4.864, "train_steps_per_second": 0.304'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"epoch": 3.0, {RESULT}}}',
        f'[{{"loss": 9.5, "step": 5}}, {{{RESULT}}}]',
        f"# Summary\n- Result: `{{{RESULT}}}`",
    ],
)
def test_the_results_of_a_run_are_read_alone_in_a_list_or_quoted(text: str) -> None:
    log = read_console(text)
    assert log is not None and (log.seconds, log.samples_per_second, log.global_batch) == (976.5, 4.864, 16)


def test_a_bar_of_steps_counts_alone_where_a_loss_stands_beside_it() -> None:
    bar = "Epoch 0:  10%|#  | {}/1000 [01:40<15:00,  1.00it/s, v_num=0, train_loss=2.10]"
    log = read_bars(bar.format(100) + "\r" + bar.format(200))
    assert log is not None and [(point.step, point.seconds_per_step) for point in log.points] == [(100, 1), (200, 1)]
    assert read_bars("Map: 100%|##########| 1000/1000 [00:36<00:00, 27.3it/s]") is None


@pytest.mark.parametrize(
    "bar",
    [
        "[trainer0|0]:1|54|Loss: 1.09:  54%|#####    | 55/101 [15:04<11:17, 14.50s/it]",
        "Train:  33%|###      | 3099/9297 [7:04:32<12:19:18, 14.50s/it][INFO:swift] checkpoint-3000",
    ],
)
def test_a_bar_names_its_loss_or_itself_training(bar: str) -> None:
    log = read_bars(bar)
    assert log is not None and [point.seconds_per_step for point in log.points] == [14.5]
