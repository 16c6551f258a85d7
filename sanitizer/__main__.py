"""`python -m sanitizer`: the command `sanitizer`, for when it is not on the path."""

from sanitizer.commands import main

if __name__ == "__main__":
    main()
