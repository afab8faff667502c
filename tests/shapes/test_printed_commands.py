"""Each tool's log is scored by the command that `scorio inspect` prints for it, as it stands."""

import pytest
from formats.tools import tools
from shapes.test_inspect import inspected, typed

TOOLS = list(tools())

# Logs without what only a person knows: what the summary says of it, and the rest of the command.
LACKING = {
    "verl": ("names no model", "--set model=m"),
    "bfcl": ("does not name the 3 questions that passed", "--questions {questions}"),
}


@pytest.mark.parametrize("log", TOOLS, ids=lambda log: f"{log.options['format']}-{log.name}")
def test_the_printed_command_scores_a_tools_log(tmp_path, log):
    path = tmp_path / log.name
    path.write_bytes(log.content)
    shown, command = inspected(path)
    if log.options["format"] in LACKING:
        said, rest = LACKING[log.options["format"]]
        assert "this command stops" in shown
        assert said in shown
        questions = tmp_path / "questions.txt"
        questions.write_text("\n".join(log.options.get("questions", [])))
        command += " " + rest.format(questions=questions)
    else:
        assert "this command stops" not in shown
    scored = typed(command)
    assert scored.returncode == 0, scored.stderr
