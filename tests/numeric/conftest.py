import json

import pytest


@pytest.fixture
def write(tmp_path):
    def write(records, name="log.jsonl"):
        path = tmp_path / name
        lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
        path.write_text("\n".join(lines) + "\n")
        return path

    return write


def log(*outcomes, model="m"):
    """Records of one model: pairs of a question and an outcome."""
    return [
        {"model": model, "question": question, "outcome": outcome} for question, outcome in outcomes
    ]
