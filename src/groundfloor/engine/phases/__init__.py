"""The five phases of a round, what comes before them and what comes after."""
