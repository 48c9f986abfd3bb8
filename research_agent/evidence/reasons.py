"""Why a claim has its status, in words for the reader, in the report's language where it is English or Chinese."""

from __future__ import annotations

from research_agent.domain import Source

_ENGLISH = {
    "agreed": "{count} independent sources say it: {names}.",
    "single": "One source says it: {name}.",
    "dependent": "{count} sources say it, but they count as one: {why}.",
    "disputed": "Sources differ: {sides}.",
    "says": "{name} says {what}",
    "affirms": "{name} says it",
    "denies": "{name} denies it",
    "without": "{name} says it without “{what}”",
    "contradicts_itself": "{name} contradicts itself: {sides}.",
    "own_words": "Only {name} says it, which by its own words is {kind}: “{what}”.",
    "hearsay": "{name} passes it on as hearsay, and no other source says it.",
    "against": "{names} speaks against it.",
    "refuted": "{names} speaks against it, and no source speaks for it.",
    "off_record": "one of them is not on record",
    "same_text": "the same text",
    "same_words": "they use the very same words",
    "folder": "both stand in one folder",
    "domain": "both come from {domain}",
    "publisher": "both are published by {publisher}",
    "unknown": "who published {names} is not known",
    "work": "both are “{work}”",
    "versions": "both are “{work}” (versions {first} and {second})",
    "copied": "{share:.0%} of the shorter text stands in the other",
    "same_passage": "the passages that say it are one text",
    "author": "both are by {author}",
    "collection": "both belong to {name}",
    "translation_named": "one names the other as its translation",
    "translation": "they are one document in two languages ({first}, {second})",
    "translated": "one is a translation of the other: the same numbers and names in the same order",
    "origin": "both carry a text of {name}",
    "republished": "one says that it carries a text of {name}",
    "cites": "{name} only passes on what {cited} says",
    "one_third": "both have it from {name}",
    "user_same": "you declared them one source",
    "user_apart": "you declared them independent",
    "comma": ", ",
    "semicolon": "; ",
    "and": " and ",
    "more": "; ...",
    "quoted": "“{what}”",
    "dated": "{name} ({facts})",
    "prefer_newer": "{newer} is newer than {older}, so it is taken for what holds now.",
    "prefer_better": "{name} is taken: it is the {kind} source among them, and no other is known to be newer.",
    "prefer_standing": "{name} is left aside: by its own words it is {kind}.",
    "prefer_none": "Neither the dates nor the kinds of the sources decide between them.",
    "prefer_none_older": "{newer} is newer, but {better} carries more weight: neither is taken.",
    "prefer_none_sound": "No side has a source that does not say itself that it no longer holds.",
    "retracted": "retracted",
    "superseded": "superseded",
    "outdated": "outdated",
    "satire": "satire",
    "official": "official",
    "standards": "standards",
    "academic": "academic",
    "press": "press",
    "vendor": "vendor",
    "personal": "personal",
    "unknown_kind": "unknown",
    "listed_by_user": "your file of sources lists “{what}” as {kind}",
    "listed_host": "the host {what} is listed as {kind}",
    "listed_publisher": "the publisher “{publisher}” is listed as {kind} (“{what}”)",
    "listed_nowhere": "no rule knows the host or the publisher",
}
_CHINESE = {
    "agreed": "{count} 个独立来源都这样说：{names}。",
    "single": "只有一个来源这样说：{name}。",
    "dependent": "{count} 个来源这样说，但只算一个：{why}。",
    "disputed": "来源说法不一：{sides}。",
    "says": "{name}称{what}",
    "affirms": "{name}这样说",
    "denies": "{name}否认",
    "without": "{name}的说法不含“{what}”",
    "contradicts_itself": "{name}自相矛盾：{sides}。",
    "own_words": "只有{name}这样说，而它自称{kind}：“{what}”。",
    "hearsay": "{name}只是转述传闻，没有其他来源这样说。",
    "against": "{names}的说法与之相反。",
    "refuted": "{names}的说法与之相反，且没有来源支持它。",
    "off_record": "其中一个没有记录",
    "same_text": "文本相同",
    "same_words": "措辞完全相同",
    "folder": "两者在同一个文件夹中",
    "domain": "两者都来自 {domain}",
    "publisher": "两者都由{publisher}发布",
    "unknown": "{names}的发布者不明",
    "work": "两者都是《{work}》",
    "versions": "两者都是《{work}》（版本 {first} 和 {second}）",
    "copied": "较短文本的 {share:.0%} 见于另一文本",
    "same_passage": "说到它的段落是同一段文字",
    "author": "两者的作者都是{author}",
    "collection": "两者都属于 {name}",
    "translation_named": "其中一个自称是另一个的译本",
    "translation": "两者是同一文档的两种语言版本（{first}、{second}）",
    "translated": "其中一个是另一个的译文：数字和名称的次序相同",
    "origin": "两者都刊载{name}的文字",
    "republished": "其中一个自称转载自{name}",
    "cites": "{name}只是转述{cited}的说法",
    "one_third": "两者都援引{name}",
    "user_same": "您指定它们为同一来源",
    "user_apart": "您指定它们相互独立",
    "comma": "、",
    "semicolon": "；",
    "and": "和",
    "more": "；……",
    "quoted": "“{what}”",
    "dated": "{name}（{facts}）",
    "prefer_newer": "{newer}比{older}新，因此就目前情况采用前者。",
    "prefer_better": "采用{name}：其中只有它是{kind}来源，且没有已知更新的来源与之相反。",
    "prefer_standing": "不采用{name}：其自身声明{kind}。",
    "prefer_none": "日期和来源类别都不足以作出取舍。",
    "prefer_none_older": "{newer}较新，但{better}更权威：两者都不采用。",
    "prefer_none_sound": "各方的来源都自称已不再有效。",
    "retracted": "已撤回",
    "superseded": "已被取代",
    "outdated": "已过时",
    "satire": "为讽刺作品",
    "official": "官方",
    "standards": "标准组织",
    "academic": "学术",
    "press": "新闻媒体",
    "vendor": "厂商",
    "personal": "个人",
    "unknown_kind": "不明",
    "listed_by_user": "您的来源文件将“{what}”列为{kind}",
    "listed_host": "主机 {what} 被列为{kind}",
    "listed_publisher": "发布者“{publisher}”被列为{kind}（“{what}”）",
    "listed_nowhere": "没有规则认识其主机或发布者",
}


class Reasons:
    """Phrases in one language."""

    def __init__(self, language: str = "") -> None:
        """``language`` is a BCP-47 tag; other languages than Chinese are answered in English."""
        self._phrases = _CHINESE if language.lower().partition("-")[0] == "zh" else _ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        """The phrase ``key``, its ``{names}`` filled in."""
        return self._phrases[key].format(**values)

    def source(self, source: Source) -> str:
        """A source as a reason names it: title, and version or year where known."""
        known = [source.version] if source.version and source.version not in source.title else []
        known += [str(source.published.year)] if source.published else []
        name = source.name
        return self("dated", name=name, facts=self("comma").join(known)) if known else name

    def when(self, source: Source) -> str:
        """A source with the day of its publication, where known; else as ``source``."""
        if not source.published:
            return self.source(source)
        facts = [source.version] if source.version and source.version not in source.title else []
        facts.append(source.published.isoformat())
        return self("dated", name=source.name, facts=self("comma").join(facts))


ENGLISH = Reasons()
