// It does nothing. How long it takes is the least that a Swift program can take.
