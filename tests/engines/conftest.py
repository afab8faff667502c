"""Engines that need more than the ordinary tests. `make engines` sets them up."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def spark():
    """Spark on this machine, with several partitions."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not here: `make engines` has it")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("PySpark needs Java 17 or later, and there is no java on PATH")
    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3"}
    builder = sql.SparkSession.builder.master("local[2]").config(map=options)
    session = builder.getOrCreate()
    yield session
    session.stop()
