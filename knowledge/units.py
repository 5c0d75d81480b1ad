"""Units, and the only place where one is converted to another.

Names include their unit: `hbm_gib` is 2**30 bytes, `memory_gb` is 10**9, `usd_per_hour` is US dollars for one
hour of one instance, `tflops` is 10**12 floating-point operations a second.
"""

from decimal import Decimal
from typing import NewType

Usd = Decimal
Flops = NewType("Flops", float)

HOURS_PER_DAY = 24
DAYS_PER_WEEK = 7
MINUTES_PER_HOUR = 60
SECONDS_PER_MINUTE = 60
SECONDS_PER_HOUR = 3600
HOURS_PER_YEAR = 8760
HOURS_PER_MONTH = 730  # 8760 / 12; a run of 30 days is 720 hours and is called that
WEEKS_PER_MONTH = 52 / 12
MONTHS_PER_YEAR = 12
DAYS_PER_YEAR = 365
BYTES_PER_MIB = 2**20
BYTES_PER_GIB = 2**30
BYTES_PER_GB = 1e9
BITS_PER_BYTE = 8
TERA = 1e12
GIGA = 1e9
BILLION = 1e9
WATTS_PER_KW = 1000.0
GIGA_PER_TERA = 1000
MILLION = 1e6
MILLISECONDS_PER_SECOND = 1e3
BTU_PER_KWH = 3412.14


def gib(byte_count: float) -> float:
    """Bytes as GiB."""
    return byte_count / BYTES_PER_GIB


def flops(tflops: float) -> Flops:
    """TFLOP/s as FLOP/s."""
    return Flops(tflops * TERA)
