"""Judge a run as it ends, and any other report afterwards: ``python examples/judge_report.py``.

Needs no key and no network: the embedded judge decides the items that carry gold evidence. With a model set
(OPENAI_API_KEY or OPENAI_BASE_URL) the same judge asks it about every item.
"""

import asyncio
import json
from pathlib import Path

from research_agent import Settings, research
from research_agent.judges.embedded import EmbeddedJudge
from research_agent.judges.in_graph import ReportJudge
from research_agent.judges.rubric import parse_rubric
from research_agent.judges.subject import subject_of_text

DOCUMENTS = Path(__file__).parent / "documents"
QUESTION = "How high is Mount Everest?"
RUBRIC = parse_rubric(
    json.dumps(
        {
            "id": "everest",
            "question": QUESTION,
            "language": "en",
            "checklist": [
                {
                    "id": "height",
                    "text": "Gives the height announced in 2020: 8,848.86 metres",
                    "weight": 3,
                    "kind": "explicit",
                    "gold": {
                        "fact": "Mount Everest is 8,848.86 metres high",
                        "evidence": [
                            {
                                "file": "press/joint-announcement-2020.html",
                                "quote": "Everest is 8,848.86 metres high",
                            }
                        ],
                    },
                },
                {
                    "id": "grown",
                    "text": "Claims that the mountain grew by 86 centimetres",
                    "weight": -2,
                    "kind": "negative",
                    "examples": ["Mount Everest has grown by 86 centimetres."],
                },
            ],
        }
    ),
    "this file",
)


async def main() -> None:
    report = await research(QUESTION, Settings(documents=(str(DOCUMENTS),)), judge=ReportJudge([RUBRIC]))
    assert report.verdict
    print("the run:", report.verdict.score)
    for item in report.verdict.items:
        print(f"- {item.id}: {item.label}. {item.reason}")

    other = subject_of_text("Mount Everest is 8,844.43 metres high. It has grown by 86 centimetres.", question=QUESTION)
    verdict = await EmbeddedJudge().judge(other, RUBRIC)
    print("another report:", verdict.score)
    for item in verdict.items:
        print(f"- {item.id}: {item.label}. {item.sentence}")


if __name__ == "__main__":
    asyncio.run(main())
