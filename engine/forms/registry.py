"""Every form of an answer, one line each. Everything else that depends on the forms is derived from this list."""

from __future__ import annotations

from engine.forms.ask_back import ASK_BACK
from engine.forms.carbon import CARBON
from engine.forms.chat import CHAT
from engine.forms.choose import CHOOSE
from engine.forms.commitment import COMMITMENT
from engine.forms.compare import COMPARE
from engine.forms.decline import DECLINE
from engine.forms.estimate import ESTIMATE
from engine.forms.explain import EXPLAIN
from engine.forms.fit import FIT
from engine.forms.form import Form
from engine.forms.price import PRICE
from engine.forms.remark import REMARK
from engine.forms.serving import SERVING
from engine.forms.support import SUPPORT

FORMS: tuple[Form, ...] = (  # the most specific first: an answer has the first form that the text asks for
    CHAT,
    REMARK,
    DECLINE,
    SERVING,
    FIT,
    ESTIMATE,
    CARBON,
    COMMITMENT,
    SUPPORT,
    COMPARE,
    PRICE,
    EXPLAIN,
    ASK_BACK,
    CHOOSE,  # last: answers every text
)


def form_named(name: str, forms: tuple[Form, ...] = FORMS) -> Form:
    """The form with that id; advice for an id that none has (of another version)."""
    return next((form for form in forms if form.id == name), CHOOSE)


def form_of(intent: str, forms: tuple[Form, ...] = FORMS) -> Form:
    """The form of an intent; advice for one that none has."""
    return next((form for form in forms if form.intent == intent), CHOOSE)
