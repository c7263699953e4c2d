"""Answers each {"payload", "level"} of standard input with segno's {"version", "mode"} for it."""

import json
import sys

import segno

for line in sys.stdin:
    task = json.loads(line)
    symbol = segno.make(task["payload"], error=task["level"], micro=False, eci=True)
    print(json.dumps({"version": symbol.version, "mode": symbol.mode}))
