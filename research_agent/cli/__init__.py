"""The ``research`` command: parsing, display and exit codes only. One sub-command a file."""
