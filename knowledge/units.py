"""The units chipscout speaks in, and the only places where one becomes another.

Names carry their unit: `hbm_gib` is 2**30 bytes, `memory_gb` is 10**9, `usd_per_hour` is US dollars for one
hour of one instance, `tflops` is 10**12 floating-point operations a second.
"""

from decimal import Decimal
from typing import NewType

Usd = Decimal
Flops = NewType("Flops", float)

HOURS_PER_DAY = 24
MINUTES_PER_HOUR = 60
SECONDS_PER_HOUR = 3600
HOURS_PER_YEAR = 8760
HOURS_PER_MONTH = 730  # 8760 / 12; a 30-day run is 720 h and is said to be one
WEEKS_PER_MONTH = 52 / 12
MONTHS_PER_YEAR = 12
BYTES_PER_GIB = 2**30
BYTES_PER_GB = 1e9
TERA = 1e12
MILLION = 1e6
MILLISECONDS_PER_SECOND = 1e3


def gib(byte_count: float) -> float:
    """Bytes as GiB."""
    return byte_count / BYTES_PER_GIB


def flops(tflops: float) -> Flops:
    """TFLOP/s as FLOP/s."""
    return Flops(tflops * TERA)
