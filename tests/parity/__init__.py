"""Parity: every side answers one set of cases, and the answers are compared.

The sides are this Python package and the Julia package of the same core. Exact arithmetic, recorded
values and two earlier packages measure them. `make parity` runs it all and prints the report.

The suite:

- `cases` holds the calls, and their source in Julia.
- `oracle` computes each metric in exact arithmetic. It uses nothing of scorio.
- `sides` asks Python, Julia and the earlier packages.
- `figures` computes the exact values of a case.
- `comparison` asks every side for every case.
- `report` writes the table, the Markdown page and the JSON file.
- `__main__` is the command.

The tests, `test_*.py`, check the comparison's results and the suite itself.
"""
