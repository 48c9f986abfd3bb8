"""Systems compared on the same tasks, at equal budgets.

    batches -> common tasks -> budgets held -> paired differences, win/tie/lose, cost      (``comparison``)
                                           \\-> reports pairwise, by a model -> ratings      (``pairs``, ``ratings``)

Written as compare.md, compare.json and compare.html.
"""
