"""Where questions are restated and answers checked by a language model, if anywhere: an address, a name, a key."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.environment.secret import secret
from bot.wording.errors import UserError

MACHINE = ("http://127.0.0.1", "http://localhost", "http://[::1]")  # beside https


def _safe(url: str) -> str:
    """What people ask does not leave the machine in the clear."""
    if url and not url.startswith(("https://", *MACHINE)):
        raise ValueError("https")
    return url


class ReaderSettings(BaseSettings):
    """Empty where nothing is restated, which is so unless somebody sets it up."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_prefix="CHIPSCOUT_READER_", env_ignore_empty=True, hide_input_in_errors=True
    )

    url: Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_safe)] = ""
    model: Annotated[str, StringConstraints(strip_whitespace=True)] = ""
    key: SecretStr = Field(default_factory=lambda: SecretStr(secret("CHIPSCOUT_READER_KEY")))  # also from its file
    seconds: float = Field(default=15, gt=0, le=120)
    checks: bool = True  # whether answers are read against their questions too


def load() -> ReaderSettings:
    """The settings of this environment.

    Raises:
        UserError: a value is malformed; named, not repeated.
    """
    try:
        settings = ReaderSettings()
    except ValidationError as problem:
        names = sorted({f"CHIPSCOUT_READER_{error['loc'][0]}".upper() for error in problem.errors()})
        raise UserError("settings_malformed", names=tuple(names)) from None
    if settings.url and not settings.model:
        raise UserError("settings_missing", names=("CHIPSCOUT_READER_MODEL",))
    return settings
