"""Print, as Markdown, the largest error of every function against exact arithmetic."""

from test_exact import binary_cases, categorical_cases

from parity import oracle
from scorio import eval as scorio_eval


def errors(name):
    """Give the largest error of each call of the grid."""
    binary = name.removesuffix("_ci") in oracle.BINARY
    for R, options in binary_cases(name) if binary else categorical_cases(name):
        values = getattr(scorio_eval, name)(R, **options)
        exact = oracle.exact(name, R, **options)
        values = values if isinstance(values, tuple) else (values,)
        yield float(max(oracle.errors(values, exact, options.get("w"))))


def main():
    print("| function | calls | largest relative error |\n|---|--:|--:|")
    for name in oracle.NAMES:
        found = list(errors(name))
        print(f"| `{name}` | {len(found)} | {max(found):.1e} |")


if __name__ == "__main__":
    main()
