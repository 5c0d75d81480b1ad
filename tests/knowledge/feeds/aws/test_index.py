"""AWS's index documents: from the list of services to the file of a region."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.feeds.aws.index import csv_path, region_files, service_index
from knowledge.types.observed import FeedError

SERVICES: dict[str, Any] = {
    "formatVersion": "v1.0",
    "publicationDate": "2026-04-27T07:13:25Z",
    "offers": {
        "AmazonEC2": {
            "offerCode": "AmazonEC2",
            "versionIndexUrl": "/offers/v1.0/aws/AmazonEC2/index.json",
            "currentVersionUrl": "/offers/v1.0/aws/AmazonEC2/current/index.json",
            "currentRegionIndexUrl": "/offers/v1.0/aws/AmazonEC2/current/region_index.json",
            "savingsPlanVersionIndexUrl": "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/index.json",
            "currentSavingsPlanIndexUrl": "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/region_index.json",
        }
    },
}
OFFERS: dict[str, Any] = {
    "formatVersion": "v1.0",
    "publicationDate": "2026-11-20T22:53:08Z",
    "regions": {
        "us-east-1": {
            "regionCode": "us-east-1",
            "currentVersionUrl": "/offers/v1.0/aws/AmazonEC2/20261120225308/us-east-1/index.json",
        }
    },
}
PLANS: dict[str, Any] = {
    "publicationDate": "2025-09-11T18:44:47Z",
    "regions": [
        {
            "regionCode": "ap-east-2",
            "versionUrl": "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/20250911184447/ap-east-2/index.json",
        }
    ],
}


def document(held: object) -> io.BytesIO:
    return io.BytesIO(json.dumps(held).encode())


def test_the_index_of_services_leads_to_both_indexes_of_regions() -> None:
    assert service_index(document(SERVICES)) == (
        "/offers/v1.0/aws/AmazonEC2/current/region_index.json",
        "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/region_index.json",
    )


def test_an_index_of_regions_leads_to_their_files_whichever_it_is() -> None:
    path = "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/20250911184447/ap-east-2/index.json"
    assert region_files(document(OFFERS)) == {
        "us-east-1": "/offers/v1.0/aws/AmazonEC2/20261120225308/us-east-1/index.json"
    }
    assert region_files(document(PLANS)) == {"ap-east-2": path}
    assert csv_path(path) == "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/20250911184447/ap-east-2/index.csv"


@pytest.mark.parametrize("path", ["//elsewhere.example/x", "https://elsewhere.example/x", "x", "/../x", 3, None])
def test_an_index_leads_only_to_awss_own_host(path: object) -> None:
    with pytest.raises(FeedError) as refused:
        region_files(document({"regions": {"us-east-1": {"currentVersionUrl": path}}}))
    assert refused.value.code == "aws_other_shape"


def test_missing_fields_are_named() -> None:
    for held, name in ((OFFERS, "offers"), ({"offers": {}}, "AmazonEC2"), ([], "offers")):
        with pytest.raises(FeedError) as refused:
            service_index(document(held))
        assert (refused.value.code, refused.value.found) == ("aws_no_column", name)
    with pytest.raises(FeedError) as refused:
        region_files(document(SERVICES))
    assert refused.value.found == "regions"


@pytest.mark.parametrize("held", [b"", b"<html>", b'{"regions": {', b"[" * 100_000])
def test_a_document_that_is_not_an_index_is_refused(held: bytes) -> None:
    with pytest.raises(FeedError):
        region_files(io.BytesIO(held))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_feed_error(noise: bytes) -> None:
    with pytest.raises(FeedError):
        region_files(io.BytesIO(noise))
