"""What every calculation uses: intervals, reasons, traced steps, constants, groups of measurements."""
