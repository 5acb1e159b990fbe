"""`python -m netnew` is `netnew`."""

from netnew.doors.cli import main

if __name__ == "__main__":
    main()
