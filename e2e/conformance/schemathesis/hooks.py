"""Sends each request as another client and with one of several keys, so that no limit ends the run."""

import os
import random

import schemathesis

keys = os.environ["API_KEYS"].split(",")


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["X-Forwarded-For"] = ".".join(str(random.randint(1, 250)) for _ in range(4))
    case.headers["Authorization"] = f"Bearer {random.choice(keys)}"
