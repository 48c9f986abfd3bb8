"""Bytes to text: which charset, decided by the bytes first and by what is declared second.

Order: byte-order mark; ISO-2022-JP escapes; UTF-16 by its zero bytes; valid UTF-8 (other text is almost never valid
UTF-8 by accident); the declared charset, widened to its superset as the WHATWG Encoding Standard does (a page that says
gb2312 is read as gb18030); detection; Windows-1252.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from research_agent.text.detect import detect_language


class Decoded(NamedTuple):
    text: str
    charset: str
    note: str = ""
    """What a reader should know: undeclared, wrongly declared, characters replaced."""


_SUPERSETS = {
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "gb18030", "iso8859-1": "cp1252", "ascii": "cp1252",
    "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "shift_jis": "cp932", "euc_kr": "cp949",
    "big5": "big5hkscs", "johab": "cp949",
}  # fmt: skip
_LABELS = {"x-gbk": "gb18030", "x-sjis": "cp932", "windows-31j": "cp932", "x-euc-jp": "euc_jp",
           "ks_c_5601-1987": "cp949", "unicode": "utf-8",
           "utf8": "utf-8", "x-big5": "big5hkscs", "unicode-1-1-utf-8": "utf-8"}  # fmt: skip
_DECLARED = re.compile(
    rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_:.\-]+)""",
    re.IGNORECASE,
)
_CODING = re.compile(rb"coding[:=]\s*([-\w.]+)")
_CONTENT_TYPE = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_:.\-]+)", re.IGNORECASE)
_ISO_2022_JP = re.compile(rb"\x1b(?:\$[@B]|\([BJ])")
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
         (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))  # fmt: skip


def decode(data: bytes, content_type: str | None = None) -> Decoded:
    """The text of ``data`` and the charset that was used. Never fails: what cannot be decoded becomes U+FFFD."""
    for bom, charset in _BOMS:
        if data.startswith(bom):
            return Decoded(data[len(bom) :].decode(charset, "replace"), charset)
    if _ISO_2022_JP.search(data[:20_000]) and (text := _strict(data, "iso2022_jp")) is not None:
        return Decoded(text, "iso2022_jp")
    if (wide := _utf16(data)) is not None:
        return wide
    if (text := _utf8(data)) is not None:
        return Decoded(text, "utf-8")
    return _legacy(data, declared_charsets(data, content_type))


def declared_charsets(data: bytes, content_type: str | None) -> tuple[str, ...]:
    """The declared charsets as Python codecs, widened; unknown names are left out.

    A page's own declarations come before the server's header, which is often a default for all its pages. A page may
    have two (its XML declaration and its meta tag) that disagree.
    """
    names = [next(filter(None, found.groups())).decode("ascii") for found in _DECLARED.finditer(data[:4096])]
    if content_type and (header := _CONTENT_TYPE.search(content_type)):
        names.append(header.group(1))
    if not names and (coding := _CODING.search(b"\n".join(data.split(b"\n", 2)[:2]))):
        names.append(coding.group(1).decode("ascii", "replace"))
    return tuple(dict.fromkeys(filter(None, map(_codec, names))))


def _codec(label: str) -> str | None:
    label = label.lower().strip()
    try:
        name = codecs.lookup(_LABELS.get(label, label)).name
    except LookupError:
        return None
    return _SUPERSETS.get(name, name)


def _strict(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except (UnicodeDecodeError, LookupError):
        return None


def _utf8(data: bytes) -> str | None:
    """Valid UTF-8, a character cut off at the end (a size limit) forgiven."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start >= len(data) - 3 and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8")
        return None


def _utf16(data: bytes) -> Decoded | None:
    """UTF-16 without a mark: Latin text then has a zero in every other byte."""
    head = data[:2000]
    if len(head) < 8:
        return None
    for charset, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        others = head[0::2] if charset == "utf-16-le" else head[1::2]
        if zeros.count(0) > 0.6 * len(zeros) and others.count(0) < 0.1 * len(others):
            return Decoded(data.decode(charset, "replace"), charset, f"undeclared {charset}")
    return None


def _legacy(data: bytes, declared: tuple[str, ...]) -> Decoded:
    for charset in declared:
        if (text := _strict(data, charset)) is not None and _plausible(text):
            return Decoded(text, charset)
    for charset in declared:
        if (text := _nearly(data, charset)) is not None:
            return Decoded(text, charset, f"some bytes are not {charset} and are shown as \ufffd")
    guess = _detect(data)
    if guess is not None:
        text, charset = guess
        said = f"declared {declared[0]} but reads as" if declared else "no charset declared; read as"
        return Decoded(text, charset, f"{said} {charset}")
    fallback = declared[0] if declared else "cp1252"
    return Decoded(data.decode(fallback, "replace"), fallback, "charset unknown")


def _nearly(data: bytes, charset: str) -> str | None:
    """A decoding in which at most one character in fifty had to be replaced."""
    text = data.decode(charset, "replace")
    high = sum(byte > 0x7F for byte in data[:100_000]) or 1
    return text if text[:100_000].count("\ufffd") <= 0.02 * high else None


def _plausible(text: str) -> bool:
    """False for text full of control characters: the wrong single-byte charset decodes everything."""
    head = text[:50_000]
    return sum("\x80" <= character <= "\x9f" for character in head) <= 0.001 * len(head) + 2


def _detect(data: bytes) -> tuple[str, str] | None:
    """The East Asian charset that fits by its commonest characters, else what charset-normalizer finds."""
    sample = data[:60_000]
    if (asian := _detect_asian(sample)) is not None:
        return data.decode(asian, "replace"), asian
    if detect_language(sample.decode("cp1252", "replace")) in _WESTERN:
        return data.decode("cp1252", "replace"), "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    if best is None:
        return None
    charset = _codec(best.encoding) or best.encoding
    return data.decode(charset, "replace"), charset


_WESTERN = frozenset({"fr", "de", "es", "it", "pt", "nl", "sv"})
"""Languages that the function words show, whatever their accented letters are read as: then it is Windows-1252, which
charset-normalizer takes for a Central European charset in short texts."""

# The commonest characters of running text; a wrong multi-byte decoding yields rare ones.
_COMMON = frozenset(
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没"
    "用本文件系统可以使进行如果这个包含版发当作所其及与或从被将并"
    "這個們為來說時會過學對裡後麼沒與進發當將從國"
    "のにはをたがでてとしれさあいうるなこらもすりっだまく、。一日本年人用場合"
    "이다는을가에의한고하지로기도서은리스를으로"
)
_ASIAN = ("cp932", "euc_jp", "gb18030", "big5hkscs", "cp949")


def _detect_asian(sample: bytes) -> str | None:
    scores = {charset: _asian_score(sample, charset) for charset in _ASIAN}
    best = max(scores, key=lambda charset: scores[charset])
    return best if scores[best] > 0.15 else None


def _asian_score(sample: bytes, charset: str) -> float:
    text = sample.decode(charset, "replace")
    wide = [character for character in text if character > "\x7f"]
    if len(wide) < 4 or wide.count("\ufffd") > 1 + 0.01 * len(wide):
        return 0.0
    return sum(character in _COMMON for character in wide) / len(wide)
