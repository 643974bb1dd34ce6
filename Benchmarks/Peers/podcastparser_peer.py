"""Parses every file of a list with podcastparser, and prints nothing."""

import sys

import podcastparser

with open(sys.argv[1], encoding="utf-8") as paths:
    for path in paths.read().splitlines():
        with open(path, "rb") as feed:
            try:
                podcastparser.parse("file://" + path, feed)
            except Exception:
                pass  # any broken document raises here, each with an exception of its own
