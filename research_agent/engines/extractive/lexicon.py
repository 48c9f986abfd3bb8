"""The word tables of the embedded engine, English and Chinese: all that it knows of language beyond tokens.

Each table is small on purpose: words of reasoning and of asking, no subject's words. They were written down from
grammar and common usage, not collected from the development questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

CUES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{latin})\b|{han}", re.IGNORECASE)
    for name, latin, han in (
        ("obligation", "must|shall|should|ought to|ha(?:s|ve) to|needs?|needed|requires?|required|mandatory",
         "必须|必需|应当|应该|需要|务必|要求"),
        ("negation", "not|cannot|can't|don't|doesn't|won't|isn't|never|no longer|neither|nor|without|unable|impossible",
         "不能|不要|不会|不可|不得|不再|不应|不是|没有|无法|无需|切勿|未"),
        ("recommendation",
         "recommend(?:s|ed|ation)?|prefer(?:s|red|able|ably)?|advis(?:e|ed|able)|suggest(?:s|ed)?|best|better|avoid"
         "|discouraged|encouraged|suitable|appropriate|ideal", "建议|推荐|最好|最合适|适合|避免|优先|首选"),
        ("change",
         "remov(?:e|es|ed|al)|deprecat(?:e|ed|ion)|obsolete|replac(?:e|es|ed|ement)|renam(?:e|ed)|introduc(?:e|ed)"
         "|chang(?:e|es|ed)|add(?:s|ed)|drop(?:s|ped)?|discontinued|superseded|new|now|since|instead|became|outdated",
         "移除|删除|取消|废弃|弃用|过时|取代|替代|替换|改为|改名|新增|引入|开始|目前|现在|如今"),
        ("default", "default|defaults|by default|automatic(?:ally)?", "默认|缺省|预设|自动"),
        ("limit",
         "only|except|unless|limit(?:s|ed|ation|ations)?|restrict(?:s|ed|ion|ions)?|at (?:least|most)|maximum|minimum"
         "|up to|experimental|support(?:s|ed)?|unsupported|(?:in)?compatib(?:le|ility)|always|both|every",
         "只能|只有|仅|除非|除了|限制|最多|最少|至少|至多|试验|实验性|支持|兼容|唯一|始终|总是"),
        ("risk",
         "warn(?:ing|ings|s|ed)?|caution|danger(?:ous)?|risk(?:s|y)?|unsafe|insecure|safe(?:ly|r|ty)?|secure"
         "|lost|los(?:e|s)|fail(?:s|ed|ure|ures)?|break(?:s|ing)?|broken|corrupt(?:s|ed|ion)?|vulnerab\\w+|attack(?:s|er)?"
         "|problem(?:s|atic)?|bug(?:s|gy)?|important|careful(?:ly)?|beware",
         "警告|注意|小心|危险|风险|不安全|安全|丢失|失败|损坏|漏洞|攻击|问题|重要|谨慎"),
        ("reason", "because|therefore|hence|due to|so that|thus|as a result|in order to|means that|allows?"
         r"|lets|caus(?:e|es|ed)",
         "因为|由于|因此|所以|从而|导致|以便|使得|原因|意味着"),
        ("contrast",
         "however|although|though|unlike|whereas|while|but|rather|compared|differ(?:s|ent|ence|ences)?|than|in contrast"
         "|advantages?|disadvantages?|faster|slower|more|less|similar(?:ly)?",
         "然而|但是|但|尽管|虽然|不同|区别|相比|而不是|优点|缺点|优势|更|较|类似"),
        ("condition", "if|when|whenever|in case|provided|depending|depends", "如果|假如|若|当|取决于|情况下"),
    )
}  # fmt: skip
"""Words by which a sentence says something: what one must, may not or should do, what changed, what goes wrong."""

_ITSELF = (
    r"(?! (?:\w+ )?(?:document(?:ation)?|manual|guide|tutorial|book|handbook|howto|faq|article|paper|report|release)\b)"
)
""""This manual" is the source itself, which the citation names: such a sentence stands alone."""
_POSITION = (
    r"(?:is|are|was|were|one|ones|two|three|can|will|has|have|does|step|method|option|case|approach|way|part|example)"
)
"""What follows a number of order that counts something said before; "the first implementations" does not."""

DANGLING = re.compile(
    rf"^(?:[(\"'“‘]?)(?:(?:this{_ITSELF}|that|these|those|it|its|they|them|their|theirs|he|she|his|her|such|both|either"
    r"|neither|the (?:former|latter|above|following|same|other|next|previous)(?! (?:of|time))|here"
    rf"|the (?:first|second|third|fourth|last)(?= {_POSITION}\b)"
    r"|there(?! (?:is|are|was|were)\b)"
    r"|however|but|and|or|nor|so|thus|hence|then|also|therefore|moreover|furthermore|besides|otherwise|instead"
    r"|consequently|similarly|likewise|nevertheless|nonetheless|meanwhile|conversely|accordingly|again"
    r"|in (?:addition(?! to)|contrast(?! to)|particular|this|that|these|such|both|either|other words|fact|turn)"
    r"|for (?:this|that|these|example|instance)|as (?:a result|such|above|before|mentioned|noted)"
    r"|on the other hand|to do (?:this|so|that)|at (?:this|that)|of (?:these|those|course)"
    r"|because of (?:this|that)|if (?:this|that|it|so|not)|when (?:this|that|it)|after (?:this|that)"
    r"|another|one (?:such|of these)"
    rf"|(?:\w+ ){{1,3}}(?:this{_ITSELF}|these|those|such)(?! (?:a|an|as)\b)|a (?:second|third|further|similar) \w+"
    r"|some of (?:these|them)|all (?:of )?(?:these|this)|most of (?:these|them)|yes|no,)\b"
    r"|它|他们|她|他(?!人)|这|那(?!曲)|此(?!外部)|该|其(?!他|它|余|中国)|上述|上面|以上|下面|以下|前者|后者"
    r"|但|然而|不过|可是|因此|所以|于是|而且|并且|另外|此外"
    r"|.{0,6}(?:这个|这些|这种|这样|该(?!怎))|例如|比如|同样|同时|否则|然后|接着|其中|也|还|又|而|则|即)",
    re.IGNORECASE,
)
"""How a sentence starts that leans on the one before it."""

LEANING_END = re.compile(
    r"\b(?:instead|as well|too|either)[.!]$|^(?:you|we|one) (?:can|may|must|should) also\b", re.IGNORECASE
)
"""Other signs of the same."""

POINTING = re.compile(
    r"\b(?:see|refer to|consult) (?:also |the |our |section|chapter|appendix|table|figure)"
    r"|\bplease (?:see|refer|consult|read|visit)\b"
    r"|^(?:for|to (?:get|find|read|learn)) (?:more|further|details?|additional|an? )(?:.{0,60})"
    r"(?:\bsee\b|refer|consult|visit|read)|\b(?:shown|given|listed|described|mentioned) (?:above|below)\b"
    r"|\b(?:is|are) (?:described|discussed|explained|documented|covered|listed) in\b|\bas follows\b"
    r"|\b(?:next|previous|last|this) (?:chapter|section)\b"
    r"|^(?:section|chapter|appendix|example|figure|table|part) [\dA-Z]+\b"
    r"|参见|参阅|请参考|请看|请查看|详见|如下|如图|如表|(?:下|上|本)(?:一)?[章节]",
    re.IGNORECASE,
)
"""A sentence that sends the reader elsewhere instead of telling."""

NAVIGATION = re.compile(
    r"\b(?:table of contents|next page|previous page|skip to|back to top|log ?in|sign (?:in|up)|cookies?"
    r"|all rights reserved|copyright|click here|share this|subscribe|privacy policy"
    r"|last (?:modified|updated|changed)|permalink|prev next"
    r"|edit this page|posted by|reply|this (?:chapter|section|document|manual|page) (?:describes|covers|contains"
    r"|explains|discusses|is|provides|lists))\b|©|上一页|下一页|返回顶部|版权所有|登录|目录"
    r"|本章(?:将)?(?:介绍|讲述|描述)|本文档(?:介绍|描述)",
    re.IGNORECASE,
)

RELATED: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("upgrade", "update", "migrate", "move", "switch", "convert", "transition"),
     ("upgrade", "migrate", "convert", "migration")),
    (("remove", "removed", "drop", "deprecate", "break", "breaks", "obsolete", "gone", "bite"),
     ("removed", "deprecated", "incompatible")),
    (("outdated", "older", "old", "obsolete", "stale", "longer"), ("obsolete", "deprecated", "no longer", "new")),
    (("risk", "risks", "danger", "dangerous", "safe", "caution", "warning", "secure", "harm"),
     ("warning", "risk", "security", "caution")),
    (("default", "defaults"), ("default",)),
    (("compare", "comparison", "difference", "differ", "versus", "vs", "better", "advantage", "choose"),
     ("comparison", "difference", "advantage", "recommended")),
    (("install", "setup", "configure", "set", "enable"), ("install", "configure", "enable")),
    (("backup", "back", "restore", "recover"), ("backup", "restore", "recovery")),
    (("limit", "limits", "limitation", "restriction", "stop", "prevent"),
     ("limitation", "restriction", "not supported")),
    (("cost", "price", "expensive", "cheap"), ("cost", "price")),
    (("fast", "slow", "speed", "performance", "downtime"), ("performance", "faster", "downtime")),
    (("cause", "why", "reason"), ("because", "reason", "cause")),
    (("recommend", "advice", "should", "worth"), ("recommended", "should")),
    (("升级", "迁移", "更新", "转换", "改用"), ("升级", "迁移", "转换")),
    (("区别", "比较", "对比", "不同", "差异"), ("区别", "比较", "优点", "缺点")),
    (("删除", "移除", "废弃", "过时", "旧"), ("废弃", "过时", "不再")),
    (("风险", "安全", "危险", "注意"), ("警告", "风险", "安全", "注意")),
    (("设置", "配置", "安装", "安排"), ("设置", "配置", "安装")),
    (("默认", "缺省"), ("默认", "缺省")),
    (("选", "选择", "应该", "建议", "推荐"), ("推荐", "建议", "应该")),
    (("为什么", "为何", "原因"), ("因为", "原因", "由于")),
    (("作用", "用途", "功能"), ("用于", "提供", "功能")),
    (("备份", "恢复"), ("备份", "恢复")),
    (("限制", "不能"), ("限制", "不支持", "只能")),
)  # fmt: skip
"""Words of asking -> words in which documents answer; for searches after the question's own words found too little."""
