"""Which language a text is written in: by its script, then, for Latin letters, by its function words.

Made for what a run has to tell apart (the question's language, a document's), and for texts as short as a
question of three words. There is no statistical model and nothing to download.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

DEFAULT = "en"
"""What a text without any evidence (empty, digits, one unknown name) is taken for."""

_SAMPLE = 20_000
"""Characters looked at: enough for any document, and quick."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7a3]")
_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "ru": re.compile("[\u0400-\u04ff]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "he": re.compile("[\u05d0-\u05ea]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
}
_LATIN = re.compile("[a-z\u00df-\u024f\u1e00-\u1eff]+(?:['’][a-z\u00df-\u024f]+)?")
_ONLY_CHINESE = re.compile("[的了吗嗎呢么麼这這们們哪它他她你说說请吧啊]")
_CHINESE_GRAMMAR = re.compile("[的了是在有和与吗呢么何哪这那怎为对不个]")

# The commonest function words of each language (articles, pronouns, prepositions, question words).
_PROFILES: Mapping[str, frozenset[str]] = {
    language: frozenset(listed.split())
    for language, listed in {
        "en": """the of and to in is are was were be been that it for with as on by at from this which what how why when
            where who does do did has have had not or an but its their there these those can could should would will if
            than between about into any some you your we they he she his her i""",
        "de": """der die das und ist sind war nicht ein eine einen einem einer zu den dem des mit auf für von im am als
            auch wie was warum wann wo wer welche welcher welches werden wird hat haben kann sich oder aber bei nach
            über unter zwischen durch um es sie er wir ich man gibt""",
        "fr": """le la les des du de et est sont était un une que qui quoi quel quelle quels quelles dans pour par sur
            avec au aux ce cette ces il elle ils nous vous je ne pas plus comment pourquoi quand où ou mais en se sa son
            ses entre comme être avoir l'on d'un d'une qu'est c'est""",
        "es": """el la los las de del y es son era un una que qué quién cuál cuáles cómo cuándo dónde por para con en
            al se su sus no más pero como entre sobre lo le les este esta estos estas hay ser está están muy ya o
            porque cuánto cuántos""",
        "it": """il lo la i gli le di del della dei delle dello degli e è sono era un una uno che chi cosa quale quali
            come quando dove perché per con in nel nella al alla da dal dalla su si non più ma tra fra anche questo
            questa essere ha hanno""",
        "pt": """o a os as de do da dos das e é são era um uma que quem qual quais como quando onde por para com em no
            na nos nas ao à se seu sua não mais mas entre sobre este esta isso foi ser está há ou porque quanto pelo
            pela""",
        "nl": """de het een en is zijn was van in op te dat die voor met aan niet ook als er maar om bij naar uit wat
            hoe waarom wanneer waar wie welke welk wordt worden heeft hebben kan deze dit tussen over door nog of je
            we ik hij zij""",
        "vi": """là và của có các những cho không được trong một với này đó khi như thế nào tại sao gì để người từ về
            đã sẽ nhưng hay hoặc giữa bao nhiêu vì ở đâu ai""",
        "pl": """i w na z do nie się to jest są jak co dlaczego kiedy gdzie kto który która które przez dla od po za
            o ale lub czy być był jego jej między""",
        "sv": """och att det som en ett är på av för med till den de inte om har var hur varför när vad vem vilken
            vilka från men eller mellan kan ska så också""",
        "tr": """ve bir bu da de için ile ne nasıl neden nerede kim hangi olarak olan çok daha gibi var mı mi değil
            veya ama arasında kadar""",
        "id": """yang dan di ke dari untuk dengan pada ini itu adalah tidak apa bagaimana mengapa kapan siapa mana
            dalam oleh akan atau antara sebagai bisa""",
    }.items()
}
_LETTERS: Mapping[str, str] = {
    "de": "ßäöü",
    "fr": "çœêèëîïûâàùé",
    "es": "ñ¿¡áíóúé",
    "it": "àèìòùé",
    "pt": "ãõçáâêíóôú",
    "vi": "ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    "pl": "łąęśźżćń",
    "sv": "åäö",
    "tr": "ğşıç",
}


def detect_language(text: str) -> str:
    """The BCP-47 primary tag of the text's language (``en``, ``zh``, ``ja`` ...); ``DEFAULT`` without evidence.

    Chinese or Japanese that is full of Latin identifiers stays Chinese or Japanese; an English sentence that
    names one thing in Chinese stays English.
    """
    sample = unicodedata.normalize("NFC", text[:_SAMPLE])
    latin = _LATIN.findall(sample.lower())
    east = _east_asian(sample, latin)
    if east:
        return east
    counts = {language: len(pattern.findall(sample)) for language, pattern in _SCRIPTS.items()}
    script = max(counts, key=lambda language: counts[language])
    if counts[script] > sum(len(word) for word in latin) / 2:
        return _refine(script, sample)
    return _latin_language(latin)


def _east_asian(sample: str, latin: list[str]) -> str | None:
    han, kana, hangul = (len(pattern.findall(sample)) for pattern in (_HAN, _KANA, _HANGUL))
    characters = han + kana + hangul
    if not characters:
        return None
    function_words = sum(word in _PROFILES["en"] for word in latin)
    grammar = kana + hangul + len(_CHINESE_GRAMMAR.findall(sample))
    if function_words and (characters < 2 * function_words or (not grammar and characters < 3 * len(latin))):
        return None  # Latin sentences that name East Asian things
    if hangul > han + kana:
        return "ko"
    # A Chinese text may quote a Japanese name, but not more often than it uses its own grammar.
    return "ja" if kana > len(_ONLY_CHINESE.findall(sample)) else "zh"


def _refine(script: str, sample: str) -> str:
    """Tell apart the languages of one script by letters that only one of them has."""
    if script == "ru" and re.search("[іїєґІЇЄҐ]", sample):
        return "uk"
    if script == "ar" and re.search("[پچژگ]", sample):
        return "fa"
    return script


def _latin_language(latin: list[str]) -> str:
    """The language whose function words, and then whose letters, the words show most."""
    counts = Counter(latin)
    letters = Counter(letter for word in latin for letter in word if not letter.isascii())
    scores = {
        language: sum(n for word, n in counts.items() if word in profile)
        + 0.5 * sum(n for letter, n in letters.items() if letter in _LETTERS.get(language, ""))
        for language, profile in _PROFILES.items()
    }
    best = max(scores.values(), default=0.0)
    return next((language for language, score in scores.items() if score == best), DEFAULT) if best else DEFAULT
