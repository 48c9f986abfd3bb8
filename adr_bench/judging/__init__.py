"""Judging a batch: each report gets its verdict and its citation score, once for each judge.

DIR/verdicts-KEY.jsonl      one ``Judged`` a line; KEY names judge, model and trials
DIR/tasks/NAME/judge-KEY/   the judge's journal, so that what was paid for is not paid for again
"""
