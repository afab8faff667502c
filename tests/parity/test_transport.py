"""How Julia is found and reached, on the machine as it is."""

import stat

import pytest

from parity.sides import julia
from parity.sides.answer import Fault


def test_no_julia(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(julia.NoJuliaError, match="there is no julia: put Julia 1.5 or later on"):
        julia.process()


def test_julia_that_fails(monkeypatch, tmp_path):
    script = tmp_path / "julia"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(julia.NoJuliaError, match="does not run"):
        julia.executable()


@pytest.mark.parametrize("said", ["", "hello", "1", "one.five", "\\377"])
def test_julia_without_a_version(monkeypatch, tmp_path, said):
    script = tmp_path / "julia"
    script.write_text(f"#!/bin/sh\nprintf '{said}'\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(julia.NoJuliaError, match="is no Julia: asked for its version, it said '"):
        julia.executable()


def test_julia_that_is_too_old(monkeypatch, tmp_path):
    script = tmp_path / "julia"
    script.write_text("#!/bin/sh\nprintf 1.4.2\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(julia.NoJuliaError, match="is Julia 1.4.2: put Julia 1.5 or later on"):
        julia.executable()


def test_answers_are_lines(process):
    ok, text, error = process.answers(
        ["1.5", "(mu = [1.0, -0.0],)", 'throw(DomainError(1, "a\\tb"))']
    )
    assert julia.parse(ok).values == (1.5,)
    part = julia.parse(text).parts[0]
    assert (part.name, part.shape, str(part.values)) == ("mu", (2,), "(1.0, -0.0)")
    assert (julia.parse(error).error_type, julia.parse(error).error) == (
        "DomainError",
        Fault("", "a\tb"),
    )


def test_axes_are_reversed(process):
    (line,) = process.answers(["Float64[1 2 3; 4 5 6]"])
    part = julia.parse(line).parts[0]
    assert (part.shape, part.values) == ((3, 2), (1, 4, 2, 5, 3, 6))


def test_batches(process):
    whole, holed = process.answers(
        [
            'Float64.(batch(matrix, Int8, "0 1;1 1|1 0;0 0", 2))',
            'Float64.(coalesce.(batch(gaps, Int64, "_ 1|1 _|0 0|1 1", 2, 2), 7))',
        ]
    )
    part = julia.parse(whole).parts[0]
    assert (part.shape, part.values) == ((2, 2, 2), (0, 1, 1, 1, 1, 0, 0, 0))
    part = julia.parse(holed).parts[0]
    assert (part.shape, part.values) == ((2, 2, 2, 1), (7, 1, 1, 7, 0, 0, 1, 1))


def test_julia_that_ends(process):
    with pytest.raises(
        julia.NoJuliaError, match=r"ended with 3 after 1 of 3 answers, at exit\(3\)"
    ):
        process.answers(["1.0", "exit(3)", "2.0"])


@pytest.mark.usefixtures("process")
def test_package_without_library(monkeypatch):
    monkeypatch.setenv("SCORIO_LIB", "no/such/library")
    with pytest.raises(julia.NoJuliaError, match="does not answer: SCORIO_LIB"):
        julia.answers([])
