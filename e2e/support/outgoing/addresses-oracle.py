"""Answers for a test which addresses Python's ipaddress calls global. Reads a JSON list, writes one."""

import ipaddress
import json
import sys

json.dump([ipaddress.ip_address(text).is_global for text in json.load(sys.stdin)], sys.stdout)
