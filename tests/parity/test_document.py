"""The API document of the earlier package: its signatures and its examples."""

import doctest
import inspect
import re

import pytest

from scorio import eval as scorio_eval

HEADER = re.compile(r"^(\w+)(\(.*\))\[source\]$", re.MULTILINE)
FUNCTIONS = 32
EXAMPLES = 40


@pytest.fixture
def document(shared):
    return (shared / "spec" / "api-eval.txt").read_text()


def test_signatures(document):
    headers = HEADER.findall(document)
    for name, parameters in headers:
        ours = inspect.signature(getattr(scorio_eval, name)).parameters.values()
        plain = [p.replace(annotation=p.empty) for p in ours if p.kind is not p.KEYWORD_ONLY]
        assert str(inspect.Signature(plain)) == parameters, name
    assert len(headers) >= FUNCTIONS - 2  # two are described as aliases


def test_examples(document):
    # A header right after an example is not a part of what it prints.
    text = HEADER.sub("\n", document)
    names = {name: getattr(scorio_eval, name) for name in scorio_eval.__all__}
    examples = doctest.DocTestParser().get_doctest(text, names, "api-eval.txt", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.failures == 0
    assert runner.tries >= EXAMPLES
