"""Any report with links, by anyone or any tool: does each cited source say what its sentence says?

markup, lines     a report's Markdown (and the HTML in it) to blocks of text
references        its reference list, under whatever heading
inline, marks     the citations in a text, in the notations that tools print
statements        sentences with what they cite
library, sources  a cited address to the document behind it, or why there is none
passages          the place in a document that supports a sentence best
meanings, signs   words that stand for one another, and opposites
entailment        whether it does, and where not
totals            citation accuracy and effective citations
report            all of it: ``check_report``
live              a finished run's cited addresses, fetched again
"""
