"""Two runs held against each other on the questions that both measured."""
