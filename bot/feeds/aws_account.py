"""The two AWS feeds that need an account: spot prices and Capacity Blocks, asked of the EC2 API region by region.

What comes back is JSON as the command line of AWS would print it, a document a page, for the parsers of
`knowledge/feeds/aws/spot.py` and `knowledge/feeds/aws/capacity_blocks.py`. boto3 is an extra and imported here alone,
when it is needed. Credentials are found as boto3 finds them; none are ever kept or logged.
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
NOT_OFFERED = frozenset({"InvalidParameterValue", "InvalidInstanceType", "Unsupported", "UnsupportedOperation"})


class Account(NamedTuple):
    """Where to ask, how patiently, and on which moment. An empty `endpoint` is AWS's own of each region."""

    regions: tuple[str, ...]
    at: datetime
    patience: RefreshSettings
    endpoint: str = ""


def pages(feed: str, account: Account, prefixes: Iterable[str], instances: Sequence[str]) -> Iterator[BinaryIO]:
    """The documents of either feed, by its id.

    Raises:
        UserError: as for `spot_pages`.
        KeyError: it is no feed that needs an account.
    """
    asked = {
        "aws_spot": lambda: spot_pages(account, prefixes),
        "aws_capacity_blocks": lambda: block_pages(account, instances),
    }
    return asked[feed]()


def spot_pages(account: Account, prefixes: Iterable[str]) -> Iterator[BinaryIO]:
    """The spot prices in force of all types that begin as wanted, a page a document.

    Raises:
        UserError: boto3 or credentials are missing, or AWS refuses or cannot be reached.
    """
    wanted = {"Name": "instance-type", "Values": [f"{prefix}*" for prefix in sorted(prefixes)]}
    for client in _clients(account):
        asked = {"Filters": [wanted], "ProductDescriptions": list(SYSTEMS), "StartTime": account.at}
        yield from _pages(client, "describe_spot_price_history", "SpotPriceHistory", asked)


def block_pages(account: Account, instances: Sequence[str]) -> Iterator[BinaryIO]:
    """What is offered of one instance for one day, of each type in each region, a page a document.

    Raises:
        UserError: as for `spot_pages`. A type that is not sold by the block in a region is none.
    """
    for client in _clients(account):
        for instance in instances:
            asked = {"InstanceType": instance, "InstanceCount": 1, "CapacityDurationHours": HOURS_PER_DAY}
            yield from _pages(
                client, "describe_capacity_block_offerings", "CapacityBlockOfferings", asked, NOT_OFFERED
            )


def _clients(account: Account) -> Iterator[Any]:
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
    with _told():
        session = boto3.Session()
        if session.get_credentials() is None:
            raise UserError("aws_no_credentials")
        for region in account.regions:
            yield session.client("ec2", region_name=region, endpoint_url=account.endpoint or None, config=config)


def _pages(
    client: Any, operation: str, listed: str, asked: dict[str, Any], none_of_it: frozenset[str] = frozenset()
) -> Iterator[BinaryIO]:
    """The paginator ends where NextToken is missing or empty, and refuses one that comes back."""
    from botocore.exceptions import ClientError

    with _told():
        try:
            for page in client.get_paginator(operation).paginate(**asked):
                if listed not in page:
                    raise UserError("aws_failed", kind=operation)
                yield io.BytesIO(json.dumps({listed: page[listed]}, default=_written).encode())
        except ClientError as refused:
            code = refused.response["Error"]["Code"]
            if code not in none_of_it:
                raise
            log.info("%s in %s: %s", asked.get("InstanceType"), client.meta.region_name, code)


def _written(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


@contextmanager
def _told() -> Iterator[None]:
    """What AWS's library raises, as what the team can do about it."""
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
    except ClientError as refused:
        operation = refused.operation_name
        raise UserError("aws_refused", refusal=refused.response["Error"]["Code"], operation=operation) from None
    except (ConnectionError, HTTPClientError) as unreached:
        raise UserError("aws_unreachable", kind=type(unreached).__name__) from None
    except (BotoCoreError, ResponseParserError) as problem:
        raise UserError("aws_failed", kind=type(problem).__name__) from None
