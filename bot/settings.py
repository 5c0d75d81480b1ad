"""What the environment says. A missing or malformed value is named in one sentence; no value is ever repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.database import default_path
from bot.errors import UserError

SLACK = "https://slack.com/api/"


def _token(prefix: str) -> AfterValidator:
    def check(token: SecretStr) -> SecretStr:
        value = token.get_secret_value()
        if value and not (value.startswith(prefix) and value.isascii() and value.isprintable() and " " not in value):
            raise ValueError(prefix)
        return token

    return AfterValidator(check)


def _folder(url: str) -> str:
    """The SDK appends method names, so the address ends in a slash."""
    return url if url.endswith("/") else f"{url}/"


class Settings(BaseSettings):
    """An empty value counts as unset."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True)

    slack_bot_token: Annotated[SecretStr, _token("xoxb-")] = SecretStr("")
    slack_app_token: Annotated[SecretStr, _token("xapp-")] = SecretStr("")
    slack_signing_secret: SecretStr = SecretStr("")
    slack_api_url: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+"), AfterValidator(_folder)
    ] = SLACK
    aws_ec2_url: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^(https?://[^\s/]+.*)?$")] = Field(
        default="", validation_alias="CHIPSCOUT_AWS_EC2_URL"
    )
    database: Path = Field(default_factory=default_path, validation_alias="CHIPSCOUT_DB")
    log: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", validation_alias="CHIPSCOUT_LOG")

    @model_validator(mode="before")
    @classmethod
    def _tidied(cls, given: object) -> object:
        """Blanks around a pasted token are nobody's intention; a level may be written in any case."""
        if not isinstance(given, dict):
            return given
        tidy = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
        return tidy | {name: tidy[name].upper() for name in ("CHIPSCOUT_LOG",) if isinstance(tidy.get(name), str)}

    def for_socket_mode(self) -> Self:
        """These settings, if they suffice for Socket Mode.

        Raises:
            UserError: a token is missing.
        """
        missing = [
            name for name in ("slack_bot_token", "slack_app_token") if not getattr(self, name).get_secret_value()
        ]
        if missing:
            raise UserError("settings_missing", names=tuple(name.upper() for name in missing))
        return self


def load() -> Settings:
    """The settings of this environment.

    Raises:
        UserError: a value is malformed; named, not repeated.
    """
    try:
        return Settings()
    except ValidationError as problem:
        names = sorted({str(error["loc"][0]).upper() for error in problem.errors(include_input=False)})
        raise UserError("settings_malformed", names=tuple(names)) from None
