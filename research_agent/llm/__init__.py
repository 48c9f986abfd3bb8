"""The OpenAI-compatible client: structured output, retries, usage, cost and budget.

models       ask a role a prompt, get a typed reply (the only module that others need)
prompting    find, check and render the templates in ``prompts/``
endpoint     one HTTP exchange: retries, back-off, what a server refuses is learned
parsing      from a reply's text to a value
schema       the JSON schema that a strict server accepts
tokens       estimates before a call, corrected by the server's usage
budget       hard stops before a call, with a reserve for the writer
fake         a model server on loopback for tests, benchmarks and embedding apps
oracle       a scripted stand-in that answers this project's own prompts from the passages shown
"""
