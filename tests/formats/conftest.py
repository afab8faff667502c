import json

import pytest


@pytest.fixture
def write(tmp_path):
    def write(content, name="log.eval"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(json.dumps(content, indent=1))
        return path

    return write
