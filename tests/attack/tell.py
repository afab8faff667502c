"""Hand over lying tables, and say what each came to. It runs in a process of its own."""

import faulthandler
import json
import sys

from attack.capsules import LIES, TRUTHS, Table

import scorio


def outcome(name, lie):
    table = Table()
    lie(table)
    try:
        counts = scorio.count(table, on_repeat="keep")
    except BaseException as error:  # noqa: BLE001  a panic is none of the usual kinds
        return {"name": name, "error": type(error).__name__, "said": str(error)}
    return {"name": name, "trials": counts.trials}


def main():
    for name, lie in {**LIES, **TRUTHS}.items():
        faulthandler.dump_traceback_later(20, exit=True)
        print(json.dumps({"begun": name}), flush=True)
        print(json.dumps(outcome(name, lie)), flush=True)


if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]
    main()
