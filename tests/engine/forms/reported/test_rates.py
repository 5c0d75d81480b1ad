"""Shares and middles over projects: one figure each, of the nearest kind of work that enough of them are of."""

from __future__ import annotations

from engine.forms.kinds.kind import Work
from engine.forms.reported.rates import LEAST, Rates, hour_rates, room_rates
from knowledge.facts import Facts, ProjectKind, ProjectReport
from tests.engine.forms.reported.projects import report


def _holding(facts: Facts, *reports: ProjectReport, kind: str = "", of_kind: int = 0) -> Facts:
    """Facts with these reports alone, the first so many projects of one kind."""
    names = list(dict.fromkeys(one.repository for one in reports))[:of_kind]
    kinds = tuple(ProjectKind(repository=name, kind=kind) for name in names)
    return facts.model_copy(update={"reports": reports, "project_kinds": kinds})


def _with(gb: list[float]) -> list[ProjectReport]:
    return [report(f"lab/P{at}", memory_gb=each, memory_is="enough") for at, each in enumerate(gb)]


def test_a_share_and_a_part_by_hand() -> None:
    """Of 8, 12, 24 and 80 GB two of four are within 16, and three of four within 24."""
    rates = Rates(None, (8, 12, 24, 80))
    assert (rates.share(16), rates.share(24), rates.part(0.25), rates.part(0.5), rates.part(0.75)) == (
        0.5, 0.75, 8, 12, 24,
    )  # fmt: skip


def test_a_project_counts_once_with_the_least_it_runs_in(facts: Facts) -> None:
    rows = [*_with([24.0] * LEAST), report("lab/P0", memory_gb=8, memory_is="used")]
    found = room_rates(None, "training", _holding(facts, *rows))
    assert found is not None
    assert (len(found.figures), found.figures[0], found.figures[1]) == (LEAST, 8, 24)


def test_memory_that_ran_out_and_another_phase_are_not_counted(facts: Facts) -> None:
    rows = _with([24.0] * (LEAST - 1))
    rows += [report("lab/Q", memory_gb=16, memory_is="too_little")]
    rows += [report("lab/R", phase="inference", memory_gb=4, memory_is="used")]
    assert room_rates(None, "training", _holding(facts, *rows)) is None


def test_the_kind_comes_before_what_it_is_within_and_that_before_any(facts: Facts) -> None:
    def kinds(of_kind: int) -> str | None:
        held = _holding(facts, *_with([24.0] * (2 * LEAST)), kind="segmentation", of_kind=of_kind)
        work = Work((held.domains["segmentation"], held.domains["vision"]), "training")
        found = room_rates(work, "training", held)
        return found.of.id if found and found.of else None

    assert kinds(LEAST) == "segmentation"
    assert kinds(LEAST - 1) is None  # too few of that kind, and of those it is within


def test_hours_are_hours_times_cards_carried_over_by_both_data_sheets(facts: Facts) -> None:
    """10 h on 8 V100 are 80 of one. A100 80 GB: 125/312 by math, 900/2039 by memory; sqrt of both is 0.4205: 33.6."""
    rows = [report(f"lab/P{at}", chips=8, chip="v100", hours=10, hours_of="run") for at in range(LEAST)]
    found = hour_rates(None, "training", facts.accelerators["a100-80"], 0, _holding(facts, *rows))
    assert found is not None
    assert round(found.part(0.5), 1) == 33.6


def test_an_epoch_or_an_unknown_number_of_cards_is_no_run(facts: Facts) -> None:
    rows = [report(f"lab/P{at}", chips=8, chip="v100", hours=10, hours_of="epoch") for at in range(LEAST)]
    rows += [report(f"lab/Q{at}", chip="v100", hours=10, hours_of="run") for at in range(LEAST)]
    assert hour_rates(None, "training", facts.accelerators["a100-80"], 0, _holding(facts, *rows)) is None


def test_only_those_that_ran_on_as_many_cards(facts: Facts) -> None:
    rows = [report(f"lab/P{at}", chips=1, chip="a100-80", hours=10, hours_of="run") for at in range(LEAST)]
    rows += [report(f"lab/Q{at}", chips=8, chip="a100-80", hours=100, hours_of="run") for at in range(LEAST)]
    held, chip = _holding(facts, *rows), facts.accelerators["a100-80"]
    one, eight = (hour_rates(None, "training", chip, cards, held) for cards in (1, 8))
    assert one is not None and eight is not None
    assert (one.part(0.5), eight.part(0.5)) == (10, 800)
    assert hour_rates(None, "training", chip, 4, held) is None
