"""Verifies deliveries by Python's own hmac and reads their bodies by its json, sharing nothing with the service.

Reads from stdin one JSON array of {"secret", "headers", "body" in base64}; writes one array of {"plain", "standard": which of the
signatures hold, "data": what it read}.
"""

import base64
import hashlib
import hmac
import json
import sys


def sign(secret, message):
    return hmac.new(secret.encode("ascii"), message, hashlib.sha256)


def verify(delivery):
    secret, headers = delivery["secret"], delivery["headers"]
    body = base64.b64decode(delivery["body"], validate=True)
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode("ascii") + body
    expected = "v1," + base64.b64encode(sign(secret, message).digest()).decode("ascii")
    return {
        "plain": hmac.compare_digest(headers["x-webhook-signature"], sign(secret, body).hexdigest()),
        "standard": [hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split(" ")],
        "data": json.loads(body.decode("utf-8", "strict"))["data"],
    }


json.dump([verify(delivery) for delivery in json.load(sys.stdin)], sys.stdout)
