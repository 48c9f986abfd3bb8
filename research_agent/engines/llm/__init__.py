"""The engine that asks language models.

planning     one call: sub-questions, queries, outline
reading      one call a sub-question (and one more where passages break off): claims with sentence ids
relating     at most one call a round: claims that say the same in other words, or exclude each other
reflecting   one call after a round where something is missing: what is known, and which search would change most
writing      one call that sees all evidence; sections in parallel where it does not fit
repairing    one call for all faults

numbering    sentences get ids, ids become spans: no model ever types a quote
evidence     which passages the writer sees, and its claims by section
replies      what models reply, as types
scale        how much text each depth is worth
"""
