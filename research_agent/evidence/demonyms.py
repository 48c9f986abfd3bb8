"""Countries and what is called after them: ``China`` and ``Chinese`` name one thing.

A table, because beginnings and endings mislead: Austria and Australia, Niger and Nigeria, Roman and Romanian, Julia and
Julian.
"""

from __future__ import annotations

from functools import cache

_TABLE = """
Afghanistan Afghan Afghans; Argentina Argentine Argentines Argentinian; Azerbaijan Azerbaijani; Bangladesh Bangladeshi;
Belgium Belgian; Bhutan Bhutanese; Brazil Brazilian; Britain British Briton; Canada Canadian; Chile Chilean;
China Chinese; Denmark Danish Dane; Egypt Egyptian; England English; Europe European; Finland Finnish Finn;
France French; Germany German; Greece Greek; Hungary Hungarian; Iceland Icelandic; India Indian; Iran Iranian;
Iraq Iraqi; Ireland Irish; Israel Israeli; Italy Italian; Japan Japanese; Jordan Jordanian; Kazakhstan Kazakh;
Korea Korean; Kuwait Kuwaiti; Kyrgyzstan Kyrgyz; Lebanon Lebanese; Mexico Mexican; Morocco Moroccan;
Nepal Nepali Nepalese; Netherlands Dutch; New_Zealand New_Zealander; Norway Norwegian; Pakistan Pakistani;
Peru Peruvian; Philippines Philippine Filipino; Poland Polish; Portugal Portuguese; Russia Russian;
Saudi_Arabia Saudi; Scotland Scottish; Singapore Singaporean; Slovakia Slovak; Slovenia Slovenian Slovene;
Spain Spanish; Sweden Swedish Swede; Switzerland Swiss; Taiwan Taiwanese; Thailand Thai; Tibet Tibetan;
Turkey Turkish; Ukraine Ukrainian; United_Kingdom UK U.K. British; United_States US U.S. USA America American;
Uzbekistan Uzbek; Vietnam Vietnamese; Wales Welsh; Yemen Yemeni; Ghana Ghanaian; Malta Maltese; Panama Panamanian
"""
_WITH_N = """
Africa Albania Algeria Angola Armenia Asia Australia Austria Bolivia Bosnia Bulgaria California Cambodia Colombia
Croatia Cuba Estonia Ethiopia Eurasia Georgia Himalaya Indonesia Jamaica Kenya Latvia Liberia Libya Lithuania Malaysia
Moldova Mongolia Namibia Nicaragua Nigeria Romania Rwanda Serbia Siberia Somalia Syria Tanzania Tunisia Uganda Zambia
"""
"""Places whose people and things end in another n."""


@cache
def _kin() -> dict[str, frozenset[str]]:
    kin: dict[str, frozenset[str]] = {}
    entries = [entry.split() for entry in _TABLE.split(";")] + [[place, place + "n"] for place in _WITH_N.split()]
    for entry in entries:
        forms = frozenset(form.replace("_", " ").lower() for form in entry)
        for form in forms:
            kin[form] = kin.get(form, frozenset()) | forms
    return kin


def called_after(name: str) -> frozenset[str]:
    """Other forms, in lower case, of the place or people that ``name`` names; empty for most names."""
    low = name.lower()
    return (_kin().get(low, frozenset()) | _kin().get(low.removesuffix("s"), frozenset())) - {low}
