/** A receiver in Python's standard library, as the page shows it. */
export const python = `import base64, hashlib, hmac, json, os, pathlib, queue, re, threading, time, traceback, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if len(SECRET) != 64:
    raise SystemExit("Set WEBHOOK_SECRET to the secret of your webhook")
TOLERANCE_SECONDS = 300
MOST_BYTES = 65_536
INBOX = pathlib.Path("inbox")
INBOX.mkdir(exist_ok=True)

def handle(event):
    """What you do with an event. The answer is sent by then, so it may take its time."""
    print(event["type"], event["id"], flush=True)

def is_genuine(headers, body):
    signatures = headers.get("webhook-signature")
    if signatures is None:
        return is_same(sign(body).hexdigest(), headers.get("x-webhook-signature", ""))
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = sign(f"{event_id}.{timestamp}.".encode() + body).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(is_same(expected, one) for one in signatures.split(" "))

def sign(message):
    return hmac.new(SECRET, message, hashlib.sha256)

def is_same(one, other):
    return hmac.compare_digest(one.encode(), other.encode())

def keep(event_id, body):
    """Keeps an event once, whole and on the disk; False if it was there already. In a database:
    a row whose key is the id."""
    draft = INBOX / str(uuid.uuid4())
    try:
        with open(draft, "xb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, INBOX / f"{event_id}.json")
        return True
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)

waiting = queue.Queue()

def work():
    """One after the other. What fails has no .done and is tried again when the program starts."""
    while True:
        event_id = waiting.get()
        try:
            handle(json.loads((INBOX / f"{event_id}.json").read_bytes()))
            (INBOX / f"{event_id}.done").touch()
        except Exception:
            traceback.print_exc()

class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if not 0 <= length <= MOST_BYTES:
            return self.answer(413)
        # The bytes as they came: parsed and written again they would have another signature.
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        event_id = json.loads(body)["id"]
        is_new = keep(event_id, body)
        self.answer(204)
        if is_new:
            waiting.put(event_id)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

for path in sorted(INBOX.glob("*.json")):
    if not path.with_suffix(".done").exists():
        waiting.put(path.stem)
threading.Thread(target=work, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;
