"""Small versions of AWS's price files: real headers and metadata; rows are real if a test says so."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from knowledge.types.observed import Observed, ParseContext, RejectedRow

DAY = date(2026, 11, 21)
CONTEXT = ParseContext(
    DAY, "aws", frozenset({"trn", "inf", "g4", "g5", "g6", "gr6", "g7", "p3", "p4", "p5", "p6", "dl"})
)
DISCLAIMER = "This pricing list is for informational purposes only. All prices are subject to the additional terms."
OFFER_COLUMNS_LINE = (  # of 2025-09-12
    "SKU,OfferTermCode,RateCode,TermType,PriceDescription,EffectiveDate,StartingRange,EndingRange,Unit,"
    "PricePerUnit,Currency,RelatedTo,LeaseContractLength,PurchaseOption,OfferingClass,Product Family,serviceCode,"
    "Location,Location Type,Instance Type,Current Generation,Instance Family,vCPU,Physical Processor,Clock Speed,"
    "Memory,Storage,Network Performance,Processor Architecture,Storage Media,Volume Type,Max Volume Size,"
    "Max IOPS/volume,Max IOPS Burst Performance,Max throughput/volume,Provisioned,Tenancy,EBS Optimized,"
    "Operating System,License Model,Group,Group Description,Transfer Type,From Location,From Location Type,"
    "To Location,To Location Type,usageType,operation,AvailabilityZone,CapacityStatus,ClassicNetworkingSupport,"
    "Dedicated EBS Throughput,ECU,Elastic Graphics Type,Enhanced Networking Supported,From Region Code,GPU,"
    "GPU Memory,Instance,Instance Capacity - 10xlarge,Instance Capacity - 12xlarge,Instance Capacity - 16xlarge,"
    "Instance Capacity - 18xlarge,Instance Capacity - 24xlarge,Instance Capacity - 2xlarge,"
    "Instance Capacity - 32xlarge,Instance Capacity - 4xlarge,Instance Capacity - 8xlarge,"
    "Instance Capacity - 9xlarge,Instance Capacity - large,Instance Capacity - medium,Instance Capacity - metal,"
    "Instance Capacity - xlarge,instanceSKU,Intel AVX2 Available,Intel AVX Available,Intel Turbo Available,"
    "MarketOption,Normalization Size Factor,Physical Cores,Pre Installed S/W,Processor Features,Product Type,"
    "Region Code,Resource Type,serviceName,SnapshotArchiveFeeType,To Region Code,Volume API Name,"
    "VPCNetworkingSupport"
)
PLAN_COLUMNS_LINE = (  # of 2025-09-11
    "SKU,RateCode,Unit,EffectiveDate,DiscountedRate,Currency,DiscountedSKU,DiscountedServiceCode,"
    "DiscountedUsageType,DiscountedOperation,PurchaseOption,LeaseContractLength,LeaseContractLengthUnit,"
    "ServiceCode,UsageType,Operation,Description,Instance Family,Location,Location Type,Granularity,"
    "Product Family,DiscountedRegionCode,DiscountedInstanceType"
)
OFFER_COLUMNS = OFFER_COLUMNS_LINE.split(",")
PLAN_COLUMNS = PLAN_COLUMNS_LINE.split(",")
P5 = {  # the price of p5.48xlarge in us-east-1, in force 2026-09-01, as AWS lists it
    "SKU": "3D4V8UAYEMB38GU2",
    "OfferTermCode": "JRTCKXETXF",
    "RateCode": "3D4V8UAYEMB38GU2.JRTCKXETXF.6YS6EN2CT7",
    "TermType": "OnDemand",
    "PriceDescription": "$55.04 per On Demand Linux p5.48xlarge Instance Hour",
    "EffectiveDate": "2026-09-01",
    "StartingRange": "0",
    "EndingRange": "Inf",
    "Unit": "Hrs",
    "PricePerUnit": "55.0400000000",
    "Currency": "USD",
    "Product Family": "Compute Instance",
    "serviceCode": "AmazonEC2",
    "Location": "US East (N. Virginia)",
    "Location Type": "AWS Region",
    "Instance Type": "p5.48xlarge",
    "Tenancy": "Shared",
    "Operating System": "Linux",
    "License Model": "No License required",
    "usageType": "BoxUsage:p5.48xlarge",
    "operation": "RunInstances",
    "AvailabilityZone": "NA",
    "CapacityStatus": "Used",
    "GPU": "8",
    "MarketOption": "OnDemand",
    "Pre Installed S/W": "NA",
    "Region Code": "us-east-1",
    "serviceName": "Amazon Elastic Compute Cloud",
    "VPCNetworkingSupport": "true",
}
HOURLY = P5 | {  # one offer is two rows; the amounts are those of a real c6i.large pair published 2025-09-12
    "SKU": "2223B6PCG6QAUYY6",
    "OfferTermCode": "38NPMPTW36",
    "RateCode": "2223B6PCG6QAUYY6.38NPMPTW36.6YS6EN2CT7",
    "TermType": "Reserved",
    "EffectiveDate": "2025-09-12",
    "PricePerUnit": "0.1046300000",
    "LeaseContractLength": "3yr",
    "PurchaseOption": "Partial Upfront",
    "OfferingClass": "standard",
    "Instance Type": "g5.xlarge",
    "GPU": "1",
    "usageType": "APN1-BoxUsage:g5.xlarge",
    "Region Code": "ap-northeast-1",
}
FEE = HOURLY | {
    "RateCode": "2223B6PCG6QAUYY6.38NPMPTW36.2TG2D8R56U",
    "PriceDescription": "Upfront Fee",
    "StartingRange": "",
    "EndingRange": "",
    "Unit": "Quantity",
    "PricePerUnit": "2750",
}
PLAN = {  # real but for the type, which is r7g.medium in dedicated use there
    "SKU": "2JT7C3ZD2AXA73Q4",
    "RateCode": "2JT7C3ZD2AXA73Q4.23PWZ6X8AQE4NKNR",
    "Unit": "Hrs",
    "EffectiveDate": "2025-06-05T18:51:13Z",
    "DiscountedRate": "0.0425",
    "Currency": "USD",
    "DiscountedSKU": "23PWZ6X8AQE4NKNR",
    "DiscountedServiceCode": "AmazonEC2",
    "DiscountedUsageType": "APE2-BoxUsage:g6.xlarge",
    "DiscountedOperation": "RunInstances",
    "PurchaseOption": "Partial Upfront",
    "LeaseContractLength": "3",
    "LeaseContractLengthUnit": "year",
    "ServiceCode": "ComputeSavingsPlans",
    "UsageType": "APE2-EC2SP:g6.3yrPartialUpfront",
    "Description": "3 year Partial Upfront g6 EC2 Instance Savings Plan in ap-east-2",
    "Instance Family": "g6",
    "Location": "Asia Pacific (Taipei)",
    "Location Type": "AWS Region",
    "Granularity": "hourly",
    "Product Family": "EC2InstanceSavingsPlans",
    "DiscountedRegionCode": "ap-east-2",
    "DiscountedInstanceType": "g6.xlarge",
}


def metadata(offer: str = "AmazonEC2", published: str = "2026-11-20T22:53:08Z") -> list[tuple[str, str]]:
    return [
        ("FormatVersion", "v1.0"),
        ("Disclaimer", DISCLAIMER),
        ("Publication Date", published),
        ("Version", "20261120225308"),
        ("OfferCode", offer),
    ]


def offers_csv(*rows: Mapping[str, str], columns: Iterable[str] = OFFER_COLUMNS, offer: str = "AmazonEC2") -> bytes:
    """Every non-empty cell is quoted, as AWS does."""
    named = list(columns)
    lines = [*metadata(offer), named, *([row.get(name, "") for name in named] for row in rows)]
    return "".join(",".join(f'"{cell}"' if cell else "" for cell in line) + "\n" for line in lines).encode()


def plans_csv(*rows: Mapping[str, str], columns: Iterable[str] = PLAN_COLUMNS) -> bytes:
    """Cells are quoted only if they must be."""
    named = list(columns)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([*metadata("AmazonComputeSavingsPlan"), named])
    writer.writerows([row.get(name, "") for name in named] for row in rows)
    return out.getvalue().encode()


ATTRIBUTES = {
    "Instance Type": "instanceType",
    "Tenancy": "tenancy",
    "Operating System": "operatingSystem",
    "License Model": "licenseModel",
    "usageType": "usagetype",
    "operation": "operation",
    "CapacityStatus": "capacitystatus",
    "GPU": "gpu",
    "MarketOption": "marketoption",
    "Pre Installed S/W": "preInstalledSw",
    "Region Code": "regionCode",
    "Location": "location",
    "Location Type": "locationType",
}


def offers_object(*rows: Mapping[str, str]) -> dict[str, Any]:
    """The same rows in the shape of the JSON: products first, then terms by kind, SKU, offer and rate."""
    products: dict[str, Any] = {}
    terms: dict[str, Any] = {"OnDemand": {}, "Reserved": {}}
    for row in rows:
        sku = row["SKU"]
        products[sku] = {
            "sku": sku,
            "productFamily": row["Product Family"],
            "attributes": {"servicecode": "AmazonEC2"} | {held: row[name] for name, held in ATTRIBUTES.items()},
        }
        offer = (
            terms[row["TermType"]]
            .setdefault(sku, {})
            .setdefault(
                f"{sku}.{row['OfferTermCode']}",
                {
                    "offerTermCode": row["OfferTermCode"],
                    "sku": sku,
                    "effectiveDate": f"{row['EffectiveDate']}T00:00:00Z",
                    "priceDimensions": {},
                    "termAttributes": {
                        name: row[name]
                        for name in ("LeaseContractLength", "OfferingClass", "PurchaseOption")
                        if row.get(name)
                    },
                },
            )
        )
        ranges = {"beginRange": row["StartingRange"], "endRange": row["EndingRange"]} if row["StartingRange"] else {}
        offer["priceDimensions"][row["RateCode"]] = {
            "rateCode": row["RateCode"],
            "description": row["PriceDescription"],
            **ranges,
            "unit": row["Unit"],
            "pricePerUnit": {row["Currency"]: row["PricePerUnit"]},
            "appliesTo": [],
        }
    return {
        "formatVersion": "v1.0",
        "disclaimer": DISCLAIMER,
        "offerCode": "AmazonEC2",
        "version": "20261120225308",
        "publicationDate": "2026-11-20T22:53:08Z",
        "products": products,
        "terms": terms,
        "attributesList": {},
    }


def offers_json(*rows: Mapping[str, str]) -> bytes:
    return json.dumps(offers_object(*rows), indent=2).encode()


def read(parse: Any, *documents: bytes, context: ParseContext = CONTEXT) -> tuple[list[Observed], list[RejectedRow]]:
    """The prices a parser yields, and the rows it rejects."""
    rows = list(parse((io.BytesIO(document) for document in documents), context))
    accepted = [row for row in rows if isinstance(row, Observed)]
    return accepted, [row for row in rows if isinstance(row, RejectedRow)]


def prices(parse: Any, *documents: bytes) -> dict[tuple[str, ...], str]:
    """Type, region, purchase and whatever else distinguishes the series -> USD per hour."""
    return {
        tuple(filter(None, (key.instance, key.region, key.purchase, key.zone, key.terms))): str(price.usd_per_hour)
        for price in read(parse, *documents)[0]
        for key in [price.key]
    }
