"""The command line as `python -m paperatlas`."""

from paperatlas.cli import main

if __name__ == "__main__":
    main()
