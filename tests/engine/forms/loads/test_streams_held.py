"""How many live streams of sound or film one machine carries."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.streams_held import StreamsHeld


def held(advisor: Advisor, text: str) -> StreamsHeld:
    answer = advisor.ask(text)
    assert answer.facts is not None and isinstance(answer.facts.headline, StreamsHeld), answer.facts
    return answer.facts.headline


@pytest.mark.parametrize(
    "text",
    [
        "how many live audio streams can one A100 80GB transcribe with whisper large-v3?",
        "max number of simultaneous calls with whisper large v3 on an A100 80 GB",
        "combien de flux en direct avec whisper large-v3 sur une A100 80GB?",
    ],
)
def test_sound_is_heard_twice_as_it_comes(text: str, advisor: Advisor) -> None:
    """91.8 hours of sound an hour were measured there: x 0.7 busy / 2 passes = 32.1 streams."""
    told = held(advisor, text)
    assert told.streams.likely == pytest.approx(91.8 * 0.7 / 2, rel=0.01)
    assert (told.wanted, told.enough, told.frames) == (0, "", 0)


@pytest.mark.parametrize(
    ("text", "frames", "assumed"),
    [
        ("how many cameras can one T4 handle with yolo11m at 15 fps?", 15, False),
        ("一张T4能同时跑多少路摄像头 yolo11m 15fps", 15, False),
        ("how many RTSP streams can a T4 do with yolo11m?", 25, True),
    ],
)
def test_each_camera_sends_so_many_frames(text: str, frames: float, assumed: bool, advisor: Advisor) -> None:
    """One T4 does 1.6 x 212.8 images a second of YOLO11m."""
    told = held(advisor, text)
    assert told.streams.likely == pytest.approx(1.6 * 1000 / 4.7 * 0.7 / frames, rel=0.01)
    assert (told.frames, told.assumed) == (frames, assumed)


@pytest.mark.parametrize(
    ("text", "enough", "needed"),
    [
        ("20 livestreams transcribed with whisper large-v3 on an A100 80GB, possible?", "yes", 1),
        ("We have 12 lecture halls streaming audio, whisper large-v3, one A100 80GB: enough?", "yes", 1),
        ("同时20路电话转写 whisper large-v3，一张A100 80GB够吗？", "yes", 1),
        ("is an A100 80GB enough for 6 simultaneous whisper large-v3 transcriptions of live calls?", "yes", 1),
        ("can an A100 80GB keep up with 200 live calls on whisper large-v3?", "no", 7),  # 200 / 32.1 = 6.2
        ("can two A100 80GB keep up with 200 live calls on whisper large-v3?", "no", 8),  # twice 4
    ],
)
def test_so_many_are_enough_or_not(text: str, enough: str, needed: int, advisor: Advisor) -> None:
    told = held(advisor, text)
    assert (told.enough, told.needed) == (enough, needed)


@pytest.mark.parametrize(
    "text",
    [
        "whisper large-v3, 100 simultaneous calls, how many L4?",  # cards are counted
        "how many images a second does a T4 do with yolo11m?",
        "how long to transcribe 5,000 hours of calls with whisper large-v3 on one L4?",
        "how many streams of Llama 3.1 8B can one L4 handle?",
    ],
)
def test_other_counts_are_of_other_forms(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.facts is None or not isinstance(answer.facts.headline, StreamsHeld)
