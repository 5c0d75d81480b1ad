"""Energy and emissions of a run, and regions with a cleaner grid."""
