"""The systems under test: ours, the one to beat, and any command that writes a report. ``base`` says what one is."""
