"""The sides that answer: Python and Julia of this project, and the two earlier packages."""
