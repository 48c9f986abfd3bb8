"""Published benchmarks, read as they were published and turned into our rubric format; nothing is dropped unsaid."""
