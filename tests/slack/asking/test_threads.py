"""Threads of several turns through Slack: each turn is answered as asked, about what the thread said."""

from __future__ import annotations

from tests.slack.rooms import Room


def replies(room: Room, *turns: str) -> list[str]:
    """The first line of the answer to each turn of a direct message's thread."""
    question = room.ana.dms(turns[0])
    said = [room.slack.wait_for_message(in_=room.ana, thread=question).text]
    for turn in turns[1:]:
        room.ana.dms(turn, thread=question)
        said.append(room.slack.wait_for_message(in_=room.ana, thread=question).text)
    return said


def test_a_thread_about_a_run_answers_why_doubt_and_cheaper_and_keeps_the_machine(room: Room) -> None:
    first, why, doubt, cheaper, trainium, longer = replies(
        room,
        "8x H100 for a 13B full fine-tune on 500M tokens, how long?",
        "why so long?",
        "are you sure?",
        "anything cheaper?",
        "would trainium be cheaper?",
        "and for 1B tokens, how long?",
    )
    assert "p5.48xlarge" in first
    assert why.startswith("Because 500M tokens go through 13B parameters")
    assert doubt.startswith("As sure as its speed")
    assert cheaper.startswith("Yes") and "against" in cheaper and "p5.48xlarge" in cheaper
    assert "AWS Trainium" in trainium and "p5.48xlarge" in trainium
    assert "p5.48xlarge" in longer


def test_a_thread_about_memory_answers_a_format_a_count_and_a_method(room: Room) -> None:
    fits, fp8, on_two, with_qlora = replies(
        room,
        "Does LoRA of Llama 3.1 70B fit on 4 A100 80GB?",
        "and does it support FP8?",
        "would 2 of them be enough?",
        "what about QLoRA?",
    )
    assert fits.startswith("Yes: LoRA of Llama 3.1 70B fits on 4 x")
    assert fp8.startswith("No. FP8 on NVIDIA A100 80 GB")
    assert "LoRA of Llama 3.1 70B" in on_two and "2 x NVIDIA A100 80 GB" in on_two
    assert "QLoRA of Llama 3.1 70B" in with_qlora
