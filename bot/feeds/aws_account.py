"""The AWS feeds that need an account: spot and Capacity Blocks by region, list prices and Savings Plans by type.

Each page of the response becomes one JSON document, in the format of the AWS CLI, for the parsers in
`knowledge/feeds/aws/`. boto3 is an optional extra, imported only here and only when needed. boto3 finds the
credentials; none are ever stored or logged.
"""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, BinaryIO, NamedTuple

from bot.wording.errors import UserError
from knowledge.types.feeds import RefreshSettings
from knowledge.units import HOURS_PER_DAY

log = logging.getLogger(__name__)
SYSTEMS = ("Linux/UNIX", "Linux/UNIX (Amazon VPC)")
LINUX = {"operatingSystem": "Linux", "tenancy": "Shared", "capacitystatus": "Used", "preInstalledSw": "NA"}
PLAN_PAGE = 1000  # rates on a page, the most that AWS gives
NOT_OFFERED = frozenset({"InvalidParameterValue", "InvalidInstanceType", "Unsupported", "UnsupportedOperation"})


class Account(NamedTuple):
    """Where to send requests, how long to retry, and for which moment. Without `endpoint`, AWS's own by region."""

    regions: tuple[str, ...]
    at: datetime
    patience: RefreshSettings
    endpoint: str = ""


def pages(
    feed: str, account: Account, type_prefixes: Iterable[str], blocks: Sequence[str], types: Sequence[str] = ()
) -> Iterator[BinaryIO]:
    """The documents of one of the feeds. `blocks` are the types sold as Capacity Blocks, `types` all that are known.

    Raises:
        UserError: as for `spot_pages`.
        KeyError: this feed needs no account.
    """
    readers = {
        "aws_spot": lambda: spot_pages(account, type_prefixes),
        "aws_capacity_blocks": lambda: block_pages(account, blocks),
        "aws_products": lambda: product_pages(account, types),
        "aws_plan_rates": lambda: plan_pages(account, types),
    }
    return readers[feed]()


def spot_pages(account: Account, type_prefixes: Iterable[str]) -> Iterator[BinaryIO]:
    """The current spot prices of all instance types with one of these prefixes, one document per page.

    Raises:
        UserError: boto3 or credentials are missing, or AWS refuses or cannot be reached.
    """
    type_filter = {"Name": "instance-type", "Values": [f"{prefix}*" for prefix in sorted(type_prefixes)]}
    for client in _clients(account):
        parameters = {"Filters": [type_filter], "ProductDescriptions": list(SYSTEMS), "StartTime": account.at}
        yield from _pages(client, "describe_spot_price_history", "SpotPriceHistory", parameters)


def block_pages(account: Account, instances: Sequence[str]) -> Iterator[BinaryIO]:
    """The Capacity Blocks offered for one instance and one day, by type and region, one document per page.

    Raises:
        UserError: as for `spot_pages`. A type that a region does not sell as Capacity Blocks is skipped.
    """
    for client in _clients(account):
        for instance in instances:
            parameters = {"InstanceType": instance, "InstanceCount": 1, "CapacityDurationHours": HOURS_PER_DAY}
            yield from _pages(
                client, "describe_capacity_block_offerings", "CapacityBlockOfferings", parameters, NOT_OFFERED
            )


def product_pages(account: Account, types: Sequence[str]) -> Iterator[BinaryIO]:
    """The price list of each type, Linux on shared machines, in all regions, one document per page.

    Raises:
        UserError: as for `spot_pages`.
    """
    for client in _clients(account, "pricing"):
        for name in types:
            wanted = LINUX | {"instanceType": name}
            filters = [{"Type": "TERM_MATCH", "Field": field, "Value": value} for field, value in wanted.items()]
            yield from _pages(client, "get_products", "PriceList", {"ServiceCode": "AmazonEC2", "Filters": filters})


def plan_pages(account: Account, types: Sequence[str]) -> Iterator[BinaryIO]:
    """The rates of these types under Savings Plans, in all regions, one document per page.

    Raises:
        UserError: as for `spot_pages`.
    """
    for client in _clients(account, "savingsplans"):
        wanted = {"instanceType": list(types), "tenancy": ["shared"], "productDescription": ["Linux/UNIX"]}
        parameters: dict[str, Any] = {
            "savingsPlanTypes": ["Compute", "EC2Instance"],
            "products": ["EC2"],
            "serviceCodes": ["AmazonEC2"],
            "filters": [{"name": name, "values": values} for name, values in wanted.items()],
            "maxResults": PLAN_PAGE,
        }
        with _as_user_errors():
            while True:  # boto3 has no paginator of it
                page = client.describe_savings_plans_offering_rates(**parameters)
                yield _document("searchResults", page["searchResults"])
                if not page.get("nextToken"):
                    break
                parameters["nextToken"] = page["nextToken"]


def _document(key: str, value: object) -> BinaryIO:
    return io.BytesIO(json.dumps({key: value}, default=_to_json).encode())


def _clients(account: Account, service: str = "ec2") -> Iterator[Any]:
    try:
        import boto3
        from botocore.config import Config
    except ImportError:
        raise UserError("aws_no_boto3") from None
    patience = account.patience
    config = Config(
        connect_timeout=patience.connect_seconds,
        read_timeout=patience.read_seconds,
        retries={"mode": "standard", "total_max_attempts": patience.tries},
    )
    with _as_user_errors():
        session = boto3.Session()
        if session.get_credentials() is None:
            raise UserError("aws_no_credentials")
        for region in account.regions:
            yield session.client(service, region_name=region, endpoint_url=account.endpoint or None, config=config)


def _pages(
    client: Any,
    operation: str,
    result_key: str,
    parameters: dict[str, Any],
    ignored: frozenset[str] = frozenset(),
) -> Iterator[BinaryIO]:
    """boto3's paginator stops when NextToken is missing or empty, and refuses one that repeats."""
    from botocore.exceptions import ClientError

    with _as_user_errors():
        try:
            for page in client.get_paginator(operation).paginate(**parameters):
                if result_key not in page:
                    raise UserError("aws_failed", kind=operation)
                yield _document(result_key, page[result_key])
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if code not in ignored:
                raise
            log.info("%s in %s: %s", parameters.get("InstanceType"), client.meta.region_name, code)


def _to_json(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


@contextmanager
def _as_user_errors() -> Iterator[None]:
    """Turns boto3's exceptions into a UserError that says what the team can do."""
    from botocore.exceptions import (
        BotoCoreError,
        ClientError,
        ConnectionError,
        HTTPClientError,
        NoCredentialsError,
        PartialCredentialsError,
        ProfileNotFound,
    )
    from botocore.parsers import ResponseParserError

    try:
        yield
    except (NoCredentialsError, PartialCredentialsError, ProfileNotFound):
        raise UserError("aws_no_credentials") from None
    except ClientError as error:
        operation = error.operation_name
        raise UserError("aws_refused", refusal=error.response["Error"]["Code"], operation=operation) from None
    except (ConnectionError, HTTPClientError) as error:
        raise UserError("aws_unreachable", kind=type(error).__name__) from None
    except (BotoCoreError, ResponseParserError) as problem:
        raise UserError("aws_failed", kind=type(problem).__name__) from None
