"""Slices of GPUs, speeds of transcription, and processors."""

from __future__ import annotations

from collections import defaultdict

from knowledge.loading.load import load


def test_slices_of_a_gpu_are_never_more_than_it_has() -> None:
    """7 computing and 8 memory slices, whatever the profile."""
    for part in load().gpu_slices.values():
        assert part.compute * part.instances <= 7 and part.memory * part.instances <= 8
        assert part.profile.startswith(f"{part.compute}g.")


def test_a_profile_is_named_after_its_memory() -> None:
    """Within a gigabyte or 12%: names are rounded."""
    facts = load()
    for part in facts.gpu_slices.values():
        gib = facts.accelerators[part.accelerator].hbm_gib.value * part.memory / 8
        said = float(part.profile.partition(".")[2].removesuffix("gb"))
        assert abs(said / (gib * 1.074) - 1) < 0.12 or abs(said - gib) < 1


def test_no_line_of_machines_has_two_processors() -> None:
    lines = defaultdict(list)
    for processor in load().processors.values():
        for line in processor.lines:
            lines[line].append(processor.id)
    assert all(len(found) == 1 for found in lines.values())


def test_audio_is_transcribed_faster_than_it_is_spoken() -> None:
    assert all(speed.audio_per_second > 1 for speed in load().speech_speeds.values())


def test_seconds_of_items_grow_with_their_size() -> None:
    for known in load().unit_times.values():
        assert sorted(known.seconds) == list(known.seconds)
        assert [second for _, second in known.seconds] == sorted(second for _, second in known.seconds)
