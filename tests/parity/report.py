"""Print, as Markdown, how this package and the earlier one compare."""

import sys
from pathlib import Path


def largest(values):
    """Give the largest of the values there are, in scientific notation."""
    values = [value for value in values if value is not None]
    return f"{max(values):.1e}" if values else ""


HEADINGS = (
    "function",
    "calls",
    "no answer from 0.2.3",
    "largest difference",
    "above 1e-10",
    "our error there",
    "error of 0.2.3 there",
)


def rows(judged):
    """Give a row for each function."""
    yield HEADINGS
    yield (":--", *["--:"] * 6)
    for name, outcomes in judged.items():
        answered = [outcome for outcome in outcomes if outcome.refusal is None]
        apart = [outcome for outcome in answered if not outcome.same]
        yield (
            f"`{name}`",
            len(outcomes),
            len(outcomes) - len(answered) or "",
            largest(outcome.gap for outcome in answered),
            len(apart) or "",
            largest(outcome.ours for outcome in apart),
            largest(outcome.peers for outcome in apart),
        )


def kinds(judged):
    """Give a line for each kind of input where the two differ."""
    found = {}
    for name, outcomes in judged.items():
        for outcome in outcomes:
            if not outcome.same:
                found.setdefault(outcome.call.kind, {}).setdefault(name, []).append(outcome)
    for kind, by_name in found.items():
        functions = []
        for name, outcomes in by_name.items():
            error = largest(outcome.peers for outcome in outcomes)
            functions.append(f"`{name}` ({error or 'no answer'})")
        yield f"- {kind}: {', '.join(functions)}"


def main():
    import comparison

    judged = {
        name: [comparison.judge(*pair) for pair in pairs]
        for name, pairs in comparison.ask().items()
    }
    for row in rows(judged):
        print("|", " | ".join(map(str, row)), "|")
    print("\nWhere they differ by more than 1e-10, with the error of 0.2.3:\n")
    print("\n".join(kinds(judged)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
