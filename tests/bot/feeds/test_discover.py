"""How documents are found: page by page, by version, through AWS's indexes; within limits and allowed hosts."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest

from bot.feeds.discover import AccountQuery, FetchJob, documents, validator_key
from bot.feeds.fetch import Fetcher, FetchError, Validators
from knowledge.facts import Facts
from tests.http.conftest import site as site
from tests.http.describing import QUICK, feed_at
from tests.http.server import Site, answer, redirect, tagged

Found = Callable[..., list[bytes] | None]


@pytest.fixture
def found(facts: Facts) -> Found:
    """The content of the documents of a feed at these addresses; None if nothing has changed."""

    def at(
        name: str, *addresses: str, key: str = "", known: dict[str, Validators] | None = None, **changed: object
    ) -> list[bytes] | None:
        feed = feed_at(facts, name, *addresses, **changed)
        with ExitStack() as stack:
            fetcher = Fetcher(feed, QUICK)
            account_query = AccountQuery(datetime(2026, 11, 21, tzinfo=UTC), QUICK)
            got = documents(FetchJob(feed, feed.clouds[0], fetcher, known or {}, stack, {}, account_query, key))
            return None if got is None else [each.file.read() for each in got]

    return at


def azure(page: int, following: str | None) -> bytes:
    return json.dumps({"Items": [{"page": page}], "NextPageLink": following, "Count": 1}).encode()


def refused(found: Found, *words: object, **changed: object) -> FetchError:
    with pytest.raises(FetchError) as caught:
        found(*words, **changed)
    return caught.value


def test_pages_of_azure_are_followed_to_the_last(site: Site, found: Found) -> None:
    second, third = site.at("/p?$skip=1000", answer(b"")), site.at("/p?$skip=2000", answer(azure(3, None)))
    site.at("/p?$skip=1000", answer(azure(2, third)))
    got = found("azure_retail", site.at("/p", answer(azure(1, second))))
    assert [json.loads(each)["Items"][0]["page"] for each in got or ()] == [1, 2, 3]


def test_a_page_that_leads_to_another_host_is_not_followed(site: Site, found: Found) -> None:
    start = site.at("/p", answer(azure(1, "http://elsewhere.example/p?$skip=1000")))
    problem = refused(found, "azure_retail", start)
    assert (problem.code, problem.found) == ("host", "elsewhere.example")


def test_a_loop_of_pages_is_detected_by_address(site: Site, found: Found) -> None:
    start = site.at("/p", answer(b""))
    site.at("/p", answer(azure(1, start)))
    assert refused(found, "azure_retail", start).code == "loop"


def test_a_loop_of_pages_is_detected_by_content(site: Site, found: Found) -> None:
    """The address differs each time; the page is the same."""
    site.at("/p?b", answer(azure(1, f"http://127.0.0.1:{site.port}/p?b")))
    start = site.at("/p", answer(azure(1, f"http://127.0.0.1:{site.port}/p?b")))
    assert refused(found, "azure_retail", start).code == "loop"


def test_endless_pages_stop_at_the_limit(site: Site, found: Found) -> None:
    for page in range(10):
        site.at(f"/p?{page}", answer(azure(page, f"http://127.0.0.1:{site.port}/p?{page + 1}")))
    start = f"http://127.0.0.1:{site.port}/p?0"
    problem = refused(found, "azure_retail", start, documents_at_most=4)
    assert (problem.code, problem.found, len(site.requests)) == ("pages", "4", 4)


def test_a_page_that_fails_leaves_no_snapshot(site: Site, found: Found) -> None:
    second = site.at("/p?2", answer(b"", status=404))
    assert refused(found, "azure_retail", site.at("/p", answer(azure(1, second)))).code == "status"


def test_a_page_that_is_not_json_is_an_error(site: Site, found: Found) -> None:
    assert refused(found, "azure_retail", site.at("/p", answer(b"Items: 1"))).code == "no_json"


def test_google_pages_are_requested_by_token_with_the_key_in_a_header(site: Site, found: Found) -> None:
    site.at("/skus?pageSize=2&pageToken=a%2Fb%3D", answer(b'{"skus": [2], "nextPageToken": ""}'))
    start = site.at("/skus?pageSize=2", answer(b'{"skus": [1], "nextPageToken": "a/b="}'))
    got = found("gcp_skus", start, key="sesame")
    assert [json.loads(each)["skus"] for each in got or ()] == [[1], [2]]
    assert [request.headers["x-goog-api-key"] for request in site.requests] == ["sesame", "sesame"]


def zip_of(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def versions(site: Site) -> tuple[str, str]:
    return site.at(
        "/v3/aws/version", tagged(b"20261121-42\n", '"42"')
    ), f"http://127.0.0.1:{site.port}/v3/{{version}}.zip"


def test_the_newest_version_is_looked_up_and_unzipped(site: Site, found: Found) -> None:
    site.at("/v3/20261121-42.zip", answer(zip_of(aws=b"instance_name,price\n")))
    assert found("gpuhunt", *versions(site)) == [b"instance_name,price\n"]


def test_the_same_version_is_not_fetched_again(site: Site, found: Found) -> None:
    said, address = versions(site)
    assert found("gpuhunt", said, address, known={validator_key(said): Validators('"42"')}) is None
    assert site.paths() == ["/v3/aws/version"]


@pytest.mark.parametrize("word", [b"../../x", b"a b", b"", b"x" * 65])
def test_an_invalid_version_is_not_followed(site: Site, found: Found, word: bytes) -> None:
    _, address = versions(site)
    said = site.at("/other", answer(word))
    assert refused(found, "gpuhunt", said, address).code in ("version", "empty")


def test_an_archive_that_is_too_big_or_holds_several_files_is_refused(site: Site, found: Found) -> None:
    said, address = versions(site)
    site.at("/v3/20261121-42.zip", answer(zip_of(aws=bytes(3_000_000))))
    assert refused(found, "gpuhunt", said, address, unpacked_megabytes_at_most=2).code == "unpacks_too_big"
    site.at("/v3/20261121-42.zip", answer(zip_of(aws=b"1", gcp=b"2")))
    assert refused(found, "gpuhunt", said, address).code == "damaged"
    site.at("/v3/20261121-42.zip", answer(zip_of(aws=b"1")[:-9]))
    assert refused(found, "gpuhunt", said, address).code == "damaged"


def aws(site: Site, **regions: str) -> str:
    """The index of services, and the index of regions it leads to."""
    indexes = {"currentRegionIndexUrl": "/offers/regions.json", "currentSavingsPlanIndexUrl": "/plans/regions.json"}
    listed = {code: {"regionCode": code, "currentVersionUrl": path} for code, path in regions.items()}
    site.at("/offers/regions.json", answer(json.dumps({"regions": listed}).encode()))
    plans = [{"regionCode": code, "versionUrl": path.replace("offers", "plans")} for code, path in regions.items()]
    site.at("/plans/regions.json", answer(json.dumps({"regions": plans}).encode()))
    return site.at("/offers/index.json", answer(json.dumps({"offers": {"AmazonEC2": indexes}}).encode()))


def test_aws_is_read_through_its_indexes_one_file_a_region(site: Site, found: Found) -> None:
    start = aws(site, east="/offers/1/east/index.json", west="/offers/1/west/index.json", north="/offers/n.json")
    site.at("/offers/1/east/index.csv", answer(b"east"))
    site.at("/offers/1/west/index.csv", answer(b"west"))
    assert found("aws_offers", start, regions=("east", "west")) == [b"east", b"west"]


def test_savings_plans_have_an_index_of_their_own(site: Site, found: Found) -> None:
    start = aws(site, east="/offers/1/east/index.json")
    site.at("/plans/1/east/index.csv", answer(b"plans"))
    assert found("aws_savings_plans", start, regions=("east",)) == [b"plans"]


def test_a_region_that_is_not_listed_is_named(site: Site, found: Found) -> None:
    problem = refused(found, "aws_offers", aws(site, east="/offers/e.json"), regions=("east", "moon"))
    assert (problem.code, problem.found) == ("no_region", "moon")


def test_if_one_document_changed_the_snapshot_has_the_others_too(site: Site, found: Found) -> None:
    first, second = site.at("/1", tagged(b"one", '"1"')), site.at("/2", answer(b"two"))
    known = {validator_key(first): Validators('"1"'), validator_key(second): Validators('"old"')}
    assert found("skypilot", first, second, known=known) == [b"one", b"two"]
    assert found("skypilot", first, known=known) is None


def test_addresses_that_differ_only_in_their_secret_parts_have_different_keys() -> None:
    """Of the query and the password there is only a validator_key."""
    plain = validator_key("https://mirror.example/vms.csv")
    asked = validator_key("https://ada:sesame@mirror.example/vms.csv?cloud=aws")
    other = validator_key("https://ada:sesame@mirror.example/vms.csv?cloud=gcp")
    assert plain == "https://mirror.example/vms.csv"
    assert len({plain, asked, other}) == 3
    assert "sesame" not in asked and "cloud" not in asked


def test_a_redirect_is_followed_only_within_the_host(site: Site, found: Found) -> None:
    site.at("/q", answer(azure(1, None)))
    assert found("azure_retail", site.at("/p", redirect("/q"))) == [azure(1, None)]
    assert refused(found, "azure_retail", site.at("/p", redirect("//localhost/q"))).code == "host"


def test_last_pages_of_two_services_may_be_alike(site: Site, found: Found) -> None:
    empty = b'{"skus": [], "nextPageToken": ""}'
    addresses = site.at("/one?pageSize=2", answer(empty)), site.at("/two?pageSize=2", answer(empty))
    assert len(found("gcp_skus", *addresses) or ()) == len(addresses)


def test_a_status_that_a_wrong_key_gets_names_where_the_key_is_and_never_the_key(site: Site, found: Found) -> None:
    start = site.at("/skus", answer(b'{"error": {"code": 400}}', status=400))
    problem = refused(found, "gcp_skus", start, key="sesame")
    assert (problem.code, problem.found) == ("key_refused", "400 CHIPSCOUT_GCP_KEY")
    assert refused(found, "gcp_skus", start).code == "status"  # no key was sent
