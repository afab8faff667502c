"""The comparison of scorio with itself and others: one set of cases, answered by every side.

The sides are this Python package, the Julia package of the same core, exact arithmetic, recorded
values, and the two earlier packages, scorio 0.2.3 for Python and Scorio 0.2.2 for Julia.
`python -m scorio.parity` runs the whole comparison and prints its report.
"""
