"""Countries and what their people and languages are called."""

from __future__ import annotations

_GROUPS = """
africa african africans
america american americans
arabia arab arabs arabic
argentina argentine argentinian
asia asian asians
australia australian australians
austria austrian austrians
belgium belgian belgians
brazil brazilian brazilians
britain british briton britons
bulgaria bulgarian bulgarians
canada canadian canadians
chile chilean chileans
china chinese
croatia croatian croatians
czechia czech czechs
denmark danish dane danes
egypt egyptian egyptians
england english
estonia estonian estonians
ethiopia ethiopian ethiopians
europe european europeans
finland finnish finn finns
france french
germany german germans
greece greek greeks
hungary hungarian hungarians
iceland icelandic icelanders
india indian indians
indonesia indonesian indonesians
iran iranian iranians persia persian persians
iraq iraqi iraqis
ireland irish
israel israeli israelis
italy italian italians
japan japanese
kenya kenyan kenyans
korea korean koreans
latvia latvian latvians
lithuania lithuanian lithuanians
mexico mexican mexicans
mongolia mongolian mongol mongols
morocco moroccan moroccans
nepal nepalese nepali
netherlands dutch holland
nigeria nigerian nigerians
norway norwegian norwegians
pakistan pakistani pakistanis
peru peruvian peruvians
philippines philippine filipino filipinos
poland polish pole poles
portugal portuguese
romania romanian romanians
rome roman romans
russia russian russians
scotland scottish scot scots
serbia serbian serbians serb serbs
slovakia slovak slovaks
slovenia slovenian slovenians
spain spanish spaniard spaniards
sweden swedish swede swedes
switzerland swiss
syria syrian syrians
thailand thai
tibet tibetan tibetans
turkey turkish turk turks
ukraine ukrainian ukrainians
vietnam vietnamese
wales welsh
"""

SAME_COUNTRY: dict[str, frozenset[str]] = {
    word: frozenset(line.split()) for line in _GROUPS.split("\n") for word in line.split()
}
"""Lower-cased word -> every word for its country, people and language, itself included."""
