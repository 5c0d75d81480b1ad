"""What is told of several requests at once."""

from __future__ import annotations

from engine.forms.at_once.told import (
    AtOnce,
    is_of_video,
    rtf_alone,
    sound_a_second,
    told_at_once,
    wanted_at_once,
)


def test_a_real_time_factor_belongs_to_the_number_before_it() -> None:
    text = "1 req: first-chunk ~176ms, RTF ~0.42 4 req: first-chunk ~375ms, RTF ~0.98"
    assert told_at_once(text) == (AtOnce(1, rtf=0.42), AtOnce(4, rtf=0.98))


def test_so_do_seconds_in_english_and_chinese() -> None:
    english = "1 concurrent request Latency: ~0.59s, 10 concurrent requests Average latency: ~3.08s"
    assert told_at_once(english) == (AtOnce(1, seconds=0.59), AtOnce(10, seconds=3.08))
    assert told_at_once("一个并发大概要1秒多，十个并发平均就要9秒多") == (
        AtOnce(1, seconds=1.0),
        AtOnce(10, seconds=9.0),
    )


def test_a_number_without_a_figure_is_what_is_wanted() -> None:
    assert wanted_at_once("Can we use it for 50+ concurrent requests on one T4?") == 50
    assert told_at_once("Can we use it for 50+ concurrent requests on one T4?") == ()


def test_one_factor_alone_and_sound_that_is_worked_off() -> None:
    assert rtf_alone("The RTF is 0.05 on my card, how many streams?") == 0.05
    assert sound_a_second("处理10s的语音数据，每秒GPU可以推理出5个语音识别结果") == 50
    assert sound_a_second("5 results per second") == 0


def test_streams_of_video_are_decoded() -> None:
    assert is_of_video("单张GPU卡能支持多少路rtsp并行解码？") and not is_of_video("8 concurrent audio streams")
