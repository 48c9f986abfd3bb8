from __future__ import annotations

from typing import get_args

import pytest

from research_agent.cli import options
from research_agent.errors import ConfigError
from research_agent.reports.extras import NEEDS
from research_agent.reports.write import FORMATS
from research_agent.settings import Depth, EngineChoice, Settings


def test_the_choices_are_those_of_the_settings() -> None:
    assert set(get_args(options.EngineName)) == set(EngineChoice)
    assert set(get_args(options.DepthName)) == set(Depth)
    assert set(Settings().formats) < set(options.FORMATS) == set(FORMATS)
    assert set(options.EXPORTS) == set(NEEDS)


@pytest.mark.parametrize(
    ("given", "tag"),
    [("EN", "en"), ("zh-hant-tw", "zh-Hant-TW"), ("pt-br", "pt-BR"), ("es-419", "es-419"), (None, None)],
)
def test_a_language_tag_is_written_as_usual(given: str | None, tag: str | None) -> None:
    assert options.language(given) == tag


@pytest.mark.parametrize("given", ["german", "", "e", "en_US", "en-", "中文"])
def test_what_is_no_language_tag_is_refused(given: str) -> None:
    with pytest.raises(ConfigError, match="--language"):
        options.language(given)


def test_formats_are_a_list_without_repeats() -> None:
    assert options.formats("md, HTML,md") == ("md", "html", "json")
    assert options.formats("json,md") == ("json", "md")
    assert options.formats(None) is None
    for wrong in ("doc", "md,odt", "", ","):
        with pytest.raises(ConfigError, match="--format"):
            options.formats(wrong)


def test_a_period_has_two_days_in_order() -> None:
    options.period("2024-01-01", "2024-01-01")
    options.period(None, "2024-01-01")
    for since, until in [("2024", None), (None, "1.2.2024"), ("2024-02-30", None), ("2024-02-01", "2024-01-01")]:
        with pytest.raises(ConfigError, match="--"):
            options.period(since, until)
