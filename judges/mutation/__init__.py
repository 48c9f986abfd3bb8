"""Trust in a judge: does it change its mind where a report was changed, and nowhere else?

    report + rubric + Marks -> Mutants (a fact removed, a flaw planted, a figure swapped; reordered, reworded, padded,
                               an injection) -> each judged -> Outcome: right item flipped, others flipped, score moved
                               by style alone, injection obeyed

Which sentences satisfy an item is told by the rubric's gold evidence or by hand, never by the judge's own retrieval.
"""
