"""What a load comes to whose model nobody named: tokens a second, and what tells how many cards that takes."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked

ROOM = frozenset({"usual_room", "share_within", "model_unnamed"})  # first lines about memory alone
SIZED = ("parameters", "model", "variant", "architecture")
BUSY = "steady_utilization"


class LoadOfNoModel(Reason, code="load_of_no_model"):
    """Requests a second, tokens a second of prompts and answers (0: not told); cards for them are those over what one
    card does, at most `busy` of its time."""

    requests: float
    prompts: float
    answers: float
    chip: str
    busy: float


def unsized_load(stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """None unless so many requests come, no model is named, and the first line tells of memory."""
    said, first = asked.profile, stated.headline
    counts = any(goal.wants == "count" for goal in asked.reading.measured.goals)
    if first is None or first.code not in ROOM or not counts or not said.requests_per_second:
        return None
    if any(map(said.says, SIZED)):
        return None
    chips = [asked.facts.accelerators[one].name for one in said.candidates if one in asked.facts.accelerators]
    line = LoadOfNoModel(
        requests=said.requests_per_second,
        prompts=said.requests_per_second * (said.prompt_tokens or 0.0),
        answers=said.requests_per_second * (said.answer_tokens or 0.0),
        chip=chips[0] if len(chips) == 1 else "",
        busy=asked.library.constants.likely(BUSY),
    )
    return FactAnswer(headline=line, of_told=True)
