"""Files for tests of the shapes that logs have."""

import json

import pytest


@pytest.fixture
def write(tmp_path):
    """Write a text, or records as JSON Lines, and give the path."""

    def write(content, name="log.jsonl"):
        path = tmp_path / name
        if not isinstance(content, str):
            content = "".join(json.dumps(record) + "\n" for record in content)
        path.write_text(content)
        return path

    return write
