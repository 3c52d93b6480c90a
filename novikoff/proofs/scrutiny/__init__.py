"""Would anyone notice if a claim, a rule or the kernel were wrong? Necessity, mutants, fuzzing."""
