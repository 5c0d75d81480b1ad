"""What is told rather than asked: a machine that is not to be had, what others took or claim."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.form import Asked, Form, question_of
from engine.forms.remarks.claims import claimed, is_claimed
from engine.forms.remarks.shortage import is_short, shortage
from engine.workload.question import FormCues


def is_asked(seen: FormCues) -> bool:
    return not seen.before and (is_short(seen) or is_claimed(seen))


def answer(asked: Asked) -> FactAnswer | None:
    """What is claimed before what is short of; None where nothing can be said of either."""
    question = question_of(asked)
    return claimed(question) or shortage(question)


REMARK = Form(id="remark", means="explain", is_asked=is_asked, answer=answer, lasts=False, prices_decide=False)
