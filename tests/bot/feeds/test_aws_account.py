"""The AWS feeds that need an account, against a fake EC2 API: requests, pages, and the same parsers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot.commands.prices.progress import Silent
from bot.feeds.aws_account import Account, block_pages, pages, spot_pages
from bot.feeds.config import Feeds
from bot.feeds.refresh import Refresher
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.facts import Facts
from knowledge.feeds.aws.capacity_blocks import parse as parse_blocks
from knowledge.feeds.aws.plan_rates import parse as parse_rates
from knowledge.feeds.aws.products import parse as parse_products
from knowledge.feeds.aws.spot import parse as parse_spot
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.ec2_api import Ec2, Row, serving
from tests.http.describing import QUICK, feed_at
from tests.knowledge.feeds.aws.test_plan_rates import rate
from tests.knowledge.feeds.aws.test_products import product
from tests.knowledge.feeds.aws_files import CONTEXT

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def sighting(instance: str, zone: str, zone_id: str, price: str, system: str = "Linux/UNIX") -> Row:
    return {
        "instanceType": instance,
        "productDescription": system,
        "spotPrice": price,
        "timestamp": "2026-11-20T07:10:55.000Z",
        "availabilityZone": zone,
        "availabilityZoneId": zone_id,
    }


TRN2 = {  # bought 2026-10-06: 1,443.55 for 40.37 hours, 35.757989 an hour
    "capacityBlockOfferingId": "cbro-1",
    "instanceType": "trn2.48xlarge",
    "availabilityZone": "us-east-2c",
    "instanceCount": "1",
    "startDate": "2026-10-06T19:07:48.000Z",
    "endDate": "2026-10-08T11:30:00.000Z",
    "capacityBlockDurationHours": "40",
    "capacityBlockDurationMinutes": "22",
    "upfrontFee": "1443.55",
    "currencyCode": "USD",
}


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Made-up credentials, never those of whoever runs the tests."""
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_EC2"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "made-up")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def ec2() -> Iterator[Ec2]:
    with serving(Ec2()) as running:
        yield running


@pytest.fixture
def account(facts: Facts, ec2: Ec2) -> Account:
    return Account(("us-east-2",), AT, facts.refreshing["default"], ec2.url)


def test_spot_prices_of_several_regions_and_pages_are_one_snapshot(ec2: Ec2, account: Account) -> None:
    ec2.spot = {
        "us-east-1": [
            sighting("trn1.32xlarge", "us-east-1b", "use1-az4", "7.534600"),
            sighting("trn1.32xlarge", "us-east-1a", "use1-az6", "3.047400"),
            sighting("p5.48xlarge", "us-east-1a", "use1-az6", "16.950800"),
            sighting("p5.48xlarge", "us-east-1a", "use1-az6", "36.9", "Windows"),
            sighting("m5.large", "us-east-1a", "use1-az6", "0.03"),
        ],
        "us-east-2": [sighting("trn1.32xlarge", "us-east-2c", "use2-az3", "2.150000")],
    }
    both = account._replace(regions=("us-east-1", "us-east-2"))
    documents = list(pages("aws_spot", both, ["trn", "p5"], []))
    assert len(documents) == 3
    found = [each for each in parse_spot(documents, CONTEXT) if isinstance(each, Observed)]
    assert {(price.key.instance, price.key.zone): str(price.usd_per_hour) for price in found} == {
        ("trn1.32xlarge", "use1-az4"): "7.5346",
        ("trn1.32xlarge", "use1-az6"): "3.0474",
        ("p5.48xlarge", "use1-az6"): "16.9508",
        ("trn1.32xlarge", "use2-az3"): "2.15",
    }
    assert [region for region, _ in ec2.asked] == ["us-east-1", "us-east-1", "us-east-2"]
    assert ec2.asked[0][1]["StartTime"] == "2026-11-21T09:30:00Z"
    assert ec2.asked[1][1]["NextToken"] == "token-2"


def test_capacity_blocks_are_requested_by_type_and_types_not_sold_there_are_skipped(
    ec2: Ec2, account: Account
) -> None:
    ec2.blocks = {"us-east-2": [TRN2, TRN2 | {"upfrontFee": "1500"}, TRN2 | {"availabilityZone": "us-east-2a"}]}
    documents = list(pages("aws_capacity_blocks", account, [], ["trn2.48xlarge", "p5.48xlarge"]))
    found = [each for each in parse_blocks(documents, CONTEXT) if isinstance(each, Observed)]
    assert [(price.key.instance, price.key.region, str(price.usd_per_hour)) for price in found] == [
        ("trn2.48xlarge", "us-east-2", "35.757989")
    ]
    assert len(ec2.asked) == 3  # two pages of three blocks, and the type that is not sold there


def test_list_prices_are_queried_by_type_and_page_by_page(ec2: Ec2, account: Account) -> None:
    """The second page of the first type has what the token asked for; the second type has one page."""
    ec2.replies = [
        {"FormatVersion": "aws_v1", "PriceList": [json.dumps(product())], "NextToken": "more"},
        {
            "FormatVersion": "aws_v1",
            "PriceList": [json.dumps(product({"regionCode": "us-west-2"})).replace("A1", "B2")],
        },
        {"FormatVersion": "aws_v1", "PriceList": []},
    ]
    documents = list(pages("aws_products", account, [], [], ["p5.48xlarge", "trn2.48xlarge"]))
    found = [each for each in parse_products(documents, CONTEXT) if isinstance(each, Observed)]
    assert {(price.key.region, price.key.purchase) for price in found} == {
        ("us-east-1", "on_demand"),
        ("us-east-1", "reserved_1yr"),
        ("us-west-2", "on_demand"),
        ("us-west-2", "reserved_1yr"),
    }
    targets, asked = zip(*ec2.queried, strict=True)
    assert set(targets) == {"AWSPriceListService.GetProducts"}
    assert asked[1]["NextToken"] == "more"
    wanted = {one["Field"]: one["Value"] for one in asked[2]["Filters"]}
    assert (wanted["instanceType"], wanted["operatingSystem"], wanted["tenancy"]) == (
        "trn2.48xlarge",
        "Linux",
        "Shared",
    )


def test_plan_rates_of_all_types_are_one_query_of_several_pages(ec2: Ec2, account: Account) -> None:
    ec2.replies = [{"searchResults": [rate()], "nextToken": "more"}, {"searchResults": [], "nextToken": ""}]
    documents = list(pages("aws_plan_rates", account, [], [], ["p5.48xlarge", "trn2.48xlarge"]))
    (found,) = [each for each in parse_rates(documents, CONTEXT) if isinstance(each, Observed)]
    assert (found.key.purchase, str(found.usd_per_hour)) == ("savings_plan", "31.464")
    (path, first), (_, second) = ec2.queried
    assert (path, second["nextToken"]) == ("/DescribeSavingsPlansOfferingRates", "more")
    assert {one["name"]: one["values"] for one in first["filters"]}["instanceType"] == [
        "p5.48xlarge",
        "trn2.48xlarge",
    ]


@pytest.mark.parametrize(("name", "kind"), [("aws_products", "skipped"), ("aws_spot", "failed")])
def test_without_an_account_what_is_optional_is_left_out_and_nothing_has_failed(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with Store(tmp_path / "chipscout.db", lambda: AT.timestamp()) as store:
        refresher = Refresher(store, Feeds({}, QUICK, frozenset({"p5"})), lambda: AT.timestamp(), Silent())
        (outcome,) = refresher.run([facts.feeds[name]])
    assert (outcome.kind, outcome.because) == (kind, "account")


def test_no_offers_give_an_empty_page(account: Account) -> None:
    (page,) = spot_pages(account, ["trn"])
    assert list(parse_spot([page], CONTEXT)) == []


def test_a_transient_error_is_retried(ec2: Ec2, account: Account) -> None:
    ec2.fail_first = 1
    assert len(list(spot_pages(account, ["trn"]))) == 1
    assert len(ec2.asked) == 2


def sentence(documents: Iterator[object]) -> str:
    with pytest.raises(UserError) as caught:
        list(documents)
    return error(caught.value)


def test_a_refusal_names_what_is_missing(ec2: Ec2, account: Account) -> None:
    ec2.refuse_with = "UnauthorizedOperation"
    said = sentence(spot_pages(account, ["trn"]))
    assert "UnauthorizedOperation" in said
    assert "ec2:DescribeSpotPriceHistory" in said
    ec2.refuse_with = "InvalidClientTokenId"
    assert "InvalidClientTokenId" in sentence(block_pages(account, ["trn2.48xlarge"]))


def test_without_credentials_no_request_is_sent(ec2: Ec2, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    assert "AWS_ACCESS_KEY_ID" in sentence(spot_pages(account, ["trn"]))
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    assert "AWS_PROFILE" in sentence(spot_pages(account, ["trn"]))
    assert ec2.asked == []


@pytest.mark.parametrize(
    "page", [b"<!DOCTYPE html><html><body>Sign in<br></body></html>", b"<html><body>Sign in</body></html>"]
)
def test_an_html_page_is_an_error(ec2: Ec2, account: Account, page: bytes) -> None:
    """It is not read as an empty list either, even if it happens to be well-formed."""
    ec2.answer_with = page
    assert "could not be used" in sentence(spot_pages(account, ["trn"]))


def test_an_unreachable_aws_is_an_error(facts: Facts) -> None:
    with serving(Ec2()) as gone:
        pass
    patience = facts.refreshing["default"].model_copy(update={"tries": 1})
    assert "could not be reached" in sentence(spot_pages(Account(("us-east-1",), AT, patience, gone.url), ["trn"]))


def test_without_boto3_the_sentence_says_what_to_install(tmp_path: Path) -> None:
    """A folder named boto3 that cannot be imported comes before the real one on the path."""
    (tmp_path / "boto3").mkdir()
    (tmp_path / "boto3" / "__init__.py").write_text("raise ModuleNotFoundError('boto3')", encoding="utf-8")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from datetime import datetime\n"
        "from bot.feeds.aws_account import Account, spot_pages\n"
        "from bot.wording.errors import UserError\n"
        "from bot.wording.words import error\n"
        "from knowledge.loading.load import load\n"
        "try:\n"
        "    list(spot_pages(Account(('us-east-1',), datetime.min, load().refreshing['default']), ['trn']))\n"
        "except UserError as told:\n"
        "    print(error(told), 'botocore' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip().endswith('pip install ".[aws]"). False')


def test_a_refresh_stores_the_prices_of_the_account(
    ec2: Ec2, facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without credentials the next refresh fails, and the stored prices stay."""
    ec2.spot = {"us-east-1": [sighting("p5.48xlarge", "us-east-1a", "use1-az6", "16.950800")]}
    feed = feed_at(facts, "aws_spot", ec2.url, regions=("us-east-1",))
    moment = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    with Store(tmp_path / "chipscout.db", lambda: moment) as store:
        refresher = Refresher(store, Feeds({}, QUICK, frozenset({"p5"})), lambda: moment, Silent())
        (outcome,) = refresher.run([feed])
        assert (outcome.kind, outcome.taken and outcome.taken.new) == ("taken", 1), outcome
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.delenv(name)
        (failed,) = refresher.run([feed])
        assert failed.kind == "failed" and "no credentials" in failed.found
        (held,) = store.history.latest(date(2026, 11, 21))
    assert (held.key.zone, str(held.usd_per_hour)) == ("use1-az6", "16.9508")
