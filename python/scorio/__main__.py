"""`python -m scorio`, the same as `scorio`."""

from scorio.cli import main

if __name__ == "__main__":
    main(prog_name="scorio")
