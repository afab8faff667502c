"""What juliacall reads of the Python package: a wrong path there would stop `import juliacall`."""

import json
import tomllib
from pathlib import Path

import scorio

HERE = Path(scorio.__file__).parent


def test_it_leads_to_the_julia_package():
    wanted = json.loads((HERE / "juliapkg.json").read_text())
    (named,) = wanted["packages"].values()
    project = tomllib.loads((HERE / named["path"] / "Project.toml").read_text())
    assert wanted["packages"].keys() == {project["name"]}
    assert named["uuid"] == project["uuid"]
    assert wanted["julia"] == f"^{project['compat']['julia']}"
    # What is no repository of its own can only be developed.
    assert named["dev"] is True
