"""Words that any paper's question may use and that say nothing about what this paper holds."""

from __future__ import annotations

from qasper_eval.agents.retrieval import terms

_WORDS = """
paper papers article authors study work works research investigation survey section introduction conclusion appendix
approach method methodology model system technique algorithm framework architecture network pipeline module component
layer mechanism strategy procedure process scheme setup setting configuration implementation design structure
task problem issue question answer challenge goal aim objective purpose motivation idea concept hypothesis assumption
application domain field area scenario context case example instance
data dataset corpus corpora set source sample collection resource benchmark split training validation development test
input output feature representation embedding vector parameter hyperparameter variable weight
size number total amount count length width scale range rate ratio percentage percent proportion average mean median
maximum minimum level degree quantity volume big large small long short high low much many
result finding observation outcome performance accuracy precision recall score metric measure measurement evaluation
experiment analysis comparison baseline improvement gain increase decrease reduction drop error loss agreement quality
annotation annotator label labels rater crowdsourcing worker expert human manual automatic
language languages english text words nlp sota f1
advantage disadvantage benefit limitation drawback weakness strength contribution novelty difference similarity
impact influence effect role reason cause factor criteria criterion condition relation relationship
kind type sort way form part aspect category class group step stage phase version variant
use utilize employ apply adopt propose present introduce describe discuss mention report show demonstrate state claim
argue suggest conclude investigate analyze analyse explore examine study consider conduct perform carry obtain achieve
collect gather create build construct develop generate produce define choose select extract derive compute calculate
determine identify measure evaluate assess compare outperform improve increase reduce affect influence contribute
incorporate include contain consist comprise involve require rely depend base make give take get find help need want
try allow enable ensure support provide learn train test tune optimize implement run release handle address solve
tackle combine integrate extend differ vary change add remove work happen occur become turn mean refer call know
different various specific particular main major key exact actual further additional common popular typical standard
general new novel recent current existing previous prior traditional classic first second third last final best better
good worst worse bad strong weak simple complex basic important significant relevant similar same overall single
multiple several available public effective efficient possible
one two three four five six seven eight nine ten
"""

COMMON_TERMS = frozenset(terms(_WORDS))
"""Their index terms; written from general academic English, fitted on no dataset."""
