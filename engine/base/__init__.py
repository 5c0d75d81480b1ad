"""What every sum is made of: intervals, reasons, steps, constants, groups of measurements."""
