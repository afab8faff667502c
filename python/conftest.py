"""Import the packages before pytest imports their files.

Otherwise a file that is tested alone takes the place of the function of its name, as in
`scorio.eval.bayes`.
"""

import scorio.adaptive
import scorio.cli
import scorio.eval
import scorio.plan
import scorio.rank
import scorio.rubric  # noqa: F401
