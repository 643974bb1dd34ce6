"""Parses every file of a list with feedparser, and prints nothing."""

import sys

import feedparser

with open(sys.argv[1], encoding="utf-8") as paths:
    for path in paths.read().splitlines():
        with open(path, "rb") as feed:
            feedparser.parse(feed.read())
