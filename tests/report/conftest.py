import html.parser
import random
import re

import pandas as pd
import pytest

import scorio

VOID = {"meta", "br", "input", "img", "link", "hr", "path", "rect", "circle"}


class Tree(html.parser.HTMLParser):
    """Elements of a page with their attributes and texts; unbalanced tags are an error."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.append((data, tuple(self.open)))

    def all(self, tag):
        return [own for name, own, _ in self.elements if name == tag]

    def said(self, tag):
        return [text for text, open_ in self.texts if tag in open_]

    @property
    def text(self):
        shown = [text for text, open_ in self.texts if not {"script", "style"} & set(open_)]
        return re.sub(r"\s+", " ", "".join(shown))


@pytest.fixture
def page(tmp_path):
    """Write a report, and give its text and its tree."""

    def page(counts, **options):
        path = tmp_path / "report.html"
        path.unlink(missing_ok=True)
        scorio.report(counts, path, **options)
        text = path.read_text(encoding="utf-8")
        return text, Tree(text)

    return page


@pytest.fixture
def log():
    """Counts of models of which each is better than the one before."""

    def log(models, tasks=("math", "code"), questions=8, trials=4, **options):
        rng = random.Random(1)
        hard = {(task, question): rng.random() for task in tasks for question in range(questions)}
        rows = [
            {"model": model, "task": task, "question": f"q{question}", "trial": trial,
             "outcome": int(rng.random() < (hard[task, question] + place / len(models)) / 2)}
            for place, model in enumerate(models)
            for task in tasks
            for question in range(questions)
            for trial in range(trials)
        ]  # fmt: skip
        return scorio.count(pd.DataFrame(rows), order=True, **options)

    return log
