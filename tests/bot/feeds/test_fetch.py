"""One document downloaded from a server that may misbehave: complete and within limits, or an error that says why."""

from __future__ import annotations

import gzip
import logging
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from bot.feeds.fetch import Fetched, Fetcher, FetchError, Validators, _of_tls, without_secrets
from knowledge.facts import Facts
from knowledge.types.feeds import FeedDescription
from tests.http.conftest import site as site
from tests.http.describing import QUICK, feed_at
from tests.http.server import (
    Site,
    answer,
    cut_off,
    cut_off_chunked,
    dripping,
    endless,
    raw,
    redirect,
    silent,
    tagged,
    zipped,
)

BODY = b"InstanceType,Price\np5.48xlarge,55.04\n"
Fetching = Callable[..., Fetched | None]


@pytest.fixture
def fetch(facts: Facts) -> Fetching:
    """Fetches an address as a feed whose allowed host is that of the address."""

    def at(address: str, validators: Validators | None = None, **changed: object) -> Fetched | None:
        headers = changed.pop("headers", None)
        made = Fetcher(feed_at(facts, "skypilot", address, **changed), QUICK)
        return made.fetch(address, validators, headers)  # type: ignore[arg-type]

    return at


def body_of(fetched: Fetched | None) -> bytes:
    assert fetched is not None
    with fetched.file as file:
        return file.read()


def refused(fetch: Fetching, address: str, **changed: object) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetch(address, **changed)
    return caught.value


def test_a_document_comes_with_validators_for_the_next_request(site: Site, fetch: Fetching) -> None:
    modified = "Sat, 21 Nov 2026 08:00:00 GMT"
    found = fetch(site.at("/vms.csv", answer(BODY, ETag='"v1"', Last_Modified=modified)))
    assert found is not None and found.validators == Validators('"v1"', modified)
    assert body_of(found) == BODY


def test_a_compressed_response_is_decompressed(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", zipped(BODY * 1000))
    assert body_of(fetch(address)) == BODY * 1000
    assert site.requests[0].headers["accept-encoding"] == "gzip"


def test_an_unchanged_document_is_not_downloaded_again(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", tagged(BODY, '"v1"'))
    assert fetch(address, Validators('"v1"', "")) is None
    assert body_of(fetch(address, Validators('"v0"', ""))) == BODY


def test_the_last_modified_date_is_a_validator_too(site: Site, fetch: Fetching) -> None:
    said = "Sat, 21 Nov 2026 08:00:00 GMT"
    assert fetch(site.at("/vms.csv", answer(b"", status=304)), Validators("", said)) is None
    assert site.requests[0].headers["if-modified-since"] == said


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_transient_error_is_retried(site: Site, fetch: Fetching, status: int) -> None:
    address = site.at("/vms.csv", answer(b"", status=status), answer(BODY))
    assert body_of(fetch(address)) == BODY
    assert len(site.requests) == 2


@pytest.mark.parametrize("status", [500, 503])
def test_a_lasting_error_is_raised_after_the_configured_tries(site: Site, fetch: Fetching, status: int) -> None:
    problem = refused(fetch, site.at("/vms.csv", answer(b"", status=status)))
    assert (problem.code, problem.found) == ("busy" if status == 503 else "status", str(status))
    assert len(site.requests) == QUICK.tries


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_refusal_is_not_retried(site: Site, fetch: Fetching, status: int) -> None:
    problem = refused(fetch, site.at("/vms.csv", answer(b"", status=status)))
    assert (problem.code, problem.found, len(site.requests)) == ("status", str(status), 1)


def test_a_short_retry_after_is_waited_for(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", answer(b"", status=429, Retry_After=0), answer(BODY))
    assert body_of(fetch(address)) == BODY


def test_a_retry_after_beyond_the_longest_wait_is_given_up(site: Site, fetch: Fetching) -> None:
    problem = refused(fetch, site.at("/vms.csv", answer(b"", status=429, Retry_After=3600)))
    assert (problem.code, problem.found, len(site.requests)) == ("busy_long", "3600", 1)


def test_retry_after_may_be_a_date(site: Site, fetch: Fetching) -> None:
    tomorrow = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
    assert refused(fetch, site.at("/a", answer(b"", status=503, Retry_After=tomorrow))).code == "busy_long"
    past = format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True)
    assert body_of(fetch(site.at("/b", answer(b"", status=503, Retry_After=past), answer(BODY)))) == BODY


@pytest.mark.parametrize(
    "deed",
    [cut_off(BODY, len(BODY) + 1), cut_off_chunked(BODY), raw(b"")],
    ids=["before its length", "before the last chunk", "before it began"],
)
def test_a_truncated_response_is_an_error(site: Site, fetch: Fetching, deed: object) -> None:
    problem = refused(fetch, site.at("/vms.csv", deed))  # type: ignore[arg-type]
    assert problem.code == "broken_off"
    assert len(site.requests) == QUICK.tries


def test_a_truncated_response_is_retried(site: Site, fetch: Fetching) -> None:
    assert body_of(fetch(site.at("/vms.csv", cut_off(BODY[:5], len(BODY)), answer(BODY)))) == BODY


def test_a_truncated_gzip_body_is_damaged_whatever_its_length_says(site: Site, fetch: Fetching) -> None:
    packed = gzip.compress(BODY * 100)[:-9]
    assert refused(fetch, site.at("/vms.csv", answer(packed, Content_Encoding="gzip"))).code == "damaged"
    assert refused(fetch, site.at("/no.csv", answer(BODY, Content_Encoding="gzip"))).code == "damaged"


def test_an_empty_document_is_an_error(site: Site, fetch: Fetching) -> None:
    assert refused(fetch, site.at("/vms.csv", answer(b""))).code == "empty"


@pytest.mark.parametrize("in_head", [False, True])
def test_a_dripping_server_is_stopped_at_the_time_limit(site: Site, fetch: Fetching, in_head: bool) -> None:
    """Each byte comes in time; all of them would take minutes."""
    address = site.at("/vms.csv", dripping(site, BODY * 1000, 0.02, in_head=in_head))
    assert refused(fetch, address, seconds_at_most=0.3).code == "slow"


def test_a_silent_server_times_out(site: Site, fetch: Fetching) -> None:
    assert refused(fetch, site.at("/vms.csv", silent(site)), seconds_at_most=10).code == "no_answer"


def test_an_unreachable_host_is_an_error(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", answer(BODY))
    site.close()
    assert refused(fetch, address).code == "unreachable"


@pytest.mark.parametrize("answered", ["407 Proxy Authentication Required", "403 Forbidden"])
def test_a_proxy_that_refuses_says_so(fetch: Fetching, monkeypatch: pytest.MonkeyPatch, answered: str) -> None:
    def refuse(*_args: object, **_named: object) -> None:
        raise httpx.ProxyError(answered)

    monkeypatch.setattr(httpx.AsyncClient, "send", refuse)
    problem = refused(fetch, "https://127.0.0.1/vms.csv")
    assert (problem.code, problem.found) == ("proxy_refuses", answered)


def test_a_proxy_whose_address_is_none_is_not_a_host_that_is_down(
    fetch: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:notaport")
    assert refused(fetch, "https://prices.example.com/vms.csv").code == "proxy_wrong"


def test_what_fails_at_encryption_is_told_from_a_broken_line() -> None:
    problem = httpx.ConnectError("[SSL: WRONG_VERSION_NUMBER]")
    problem.__cause__ = ssl.SSLError(1, "wrong version number")
    untrusted = httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate")
    assert [_of_tls(one) for one in (problem, untrusted, httpx.ConnectError("refused"), None)] == [
        "no_tls", "untrusted", "", "",
    ]  # fmt: skip


def test_a_declared_length_beyond_the_limit_is_refused_at_once(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", raw(b"HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\n"))
    assert refused(fetch, address, megabytes_at_most=1).code == "too_big"


def test_an_endless_body_is_stopped_at_the_limit(site: Site, fetch: Fetching) -> None:
    address = site.at("/vms.csv", endless(BODY, b"p5.48xlarge,55.04\n" * 1000))
    assert refused(fetch, address, megabytes_at_most=0.2).code == "too_big"


def test_a_small_body_that_expands_too_far_is_stopped_at_the_limit(site: Site, fetch: Fetching) -> None:
    """50 MB of zeros compress to 49 KB."""
    address = site.at("/vms.csv", zipped(bytes(50_000_000)))
    problem = refused(fetch, address, megabytes_at_most=1, unpacked_megabytes_at_most=2)
    assert (problem.code, problem.found) == ("unpacks_too_big", "2")


def test_an_unrequested_content_encoding_is_refused(site: Site, fetch: Fetching) -> None:
    assert refused(fetch, site.at("/vms.csv", answer(BODY, Content_Encoding="br"))).found == "br"


@pytest.mark.parametrize(
    "deed",
    [answer(b"sorry", Content_Type="text/html; charset=utf-8"), answer(b"\n <!DOCTYPE html><p>sorry")],
    ids=["by its type", "by its beginning"],
)
def test_a_web_page_is_an_error(site: Site, fetch: Fetching, deed: object) -> None:
    assert refused(fetch, site.at("/vms.csv", deed)).code == "html"  # type: ignore[arg-type]


def test_a_redirect_within_the_host_is_followed(site: Site, fetch: Fetching) -> None:
    site.at("/new/vms.csv", answer(BODY))
    assert body_of(fetch(site.at("/vms.csv", redirect("new/vms.csv", 308)))) == BODY
    assert site.paths() == ["/vms.csv", "/new/vms.csv"]


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("http://localhost:{port}/x", "host"),
        ("http://169.254.169.254/latest/meta-data", "host"),
        ("//other.example/x", "host"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://127.0.0.1/x", "scheme"),
        ("", "redirects"),
    ],
)
def test_a_redirect_to_another_host_is_refused(site: Site, fetch: Fetching, to: str, code: str) -> None:
    problem = refused(fetch, site.at("/vms.csv", redirect(to.format(port=site.port))))
    assert problem.code == code
    assert set(site.paths()) == {"/vms.csv"}


def test_a_redirect_to_another_allowed_host_is_followed_without_the_key(site: Site, fetch: Fetching) -> None:
    site.at("/other.csv", answer(BODY))
    address = site.at("/vms.csv", redirect(f"http://localhost:{site.port}/other.csv"))
    found = fetch(address, hosts=("localhost",), headers={"X-Goog-Api-Key": "sesame"})
    assert body_of(found) == BODY
    first, second = (request.headers.get("x-goog-api-key") for request in site.requests)
    assert (first, second) == ("sesame", None)


def test_a_loop_of_redirects_ends(site: Site, fetch: Fetching) -> None:
    site.at("/b", redirect("/a"))
    assert refused(fetch, site.at("/a", redirect("/b"))).code == "redirects"
    assert len(site.requests) == QUICK.redirects_at_most + 1


def test_a_private_address_is_refused_unless_allowed(site: Site, fetch: Fetching) -> None:
    problem = refused(fetch, site.at("/vms.csv", answer(BODY)), is_private=False)
    assert (problem.code, problem.found) == ("private", "127.0.0.1")
    assert site.requests == []


def test_a_password_in_an_address_is_sent_but_never_shown(
    site: Site, fetch: Fetching, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    address = site.at("/vms.csv?token=hush", answer(b"", status=404)).replace("//", "//ada:sesame@")
    problem = refused(fetch, address)
    assert site.requests[0].headers["authorization"].startswith("Basic ")
    assert site.paths() == ["/vms.csv?token=hush"]
    assert without_secrets(address) == f"http://127.0.0.1:{site.port}/vms.csv"
    told = f"{problem} {problem.found} {caplog.text}"
    assert "sesame" not in told and "hush" not in told


def test_progress_is_reported_as_bytes_arrive(site: Site, facts: Facts) -> None:
    told: list[tuple[int, int | None]] = []
    feed: FeedDescription = feed_at(facts, "skypilot", site.at("/vms.csv", answer(BODY)))
    found = Fetcher(feed, QUICK, lambda so_far, whole: told.append((so_far, whole))).fetch(feed.addresses["aws"][0])
    assert body_of(found) == BODY
    assert told[-1] == (len(BODY), len(BODY))
