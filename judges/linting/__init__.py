"""The rules of the rubric linter, a file for each of the five principles, one for facts and one for form."""
