"""Taking over: looks each time it runs, and does nothing else that could keep it from looking."""

from __future__ import annotations

from bot.jobs.take_over import TakeOverJob


class NothingLeft:
    """Stands in for the app behind the inbox."""

    looks = 0

    def take_over(self) -> int:
        self.looks += 1
        return 0


def test_each_run_looks_for_what_a_process_left() -> None:
    app = NothingLeft()
    job = TakeOverJob(app)  # type: ignore[arg-type]
    job.run()
    job.run()
    assert app.looks == 2
