"""Languages by name: a model obeys "Chinese (zh)" better than a tag or "the question's language"."""

from __future__ import annotations

NAMES = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "hu": "Hungarian",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
SCRIPTS = {"zh-hans": "Simplified Chinese", "zh-cn": "Simplified Chinese", "zh-sg": "Simplified Chinese"}
SCRIPTS |= {tag: "Traditional Chinese" for tag in ("zh-hant", "zh-tw", "zh-hk")}


def language_name(tag: str) -> str:
    """The language as it stands in prompts, e.g. ``Chinese (zh)``; an unknown tag stands for itself."""
    name = SCRIPTS.get(tag.lower()) or NAMES.get(primary(tag))
    return f"{name} ({tag})" if name else f"the language with the BCP-47 tag {tag}"


def primary(tag: str) -> str:
    """The primary subtag: ``zh`` of ``zh-Hant``."""
    return tag.lower().split("-")[0].split("_")[0]
