"""Waiting when Slack says so, counted."""

from __future__ import annotations

from urllib.parse import urlparse

from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from bot.observe import metrics


class CountedWaits(RateLimitErrorRetryHandler):
    """The SDK's handler, which waits for as long as Slack says; `/metrics` shows how often."""

    def prepare_for_next_attempt(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        metrics.rate_limited(method_of(request.url))
        super().prepare_for_next_attempt(state=state, request=request, response=response, error=error)


def method_of(url: str) -> str:
    """The method of a Web API address; the address of a response is a secret, so it is only called one."""
    path = urlparse(url).path
    return path.rpartition("/")[2] if "/api/" in path else "response_url"
