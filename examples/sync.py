"""Ask a question from a program without an event loop: ``python examples/sync.py``.

Needs no key and no network: the documents beside this file are the sources, and with neither OPENAI_API_KEY nor
OPENAI_BASE_URL set the embedded extractive engine does the work.
"""

from pathlib import Path

from research_agent import Settings, research_sync

DOCUMENTS = Path(__file__).parent / "documents"


def main() -> None:
    report = research_sync(
        "How high is Mount Everest, and why have different surveys given different figures?",
        Settings(documents=(str(DOCUMENTS),)),
    )
    print(f"{report.title} ({report.outcome})")
    for sentence in report.answer:
        print("-", sentence.text)

    quotes = {quote.id: quote for quote in report.quotes}
    sources = {source.id: source for source in report.sources}
    claims = {claim.id: claim for claim in report.claims}
    first = claims[report.answer[0].claims[0]]
    for quote in (quotes[name] for name in first.quotes):
        print(f'\n{first.status}: "{quote.text}"\n  {sources[quote.source].title}, {quote.start}-{quote.end}')


if __name__ == "__main__":
    main()
