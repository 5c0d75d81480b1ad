"""Settings from the environment. A missing or malformed value is named in one sentence and never repeated."""

from __future__ import annotations

import os
import re
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    SecretStr,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.environment.database_path import default_path
from bot.environment.secret import IN_A_FILE, SECRETS, secret
from bot.wording.errors import UserError
from knowledge.store.base.address import Location, location

SLACK = "https://slack.com/api/"


def _token(prefix: str) -> AfterValidator:
    def check(token: SecretStr) -> SecretStr:
        value = token.get_secret_value()
        if value and not (value.startswith(prefix) and value.isascii() and value.isprintable() and " " not in value):
            raise ValueError(prefix)
        return token

    return AfterValidator(check)


def _listed(names: object) -> object:
    """Ids separated by commas or spaces."""
    if not isinstance(names, str):
        return names
    listed = names.replace(",", " ").split()
    if not all(re.fullmatch(r"[UW][A-Z0-9]+", each) for each in listed):
        raise ValueError("ids")
    return frozenset(listed)


def _folder(url: str) -> str:
    """The SDK appends method names, so the address ends in a slash."""
    return url if url.endswith("/") else f"{url}/"


class Settings(BaseSettings):
    """An empty value counts as unset."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True)

    slack_bot_token: Annotated[SecretStr, _token("xoxb-")] = SecretStr("")
    slack_app_token: Annotated[SecretStr, _token("xapp-")] = SecretStr("")
    slack_signing_secret: SecretStr = SecretStr("")
    slack_client_id: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9.]*$")] = ""
    slack_client_secret: SecretStr = SecretStr("")
    slack_api_url: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^https?://[^\s/]+"), AfterValidator(_folder)
    ] = SLACK
    database: Annotated[Location, PlainValidator(location)] = Field(
        default_factory=default_path, validation_alias="CHIPSCOUT_DB"
    )
    keep_days: int = Field(default=365, ge=1, le=36500, validation_alias="CHIPSCOUT_KEEP_DAYS")
    admins: Annotated[frozenset[str], NoDecode, BeforeValidator(_listed)] = Field(
        default=frozenset(), validation_alias="CHIPSCOUT_ADMINS"
    )
    guests: Literal["outsiders", "members"] = Field(default="outsiders", validation_alias="CHIPSCOUT_GUESTS")
    own_prices: Literal["admins", "members"] = Field(default="admins", validation_alias="CHIPSCOUT_OWN_PRICES")
    processes: int = Field(default=1, ge=1, le=64, validation_alias="CHIPSCOUT_PROCESSES")
    health: str = Field(default="", validation_alias="CHIPSCOUT_HEALTH")  # HOST:PORT, read when it is bound
    chipscout_api_tokens: SecretStr = SecretStr("")
    api_per_minute: int = Field(default=60, ge=1, le=100_000, validation_alias="CHIPSCOUT_API_PER_MINUTE")
    log: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", validation_alias="CHIPSCOUT_LOG")
    log_format: Literal["text", "json"] = Field(default="text", validation_alias="CHIPSCOUT_LOG_FORMAT")

    @model_validator(mode="before")
    @classmethod
    def _tidied(cls, given: object) -> object:
        """Reads secrets from files; strips whitespace around pasted tokens; the log level may be in any case."""
        if not isinstance(given, dict):
            return given
        fields = {name: name.lower() if name.lower() in cls.model_fields else name for name in SECRETS}
        given = given | {fields[name]: secret(name) for name in SECRETS if os.environ.get(f"{name}{IN_A_FILE}")}
        tidy = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
        return tidy | {name: tidy[name].upper() for name in ("CHIPSCOUT_LOG",) if isinstance(tidy.get(name), str)}

    def for_socket_mode(self) -> Self:
        """These settings, if they are complete for Socket Mode.

        Raises:
            UserError: a token is missing.
        """
        return self._with("slack_app_token")

    def for_http(self) -> Self:
        """These settings, if they are complete for HTTP mode.

        Raises:
            UserError: the signing secret or a token is missing.
        """
        return self._with("slack_signing_secret")

    @property
    def serves_many(self) -> bool:
        """Whether workspaces install through OAuth, each with its own token; SLACK_BOT_TOKEN is not used then."""
        return bool(self.slack_client_id or self.slack_client_secret.get_secret_value())

    def _with(self, name: str) -> Self:
        needed = ["slack_client_id", "slack_client_secret"] if self.serves_many else ["slack_bot_token"]
        missing = [setting.upper() for setting in (*needed, name) if not self._said(setting)]
        if missing:
            raise UserError("settings_missing", names=tuple(missing))
        return self

    def _said(self, name: str) -> str:
        value = getattr(self, name)
        return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


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
