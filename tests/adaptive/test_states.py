"""Files of runs and banks: damaged, cut short, changed, or written by two."""

from __future__ import annotations

import json

import pytest

from scorio import adaptive

BANK = adaptive.ItemBank.from_params(1, [-1.0, 0.0, 1.0], 0.5, items=["x", "y", "z"])


def run_of(**options):
    return adaptive.Ranker(BANK, ["a", "b"], warmup=1, **options)


@pytest.fixture
def kept(tmp_path):
    BANK.save(tmp_path / "bank.json")
    run = run_of()
    run.ask(2)
    run.tell(0, 0.5)
    path = tmp_path / "run.json"
    run.save(path)
    return path


def changed(path, change):
    document = json.loads(path.read_text())
    # What is no checksum's business: the parts themselves have to fit.
    document.pop("checksum", None)
    change(document)
    path.write_text(json.dumps(document))


DAMAGE = [
    lambda d: d["log"].append(d["log"][0]),
    lambda d: d["log"][0].pop(),
    lambda d: d["log"].append(["c", "x", 1, 1]),
    lambda d: d["log"].append(["a", "w", 1, 1]),
    lambda d: d["log"].append(["a", "x", 7, 1]),
    lambda d: d["log"].append(["a", "x", 1, -1]),
    lambda d: d["log"].append(["a", "x", "1", 1]),
    lambda d: d["pending"].append([9, "a", "x", 1, False]),
    lambda d: d["pending"].append([1, "a", "x", 1, False]),
    lambda d: d["pending"].append([0, "a", "y", 1, False]),
    lambda d: d["pending"].append([0, "a", "x", 1, 0]),
    lambda d: d["options"].pop("rho"),
    lambda d: d["options"].update(rho="x"),
    lambda d: d["options"].update(warmup=-1),
    lambda d: d["options"].update(goal="x"),
    lambda d: d["options"].update(seed=True),
    lambda d: d["models"].pop(),
    lambda d: d["models"].append({"name": 3, "cost": 1}),
    lambda d: d["models"][0].update(cost=0),
    lambda d: d.update(asked=-1),
    lambda d: d.update(schema=2),
    lambda d: d.pop("bank"),
    lambda d: d["bank"].update(sha256="0"),
    lambda d: d["bank"].update(path=7),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_states(kept, damage):
    changed(kept, damage)
    with pytest.raises(ValueError):  # noqa: PT011  any sentence, but no other exception
        adaptive.Ranker.load(kept)


def test_a_changed_character_is_seen(kept):
    content = kept.read_text()
    whole = adaptive.Ranker.load(kept)
    for place, was in enumerate(content):
        if not was.isalnum():
            continue
        other = "1" if was == "0" else "0" if was.isdigit() else "x" if was != "x" else "y"
        kept.write_text(content[:place] + other + content[place + 1 :])
        with pytest.raises(ValueError, match="run.json"):
            adaptive.Ranker.load(kept)
    kept.write_text(content.replace("0.5,", "0.75,", 1))
    with pytest.raises(ValueError, match="its checksum differs. Restore a copy") as found:
        adaptive.Ranker.load(kept)
    assert found.value.code == "adaptive.state_changed"
    kept.write_bytes(content.replace("\n", "\r\n").encode())
    assert adaptive.Ranker.load(kept).pending == whole.pending


def test_states_without_a_checksum_are_read(kept):
    lines = kept.read_text().splitlines(keepends=True)
    old = [line for line in lines if '"checksum"' not in line]
    assert len(old) == len(lines) - 1
    kept.write_text("".join(old))
    run = adaptive.Ranker.load(kept)
    run.tell(1, 0.5)
    run.save(kept)
    assert '"checksum"' in kept.read_text()
    adaptive.Ranker.load(kept)


def test_states_that_are_cut_short(kept):
    content = kept.read_bytes()
    for end in range(len(content) - 2):
        kept.write_bytes(content[:end])
        with pytest.raises(ValueError, match=r"is no state of an adaptive run, or is cut short"):
            adaptive.Ranker.load(kept)


def test_another_bank(kept):
    other = adaptive.ItemBank.from_params(1, [-1.0, 0.0, 1.1], 0.5, items=["x", "y", "z"])
    other.save(kept.parent / "bank.json")
    with pytest.raises(ValueError, match="is not the bank of the run"):
        adaptive.Ranker.load(kept)
    changed(kept.parent / "bank.json", lambda d: d["columns"]["b"].__setitem__(0, 9.0))
    with pytest.raises(ValueError, match="was changed since scorio wrote it"):
        adaptive.Ranker.load(kept)


def test_two_writers(kept):
    one, other = adaptive.Ranker.load(kept), adaptive.Ranker.load(kept)
    one.tell(1, 0.5)
    one.save(kept)
    content = kept.read_bytes()
    other.tell(1, 0.9)
    with pytest.raises(ValueError, match="another process has written it since"):
        other.save(kept)
    assert kept.read_bytes() == content


def test_a_bank_without_a_file(tmp_path):
    bank = adaptive.ItemBank.from_params(1, [0.0])
    with pytest.raises(ValueError, match="save it first"):
        adaptive.Ranker(bank, ["a", "b"]).save(tmp_path / "run.json")
    assert not (tmp_path / "run.json").exists()


def test_files_that_are_no_bank(tmp_path):
    for name, content in [("a.json", b"{}"), ("b.json", b"["), ("c.json", b"\xff"),
                          ("d.parquet", b"PAR1"), ("e.csv", b"")]:  # fmt: skip
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError):  # noqa: PT011  any sentence, but no other exception
            adaptive.ItemBank.load(tmp_path / name)
    adaptive.Ranker(BANK, ["a", "b"]).result().save(tmp_path / "r.parquet")
    with pytest.raises(ValueError, match="is no item bank"):
        adaptive.ItemBank.load(tmp_path / "r.parquet")
