"""Scores of BFCL: the totals, then only the failures."""

import json

import polars as pl
import pytest

import scorio

NAMES = [f"simple_{i}" for i in range(5)]
SCORES = "score/org_m/BFCL_v3_simple_score.json"


@pytest.fixture
def write(tmp_path):
    def write(failed=(1, 3), name=SCORES, total=5, **summary):
        correct = total - len(set(failed))
        totals = {"accuracy": correct / total, "correct_count": correct, "total_count": total}
        lines = [totals | summary]
        for number in failed:
            entry = {"id": f"simple_{number}", "model_name": "org_m", "test_category": "simple"}
            lines.append(entry | {"valid": False, "error": ["wrong"], "prompt": {}})
        return put(lines, name)

    def put(lines, name):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    write.lines = put
    return write


def responses(write, name="result/org_m/BFCL_v3_simple_result.json", names=NAMES):
    return write.lines([{"id": name, "result": "f(1)"} for name in names], name)


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


EXPECTED = {name: (1, 0, 0) if name[-1] in "13" else (0, 1, 0) for name in NAMES}


def test_the_file_of_responses_names_what_passed(write):
    responses(write)
    counts = scorio.count(write())
    assert (counts.models, counts.tasks) == (["org_m"], ["simple"])
    assert outcomes(counts) == EXPECTED
    assert counts.score("avg")[0].score == 0.6


def test_newer_versions_have_more_folders(write):
    responses(write, "result/org_m/non_live/BFCL_v4_simple_result.json")
    counts = scorio.count(write(name="score/org_m/non_live/BFCL_v4_simple_score.json"))
    assert (counts.models, counts.tasks, outcomes(counts)) == (["org_m"], ["simple"], EXPECTED)


def test_the_user_names_what_was_asked(write):
    path = write()
    with pytest.raises(
        ValueError,
        match=r"line 1 .*the 3 questions that passed, and there is no "
        r"file of responses .*result/org_m/BFCL_v3_simple_result.json",
    ):
        scorio.count(path)
    assert outcomes(scorio.count(path, questions=NAMES)) == EXPECTED
    more = [*NAMES, "live_simple_3-2-1"]
    assert outcomes(scorio.count(path, questions=more)) == EXPECTED
    numbered = outcomes(scorio.count(path, questions=5))
    assert numbered["simple_1"] == (1, 0, 0)
    assert numbered["unnamed 3 of org_m"] == (0, 1, 0)
    assert len(numbered) == 5
    with pytest.raises(ValueError, match="5 questions were asked, not 7"):
        scorio.count(path, questions=7)
    with pytest.raises(ValueError, match="simple_3 is not among the questions"):
        scorio.count(path, questions=NAMES[:3])
    with pytest.raises(ValueError, match="5 questions were asked, and 4 are named"):
        scorio.count(path, questions=NAMES[:4])


def test_where_all_failed_no_name_is_needed(write):
    assert scorio.count(write(range(5))).score("avg")[0].score == 0


def test_where_all_passed(write):
    responses(write)
    assert scorio.count(write(())).score("avg")[0].score == 1


def test_a_question_that_fails_twice_is_one(write):
    responses(write)
    assert outcomes(scorio.count(write((1, 3, 3)))) == EXPECTED


def test_an_inspection_needs_no_names(write):
    seen = scorio.inspect(write())
    assert (seen.format, len(seen.counts)) == ("BFCL", 5)


@pytest.mark.parametrize(
    ("summary", "message"),
    [
        ({"correct_count": 4}, "4 of 5 questions passed, and it lists 2 that failed"),
        ({"total_count": "many"}, "its totals are no whole numbers"),
    ],
)
def test_wrong_totals(write, summary, message):
    responses(write)
    with pytest.raises(ValueError, match=message):
        scorio.count(write(**summary))


def test_a_cut_file_is_no_result(write):
    responses(write)
    path = write()
    path.write_text(path.read_text()[:-30])
    with pytest.raises(ValueError, match="line 3 .*may be truncated"):
        scorio.count(path)
    path.write_text(path.read_text().rpartition("\n")[0] + "\n")
    with pytest.raises(ValueError, match="3 of 5 questions passed, and it lists 1 that failed"):
        scorio.count(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [({"id": 3, "valid": False}, '"id" is not a text'), ({"id": "a", "valid": True}, '"valid" is')],
)
def test_wrong_failures(write, line, message):
    totals = {"accuracy": 0.5, "correct_count": 1, "total_count": 2}
    with pytest.raises(ValueError, match=f"line 2 .*{message}"):
        scorio.count(write.lines([totals, line], SCORES), questions=2)
