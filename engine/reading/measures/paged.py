"""Documents of so many pages each, which a model reads page by page: the pages are the samples."""

from __future__ import annotations

from engine.base.measures import Measured, unit
from engine.workload.profile import Profile

PAGES = "pages"  # whose words are kept
EACH = (unit(page=1, sample=-1), unit(page=1, document=-1), unit(page=1))
MOST = 5_000  # pages of one document


def paged(profile: Profile, words: dict[str, str], told: Measured) -> Profile:
    """The profile with the pages of all documents, of a model that is served."""
    each = [one for one in told.measures if one.units[0] in EACH and not one.role and one.value <= MOST]
    if len(each) != 1 or not profile.samples or profile.task not in (None, "inference") or profile.method:
        return profile
    words[PAGES] = each[0].words
    return profile.model_copy(update={"samples": round(profile.samples * each[0].value)})
