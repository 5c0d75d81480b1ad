"""What serving takes that no other form sums: a job with an end, an API instead, adapters, slices of a GPU, a CPU."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.form import Asked, Form, question_of
from engine.forms.loads.loads import LOADS
from engine.forms.loads.pace_asked import PACE_ASKED
from engine.forms.loads.pace_judged import PACE_JUDGED
from engine.forms.loads.pair_pace import PAIR_PACE
from engine.forms.loads.streams_held import STREAMS_HELD
from engine.forms.loads.texts import TEXT_LOADS
from engine.forms.served.adapters import ADAPTERS
from engine.forms.served.api import API_OR_OWN
from engine.forms.served.audio_ranked import AUDIO_RANKED
from engine.forms.served.jobs import JOB
from engine.forms.served.moves import MOVE
from engine.forms.served.per_user import PER_USER
from engine.forms.served.precisions import PRECISIONS
from engine.forms.served.processors import PROCESSORS
from engine.forms.served.shown import Part, shown_by, shown_in
from engine.forms.served.slices import SLICES
from engine.forms.served.streams import STREAMS
from engine.forms.served.unit_times import UNIT_TIMES
from engine.workload.question import FormCues

# The most specific first.
PARTS: tuple[Part, ...] = (
    PACE_JUDGED,
    PAIR_PACE,
    PACE_ASKED,
    STREAMS_HELD,
    LOADS,
    TEXT_LOADS,
    AUDIO_RANKED,
    UNIT_TIMES,
    STREAMS,
    PROCESSORS,
    API_OR_OWN,
    ADAPTERS,
    SLICES,
    PER_USER,
    PRECISIONS,
    MOVE,
    JOB,
)


def is_asked(seen: FormCues) -> bool:
    """Whether one of its parts is asked for; in a thread a turn goes on with the form that its work had."""
    shown = shown_by(seen)
    return not seen.before and any(part.asks(shown) for part in PARTS)


def answer(asked: Asked) -> FactAnswer | None:
    """Of the first part that knows something."""
    shown = shown_in(asked.reading)
    for part in PARTS:
        if part.asks(shown) and (told := part.answer(question_of(asked))) is not None:
            return told.model_copy(update={"of_told": True})  # written answers stand below the sums
    return None


SERVING = Form(id="serving", is_asked=is_asked, answer=answer, of_work=True, of_one=True, prices_decide=False)
