"""SkyPilot catalogs as small as can be: three machines, two regions."""

from __future__ import annotations

from collections.abc import Mapping

HEADER = (
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone"
)
AS_IT_WAS = {"p5.48xlarge": "55.04", "p4d.24xlarge": "21.957642", "g5.48xlarge": "16.288"}
AFTER_A_CUT = AS_IT_WAS | {"p5.48xlarge": "49.536", "g5.48xlarge": "15.1"}
CHIPS = {"p5.48xlarge": "H100", "p4d.24xlarge": "A100", "g5.48xlarge": "A10G"}
REGIONS = {"us-east-1": "use1-az1", "us-west-2": "usw2-az1"}


def catalog(prices: Mapping[str, str] = AS_IT_WAS, regions: Mapping[str, str] = REGIONS) -> bytes:
    """`vms.csv` of AWS with these on-demand prices in each region, and spot at 9 USD for all."""
    lines = [
        f"{instance},{CHIPS[instance]},8,192,2048,,{usd},9,{region},{zone}"
        for region, zone in regions.items()
        for instance, usd in prices.items()
    ]
    return "\n".join([HEADER, *lines, ""]).encode()
