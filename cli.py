"""Run the `sanitizer` command from a checkout without installing it: `python cli.py --help`."""

from sanitizer.commands import main

if __name__ == "__main__":
    main()
