"""CSV exports of Weights & Biases and MLflow."""

from __future__ import annotations

import pytest

from engine.logs.curves import is_curve, read_curves
from engine.logs.log import LogError

CHART = """\
"Step","bold-sun-7 - train/tokens_per_second_per_gpu","bold-sun-7 - train/tokens_per_second_per_gpu__MIN"
"10","900","880"
"20","1800","1790"
"""


def test_a_chart_of_wandb_names_run_and_metric_in_one_column() -> None:
    log = read_curves(CHART)
    assert log is not None and log.format == "wandb" and log.per_chip
    assert [(point.step, point.tokens_per_second) for point in log.points] == [(10.0, 900.0), (20.0, 1800.0)]


def test_two_runs_in_one_chart_are_refused() -> None:
    two = CHART.replace("__MIN", "").replace(
        'bold-sun-7 - train/tokens_per_second_per_gpu"\n', 'icy-8 - tokens_per_sec"\n'
    )
    with pytest.raises(LogError, match="log_several_runs"):
        read_curves(two.replace("icy-8 - tokens_per_sec", "icy-8 - train/tokens_per_second_per_gpu"))


def test_a_history_of_wandb_gives_tokens_and_seconds() -> None:
    log = read_curves("_step,_runtime,train/num_input_tokens_seen\n1,10,8000\n2,20,16000\n")
    assert log is not None and not log.per_chip
    assert [(point.seconds, point.tokens_seen) for point in log.points] == [(10.0, 8000.0), (20.0, 16000.0)]


def test_mlflow_writes_a_value_a_row_with_its_time_in_milliseconds() -> None:
    log = read_curves(
        "run_id,key,value,step,timestamp\n"
        "a1,train/loss,2.0,1,1000\na1,num_tokens,5000,1,1000\na1,num_tokens,9000,2,3000\n"
    )
    assert log is not None and log.format == "mlflow"
    assert [(point.seconds, point.tokens_seen) for point in log.points] == [(1.0, 5000.0), (3.0, 9000.0)]


def test_a_table_of_mlflow_runs_needs_one_row() -> None:
    log = read_curves("Start Time,Run ID,Name,tokens_per_second\n2026-01-01,a1,first,52000\n")
    assert log is not None and log.points[0].tokens_per_second == 52000
    with pytest.raises(LogError, match="log_several_runs"):
        read_curves("Start Time,Run ID,Name,tokens_per_second\n2026-01-01,a1,x,52000\n2026-01-02,a2,y,53000\n")


def test_other_tables_are_none() -> None:
    assert read_curves("region,price\nus-east-1,3\n") is None and read_curves("hello") is None


def test_a_table_of_one_run_may_say_samples_only() -> None:
    table = "run_id,status,metrics.train_loss,metrics.train_samples_per_second\na1,FINISHED,1.23,4.87\n"
    log = read_curves(table)
    assert log is not None and log.samples_per_second == 4.87
    with pytest.raises(LogError, match="log_several_runs"):
        read_curves(table + "a2,FINISHED,1.2,4.9\n")


def chart(metric: str, *values: float) -> str:
    rows = (f'"{step}","{value}","{value}"' for step, value in enumerate(values, 1))
    return "\n".join((f'"Step","bold-sun-7 - {metric}","bold-sun-7 - {metric}__MIN"', *rows))


@pytest.mark.parametrize(
    ("metric", "is_each"),
    [
        ("throughput/device/tokens_per_sec", True),
        ("throughput/device/tokens_per_second", True),
        ("perf/per_device_tokens_per_sec", True),
        ("throughput(tps)", True),
        ("perf/throughput", True),
        ("throughput/tokens_per_sec", False),
        ("train/tokens_per_second", False),
    ],
)
def test_the_folder_of_a_metric_says_whether_it_is_of_one_chip(metric: str, is_each: bool) -> None:
    log = read_curves(chart(metric, 900, 7800))
    assert log is not None and log.per_chip is is_each
    assert [point.tokens_per_second for point in log.points] == [900, 7800]


def test_a_history_with_both_is_one_run() -> None:
    """Composer logs the speed of a chip and of all beside each other."""
    log = read_curves("_step,throughput/tokens_per_sec,throughput/device/tokens_per_sec\n1,7200,900\n2,62400,7800\n")
    assert log is not None and log.per_chip and log.points[1].tokens_per_second == 7800


@pytest.mark.parametrize(
    ("metric", "value", "seconds"),
    [("train_step_timing in s", 2.5, 2.5), ("iteration-time", 2.5, 2.5), ("perf/step_time_seconds", 2.5, 2.5)],
)
def test_a_chart_of_the_time_of_a_step(metric: str, value: float, seconds: float) -> None:
    log = read_curves(chart(metric, value, value))
    assert log is not None and [point.seconds_per_step for point in log.points] == [seconds] * 2


def test_the_speed_of_an_evaluation_is_none_of_training() -> None:
    assert read_curves(chart("eval/tokens_per_second", 900, 7800)) is None


def test_a_table_of_steps_is_known_whatever_its_columns_are() -> None:
    assert is_curve(chart("train/loss", 2.1, 2.0)) and is_curve("Wall time,Step,Value\n1,2,3")
    assert not is_curve("region,price\nus-east-1,3") and not is_curve("step")
