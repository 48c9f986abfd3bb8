"""Watch a run as it happens: ``python examples/stream_events.py``.

Every event is a flat JSON object; ``research_agent.events`` lists the kinds. The last one holds the whole report.
"""

import asyncio
from pathlib import Path

from research_agent import Settings, stream

DOCUMENTS = Path(__file__).parent / "documents"


async def main() -> None:
    settings = Settings(documents=(str(DOCUMENTS),))
    async for event in stream("When was the height of Mount Everest measured with GPS?", settings):
        match event:
            case {"event": "run", "folder": folder, "reason": reason}:
                print(f"run in {folder} ({reason})")
            case {"event": "plan", "sub_questions": parts}:
                print("plan:", "; ".join(part["text"] for part in parts))
            case {"event": "search", "query": query, "status": status}:
                print(f"search {status}: {query}")
            case {"event": "read", "title": title, "status": "read"}:
                print(f"read: {title}")
            case {"event": "report", "report": report}:
                print(f"\n{report['answer']}")


if __name__ == "__main__":
    asyncio.run(main())
