"""Parses every file of a list with fastfeedparser, and prints nothing."""

import sys

import fastfeedparser

with open(sys.argv[1], encoding="utf-8") as paths:
    for path in paths.read().splitlines():
        with open(path, "rb") as feed:
            body = feed.read()
        try:
            fastfeedparser.parse(body)
        except ValueError:
            pass  # not a feed, which real corpora have among them
